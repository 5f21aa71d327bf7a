// Workspaces: what owns links, pages and everything else, who belongs to them, and as what. The feature's public API.
import { Refusal, type Role, type WorkspaceSummary } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Caller, Client } from '../../../platform/operations/handler.ts'
import { requireRole, roleInWorkspace, storedRole } from '../../../platform/operations/roles.ts'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import { type OwnerAddress, type RoleRow, type WorkspaceRow, WorkspaceStore } from './store.ts'

export { firstOwner, nextNumber, type OwnerAddress, type WorkspaceRow } from './store.ts'

/** How many shared workspaces a person can belong to. */
export const mostMemberships = 1000

// Deleted workspaces that are erased in one run.
const workspacesAtOnce = 20

/** Whom administrators deal with about a link or a microsite: a person, or the owners of a shared workspace. */
export interface Ownership {
  /** The number of the workspace. */
  id: number
  /** The person's e-mail address, or the workspace's name. */
  label: string
  /** The e-mail addresses of the person, or of all owners. */
  emails: readonly string[]
  isPersonal: boolean
  /** The workspace's id; null: it is the person's own. */
  shared: string | null
}

/** Who does something, and when; `now` in milliseconds. */
export interface Doer {
  personId: number
  client: Client
  now: number
}

export interface Workspaces {
  /** The workspace with this number or id; null if there is none, or it was deleted. */
  byId(id: number): Promise<WorkspaceRow | null>
  byPublicId(publicId: string): Promise<WorkspaceRow | null>
  /** The person's role; null if they don't belong to it. Also what the transaction `tx` has written. */
  roleIn(workspaceId: number, personId: number, tx?: Tx): Promise<Role | null>
  /**
   * Refuses with `forbidden` if the caller's role is below the needed one by now: it may have changed since the request was
   * admitted. Locks who belongs to the workspace, and as what, until the transaction ends.
   */
  requireRoleIn(tx: Tx, caller: Pick<Caller, 'workspaceId' | 'personId'>, needed: Role): Promise<void>
  /** All that a person belongs to, their own first. */
  of(personId: number): Promise<WorkspaceSummary[]>
  /** How the API shows the caller's workspace. */
  summaryFor(caller: Pick<Caller, 'workspaceId' | 'personId' | 'role'>): Promise<WorkspaceSummary>
  /** Who answers for what a workspace owns; null if it was deleted. */
  ownershipOf(id: number): Promise<Ownership | null>
  /** The e-mail addresses of the owners of these workspaces. */
  owners(workspaceIds: number[]): Promise<OwnerAddress[]>
  /** Creates a shared workspace with one owner; `trusted`: it doesn't begin in quarantine. */
  create(tx: Tx, wanted: { name: string; plan: string; trusted: boolean } & Doer): Promise<WorkspaceRow>
  /** Adds a person. False if they belong to it already; refuses with `plan_limit` if they belong to too many. */
  join(tx: Tx, workspaceId: number, role: Role, by: Doer): Promise<boolean>
  /** Ends a membership and all access that depends on it. The keys that the person made stop working until an admin takes them over. */
  leave(tx: Tx, workspaceId: number, personId: number, now: number): Promise<boolean>
  /** Marks a shared workspace as deleted. Its credentials and links stop working, and its data is erased afterwards. */
  delete(tx: Tx, id: number, now: number): Promise<boolean>
  /** Blocks a shared workspace, or unblocks it (null). False if nothing changed. */
  setBlocked(tx: Tx, id: number, reason: string | null, now: number): Promise<boolean>
  /**
   * After a person was blocked for this reason, or unblocked (null): blocks the workspaces that have no other owner, and unblocks
   * those that were blocked because they had none.
   */
  followBlock(tx: Tx, personId: number, reason: string | null, now: number): Promise<void>
  /**
   * Ends all memberships of a person whose account is deleted, and deletes the workspaces that only they belonged to. If one with
   * other members would be left without an owner, one of them becomes it, or (`inherits` is false) it refuses with `forbidden`.
   * The workspace is then blocked exactly if its new owner is, unless it was blocked for itself.
   */
  leaveAll(tx: Tx, personId: number, inherits: boolean, now: number): Promise<void>
  /** How many shared workspaces a person belongs to, and how many of them they own. Locks that until the transaction ends. */
  countOf(tx: Tx, personId: number): Promise<{ all: number; owned: number }>
  setPlan(tx: Tx, id: number, plan: string): Promise<void>
  /** Locks who belongs to a workspace, and as what, until the transaction ends. */
  lock(tx: Tx, workspaceId: number): Promise<void>
  setRole(tx: Tx, workspaceId: number, personId: number, role: Role): Promise<void>
  rename(tx: Tx, id: number, name: string): Promise<void>
  countMembers(workspaceId: number): Promise<number>
  /** Whether this person owns a shared workspace, and nobody else does who isn't blocked. */
  isLastOwner(tx: Tx, workspaceId: number, personId: number): Promise<boolean>
  /** Whether it is a personal workspace. */
  isPersonal(id: number): Promise<boolean>
  /** Some shared workspaces that were deleted before a moment (Unix seconds) and still have data. */
  deletedBefore(moment: number): Promise<number[]>
  /** Deletes the row of a deleted workspace, whose data is erased; false if it has to stay for now. */
  deleteRow(id: number): Promise<boolean>
}

export function createWorkspaces({ db, audit }: { db: Database; audit: Audit }): Workspaces {
  const store = new WorkspaceStore(db)
  const roleIn: Workspaces['roleIn'] = async (workspaceId, personId, tx) =>
    roleInWorkspace(workspaceId, personId, await store.roleOf(workspaceId, personId, tx))
  return {
    roleIn,
    async requireRoleIn(tx, { workspaceId, personId }, needed) {
      await store.lockMembers(tx, workspaceId)
      requireRole({ role: needed }, { role: await roleIn(workspaceId, personId, tx) })
    },
    lock: (tx, workspaceId) => store.lockMembers(tx, workspaceId),
    setRole: (tx, workspace_id, person_id, role) => store.setRole(tx, { workspace_id, person_id, role }),
    setPlan: (tx, id, plan) => store.setPlan(tx, id, plan),
    rename: (tx, id, name) => store.setName(tx, id, name),
    countMembers: (workspaceId) => store.countMembers(workspaceId),
    isLastOwner: (tx, workspaceId, personId) => isLastOwner(store, tx, workspaceId, personId),
    isPersonal: (id) => store.isPersonal(id),
    deletedBefore: (moment) => store.deletedBefore(moment, workspacesAtOnce),
    deleteRow: (id) => store.deleteRow(id),
    byId: async (id) => (await store.byId(id)) ?? null,
    byPublicId: async (publicId) => (await store.byPublicId(publicId)) ?? null,
    of: async (personId) => (await store.of(personId)).map((row) => summaryOf(row, personId)),
    async summaryFor({ workspaceId, personId, role }) {
      const row = await store.byId(workspaceId)
      if (!row || role === null) throw new Refusal('unauthenticated')
      return summaryOf({ ...row, role }, personId)
    },
    async ownershipOf(id) {
      const row = await store.byId(id)
      if (!row) return null
      const owners = await store.owners([id])
      const isPersonal = owners[0]?.personId === id
      const emails = owners.map(({ email }) => email)
      const shared = isPersonal ? null : row.public_id
      return { id, emails, isPersonal, shared, label: isPersonal ? (emails[0] ?? '') : row.name }
    },
    owners: (ids) => store.owners(ids),
    create: (tx, wanted) => createWorkspace({ store, audit }, tx, wanted),
    async join(tx, workspaceId, role, { personId, client, now }) {
      await store.lockPerson(tx, personId)
      await requireRoom(store, tx, personId)
      const member = { workspace_id: workspaceId, person_id: personId, role, joined_at: unixSeconds(now) }
      if (!(await store.insertMember(tx, member))) return false
      await audit.write(tx, {
        userId: workspaceId,
        action: 'member_joined',
        detail: { role },
        client: { ...client, personId },
        now,
      })
      return true
    },
    leave: (tx, workspaceId, personId, now) =>
      store.deleteMember(tx, workspaceId, personId, unixSeconds(now)),
    async delete(tx, id, now) {
      await store.lockMembers(tx, id)
      return await store.markDeleted(tx, id, unixSeconds(now))
    },
    setBlocked: (tx, id, reason, now) =>
      store.setBlocked(tx, id, reason === null ? null : { at: unixSeconds(now), reason }),
    followBlock: (tx, personId, reason, now) =>
      followBlock(store, tx, { personId, reason, now: unixSeconds(now) }),
    leaveAll: (tx, personId, inherits, now) =>
      leaveAll(store, tx, { personId, inherits, now: unixSeconds(now) }),
    async countOf(tx, personId) {
      await store.lockPerson(tx, personId)
      return await store.countOf(tx, personId)
    },
  }
}

function summaryOf({ id, public_id, name, role }: RoleRow, personId: number): WorkspaceSummary {
  return { id: public_id, name, role: storedRole(role) ?? 'viewer', personal: id === personId }
}

interface Needs {
  store: WorkspaceStore
  audit: Audit
}

async function createWorkspace(
  { store, audit }: Needs,
  tx: Tx,
  { name, plan, trusted, personId, client, now }: Parameters<Workspaces['create']>[1],
): Promise<WorkspaceRow> {
  const at = unixSeconds(now)
  await requireRoom(store, tx, personId)
  const row = await store.insert(tx, {
    public_id: newId('wsp', now),
    name,
    plan,
    created_at: at,
    deleted_at: null,
    blocked_at: null,
    blocked_reason: null,
    trusted_at: trusted ? at : null,
    blocked_with: null,
  })
  await store.insertMember(tx, { workspace_id: row.id, person_id: personId, role: 'owner', joined_at: at })
  await audit.write(tx, { userId: row.id, action: 'workspace_created', detail: { name }, client, now })
  return row
}

async function requireRoom(store: WorkspaceStore, tx: Tx, personId: number): Promise<void> {
  if ((await store.countOf(tx, personId)).all >= mostMemberships)
    throw new Refusal(
      'plan_limit',
      `A person can belong to ${mostMemberships} shared workspaces. Leave one that you no longer use.`,
    )
}

async function followBlock(
  store: WorkspaceStore,
  tx: Tx,
  { personId, reason, now }: { personId: number; reason: string | null; now: number },
): Promise<void> {
  for (const { workspace_id: id, role, blocked_at, blocked_with } of await store.membershipsOf(
    tx,
    personId,
  )) {
    if (role !== 'owner') continue
    await store.lockMembers(tx, id)
    const isOwned = (await store.otherOwners(tx, id, nobody)) > 0
    if (isOwned && blocked_with !== null) await store.setBlocked(tx, id, null)
    if (!isOwned && blocked_at === null && reason !== null)
      await store.setBlocked(tx, id, { at: now, reason, with: personId })
  }
}

/** A number that no person has. */
const nobody = 0

async function leaveAll(
  store: WorkspaceStore,
  tx: Tx,
  { personId, inherits, now }: { personId: number; inherits: boolean; now: number },
): Promise<void> {
  await store.lockPerson(tx, personId)
  for (const { workspace_id: id, name, blocked_with } of await store.membershipsOf(tx, personId)) {
    await store.lockMembers(tx, id)
    if (!(await isLastOwner(store, tx, id, personId))) {
      await store.deleteMember(tx, id, personId, now)
      continue
    }
    const heir = await store.heir(tx, id, personId)
    if (heir === null) {
      await store.markDeleted(tx, id, now)
      continue
    }
    if (!inherits)
      throw new Refusal(
        'forbidden',
        `You are the only owner of the workspace "${name}", which has other members. Hand it over to one of them or delete it first.`,
      )
    await store.setRole(tx, { workspace_id: id, person_id: heir.id, role: 'owner' })
    await store.deleteMember(tx, id, personId, now)
    if (blocked_with !== null) await store.setBlocked(tx, id, null)
    if (heir.blockedReason !== null)
      await store.setBlocked(tx, id, { at: now, reason: heir.blockedReason, with: heir.id })
  }
}

async function isLastOwner(
  store: WorkspaceStore,
  tx: Tx,
  workspaceId: number,
  personId: number,
): Promise<boolean> {
  if ((await store.roleOf(workspaceId, personId, tx)) !== 'owner') return false
  return (await store.otherOwners(tx, workspaceId, personId)) === 0
}
