// The e-mails of signing in and signing up. Each text is a list of paragraphs.

/** `host` names the instance, `address` is a single-use link. */
type Link = { host: string; address: string }

export const signInMails = {
  'confirm-sign-up': ({ host, address }: Link) => ({
    subject: `Confirm your e-mail address for ${host}`,
    text: [
      `We received a request to create an account on ${host} with this e-mail address. To confirm it, open this link within 24 hours and enter the password that you chose:`,
      address,
      'If you didn’t request this, ignore this e-mail. No account is created unless you open the link.',
    ],
  }),
  'has-account': ({
    host,
    signIn,
    forgotPassword,
  }: Record<'host' | 'signIn' | 'forgotPassword', string>) => ({
    subject: `Your account on ${host}`,
    text: [
      `We received a request to create an account on ${host} with this e-mail address, but you already have one. Sign in here:`,
      signIn,
      'If you forgot your password, reset it here:',
      forgotPassword,
      'If you didn’t request this, ignore this e-mail. Your account hasn’t changed.',
    ],
  }),
  invitation: ({ host, address, days }: Link & { days: number }) => ({
    subject: `You’re invited to ${host}`,
    text: [
      `You’re invited to create an account on ${host}, a link shortener. Open this link within ${days} days:`,
      address,
      'If you don’t want an account, ignore this e-mail.',
    ],
  }),
  'workspace-invitation': ({
    host,
    workspace,
    inviter,
    address,
    days,
  }: Link & { workspace: string; inviter: string; days: number }) => ({
    subject: `${inviter} invited you to a workspace on ${host}`,
    text: [
      `${inviter} invited you to the workspace “${workspace}” on ${host}, a link shortener. To join, open this link within ${days} days:`,
      address,
      'If you don’t know this person, ignore this e-mail.',
    ],
  }),
  'reset-password': ({ host, address }: Link) => ({
    subject: `Reset your password for ${host}`,
    text: [
      `We received a request to reset your password on ${host}. To choose a new one, open this link within an hour:`,
      address,
      'If you didn’t request this, ignore this e-mail. Your password stays the same.',
    ],
  }),
}
