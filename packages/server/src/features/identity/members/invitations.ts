// Invitations to a workspace: a link that works once, for one address or for whoever opens it.
import { isAtLeast, isRole, type MemberInvitation, Refusal, type Role } from '@linnet/contract'
import { newId, randomText, sha256 } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import type { Doer, Workspaces } from '../workspaces/index.ts'
import type { InvitationRow, MemberStore } from './store.ts'

/** In seconds. */
const lifetime = 7 * 24 * 60 * 60
export const invitationDays = lifetime / (24 * 60 * 60)
const hour = 60 * 60

const mostOpen = 500
const mostPerHour = { ofPerson: 50, toAddress: 5 }

/** A pending invitation, as seen by anyone who has its link. */
export interface OpenInvitation {
  id: string
  workspaceId: number
  workspace: string
  workspacePublicId: string
  role: Role
  /** Who may accept it; null: anyone. */
  email: string | null
  inviter: string
  /** Whether having this link proves that the invitation's address is one's own. */
  provesAddress: boolean
  /** Whether an administrator of the server sent it, who may also create accounts. */
  byAdministrator: boolean
}

export interface InvitationNeeds {
  store: MemberStore
  workspaces: Workspaces
}

export interface NewInvitation extends Omit<Doer, 'client'> {
  workspaceId: number
  email: string | null
  role: Role
  /** Whether it may be sent by e-mail. */
  mayMail: boolean
}

/**
 * Creates an invitation. `token` is for whoever sends it; `mailed` must only be e-mailed, and is null if nothing may be sent.
 * Refuses with `plan_limit` if too many are open, and with `rate_limited` if the person has sent too many.
 */
export async function invite(
  store: MemberStore,
  tx: Tx,
  { workspaceId, email, role, mayMail, personId, now }: NewInvitation,
): Promise<{ row: InvitationRow; token: string; mailed: string | null }> {
  const at = unixSeconds(now)
  await store.lockInvitations(tx, { workspaceId, personId, email })
  if ((await store.countInvitations(tx, workspaceId, at)) >= mostOpen)
    throw new Refusal(
      'plan_limit',
      `A workspace can have ${mostOpen} pending invitations. Withdraw one that is no longer needed.`,
    )
  if ((await store.countSince(tx, { invitedBy: personId }, at - hour)) >= mostPerHour.ofPerson)
    throw new Refusal(
      'rate_limited',
      `You can send ${mostPerHour.ofPerson} invitations an hour. Try again later.`,
      undefined,
      hour,
    )
  const mails = mayMail && email !== null
  const isFew = mails && (await store.countSince(tx, { email }, at - hour)) < mostPerHour.toAddress
  const [token, mailed] = [randomText(43), isFew ? randomText(43) : null]
  const row: InvitationRow = {
    id: newId('inv', now),
    workspace_id: workspaceId,
    email,
    role,
    token_hash: sha256(token),
    mailed_hash: mailed === null ? null : sha256(mailed),
    invited_by: personId,
    created_at: at,
    expires_at: at + lifetime,
  }
  await store.insertInvitation(tx, row)
  return { row, token, mailed }
}

/**
 * The pending invitation whose token has this hash. Null if it was used or withdrawn or has expired, or if its sender may no
 * longer invite anyone in that role.
 */
export async function findInvitation(
  { store, workspaces }: InvitationNeeds,
  hash: string,
  now: number,
  tx?: Tx,
): Promise<OpenInvitation | null> {
  const row = await store.invitationOf(hash, unixSeconds(now), tx)
  if (!row || !isRole(row.role)) return null
  const inviterRole = await workspaces.roleIn(row.workspace_id, row.invited_by, tx)
  if (inviterRole === null || !mayInvite(inviterRole, row.role)) return null
  const byAdministrator = row.inviter_is_admin === 1
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    workspace: row.workspace,
    workspacePublicId: row.workspace_public_id,
    role: row.role,
    email: row.email,
    inviter: row.inviter,
    provesAddress: row.email !== null && (row.mailed_hash === hash || byAdministrator),
    byAdministrator,
  }
}

/** Whether a member may give others a role: only admins and owners may, and at most their own role. */
function mayInvite(own: Role, role: Role): boolean {
  return isAtLeast(own, 'admin') && isAtLeast(own, role)
}

/** Accepts an invitation. Null if somebody else did, it ended meanwhile, or it is for another address. */
export async function acceptInvitation(
  needs: InvitationNeeds,
  tx: Tx,
  {
    tokenHash,
    account,
    client,
    now,
  }: { tokenHash: string; account: Pick<Account, 'id' | 'email'> } & Pick<Doer, 'client' | 'now'>,
): Promise<OpenInvitation | null> {
  const seen = await findInvitation(needs, tokenHash, now, tx)
  if (!seen) return null
  // Whoever demotes its sender, or deletes the workspace, either waits or has finished.
  await needs.workspaces.lock(tx, seen.workspaceId)
  const found = await findInvitation(needs, tokenHash, now, tx)
  if (!found || !isFor(found, account.email)) return null
  // Somebody who is already a member doesn't use it up.
  if ((await needs.workspaces.roleIn(found.workspaceId, account.id, tx)) !== null) return found
  if (!(await needs.store.endInvitation(tx, found.id, found.workspaceId, unixSeconds(now)))) return null
  await needs.workspaces.join(tx, found.workspaceId, found.role, { personId: account.id, client, now })
  return found
}

/** Whether the person with this e-mail address may accept an invitation. */
export function isFor({ email }: Pick<OpenInvitation, 'email'>, address: string): boolean {
  return email === null || email === address.trim().toLowerCase()
}

export function invitationRecord(row: InvitationRow, inviter: string): MemberInvitation {
  const { id, email, role, created_at, expires_at } = row
  return { id, email, role: isRole(role) ? role : 'viewer', invited_by: inviter, created_at, expires_at }
}
