// What the feature is given by the composition root.
import type { PasskeySignIn } from '@linnet/pages'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { RunTransaction, Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Passkeys, SecondFactors } from '../authenticators/index.ts'
import type { SecurityNotices } from '../security-notices/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { End } from './endings.ts'

/** Whose account something is done to, from where and when. */
export interface AccountAccess {
  userId: number
  client: Client
  /** Milliseconds. */
  now: number
}

export interface SignInNeeds {
  accounts: Accounts
  sessions: Sessions
  audit: Audit
  authenticators: SecondFactors & Passkeys
  limiter: RateLimiter
  mailer: Mailer
  notices: SecurityNotices
  /** Ends what else lets somebody act for an account, within the transaction that replaces its password. */
  endings: Record<End, (tx: Tx, deed: AccountAccess) => Promise<unknown>>
  log: Log
  transaction: RunTransaction
  /** Who may make an account. */
  signUps: 'open' | 'invite' | 'closed'
  /** Where people reach the service: what messages name and link to, whatever a request calls it. */
  publicOrigin: string
  /** Where what people publish lives. */
  shortOrigin: string
  /** All origins that have pages of ours. */
  origins: readonly string[]
  /** Null where the sign-in page offers no passkeys. */
  passkeys: PasskeySignIn | null
}
