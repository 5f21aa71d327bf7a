// What an account's owner is told by mail of a change to its security, and all that the message needs to know.
import type { Agent } from '../account/account-page.ts'

export type SecurityNoticeKind =
  | 'new-device'
  | 'password-changed'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'key-added'

export interface SecurityNotice {
  kind: SecurityNoticeKind
  /** Names the instance. */
  host: string
  /** What it was, such as the key's name; null where it has none. */
  name: string | null
  /** Unix seconds. */
  at: number
  address: string
  /** ISO 3166-1 alpha-2; null where it is not known. */
  country: string | null
  agent: Agent
  /** Where the owner can undo it, and choose another password without the one of today. */
  securityAddress: string
  forgotPasswordAddress: string
}
