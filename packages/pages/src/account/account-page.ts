// The pages of a signed-in account, each with the data that it needs.
import type {
  AuditEvent,
  ConnectedApp,
  Passkey,
  Quota,
  SecondFactor,
  Session,
  SignInMethods,
  User,
} from '@linnet/contract'

/** What succeeded, as the next page reports it. */
export const successes = [
  'name',
  'password',
  'second-factor-off',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'identity-joined',
  'identity-removed',
  'session-ended',
  'sessions-ended',
  'app-revoked',
] as const
export type Success = (typeof successes)[number]

/** What was wrong with a form; `tries` means too many attempts in a minute. */
export type Wrong = 'password' | 'tries' | 'name' | 'code'

/** The browser and the operating system that a user agent names; null if it names none. */
export interface Agent {
  browser: string | null
  system: string | null
}

export type ShownSession = Session & { agent: Agent }
export type ShownEvent = AuditEvent & { agent: Agent }

/** Why a new password was rejected. */
export type NewPasswordFault = 'too_short' | 'too_long' | 'common' | 'email'

export type AccountPage =
  | { kind: 'overview'; user: User; quota: Quota; docsUrl: string; name: string; wrong: Wrong | null }
  | { kind: 'security'; secondFactor: SecondFactor; passkeys: Passkey[]; methods: SignInMethods }
  /** Asks the user to confirm their identity, then continues to `returnTo`, which the server has validated. */
  | {
      kind: 'confirm'
      returnTo: string
      hasPassword: boolean
      hasPasskeys: boolean
      /** The provider of single sign-on, if the account is connected to it. */
      provider: string | null
      wrong: Wrong | null
    }
  | { kind: 'password'; wrong: Wrong | null; fault: NewPasswordFault | null }
  | { kind: 'second-factor'; on: boolean }
  /** A secret that still needs its first code; the rows of its QR code's modules are true for dark ones. */
  | { kind: 'enrolment'; secret: string; qr: boolean[][]; wrong: Wrong | null }
  | { kind: 'recovery-codes'; left: number }
  /** Ten codes, which are shown only once. */
  | { kind: 'new-codes'; codes: string[] }
  | { kind: 'add-passkey' }
  | { kind: 'passkey'; passkey: Passkey; wrong: Wrong | null }
  | { kind: 'sessions'; sessions: ShownSession[] }
  | { kind: 'apps'; apps: ConnectedApp[] }
  | { kind: 'activity'; events: ShownEvent[]; nextCursor: string | null; isFirst: boolean }
  | { kind: 'delete'; email: string; hasPassword: boolean; wrong: Wrong | null }

/** What every page shows around its content. */
export interface AccountFrame {
  email: string
  /** Unix seconds. */
  now: number
  success: Success | null
}
