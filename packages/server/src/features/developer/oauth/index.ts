// The OAuth 2.0 authorization server: lets applications act for people who have agreed to it. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Caller, Client, Handlers } from '../../../platform/operations/handler.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Sessions } from '../../identity/sessions/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { Applications } from '../applications/index.ts'
import { createResponder } from './authorization/authorization-response.ts'
import { authorize } from './authorization/authorize.ts'
import { decideConsent, showConsent } from './authorization/consent.ts'
import { createEndpoints } from './endpoints.ts'
import { type OnRevoked, oauthOperations, revokeApps } from './operations.ts'
import { createResources, type Resource } from './resources.ts'
import { OauthStore } from './store.ts'
import { callerByAccessToken } from './tokens/access.ts'

export interface Oauth extends Module {
  operations: { oauth: Handlers<Api['oauth']> }
  /** The authorization endpoint and the consent screen. */
  pages: PageRoute[]
  /** The caller with this access token at a resource, or null if it isn't valid there. */
  caller(token: string, resource: Resource): Promise<Caller | null>
  /** Revokes the access of all applications to an account. */
  revokeApps(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
}

export interface OauthNeeds {
  db: Database
  clock: Clock
  log: Log
  limiter: RateLimiter
  accounts: Accounts
  sessions: Sessions
  applications: Applications
  workspaces: Workspaces
  audit: Audit
  origins: { public: string; api: string; auth: string; consent: string; mcp: string }
  oauthRegistration: 'open' | 'closed'
  anonymousRequestsPerMinute: number
  requestsPerMinute(plan: string): number
  pseudonym(address: string): string
  isAway(error: unknown): boolean
  /** Called in the transaction that revokes access of an application, even if it keeps other grants. */
  onRevoked: OnRevoked
}

export function createOauth(needs: OauthNeeds): Oauth {
  const { db, clock, origins, applications } = needs
  const store = new OauthStore(db)
  const shared = {
    ...needs,
    store,
    registration: needs.oauthRegistration === 'open',
    failuresPerMinute: needs.anonymousRequestsPerMinute,
    resources: createResources(origins),
    responder: createResponder(origins.auth),
    issuer: origins.auth,
    addresses: {
      authorize: `${origins.auth}/oauth/authorize`,
      consent: `${origins.consent}/consent`,
      signIn: `${origins.public}/account/sign-in`,
      account: `${origins.public}/account`,
    },
    docsUrl: `${origins.api}/v2/docs`,
    now: () => clock.now(),
  }
  const endpoint = createEndpoints(shared)
  const eraseOfApp = (appId: string) => store.eraseSome('app_id', appId)
  return {
    operations: { oauth: oauthOperations(shared) },
    pages: [
      {
        method: 'GET',
        path: '/oauth/authorize',
        mayBePopup: true,
        answer: (visit) => authorize(shared, visit),
      },
      { method: 'GET', path: '/consent', mayBePopup: true, answer: (visit) => showConsent(shared, visit) },
      { method: 'POST', path: '/consent', mayBePopup: true, answer: (visit) => decideConsent(shared, visit) },
    ],
    routes: ['oauth', '.well-known'].map((segment) => ({ segment, part: 'auth', answer: endpoint })),
    caller: (token, resource) => callerByAccessToken(shared, { token, resource, now: clock.now() }),
    revokeApps: (tx, of) => revokeApps(shared, tx, of),
    jobs: [
      oneNode('prune tokens', 600_000, () => store.prune(unixSeconds(clock.now()))),
      oneNode('prune applications', 60_000, () => applications.prune(eraseOfApp)),
    ],
    personalData: {
      erase: async (userId) =>
        (await store.eraseSome('user_id', userId)) || (await applications.erase(userId, eraseOfApp)),
    },
  }
}
