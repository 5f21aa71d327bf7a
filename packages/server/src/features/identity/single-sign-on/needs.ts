// What single sign-on needs from other features and from the server.
import type { SignInPage } from '@linnet/pages'
import type { Log } from '../../../platform/observability/log.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import type { PageVisit } from '../../../platform/operations/page.ts'
import type { IdentityProvider } from '../../../platform/security/identity-provider.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { CookieRules } from '../../../platform/security/session-cookie.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { RunTransaction, Tx } from '../../../platform/transaction.ts'
import type { Account, Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { SecurityNotices } from '../security-notices/index.ts'
import type { SessionOrigin, Sessions } from '../sessions/index.ts'
import type { FailureReason } from './failures.ts'
import type { WorkspacePlace } from './groups.ts'
import type { Pending } from './pending.ts'
import type { Provider } from './provider.ts'
import type { IdentityStore } from './store.ts'

/**
 * Puts a user into these workspaces, in the transaction of a sign-in: each time, with all places that the provider's groups
 * give now.
 */
export type PlaceInWorkspaces = (
  tx: Tx,
  placement: { userId: number; places: WorkspacePlace[]; client: Client; now: number },
) => Promise<void>

/** What the module is made from. */
export interface SingleSignOnNeeds {
  accounts: Accounts
  sessions: Sessions
  audit: Audit
  notices: SecurityNotices
  limiter: RateLimiter
  log: Log
  clock: Clock
  identityProvider: IdentityProvider | null
  passwordSignIn: 'on' | 'off'
  /** The origin at which people reach the service, and to which the provider sends them back. */
  publicOrigin: string
  cookies: CookieRules
  placeInWorkspaces: PlaceInWorkspaces
}

/** What its parts share, where there is a provider. */
export interface ProviderSignInNeeds extends SingleSignOnNeeds {
  identityProvider: IdentityProvider
  provider: Provider
  store: IdentityStore
  pending: Pending
  transaction: RunTransaction
  /** Counts a failure for the metrics, and logs what the page doesn't say. */
  failed(reason: FailureReason, detail?: string): Promise<void>
  /** Logs why a logout token of the provider was refused. */
  logoutRefused(reason: FailureReason, detail: string): Promise<void>
}

/** Someone whom the provider has authenticated. */
export interface ProviderUser {
  account: Account
  /** The way of signing in that the audit log shows. */
  how: string
  returnTo: string
  origin: SessionOrigin
  /** What else happens in the transaction that starts the session. */
  along(tx: Tx): Promise<void>
}

/** What the sign-in feature, which is above this one, gives its pages. */
export interface SignInPart {
  /** Starts a session and redirects the browser, or says that the account is blocked. */
  finish(visit: PageVisit, user: ProviderUser): Promise<Response>
  returnAddress(text: string | null): string
  /** Redirects the browser after a form, or from another site, to an address that comes from `returnAddress`. */
  goOn(visit: PageVisit, returnTo: string, cookies: readonly string[]): Response
  show(visit: PageVisit, page: SignInPage, status: number, cookies?: readonly string[]): Response
  /** The sign-in page with what has failed. */
  signInPage(visit: PageVisit, returnTo: string, failure: 'away' | 'cancelled' | 'invalid'): Response
}

export type PageNeeds = ProviderSignInNeeds & SignInPart
