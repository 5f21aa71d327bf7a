// The applications that hold tokens for an account: listing them, and taking it all back at once.
import { type Api, allScopes, type ConnectedApp, Refusal } from '@linnet/contract'
import type { Client, Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { OauthStore } from './store.ts'

type ActiveGrant = Awaited<ReturnType<OauthStore['activeGrants']>>[number]

/** What else ends where an account, or an application itself, takes access back. */
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
        if (!(await store.revokeApp(tx, userId, clientId, unixSeconds(now))))
          throw new Refusal('not_found', 'This application holds nothing of the account.')
        const detail = { client_id: clientId, ...(name === undefined ? {} : { name }) }
        await audit.write(tx, { userId, action: 'app_revoked', detail, client, now })
        await onRevoked(tx, { userId, client, now })
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

/** Takes back what every application holds of an account, with one line in the log: how many there were. */
export async function revokeApps(
  { store, audit, onRevoked }: OauthOperationNeeds,
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  let count = 0
  for (const appId of await store.appsOf(tx, userId)) {
    await store.lock(tx, userId, appId)
    if (await store.revokeApp(tx, userId, appId, unixSeconds(now))) count++
  }
  if (count > 0) {
    await audit.write(tx, { userId, action: 'app_revoked', detail: { count: String(count) }, client, now })
    await onRevoked(tx, { userId, client, now })
  }
}
