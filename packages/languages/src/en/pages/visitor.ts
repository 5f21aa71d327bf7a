// The pages that visitors of a link see instead of its destination, and the home page.

export const visitorPages = {
  shortLink: 'A short link.',
  home: {
    title: 'Short links on your own server',
    text: 'This is a Linnet server. The people who run it shorten and share links here, and keep the data on their own server.',
    features: {
      link: { title: 'Short links', text: 'Easy to say, type and change later.' },
      page: { title: 'Microsites', text: 'One page for all your links, in your own style.' },
      qr: { title: 'QR codes', text: 'Ready to print, in your colour and with your logo.' },
      lock: { title: 'Protected links', text: 'With a password, an expiry date, or for one click only.' },
      chart: { title: 'Statistics', text: 'See what was clicked and when, without tracking people.' },
      code: { title: 'Developer API', text: 'Everything in one documented API.' },
    },
    signIn: 'Sign in',
    docs: 'API reference',
    arrivedByMistake: 'Were you sent a short link? Open the whole URL, including the part after the slash.',
  },
  notFound: {
    title: 'Link not found',
    text: 'Check the URL for typos: upper and lower case letters are different. If it still doesn’t open, ask the person who shared it for a new one.',
    didYouMean: 'Did you mean this link?',
  },
  misdirected: {
    title: 'This domain isn’t set up here',
    text: 'This server doesn’t serve the domain in your address bar. If you followed a link, ask the person who shared it for a new one.',
    operator: {
      lead: 'Do you run this server? Set up this domain as one of these:',
      steps: [
        { setting: 'PUBLIC_URL', meaning: 'The main URL of the service, such as https://go.example.com' },
        { setting: 'OTHER_HOSTS', meaning: 'Another host of the default domain, such as go2.example.com' },
        {
          setting: 'Custom domain',
          meaning: 'Add it in the dashboard under Account → Domains, and verify it with its DNS record',
        },
      ],
    },
  },
  scheduled: {
    title: 'This link isn’t active yet',
    text: 'Try again later, or ask the person who shared it when it starts.',
  },
  expired: {
    title: 'This link has expired',
    text: 'It was set to expire, and that time has passed. Ask the person who shared it for a new one.',
  },
  consumed: {
    title: 'This link has already been used',
    text: 'It could be opened only once, and someone has opened it. If that wasn’t you, ask the person who shared it for a new one.',
  },
  usedUp: {
    title: 'This link has reached its limit',
    text: 'It works only for a limited number of visitors, and that number has been reached. Ask the person who shared it for a new one.',
  },
  blocked: {
    title: 'This link is blocked',
    text: 'The people who run this service blocked it because it’s harmful or breaks their rules. For your safety, it no longer opens.',
    owner: 'If it’s yours, check your e-mail or dashboard for the reason and how to appeal.',
  },
  oneClick: {
    title: 'This link opens only once',
    text: 'The first person who opens it is taken to its destination. After that, it stops working. Open it in a browser when you’re ready.',
  },
  password: {
    title: 'This link is protected by a password',
    text: 'Enter the password that you were given to continue.',
    label: 'Password',
    submit: 'Continue',
    wrong: 'This password is incorrect. Try again.',
    adultNote: 'It leads to adult content. By continuing, you confirm that you are 18 or older.',
    adultSubmit: 'I am 18 or older, continue',
  },
  adult: {
    title: 'Adult content',
    text: 'The person who created this link marked its destination as adult content. Continue only if you are 18 or older and want to see it.',
    submit: 'I am 18 or older, continue',
    decline: 'If you don’t want to continue, close this page.',
  },
  caution: {
    title: 'Check where this link goes',
    because: {
      new_account: 'It was created by a new account that nobody has reviewed yet.',
      look_alike: 'Its address looks like a well-known one, but isn’t the same.',
      shortener: 'It leads to another link shortener, which decides where you end up.',
    },
    destination: 'Destination',
    advice:
      'Continue only if you expected this address. Never enter a password there that you use for another site.',
    submit: 'Continue to the destination',
    decline: 'If you aren’t sure, close this page.',
    report: 'Report this link',
  },
  broken: {
    title: 'This page isn’t answering',
    text: 'The last checks of this link’s destination all failed. A web archive may have an older copy.',
    destination: 'Destination',
    archive: 'Open the archived copy',
    original: 'Try the original anyway',
    note: 'The archive is run by someone else, who can see that you open the copy.',
  },
  preview: {
    title: 'Where this link goes',
    text: 'Check the address before you continue. If you don’t recognize it, close this page.',
    name: 'Title',
    destination: 'Destination',
    created: 'Created',
    submit: 'Continue to the destination',
    unsafe: 'This address can’t be opened safely, so there’s no link to it.',
    rules: 'It may take you somewhere else, depending on your device, your country or the time.',
    justNow: 'just now',
    report: 'Report this link',
  },
  tooManyTries: {
    title: 'Too many attempts',
    text: 'To keep the password safe, this link is paused for a short time.',
    retry: (when: string) => `You can try again ${when}.`,
    action: 'Try again',
  },
  tooManyMisses: {
    title: 'Too many unknown links',
    text: 'Your network has asked for many links that don’t exist. Links that exist still open.',
    retry: (when: string) => `You can try other links again ${when}.`,
    action: 'Try again',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    text: 'This link can’t be opened right now. Nothing was lost. Wait a few seconds and try again.',
    action: 'Try again',
  },
  error: {
    title: 'Something went wrong on our side',
    text: 'Try again in a moment. If this keeps happening, send the request ID below to the person who shared the link.',
    reference: 'Request ID',
    action: 'Try again',
  },
}
