// The applications that hold tokens for an account: listing them, and taking it all back at once.
import { type Api, allScopes, type ConnectedApp, Refusal } from '@linnet/contract'
import { unixSeconds } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handler.ts'
import type { Audit } from '../audit/index.ts'
import type { OauthStore } from './store.ts'

type ActiveGrant = Awaited<ReturnType<OauthStore['activeGrants']>>[number]

export function oauthOperations(store: OauthStore, audit: Audit): Handlers<Api['oauth']> {
  return {
    async connectedApps(_input, { caller, now }) {
      const grants = await store.activeGrants(caller.userId, unixSeconds(now))
      const byApp = Map.groupBy(grants, ({ app_id }) => app_id)
      return { data: [...byApp.values()].map(connectedApp) }
    },

    async revokeApp({ clientId }, { caller, client, now }) {
      const { userId } = caller
      const grants = await store.activeGrants(userId, unixSeconds(now))
      const [grant] = grants.filter(({ app_id }) => app_id === clientId)
      if (!grant) throw new Refusal('not_found', 'This application holds no active token for the account.')
      await store.transaction(async (tx) => {
        await store.revokeApp(tx, userId, clientId, unixSeconds(now))
        const detail = { client_id: clientId, name: grant.name }
        await audit.write(tx, { userId, action: 'app_revoked', detail, client, now })
      })
      return { data: { client_id: clientId, revoked: true } }
    },
  }
}

/** One application from its grants, of which there is at least one. */
function connectedApp(grants: ActiveGrant[]): ConnectedApp {
  const [first] = grants as [ActiveGrant]
  const granted = new Set(grants.flatMap(({ scopes }) => scopes.split(' ')))
  const uses = grants.map(({ last_used_at }) => last_used_at).filter((at) => at !== null)
  return {
    client_id: first.app_id,
    name: first.name,
    scopes: allScopes.filter((scope) => granted.has(scope)),
    authorized_at: first.created_at,
    last_used_at: uses.length > 0 ? Math.max(...uses) : null,
  }
}
