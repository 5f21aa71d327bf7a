// The e-mails that notify an owner of a change to the account’s security.

const quoted = (name: string) => (name ? ` “${name}”` : '')

export const securityNotices = {
  kinds: {
    'new-device': {
      subject: (host: string) => `New sign-in to your account on ${host}`,
      text: (host: string) => `Someone signed in to your account on ${host} from a new device or browser.`,
    },
    'password-changed': {
      subject: (host: string) => `Your password for ${host} was changed`,
      text: (host: string) =>
        `The password of your account on ${host} was changed, and all other sessions were signed out.`,
    },
    'second-factor-off': {
      subject: (host: string) => `Two-factor authentication was turned off on ${host}`,
      text: (host: string) =>
        `Two-factor authentication was turned off for your account on ${host}. Your password alone is now enough to sign in.`,
    },
    'passkey-added': {
      subject: (host: string) => `A passkey was added to your account on ${host}`,
      text: (host: string, name: string) =>
        `The passkey${quoted(name)} was added to your account on ${host}. It can be used to sign in without your password.`,
    },
    'passkey-removed': {
      subject: (host: string) => `A passkey was removed from your account on ${host}`,
      text: (host: string) =>
        `A passkey was removed from your account on ${host}. It can no longer be used to sign in.`,
    },
    'identity-joined': {
      subject: (host: string) => `Your account on ${host} was connected to single sign-on`,
      text: (host: string, name: string) =>
        `Your account on ${host} was connected to an identity at${quoted(name)}. This identity can be used to sign in without your password.`,
    },
    'identity-removed': {
      subject: (host: string) => `A single sign-on identity was removed from your account on ${host}`,
      text: (host: string) =>
        `A single sign-on identity was removed from your account on ${host}. It can no longer be used to sign in.`,
    },
    'key-added': {
      subject: (host: string) => `An API key was added to your account on ${host}`,
      text: (host: string, name: string) =>
        `The API key${quoted(name)} was added to your account on ${host}. Anyone who has it can use your account within its permissions.`,
    },
  },
  when: 'When',
  from: 'From',
  with: 'With',
  unknownBrowser: 'an unknown browser',
  ifYou: 'If this was you, you don’t need to do anything.',
  ifNot: 'If it wasn’t you, change your password and remove anything you don’t recognize:',
  forgotPassword: 'If your password no longer works, reset it here:',
}
