// The applications with access to an account: listing them, and revoking their access.
import { type Api, allScopes, type ConnectedApp, Refusal } from '@linnet/contract'
import type { Client, Handlers } from '../../../platform/operations/handler.ts'
import { hasRole } from '../../../platform/operations/roles.ts'
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
      const { personId, workspaceId } = caller
      const administered = hasRole('admin', caller.role) ? workspaceId : null
      const grants = await store.activeGrants({ personId, administered }, unixSeconds(now))
      const byConnection = Map.groupBy(
        grants,
        ({ app_id, workspace, person }) => `${workspace} ${person} ${app_id}`,
      )
      return { data: [...byConnection.values()].map((some) => connectedApp(some, personId)) }
    },

    async revokeApp({ clientId, person }, { caller, client, now }) {
      const { workspaceId: userId, personId } = caller
      const administered = hasRole('admin', caller.role) ? userId : null
      const grants = await store.activeGrants({ personId, administered }, unixSeconds(now))
      const known = grants.find(
        (one) => one.app_id === clientId && (person === undefined || one.person === person),
      )
      const name = known?.name
      // Nobody else's grants are found, unless the caller is an admin.
      const owner = {
        workspaceId: userId,
        personId: person === undefined ? personId : (known?.person_id ?? personId),
      }
      await store.transaction(async (tx) => {
        await store.lock(tx, userId, clientId)
        const isKnown = person === undefined || known !== undefined
        if (!isKnown || !(await store.revokeApp(tx, { ...owner, appId: clientId, now: unixSeconds(now) })))
          throw new Refusal('not_found', 'This application has no access to the workspace.')
        const detail = { client_id: clientId, ...(name === undefined ? {} : { name }) }
        await audit.write(tx, { userId, action: 'app_revoked', detail, client, now })
        await onRevoked(tx, { userId, client, now })
      })
      return { data: { client_id: clientId, revoked: true } }
    },
  }
}

/** The record of an application, from its one or more grants by one person in one workspace. */
function connectedApp(grants: ActiveGrant[], personId: number): ConnectedApp {
  const [first] = grants as [ActiveGrant]
  const granted = new Set(grants.flatMap(({ scopes }) => scopes.split(' ')))
  const uses = grants.map(({ last_used_at }) => last_used_at).filter((at) => at !== null)
  return {
    client_id: first.app_id,
    name: first.name,
    scopes: allScopes.filter((scope) => granted.has(scope)),
    authorized_at: first.created_at,
    workspace: { id: first.workspace, name: first.workspace_name },
    person: {
      id: first.person,
      name: first.person_name,
      email: first.email,
      you: first.person_id === personId,
    },
    last_used_at: uses.length > 0 ? Math.max(...uses) : null,
  }
}

/** Revokes the access of all applications that a person has connected, with one audit entry that has their number. */
export async function revokeApps(
  { store, audit, onRevoked }: OauthOperationNeeds,
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  let count = 0
  for (const appId of await store.appsOf(tx, userId)) {
    await store.lock(tx, userId, appId)
    const owner = { workspaceId: userId, personId: userId }
    if (await store.revokeApp(tx, { ...owner, appId, now: unixSeconds(now) })) count++
  }
  for (const workspaceId of await store.revokeInWorkspaces(tx, userId, unixSeconds(now))) {
    count++
    await onRevoked(tx, { userId: workspaceId, client, now })
  }
  if (count > 0) {
    await audit.write(tx, { userId, action: 'app_revoked', detail: { count: String(count) }, client, now })
    await onRevoked(tx, { userId, client, now })
  }
}
