// What can be shown to somebody on the way to an account, and all that each page needs to know.

/** What is wrong with a field of a form, as a key of the words; not there where nothing is. */
export interface WrongFields {
  name?: 'name'
  email?: 'email'
  password?: PasswordFault
}

/** Why a password may not be chosen; `email` is also said of the name. */
export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'email'

/** What else ends when a password is replaced. */
export interface Ends {
  passkeys: boolean
  keys: boolean
  applications: boolean
  webhooks: boolean
}

/** The script that signs in with a passkey, and shows its button where the browser can do that. */
export interface PasskeySignIn {
  script: string
}

/** What an address that works once was for. */
export type OneTimePurpose = 'setup' | 'sign-up' | 'invitation' | 'reset' | 'second-factor'

export type SignInPage =
  | {
      kind: 'sign-in'
      email: string
      /** Where to go on to, judged by the server. */
      returnTo: string
      wrong: boolean
      /** Whether strangers may make themselves an account. */
      signUps: boolean
      /** With it, the page has a button for passkeys; without script it is not seen. */
      passkeys?: PasskeySignIn
    }
  | { kind: 'code'; token: string; returnTo: string; wrong: boolean }
  | {
      kind: 'sign-up'
      name: string
      email: string
      returnTo: string
      /** The invitation's; the e-mail is then the one that it names. */
      invitation: string | null
      wrong: WrongFields
    }
  | { kind: 'sign-ups-closed'; why: 'closed' | 'invite' }
  /** A message is on its way, or would be if the e-mail were one that gets it. */
  | { kind: 'sent'; what: 'sign-up' | 'reset'; email: string }
  | { kind: 'confirm'; token: string; email: string; wrong: boolean }
  | { kind: 'forgot-password'; email: string; returnTo: string; wrong: boolean }
  | { kind: 'reset-password'; token: string; email: string; wrong: PasswordFault | null; ends: Ends }
  | {
      kind: 'set-up'
      token: string
      name: string
      email: string
      wrong: WrongFields
      /** Whether what people publish is on the same host as the dashboard. */
      sharesHost: boolean
    }
  /** Nobody has an account yet, and only who runs the server knows the address that makes the first. */
  | { kind: 'set-up-first' }
  /** An address that works once does not work any more, or never did. */
  | { kind: 'gone'; what: OneTimePurpose }
  /** For whoever has proved that the account is theirs. */
  | { kind: 'blocked'; reason: string }
  /** Leads on, for where a redirect would be held to this page's policy. */
  | { kind: 'signed-in'; to: string }

/** What is sent by e-mail; `host` names the instance, `address` works once. */
export type SignInMessage =
  | { kind: 'confirm-sign-up'; host: string; address: string }
  | { kind: 'has-account'; host: string; signIn: string; forgotPassword: string }
  | { kind: 'invitation'; host: string; address: string; days: number }
  | { kind: 'reset-password'; host: string; address: string }
