// The data of an e-mail that notifies an owner of a change to the account's security.
import type { Agent } from '../account/account-page.ts'

export type SecurityNoticeKind =
  | 'new-device'
  | 'password-changed'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'identity-joined'
  | 'identity-removed'
  | 'key-added'

export interface SecurityNotice {
  kind: SecurityNoticeKind
  /** Names the instance. */
  host: string
  /** The name of the key, passkey or provider; null if it has none. */
  name: string | null
  /** Unix seconds. */
  at: number
  address: string
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: string | null
  agent: Agent
  /** Where the owner can undo it, and where they can reset the password. */
  securityAddress: string
  forgotPasswordAddress: string
}
