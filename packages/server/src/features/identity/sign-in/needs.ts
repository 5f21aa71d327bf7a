// What the sign-in feature needs from other features and from the server.
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { RunTransaction, Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Authenticators } from '../authenticators/index.ts'
import type { Members } from '../members/index.ts'
import type { SecurityNotices } from '../security-notices/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { SingleSignOn } from '../single-sign-on/index.ts'
import type { End } from './endings.ts'

/** The account whose access ends, who ends it, and when. */
export interface AccountAccess {
  userId: number
  client: Client
  /** Milliseconds. */
  now: number
}

export interface SignInNeeds {
  accounts: Accounts
  sessions: Sessions
  members: Members
  audit: Audit
  authenticators: Authenticators
  limiter: RateLimiter
  mailer: Mailer
  notices: SecurityNotices
  singleSignOn: Pick<SingleSignOn, 'providerName' | 'passwordUsers' | 'canHaveIdentities' | 'signInPages'>
  /** End other ways to access an account, one after the other, in the transaction that replaces its password. */
  endings: Record<End, ((tx: Tx, access: AccountAccess) => Promise<unknown>)[]>
  log: Log
  transaction: RunTransaction
  /** Whether people sign in with passwords and passkeys, or only at the provider of single sign-on. */
  passwordSignIn: 'on' | 'off'
  /** Who may sign up. */
  signUps: 'open' | 'invite' | 'closed'
  /** The origin at which people reach the service; e-mails link to it whatever host a request names. */
  publicOrigin: string
  /** The origin of short links and microsites. */
  shortOrigin: string
  /** All origins that have pages of this service. */
  ownOrigins: ReadonlySet<string>
}
