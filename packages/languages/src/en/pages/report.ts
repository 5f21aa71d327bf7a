// The page for reporting a link.

export const reportPage = {
  title: 'Report a link',
  text: 'Does a link on this service lead to something harmful? Report it, and the people who run the service will review it.',
  address: 'URL',
  addressHint: 'The short link or microsite, as you received it.',
  reason: 'Reason',
  choose: 'Choose a reason',
  reasons: {
    phishing: 'Phishing: pretends to be someone else to get passwords or money',
    malware: 'Malware: spreads harmful software',
    spam: 'Spam',
    illegal: 'Illegal content',
    other: 'Other',
  },
  details: 'Details (optional)',
  detailsHint: 'Where you received it and what you saw. Up to 1,000 characters.',
  email: 'Your e-mail address (optional)',
  emailHint: 'Used only to ask you about this report.',
  submit: 'Send report',
  wrong: {
    address: 'No link of this service has this URL. Check it for typos.',
    reason: 'Choose a reason.',
    details: 'Enter up to 1,000 characters.',
    email: 'Enter a valid e-mail address.',
  },
  sent: {
    title: 'Thank you for your report',
    text: 'The people who run this service will review it. Don’t enter anything on the page that the link opened.',
  },
}
