// The English messages of the visitor pages.
import type { VisitorMessages } from './messages.ts'

export const english: VisitorMessages = {
  shortLink: 'A short link.',
  home: {
    title: 'Short links, kept close to home',
    text: 'This is a Linnet server. The people who run it use it to share links, and keep the addresses and the numbers to themselves.',
    features: [
      { icon: 'link', title: 'Short links', text: 'Addresses you can say out loud and change later.' },
      { icon: 'page', title: 'Pages of links', text: 'One page for all that you do, in your own look.' },
      { icon: 'qr', title: 'QR codes', text: 'For print, in your colour and with your logo.' },
      { icon: 'lock', title: 'Guarded links', text: 'With a password, an end date, or for one click only.' },
      { icon: 'chart', title: 'Click counts', text: 'What was opened and when, without following anyone.' },
      { icon: 'code', title: 'Made for programs', text: 'All of it through one documented API.' },
    ],
    signIn: 'Sign in',
    docs: 'Read the API reference',
    arrivedByMistake:
      'Were you sent a short link? Open the whole address, including the part after the slash.',
  },
  notFound: {
    title: 'There is no link here',
    text: 'Check the address for a missing or mistyped character: capital and small letters count as different. If it still does not open, ask whoever shared it for a new one.',
  },
  misdirected: {
    title: 'This domain isn’t set up here',
    text: 'This server doesn’t serve the domain in your address bar. If you followed a link, ask whoever shared it for a new one.',
    operator: {
      lead: 'Do you run this server? Set up this domain as one of these:',
      steps: [
        { setting: 'PUBLIC_URL', meaning: 'The main address of the service, such as https://go.example.com' },
        { setting: 'OTHER_HOSTS', meaning: 'Another host of the default domain, such as go2.example.com' },
        {
          setting: 'Custom domain',
          meaning: 'Add it in the dashboard under Account → Domains, and verify it with its DNS record',
        },
      ],
    },
  },
  expired: {
    title: 'This link has expired',
    text: 'It was set to work until a certain time, and that time has passed. Ask whoever shared it for a new one.',
  },
  consumed: {
    title: 'This link has already been used',
    text: 'It was made to open once, and it has been opened. If that was not you, ask whoever shared it for a new one.',
  },
  blocked: {
    title: 'This link was blocked',
    text: 'The people who run this service have blocked it, because it was found to be harmful or against their rules. For your safety, it does not lead anywhere any more.',
    owner: 'If it is yours, the e-mail about it and your dashboard tell you why, and how to appeal.',
  },
  oneClick: {
    title: 'This link opens once',
    text: 'It takes the first person who opens it to its destination, then stops working. Open it in a browser when you are ready.',
  },
  password: {
    title: 'This link has a password',
    text: 'Enter the password you were given to continue.',
    label: 'Password',
    submit: 'Continue',
    wrong: 'That password is not right. Check it and try again.',
    adultNote: 'It leads to content for adults. By continuing you confirm that you are 18 or older.',
    adultSubmit: 'I am 18 or older, continue',
  },
  adult: {
    title: 'Content for adults',
    text: 'The person who made this link marked its destination as meant for adults. Continue only if you are 18 or older and want to see it.',
    submit: 'I am 18 or older, continue',
    decline: 'If you would rather not, just close this page.',
  },
  caution: {
    title: 'See where this link goes',
    because: {
      new_account: 'It was made by a new account, which nobody here has looked at yet.',
      look_alike: 'Its address looks like another, well-known one, but it is not that one.',
      shortener: 'It leads to another service of short links, which decides where you end up.',
    },
    destination: 'Destination',
    advice: 'Go on only if you expected this address. Do not enter a password there that belongs elsewhere.',
    submit: 'Go on to the destination',
    decline: 'If you are not sure, close this page.',
    report: 'Report this link',
  },
  preview: {
    title: 'Where this link goes',
    text: 'Look at the address before you go there. If you do not recognise it, close this page.',
    name: 'Title',
    destination: 'Destination',
    created: 'Created',
    submit: 'Continue to the destination',
    unsafe: 'This address cannot be opened safely, so there is no link to it.',
    justNow: 'just now',
    report: 'Report this link',
  },
  tooManyTries: {
    title: 'Too many tries',
    text: 'To keep the password safe, this link is taking a short break.',
    retry: (when) => `You can try again ${when}.`,
    action: 'Try again',
  },
  unavailable: {
    title: 'Back in a moment',
    text: 'This link cannot be opened just now, and nothing has been lost. Wait a few seconds and try again.',
    action: 'Try again',
  },
  error: {
    title: 'Something went wrong on our side',
    text: 'It was not your doing. Try again in a moment; if it keeps happening, send the number below to whoever shared the link.',
    reference: 'Request number',
    action: 'Try again',
  },
}
