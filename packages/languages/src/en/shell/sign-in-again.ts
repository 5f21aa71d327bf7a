// The messages for users whose session has ended.

export const signInAgain = {
  title: 'You’ve been signed out',
  why: 'Your session has ended. Sign in again to continue. Your changes are kept.',
  email: 'E-mail address',
  password: 'Password',
  code: 'One-time or recovery code',
  codeHint: 'From your authenticator app, or one of your saved recovery codes.',
  wrongCode: 'This code is incorrect or has already been used. Try again.',
  passkey: 'Sign in with a passkey',
  or: 'or',
  cancelled: 'Passkey sign-in was cancelled. Try again, or use your password.',
  signIn: 'Sign in',
  otherWays: 'Sign in another way, in a new tab',
  again: 'You’re signed in again',
  goOn: 'Your changes are still here. If you were saving, save again.',
  otherTitle: 'Another account is signed in',
  other: (now: string, before: string) =>
    `This browser is now signed in as ${now}, but this page belongs to ${before}. Nothing here will be saved to the other account.`,
  goOnAs: (email: string) => `Continue as ${email}`,
  signInAs: (email: string) => `Sign in as ${email}`,
}
