// Puts a person into the workspaces that their groups at the identity provider belong to.
import { isAtLeast, type Role } from '@linnet/contract'
import type { Client } from '../../../platform/operations/handler.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import { mostMemberships, type Workspaces } from '../workspaces/index.ts'

export interface Placing {
  userId: number
  /** Ids of workspaces, each with the least role that the person gets there. */
  places: readonly { workspace: string; role: Role }[]
  client: Client
  /** Milliseconds. */
  now: number
}

/**
 * Makes the person a member where they aren't, and raises a role that is too low. A higher role stays, and so does the
 * membership when they leave the group: the workspace's admins decide about that. Workspaces that don't exist are left out.
 */
export async function placeInWorkspaces(
  { workspaces, audit }: { workspaces: Workspaces; audit: Audit },
  tx: Tx,
  { userId: personId, places, client, now }: Placing,
): Promise<void> {
  for (const { workspace, role } of places) {
    const row = await workspaces.byPublicId(workspace)
    if (!row || row.blocked_at !== null || (await workspaces.isPersonal(row.id))) continue
    await workspaces.lock(tx, row.id)
    const present = await workspaces.roleIn(row.id, personId, tx)
    if (present !== null && isAtLeast(present, role)) continue
    if (present !== null) {
      await workspaces.setRole(tx, row.id, personId, role)
      const entry = { userId: row.id, action: 'role_changed', client, now } as const
      await audit.write(tx, { ...entry, detail: { role } })
    } else if ((await workspaces.countOf(tx, personId)).all < mostMemberships)
      await workspaces.join(tx, row.id, role, { personId, client, now })
  }
}
