// The page for a refused request or an error that no form can show.

export const refusalPage = {
  reference: 'Request ID',
  other: { title: 'Something went wrong', text: 'Go back and try again.' },
  codes: {
    not_found: { title: 'Page not found', text: 'Check the URL, or go back to the start page.' },
    forbidden: {
      title: 'Request not allowed',
      text: 'Go back, reload the page, and submit the form again.',
    },
    rate_limited: { title: 'Too many attempts', text: 'Wait a minute, then try again.' },
    gone: { title: 'This link has been used or has expired', text: 'Request a new one.' },
    unavailable: {
      title: 'Temporarily unavailable',
      text: 'Nothing was lost. Wait a few seconds and try again.',
    },
    internal: {
      title: 'Something went wrong on our side',
      text: 'Try again in a moment. If this keeps happening, send the request ID below to the operator.',
    },
  },
}
