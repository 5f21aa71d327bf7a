// The applications with access to an account: listing them, and revoking their access.
import { type Api, allScopes, type ConnectedApp, Refusal } from '@linnet/contract'
import type { Client, Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { OauthStore } from './store.ts'

type ActiveGrant = Awaited<ReturnType<OauthStore['activeGrants']>>[number]

/** Ends what else depends on access that an account or the application itself has revoked. */
export type OnRevoked = (tx: Tx, revocation: { userId: number; client: Client; now: number }) => Promise<void>

export interface OauthOperationNeeds {
  store: OauthStore
  audit: Audit
  onRevoked: OnRevoked
}

export function oauthOperations({ store, audit, onRevoked }: OauthOperationNeeds): Handlers<Api['oauth']> {
  return {
    async connectedApps(_input, { caller, now }) {
      const grants = await store.activeGrants(caller.userId, unixSeconds(now))
      const byApp = Map.groupBy(grants, ({ app_id }) => app_id)
      return { data: [...byApp.values()].map(connectedApp) }
    },

    async revokeApp({ clientId }, { caller, client, now }) {
      const { userId } = caller
      const grants = await store.activeGrants(userId, unixSeconds(now))
      const name = grants.find(({ app_id }) => app_id === clientId)?.name
      await store.transaction(async (tx) => {
        await store.lock(tx, userId, clientId)
        if (!(await store.revokeApp(tx, { userId, appId: clientId, now: unixSeconds(now) })))
          throw new Refusal('not_found', 'This application has no access to the account.')
        const detail = { client_id: clientId, ...(name === undefined ? {} : { name }) }
        await audit.write(tx, { userId, action: 'app_revoked', detail, client, now })
        await onRevoked(tx, { userId, client, now })
      })
      return { data: { client_id: clientId, revoked: true } }
    },
  }
}

/** The record of an application, from its one or more grants. */
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

/** Revokes the access of all applications to an account, with one audit entry that has their number. */
export async function revokeApps(
  { store, audit, onRevoked }: OauthOperationNeeds,
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  let count = 0
  for (const appId of await store.appsOf(tx, userId)) {
    await store.lock(tx, userId, appId)
    if (await store.revokeApp(tx, { userId, appId, now: unixSeconds(now) })) count++
  }
  if (count > 0) {
    await audit.write(tx, { userId, action: 'app_revoked', detail: { count: String(count) }, client, now })
    await onRevoked(tx, { userId, client, now })
  }
}
