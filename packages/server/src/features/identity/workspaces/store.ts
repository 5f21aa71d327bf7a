// The SQL of workspaces and of who belongs to them.
import { type RawBuilder, sql } from 'kysely'
import { type Database, within } from '../../../db/database.ts'
import type { Engine } from '../../../db/engine.ts'
import type { WorkspaceMemberTable, WorkspaceTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type WorkspaceRow = WorkspaceTable
export type MemberRow = WorkspaceMemberTable

/** A workspace in which a person has a role; in their own, they are the owner. */
export type RoleRow = Pick<WorkspaceRow, 'id' | 'public_id' | 'name'> & { role: string }

/** The e-mail address of an owner of the workspace with this number. */
export interface OwnerAddress {
  workspaceId: number
  personId: number
  email: string
  /** The workspace's id; null: it is the person's own. */
  shared: string | null
}

/** The topic that drops what caches have of a workspace, and of its links and pages. */
function workspaceTopic(id: number): string {
  return `account:${id}`
}

/** The number of the next person or workspace: one sequence, so that no two have the same. */
export function nextNumber(engine: Engine): RawBuilder<number> {
  return engine === 'sqlite'
    ? sql<number>`(select max(0, coalesce(max(id), 0)) + 1 from workspaces)`
    : sql<number>`nextval(pg_get_serial_sequence('users', 'id'))`
}

/** The number of the person who owns the row `workspaces`: of several owners, the first. */
export const firstOwner = sql<number>`coalesce(
  (select person.id from users as person where person.id = workspaces.id),
  (select owner.person_id from workspace_members as owner
    where owner.workspace_id = workspaces.id and owner.role = 'owner' order by owner.joined_at limit 1))`

/** A block: since when, why, and with whose account, if it followed that. */
export interface Block {
  at: number
  reason: string
  with?: number
}

export class WorkspaceStore {
  constructor(private readonly db: Database) {}

  byId(id: number): Promise<WorkspaceRow | undefined> {
    return this.db.read
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  }

  byPublicId(publicId: string): Promise<WorkspaceRow | undefined> {
    return this.db.read
      .selectFrom('workspaces')
      .selectAll()
      .where('public_id', '=', publicId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  }

  /** The person's own workspace first, then those that they were invited to or created, by name. */
  async of(personId: number): Promise<RoleRow[]> {
    const own = await this.db.read
      .selectFrom('workspaces')
      .select(['id', 'public_id', 'name'])
      .where('id', '=', personId)
      .where('deleted_at', 'is', null)
      .execute()
    const others = await this.db.read
      .selectFrom('workspace_members as member')
      .innerJoin('workspaces', 'workspaces.id', 'member.workspace_id')
      .select(['workspaces.id', 'workspaces.public_id', 'workspaces.name', 'member.role'])
      .where('member.person_id', '=', personId)
      .where('workspaces.deleted_at', 'is', null)
      .orderBy('workspaces.name')
      .orderBy('workspaces.id')
      .execute()
    return [...own.map((row) => ({ ...row, role: 'owner' })), ...others]
  }

  /** The person's role in a workspace that isn't their own; also one that the transaction `tx` has written. */
  async roleOf(workspaceId: number, personId: number, tx?: Tx): Promise<string | undefined> {
    const row = await (tx ? within(tx) : this.db.read)
      .selectFrom('workspace_members')
      .select('role')
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return row?.role
  }

  /** How many workspaces a person belongs to besides their own, and how many of those they own. */
  async countOf(tx: Tx, personId: number): Promise<{ all: number; owned: number }> {
    const row = await within(tx)
      .selectFrom('workspace_members as member')
      .innerJoin('workspaces', 'workspaces.id', 'member.workspace_id')
      .select((of) => [
        of.fn.countAll().as('all'),
        of.fn.sum(of.case().when('member.role', '=', 'owner').then(1).else(0).end()).as('owned'),
      ])
      .where('member.person_id', '=', personId)
      .where('workspaces.deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { all: Number(row.all), owned: Number(row.owned ?? 0) }
  }

  /** Locks who belongs to a workspace, and as what, until the transaction ends. */
  lockMembers(tx: Tx, workspaceId: number): Promise<void> {
    return this.db.lock(tx, [`members:${workspaceId}`])
  }

  /** Locks the workspaces that a person belongs to until the transaction ends. */
  lockPerson(tx: Tx, personId: number): Promise<void> {
    return this.db.lock(tx, [`memberships:${personId}`])
  }

  async insert(tx: Tx, row: Omit<WorkspaceRow, 'id'>): Promise<WorkspaceRow> {
    return await within(tx)
      .insertInto('workspaces')
      .values({ ...row, id: nextNumber(this.db.engine) })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** False if the person belongs to it already. */
  async insertMember(tx: Tx, row: MemberRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await within(tx)
      .insertInto('workspace_members')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return Boolean(numInsertedOrUpdatedRows)
  }

  async setRole(tx: Tx, { workspace_id, person_id, role }: Omit<MemberRow, 'joined_at'>): Promise<void> {
    await within(tx)
      .updateTable('workspace_members')
      .set({ role })
      .where('workspace_id', '=', workspace_id)
      .where('person_id', '=', person_id)
      .execute()
  }

  async setName(tx: Tx, id: number, name: string): Promise<void> {
    await within(tx).updateTable('workspaces').set({ name }).where('id', '=', id).execute()
  }

  async setPlan(tx: Tx, id: number, plan: string): Promise<void> {
    await within(tx).updateTable('workspaces').set({ plan }).where('id', '=', id).execute()
  }

  /** Blocks a workspace, or unblocks it (null); false if that changes nothing. */
  async setBlocked(tx: Tx, id: number, block: Block | null): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('workspaces')
      .set({
        blocked_at: block?.at ?? null,
        blocked_reason: block?.reason ?? null,
        blocked_with: block?.with ?? null,
      })
      .where('id', '=', id)
      .where('blocked_at', block ? 'is' : 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await this.db.announce(tx, workspaceTopic(id))
    return true
  }

  /**
   * Marks a workspace as deleted; what it owns is erased afterwards. Its invitations end and move to the personal workspaces of
   * those who sent them. False if it was deleted before.
   */
  async markDeleted(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('workspaces')
      .set({ deleted_at: now, name: '' })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await within(tx).deleteFrom('workspace_members').where('workspace_id', '=', id).execute()
    // They still count towards the limits on sending invitations, so their rows outlive the workspace.
    await within(tx)
      .updateTable('workspace_invitations')
      .set((of) => ({ expires_at: 0, workspace_id: of.ref('invited_by') }))
      .where('workspace_id', '=', id)
      .execute()
    await within(tx).deleteFrom('api_keys').where('user_id', '=', id).execute()
    await this.db.announce(tx, workspaceTopic(id))
    return true
  }

  /**
   * Ends a membership: the person's grants and codes in the workspace end, and their keys stop until somebody adopts them.
   * False if they didn't belong to it.
   */
  async deleteMember(tx: Tx, workspaceId: number, personId: number, now: number): Promise<boolean> {
    const query = within(tx)
    const { numDeletedRows } = await query
      .deleteFrom('workspace_members')
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await query
      .updateTable('oauth_grants')
      .set({ revoked_at: now })
      .where('user_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .execute()
    await query
      .deleteFrom('oauth_codes')
      .where('user_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .where('used_at', 'is', null)
      .execute()
    await query
      .updateTable('api_keys')
      .set({ orphaned_at: now })
      .where('user_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .execute()
    return true
  }

  async isPersonal(id: number): Promise<boolean> {
    const row = await this.db.read.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  }

  /** The owners of workspaces, in the order in which they joined: of a personal one, its person. */
  async owners(workspaceIds: number[]): Promise<OwnerAddress[]> {
    if (workspaceIds.length === 0) return []
    const people = await this.db.read
      .selectFrom('users')
      .select(['id as workspaceId', 'id as personId', 'email'])
      .where('id', 'in', workspaceIds)
      .where('deleted_at', 'is', null)
      .execute()
    const members = await this.db.read
      .selectFrom('workspace_members as member')
      .innerJoin('users', 'users.id', 'member.person_id')
      .innerJoin('workspaces', 'workspaces.id', 'member.workspace_id')
      .select([
        ...(['member.workspace_id as workspaceId', 'member.person_id as personId'] as const),
        ...(['users.email', 'workspaces.public_id as shared'] as const),
      ])
      .where('member.workspace_id', 'in', workspaceIds)
      .where('member.role', '=', 'owner')
      .where('users.deleted_at', 'is', null)
      .orderBy('member.joined_at')
      .execute()
    return [...people.map((row) => ({ ...row, shared: null })), ...members]
  }

  /** How many owners a workspace has besides one person, without those who are blocked or deleted. */
  async otherOwners(tx: Tx, workspaceId: number, personId: number): Promise<number> {
    const row = await within(tx)
      .selectFrom('workspace_members as member')
      .innerJoin('users', 'users.id', 'member.person_id')
      .select((of) => of.fn.countAll().as('count'))
      .where('member.workspace_id', '=', workspaceId)
      .where('member.role', '=', 'owner')
      .where('member.person_id', '!=', personId)
      .where('users.deleted_at', 'is', null)
      .where('users.blocked_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  async countMembers(workspaceId: number): Promise<number> {
    const row = await this.db.read
      .selectFrom('workspace_members')
      .select((of) => of.fn.countAll().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  /** The memberships of a person, with the workspaces' blocks. */
  membershipsOf(tx: Tx, personId: number) {
    return within(tx)
      .selectFrom('workspace_members as member')
      .innerJoin('workspaces', 'workspaces.id', 'member.workspace_id')
      .select([
        ...(['member.workspace_id', 'member.role', 'workspaces.name'] as const),
        ...(['workspaces.blocked_at', 'workspaces.blocked_with'] as const),
      ])
      .where('member.person_id', '=', personId)
      .where('workspaces.deleted_at', 'is', null)
      .orderBy('member.workspace_id')
      .execute()
  }

  /**
   * The member who is to own a workspace when its only owner is gone: of those with the highest role, the oldest one. People who
   * are blocked come last. Null if there are no other members.
   */
  async heir(
    tx: Tx,
    workspaceId: number,
    personId: number,
  ): Promise<{ id: number; blockedReason: string | null } | null> {
    const row = await within(tx)
      .selectFrom('workspace_members as member')
      .innerJoin('users', 'users.id', 'member.person_id')
      .select(['member.person_id as id', 'users.blocked_reason as blockedReason'])
      .where('member.workspace_id', '=', workspaceId)
      .where('member.person_id', '!=', personId)
      .where('users.deleted_at', 'is', null)
      .orderBy(sql`case when users.blocked_at is null then 0 else 1 end`)
      .orderBy(sql`case member.role when 'owner' then 0 when 'admin' then 1 when 'editor' then 2 else 3 end`)
      .orderBy('member.joined_at')
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  }

  /** Shared workspaces that were deleted before a given time and are not completely erased yet. */
  async deletedBefore(moment: number, most: number): Promise<number[]> {
    const rows = await this.db.read
      .selectFrom('workspaces')
      .leftJoin('users', 'users.id', 'workspaces.id')
      .select('workspaces.id')
      .where('workspaces.deleted_at', '<=', moment)
      .where('users.id', 'is', null)
      .orderBy('workspaces.deleted_at')
      .limit(most)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Deletes the row of a deleted workspace, unless it has the newest number, which SQLite would give away again. */
  async deleteRow(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.db.transaction((tx) =>
      within(tx)
        .deleteFrom('workspaces')
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .where('id', '<', (query) =>
          query.selectFrom('workspaces').select((of) => of.fn.max('id').as('newest')),
        )
        .executeTakeFirst(),
    )
    return numDeletedRows > 0n
  }
}
