// The pages of signing in and signing up.

export const signInPages = {
  fields: {
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: 'At least 10 characters. A few random words work well.',
    name: 'Name',
    nameHint: 'Your display name.',
    code: 'Code',
  },
  wrong: {
    name: 'Enter a name of 1 to 100 characters.',
    email: 'Enter a valid e-mail address, such as ana@example.com.',
    password: {
      too_short: 'Choose a password of at least 10 characters.',
      too_long: 'Choose a password of at most 1,024 characters.',
      common: 'This password is too common. Choose another one.',
      email: 'This is your e-mail address or name. Choose a password that others don’t know.',
    },
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    wrong: 'Incorrect e-mail or password. Try again.',
    forgot: 'Forgot your password?',
    signUp: 'Create account',
    or: 'or',
    passkey: 'Sign in with a passkey',
    provider: (provider: string) => `Sign in with ${provider}`,
    failures: {
      away: (provider: string, hasOtherWays: boolean) =>
        `${provider} can’t be reached at the moment. Try again in a minute${hasOtherWays ? ', or sign in another way' : ''}.`,
      cancelled: (provider: string) => `You weren’t signed in with ${provider}. You can try again.`,
      invalid: (provider: string) =>
        `The answer from ${provider} can’t be trusted, so you weren’t signed in. Try again. If it keeps happening, tell the administrator of this server, who can find the reason in the log.`,
    },
  },
  toProvider: {
    title: (provider: string) => `Continue at ${provider}`,
    text: 'You’ll come back here afterwards.',
    action: 'Continue',
  },
  providerOnly: {
    title: (provider: string) => `Sign in with ${provider}`,
    text: (provider: string) =>
      `This server doesn’t use passwords. Use ${provider} to get an account and to sign in.`,
  },
  refused: {
    'no-address': {
      title: 'You don’t have an account here',
      text: (provider: string) =>
        `${provider} didn’t share your e-mail address, and you need one for an account here. Ask the administrator of ${provider} to share it with Linnet.`,
    },
    unverified: {
      title: 'Your e-mail address isn’t verified',
      text: (provider: string, email: string) =>
        `${provider} doesn’t confirm that ${email} is yours. Verify the address there, then sign in again. If you already have an account here, you can also sign in another way and connect it to ${provider} under Security.`,
    },
    'not-allowed': {
      title: 'You don’t have an account here',
      text: (provider: string, email: string) =>
        `You signed in at ${provider} as ${email}, but this server isn’t open to everyone there. Ask its administrator for access.`,
    },
    taken: {
      title: 'This identity is in use',
      text: (provider: string, email: string) =>
        `${email || 'Your identity'} at ${provider} is already connected to another account here. Sign in to that account and remove it there first.`,
    },
    'someone-else': {
      title: 'That was someone else',
      text: (provider: string) =>
        `You signed in at ${provider} as someone who isn’t connected to this account. Nothing was changed. Try again as yourself.`,
    },
    action: 'Back to sign-in',
  },
  join: {
    title: 'You already have an account',
    text: (provider: string, email: string) =>
      `There’s already an account for ${email} here. To prove that it’s yours, sign in to it once as you did before. It will then be connected to ${provider}, and you can sign in there from now on.`,
    action: 'Sign in to the account',
    confirmTitle: (provider: string) => `Connect your account to ${provider}?`,
    confirmText: (provider: string, email: string, identity: string | null) =>
      `Anyone who signs in at ${provider}${identity === null ? ' as you just did' : ` as ${identity}`} will be signed in to the account ${email} here.`,
    submit: 'Connect',
  },
  signInLink: {
    title: 'Sign in',
    text: (email: string) =>
      `The operator of this server created this link to sign you in as ${email}. It works once.`,
    submit: 'Sign in',
  },
  code: {
    title: 'Enter your code',
    text: 'Enter the six-digit code from your authenticator app.',
    hint: 'If you don’t have the app, enter a recovery code.',
    submit: 'Continue',
    wrong: 'This code is incorrect or has already been used. Try the next one from the app.',
    again: 'Start over',
  },
  signUp: {
    title: 'Create your account',
    text: 'We’ll send you an e-mail to confirm your address.',
    invited: 'You’re invited. Choose a name and a password to create your account.',
    submit: 'Create account',
    signIn: 'Already have an account? Sign in',
  },
  closed: {
    title: 'Sign-up is closed',
    text: 'Only administrators can create accounts on this server. Ask one of them for an account.',
  },
  inviteOnly: {
    title: 'Sign-up is by invitation only',
    text: 'Ask an administrator of this server for an invitation, then open the link in it.',
  },
  sent: {
    'sign-up': {
      title: 'Check your inbox',
      text: (email: string) => `We sent an e-mail to ${email}. Open the link in it within 24 hours.`,
      hint: 'No e-mail after a few minutes? Check your spam folder, or check the address for typos.',
    },
    reset: {
      title: 'Check your inbox',
      text: (email: string) =>
        `If there’s an account for ${email}, we sent an e-mail to it. Open the link in it within an hour.`,
      hint: 'No e-mail after a few minutes? Check your spam folder, or try another address.',
    },
  },
  confirm: {
    title: 'Confirm your e-mail address',
    text: 'Enter the password that you chose when you signed up to finish creating your account.',
    submit: 'Confirm',
    wrong: 'This password is incorrect. Enter the one that you chose when you signed up.',
    hint: 'Didn’t sign up here? Someone else entered your e-mail address. Close this page, and no account will be created.',
  },
  forgot: {
    title: 'Forgot your password?',
    text: 'Enter your e-mail address, and we’ll send you a link to reset your password.',
    submit: 'Send reset link',
    back: 'Back to sign-in',
  },
  reset: {
    title: 'Choose a new password',
    text: 'You’ll be signed out everywhere else.',
    endsTitle: 'Did someone else use your account?',
    endsText: 'They may have left themselves another way in. Choose what else to revoke.',
    ends: {
      passkeys: 'Remove all passkeys',
      identities: 'Remove all single sign-on identities',
      keys: 'Revoke all API keys',
      applications: 'Disconnect all apps and revoke the secrets of my own OAuth applications',
      webhooks: 'Turn off all webhooks',
    },
    submit: 'Save password',
  },
  setUp: {
    title: 'Set up this server',
    text: 'Create the administrator account. This page works until the first account exists.',
    submit: 'Create administrator account',
    sharesHost:
      'Before you publish: short links and microsites use the same host as this dashboard. Set SHORT_URL to give them a host of their own, so that browsers keep published pages separate from your session. See docs/self-hosting.md.',
  },
  setUpFirst: {
    title: 'Set up this server',
    text: 'There are no accounts yet. Open the URL that the server printed in its terminal when it started.',
  },
  gone: {
    setup: {
      title: 'This link is no longer valid',
      text: 'The server already has an account, or it was restarted and printed a new URL in its terminal.',
      action: 'Sign in',
    },
    'sign-up': {
      title: 'This link is no longer valid',
      text: 'It was already used, or is older than 24 hours. If you can’t sign in, sign up again.',
      action: 'Sign in',
    },
    invitation: {
      title: 'This invitation is no longer valid',
      text: 'It was already used, or has expired. Ask the person who invited you for a new one.',
      action: 'Sign in',
    },
    reset: {
      title: 'This link is no longer valid',
      text: 'It was already used, is older than an hour, or the password has been changed since. Request a new one.',
      action: 'Request a new link',
    },
    'second-factor': {
      title: 'This sign-in has expired',
      text: 'It took too long, or there were too many attempts. Start over with your e-mail address and password.',
      action: 'Sign in',
    },
    'single-sign-on': {
      title: 'This sign-in has expired',
      text: 'It took more than ten minutes, was already finished, or was started in another browser. Start over.',
      action: 'Sign in',
    },
    'sign-in-link': {
      title: 'This link is no longer valid',
      text: 'It was already used, or is older than an hour. Ask the operator of this server for a new one.',
      action: 'Sign in',
    },
  },
  joinWorkspace: {
    title: (workspace: string) => `Join “${workspace}”`,
    text: (inviter: string) => `${inviter} invited you to this workspace.`,
    roles: {
      viewer: 'You’ll be able to see its links, microsites and statistics.',
      editor: 'You’ll be able to see and edit its links and microsites.',
      admin: 'You’ll be able to edit everything in it, and manage its members.',
      owner: 'You’ll be able to do everything in it.',
    },
    signedInAs: (email: string) => `You’re signed in as ${email}.`,
    submit: 'Join',
    other: (invited: string, email: string) =>
      `This invitation is for ${invited}, but you’re signed in as ${email}.`,
    switchAccount: 'Use another account',
    signIn: 'Sign in',
    signUp: 'Create account',
  },
  blocked: {
    title: 'This account is blocked',
    text: 'The administrators of this server blocked it for the reason below. If you think that this is a mistake, follow the instructions in the e-mail about the block to appeal.',
  },
  signedIn: {
    title: 'You’re signed in',
    text: 'Taking you back to where you were.',
    action: 'Continue',
  },
}
