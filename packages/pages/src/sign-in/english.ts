// The English messages of signing in and signing up.
import type { SignInMessages } from './messages.ts'

export const english: SignInMessages = {
  fields: {
    email: 'E-mail',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: '10 characters or more. Several words in a row make a good one.',
    name: 'Name',
    nameHint: 'As others see it.',
    code: 'Code',
  },
  wrong: {
    name: 'Enter a name of up to 100 characters.',
    email: 'Enter an e-mail address, such as ana@example.com.',
    password: {
      too_short: 'Choose one of 10 characters or more.',
      too_long: 'Choose one of 1,024 characters or fewer.',
      common: 'Many people use this one, so it is guessed first. Choose another.',
      email: 'This is your e-mail or your name. Choose something that others do not know.',
    },
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    wrong: 'That e-mail and password do not fit. Try again.',
    forgot: 'Forgot your password?',
    signUp: 'Create an account',
    or: 'or',
    passkey: 'Sign in with a passkey',
  },
  code: {
    title: 'Enter your code',
    text: 'Your account asks for a second factor. Enter the six digits that your authenticator app shows.',
    hint: 'Without the app at hand, enter one of your recovery codes instead.',
    submit: 'Continue',
    wrong: 'That code is not right, or it was used already. Try the next one that the app shows.',
    again: 'Begin again',
  },
  signUp: {
    title: 'Create an account',
    text: 'We send you a message to confirm that the e-mail is yours.',
    invited: 'You are invited: choose a name and a password, and your account is ready.',
    submit: 'Create account',
    signIn: 'I have an account already',
  },
  closed: {
    title: 'No new accounts here',
    text: 'The people who run this server make all accounts themselves. Ask them for one.',
  },
  inviteOnly: {
    title: 'By invitation only',
    text: 'Ask the people who run this server for an invitation, and open the address in it.',
  },
  sent: {
    'sign-up': {
      title: 'Look into your mailbox',
      text: (email) => `We have sent a message to ${email}. Open the address in it within 24 hours.`,
      hint: 'Nothing there after some minutes? Look in your spam folder, or check that the e-mail is spelled right.',
    },
    reset: {
      title: 'Look into your mailbox',
      text: (email) =>
        `If there is an account for ${email}, we have sent it a message. Open the address in it within an hour.`,
      hint: 'Nothing there after some minutes? Look in your spam folder, or try another e-mail that you use.',
    },
  },
  confirm: {
    title: 'Confirm your e-mail',
    text: 'Enter the password that you chose when you signed up, and your account is ready.',
    submit: 'Confirm',
    wrong: 'That is not the password that was chosen for this account.',
    hint: 'You did not sign up here? Then somebody else entered your e-mail: just close this page, and nothing comes of it.',
  },
  forgot: {
    title: 'Forgot your password?',
    text: 'Enter the e-mail of your account. We send you an address where you can choose a new password.',
    submit: 'Send the message',
    back: 'Back to sign in',
  },
  reset: {
    title: 'Choose a new password',
    text: 'You will be signed out everywhere else.',
    endsTitle: 'Did someone else use your account?',
    endsText: 'They may have left themselves a way back in. Choose what else to revoke.',
    ends: {
      passkeys: 'Remove all passkeys',
      keys: 'Revoke all API keys',
      applications: 'Disconnect all apps and revoke the secrets of my own OAuth applications',
      webhooks: 'Turn off all webhooks',
    },
    submit: 'Save the password',
  },
  setUp: {
    title: 'Set up this server',
    text: 'Make the account that administers it. This page works until there is a first account.',
    submit: 'Create administrator',
    sharesHost:
      'Before you publish: short links and link pages use the same host as this dashboard. Set SHORT_URL to give them a host of their own, so that browsers keep published pages apart from your session. See docs/self-hosting.md.',
  },
  setUpFirst: {
    title: 'Set up this server',
    text: 'Nobody has an account yet. Open the address that the server shows in its terminal when it starts.',
  },
  gone: {
    setup: {
      title: 'This address does not work any more',
      text: 'The server has its first account, or it was restarted some time ago and has shown a newer address in its terminal.',
      action: 'Sign in',
    },
    'sign-up': {
      title: 'This address does not work any more',
      text: 'It was used already, or it is older than 24 hours. If you cannot sign in, sign up once more.',
      action: 'Sign in',
    },
    invitation: {
      title: 'This invitation does not work any more',
      text: 'It was used already, or it is too old. Ask whoever invited you for a new one.',
      action: 'Sign in',
    },
    reset: {
      title: 'This address does not work any more',
      text: 'It was used already, it is older than an hour, or the password was changed since. Ask for a new one.',
      action: 'Send a new message',
    },
    'second-factor': {
      title: 'That took too long, or too many tries',
      text: 'For your safety, begin again with your e-mail and password.',
      action: 'Sign in',
    },
  },
  blocked: {
    title: 'This account is blocked',
    text: 'The people who run this server have blocked it, for the reason below. If you think that it is a mistake, appeal: the message about the block, in your mailbox, tells how.',
  },
  signedIn: {
    title: 'You are signed in',
    text: 'You are being taken to where you came from.',
    action: 'Continue',
  },
  messages: {
    'confirm-sign-up': ({ host, address }) => ({
      subject: `Confirm your e-mail for ${host}`,
      text: [
        `Somebody, probably you, wants to make an account on ${host} with this e-mail. To confirm it, open this address within 24 hours and enter the password that you have chosen:`,
        address,
        'If it was not you, do nothing: no account is made without this address.',
      ],
    }),
    'has-account': ({ host, signIn, forgotPassword }) => ({
      subject: `Your account on ${host}`,
      text: [
        `Somebody, probably you, wanted to make an account on ${host} with this e-mail. You have one already. Sign in here:`,
        signIn,
        'If you have forgotten the password:',
        forgotPassword,
        'If it was not you, do nothing: your account is as it was.',
      ],
    }),
    invitation: ({ host, address, days }) => ({
      subject: `You are invited to ${host}`,
      text: [
        `You may make an account on ${host}, a service for short links. Open this address within ${days} days:`,
        address,
        'If you do not want to, do nothing.',
      ],
    }),
    'reset-password': ({ host, address }) => ({
      subject: `Choose a new password for ${host}`,
      text: [
        `Somebody, probably you, has forgotten the password of your account on ${host}. To choose a new one, open this address within an hour:`,
        address,
        'If it was not you, do nothing: your password stays as it is.',
      ],
    }),
  },
}
