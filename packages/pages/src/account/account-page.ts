// What can be shown to somebody who is signed in, and all that each page needs to know.
import type { AuditEvent, ConnectedApp, Passkey, Quota, SecondFactor, Session, User } from '@linnet/contract'

/** What went well, told on the page that follows. */
export const successes = [
  'name',
  'password',
  'second-factor-off',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'session-ended',
  'sessions-ended',
  'app-revoked',
] as const
export type Success = (typeof successes)[number]

/** What was wrong with a form; `tries`: too many in a minute. */
export type Wrong = 'password' | 'tries' | 'name' | 'code'

/** What browser and system a user agent tells of; null where it does not. */
export interface Agent {
  browser: string | null
  system: string | null
}

export type ShownSession = Session & { agent: Agent }
export type ShownEvent = AuditEvent & { agent: Agent }

/** Why a new password was not taken. */
export type NewPasswordFault = 'too_short' | 'too_long' | 'common' | 'email'

export type AccountPage =
  | { kind: 'overview'; user: User; quota: Quota; docsUrl: string; name: string; wrong: Wrong | null }
  | { kind: 'security'; secondFactor: SecondFactor; passkeys: Passkey[] }
  /** Asks the user to confirm their identity, then continues to `returnTo`, which the server has validated. */
  | { kind: 'confirm'; returnTo: string; hasPasskeys: boolean; wrong: Wrong | null }
  | { kind: 'password'; wrong: Wrong | null; fault: NewPasswordFault | null }
  | { kind: 'second-factor'; on: boolean }
  /** A secret that waits for its first code; the modules of its QR code, row by row, are true where they are dark. */
  | { kind: 'enrolment'; secret: string; qr: boolean[][]; wrong: Wrong | null }
  | { kind: 'recovery-codes'; left: number }
  /** Ten codes that nobody can show again. */
  | { kind: 'new-codes'; codes: string[] }
  | { kind: 'add-passkey' }
  | { kind: 'passkey'; passkey: Passkey; wrong: Wrong | null }
  | { kind: 'sessions'; sessions: ShownSession[] }
  | { kind: 'apps'; apps: ConnectedApp[] }
  | { kind: 'activity'; events: ShownEvent[]; nextCursor: string | null; isFirst: boolean }
  | { kind: 'delete'; email: string; wrong: Wrong | null }

/** What stands around every page. */
export interface AccountFrame {
  email: string
  /** Unix seconds. */
  now: number
  success: Success | null
}
