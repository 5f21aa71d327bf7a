// Single sign-on with an OpenID Connect provider. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import { createOutgoing, createResolve } from '../../../platform/net/outgoing/index.ts'
import { family } from '../../../platform/observability/metrics/index.ts'
import type { Client, Handlers } from '../../../platform/operations/handler.ts'
import type { PageRoute } from '../../../platform/operations/page.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { createOneTimeLinks } from '../one-time-links/index.ts'
import { callbackPages, callbackPath } from './callback.ts'
import { type FailureReason, failureReasons } from './failures.ts'
import { endIdentities } from './identities.ts'
import { accountToJoin, joinPages } from './joining.ts'
import { logoutRoutes } from './logout.ts'
import type { SignInPart, SingleSignOnNeeds } from './needs.ts'
import { singleSignOnOperations } from './operations.ts'
import { lifetimes, type Payloads } from './pending.ts'
import { Provider } from './provider.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { startPages } from './starting.ts'
import { IdentityStore } from './store.ts'

const linesPerMinute = 10

/** The number is that of the only account. */
export type PasswordUsers = 'everyone' | 'nobody' | number

export interface SingleSignOn extends Module {
  operations: { singleSignOn: Handlers<Api['singleSignOn']> }
  /** The provider's name, as people read it; null without single sign-on. */
  providerName: string | null
  /**
   * Whose passwords and passkeys sign this browser in: everyone's, unless the provider is the only way. Then only those of the
   * account (its number) that is being joined with an identity, which `returnTo` leads to.
   */
  passwordUsers(visit: { request: Request; now: number }, returnTo: string): Promise<PasswordUsers>
  /** Whether the account has identities, or could have one a moment later, because there is a provider. */
  canHaveIdentities(userId: number): Promise<boolean>
  /** Removes all identities of an account. */
  endIdentities(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
  /** Its pages, which need the sign-in feature; none without a provider. */
  signInPages(signIn: SignInPart): PageRoute[]
}

export function createSingleSignOn({
  db,
  dnsServers,
  ...given
}: SingleSignOnNeeds & { db: Database; dnsServers: string[] }): SingleSignOn {
  const store = new IdentityStore(db)
  const { identityProvider, passwordSignIn, publicOrigin, clock, limiter, log } = given
  const failures = new Map(failureReasons.map((reason) => [reason, 0]))

  /** Strangers can cause as many lines as they like, so each event has a limit of its own. */
  async function warn(event: string, reason: FailureReason, detail: string): Promise<void> {
    if ((await limiter.take(`single-sign-on:log:${event}`, linesPerMinute)).admitted)
      log.warn(event, { reason, detail })
  }

  async function failed(reason: FailureReason, detail?: string): Promise<void> {
    failures.set(reason, (failures.get(reason) ?? 0) + 1)
    if (detail !== undefined) await warn('single sign-on failed', reason, detail)
  }

  const shared = {
    ...{ ...given, store, transaction: db.transaction },
    pending: createOneTimeLinks<Payloads>(db, lifetimes),
    failed,
    logoutRefused: (reason: FailureReason, detail: string) => warn('logout token refused', reason, detail),
  }
  // The operator gives the address, so it may be in a private network.
  const outgoing = createOutgoing({ allowPrivateTargets: true, resolve: createResolve(dnsServers) })
  const needs = identityProvider && {
    ...{ ...shared, identityProvider },
    provider: new Provider({
      ...{ provider: identityProvider, clock },
      redirectUri: `${publicOrigin}${callbackPath}`,
      fetch: createProviderFetch(outgoing),
    }),
  }
  return {
    operations: { singleSignOn: singleSignOnOperations(shared) },
    providerName: identityProvider?.name ?? null,
    passwordUsers: async (visit, returnTo) =>
      passwordSignIn === 'on' ? 'everyone' : ((await accountToJoin(shared, visit, returnTo)) ?? 'nobody'),
    canHaveIdentities: async (userId) => identityProvider !== null || (await store.of(userId)).length > 0,
    endIdentities: (tx, of) => endIdentities(shared, tx, of),
    signInPages(signIn) {
      if (!needs) return []
      const all = { ...needs, ...signIn }
      return [...startPages(all), ...callbackPages(all), ...joinPages(all), ...logoutRoutes(all)]
    },
    metrics: () => [
      family(
        'counter',
        'linnet_single_sign_on_failures_total',
        'Failed sign-ins at the provider, by reason.',
        { label: 'reason', values: failures },
      ),
    ],
  }
}
