// The pages of signing in and signing up, each with the data that it needs.
import type { Role } from '@linnet/contract'

/** What is wrong with the fields of a form, as keys of messages; without an entry, a field is fine. */
export interface WrongFields {
  name?: 'name'
  email?: 'email'
  password?: PasswordFault
}

/** Why a password is rejected; `email` also covers the name. */
export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'email'

/** What else is revoked when a password is reset. */
export interface Ends {
  passkeys: boolean
  /** Those at the provider of single sign-on. */
  identities: boolean
  keys: boolean
  applications: boolean
  webhooks: boolean
}

/** The script that signs in with a passkey, and shows its button if the browser supports it. */
export interface PasskeySignIn {
  script: string
}

/** What a single-use link was for. */
export type OneTimePurpose =
  | 'setup'
  | 'sign-up'
  | 'invitation'
  | 'reset'
  | 'second-factor'
  | 'single-sign-on'
  | 'sign-in-link'

export type SignInPage =
  | {
      kind: 'sign-in'
      email: string
      /** The address to go to afterwards, validated by the server. */
      returnTo: string
      wrong: boolean
      /** For the button of single sign-on, and what failed there; null without it. */
      provider: { name: string; failure: 'away' | 'cancelled' | 'invalid' | null } | null
      /** Whether passwords and passkeys sign people in. */
      passwords: boolean
      /** Whether anyone may sign up. */
      signUps: boolean
      /** For the passkey button, which is hidden without script. */
      passkeys?: PasskeySignIn
    }
  | { kind: 'code'; token: string; returnTo: string; wrong: boolean }
  | {
      kind: 'sign-up'
      name: string
      email: string
      returnTo: string
      /** The token of the invitation. */
      invitation: string | null
      /** Whether the invitation determines the e-mail address. */
      isSettled: boolean
      wrong: WrongFields
    }
  /** Leads to the provider where this page's policy would block a redirect. */
  | { kind: 'to-provider'; provider: string; to: string }
  /** In place of the pages that have to do with passwords. */
  | { kind: 'provider-only'; provider: string }
  /** Somebody whom the provider has authenticated, but who can't be signed in. */
  | {
      kind: 'provider-refused'
      why: 'no-address' | 'unverified' | 'not-allowed' | 'taken' | 'someone-else'
      provider: string
      /** As the provider gave it; empty if it gave none. */
      email: string
    }
  /** There is an account with the address; `to` is where its owner signs in to join it. */
  | { kind: 'join'; provider: string; email: string; to: string }
  /** `identity` is the address at the provider, or null. */
  | { kind: 'join-confirm'; token: string; provider: string; email: string; identity: string | null }
  /** A link that the operator made on the command line. */
  | { kind: 'sign-in-link'; token: string; email: string }
  | { kind: 'sign-ups-closed'; why: 'closed' | 'invite' }
  /** An e-mail was sent, or would have been if the address were eligible. */
  | { kind: 'sent'; what: 'sign-up' | 'reset'; email: string }
  | { kind: 'confirm'; token: string; email: string; wrong: boolean }
  | { kind: 'forgot-password'; email: string; returnTo: string; wrong: boolean }
  /** With the choices that there are for this account. */
  | { kind: 'reset-password'; token: string; email: string; wrong: PasswordFault | null; ends: Partial<Ends> }
  | {
      kind: 'set-up'
      token: string
      name: string
      email: string
      wrong: WrongFields
      /** Whether users' content is on the same host as the dashboard. */
      sharesHost: boolean
    }
  /** An invitation to a workspace. */
  | {
      kind: 'join-workspace'
      token: string
      workspace: string
      role: Role
      inviter: string
      /** Who is signed in, or null. */
      email: string | null
      /** The address that the invitation is for, if that isn't whose account is signed in. */
      invited: string | null
      /** Addresses of the pages; null: nobody can sign up. */
      signIn: string
      signUp: string | null
    }
  /** Nobody has an account yet, and only the operator knows the link that creates the first one. */
  | { kind: 'set-up-first' }
  /** A single-use link that is used, expired or invalid. */
  | { kind: 'gone'; what: OneTimePurpose }
  /** Only for people who have proved that the account is theirs. */
  | { kind: 'blocked'; reason: string }
  /** Continues to the next page where this page's policy would block a redirect. */
  | { kind: 'signed-in'; to: string }

/** The e-mails; `host` names the instance, `address` is a single-use link. */
export type SignInMessage =
  | { kind: 'confirm-sign-up'; host: string; address: string }
  | { kind: 'has-account'; host: string; signIn: string; forgotPassword: string }
  | { kind: 'invitation'; host: string; address: string; days: number }
  | { kind: 'reset-password'; host: string; address: string }
  | {
      kind: 'workspace-invitation'
      host: string
      workspace: string
      inviter: string
      address: string
      days: number
    }
