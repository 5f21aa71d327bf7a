// The SQL of members and of invitations to workspaces.
import { deleteInBatches } from '../../../db/batched-deletes.ts'
import { type Database, type Query, within } from '../../../db/database.ts'
import type { WorkspaceInvitationTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { matchesPerson } from '../accounts/index.ts'
import { firstOwner } from '../workspaces/index.ts'

export type InvitationRow = WorkspaceInvitationTable

/** A person in a workspace. */
export interface MemberRow {
  id: number
  public_id: string
  name: string
  email: string
  role: string
  joined_at: number
  keys: number
}

/** Which members a page of the list has. */
export interface MemberFilter {
  search?: string
  /** The id of the last member of the page before. */
  after?: string
  limit: number
}

const daySeconds = 86_400

export class MemberStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** The members of a shared workspace, in the order of their numbers, and how many match. */
  async page(
    workspaceId: number,
    { search = '', after, limit }: MemberFilter,
    now: number,
  ): Promise<{ rows: MemberRow[]; total: number }> {
    const query = this.db.readInWorker(workspaceId)
    const isFound = matchesPerson(search)
    const { count } = await membersIn(query, workspaceId)
      .$if(search !== '', (members) => members.where(isFound))
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const last = after === undefined ? null : await numberOf(query, after)
    const rows = await membersIn(query, workspaceId)
      .$if(search !== '', (members) => members.where(isFound))
      .$if(last !== null, (members) => members.where('member.person_id', '>', last ?? 0))
      .select(memberColumns)
      .orderBy('member.person_id')
      .limit(limit)
      .execute()
    return { rows: await withKeys(query, workspaceId, rows, now), total: Number(count) }
  }

  /** One member of a shared workspace, by their id; also what the transaction `tx` has written. */
  async member(workspaceId: number, publicId: string, now: number, tx: Tx): Promise<MemberRow | null> {
    const query = within(tx)
    const found = await membersIn(query, workspaceId)
      .select(memberColumns)
      .where('member.person_id', '=', (of) =>
        of.selectFrom('users as named').select('named.id').where('named.public_id', '=', publicId),
      )
      .execute()
    const [row] = await withKeys(query, workspaceId, found, now)
    return row ?? null
  }

  /** All shared workspaces, oldest first, each with its first owner. */
  everyWorkspace() {
    return this.db.read
      .selectFrom('workspaces')
      .leftJoin('users as person', 'person.id', 'workspaces.id')
      .leftJoin('users as first', (join) => join.on('first.id', '=', firstOwner))
      .select([
        ...(['workspaces.public_id', 'workspaces.name', 'workspaces.plan'] as const),
        ...(['workspaces.blocked_reason', 'first.email as owner'] as const),
      ])
      .select((of) =>
        of
          .selectFrom('workspace_members as member')
          .select((select) => select.fn.countAll().as('count'))
          .whereRef('member.workspace_id', '=', 'workspaces.id')
          .as('members'),
      )
      .where('person.id', 'is', null)
      .where('workspaces.deleted_at', 'is', null)
      .orderBy('workspaces.id')
      .execute()
  }

  /** Locks the invitations of a workspace, by a person and to an address until the transaction ends. */
  lockInvitations(
    tx: Tx,
    { workspaceId, personId, email }: { workspaceId: number; personId: number; email: string | null },
  ): Promise<void> {
    return this.db.lock(tx, [
      `invitations:${workspaceId}`,
      `invitations of:${personId}`,
      ...(email === null ? [] : [`invitations to:${email}`]),
    ])
  }

  /** Stores an invitation; it replaces an earlier one of the same workspace to the same address. */
  async insertInvitation(tx: Tx, row: InvitationRow): Promise<void> {
    if (row.email !== null)
      await within(tx)
        .updateTable('workspace_invitations')
        .set({ expires_at: 0 })
        .where('workspace_id', '=', row.workspace_id)
        .where('email', '=', row.email)
        .execute()
    await within(tx).insertInto('workspace_invitations').values(row).execute()
  }

  /** The open invitations of a workspace, newest first, each with the address of whoever sent it. */
  invitations(workspaceId: number, now: number) {
    return this.db.read
      .selectFrom('workspace_invitations as invitation')
      .innerJoin('users', 'users.id', 'invitation.invited_by')
      .selectAll('invitation')
      .select('users.email as inviter')
      .where('invitation.workspace_id', '=', workspaceId)
      .where('invitation.expires_at', '>', now)
      .orderBy('invitation.id', 'desc')
      .execute()
  }

  async countInvitations(tx: Tx, workspaceId: number, now: number): Promise<number> {
    const { count } = await within(tx)
      .selectFrom('workspace_invitations')
      .select((of) => of.fn.countAll().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** How many invitations were sent since a time, also those that were withdrawn: to an address, or by a person. */
  async countSince(tx: Tx, of: { email: string } | { invitedBy: number }, since: number): Promise<number> {
    const query = within(tx)
      .selectFrom('workspace_invitations')
      .select((select) => select.fn.countAll().as('count'))
      .where('created_at', '>', since)
    const { count } = await ('email' in of
      ? query.where('email', '=', of.email)
      : query.where('invited_by', '=', of.invitedBy)
    ).executeTakeFirstOrThrow()
    return Number(count)
  }

  /** An open invitation by either of its tokens, with its workspace and the address of whoever sent it. */
  async invitationOf(tokenHash: string, now: number, tx?: Tx) {
    return await (tx ? within(tx) : this.db.read)
      .selectFrom('workspace_invitations as invitation')
      .innerJoin('workspaces', 'workspaces.id', 'invitation.workspace_id')
      .innerJoin('users', 'users.id', 'invitation.invited_by')
      .selectAll('invitation')
      .select([
        'workspaces.name as workspace',
        'workspaces.public_id as workspace_public_id',
        'users.email as inviter',
        'users.is_admin as inviter_is_admin',
      ])
      .where((where) =>
        where.or([
          where('invitation.token_hash', '=', tokenHash),
          where('invitation.mailed_hash', '=', tokenHash),
        ]),
      )
      .where('invitation.expires_at', '>', now)
      .where('workspaces.deleted_at', 'is', null)
      .where('workspaces.blocked_at', 'is', null)
      .where('users.deleted_at', 'is', null)
      .where('users.blocked_at', 'is', null)
      .executeTakeFirst()
  }

  /**
   * Ends an open invitation of this workspace. Its row stays for a day, to count how many were sent. Null
   * if there is none.
   */
  async endInvitation(tx: Tx, id: string, workspaceId: number, now: number): Promise<InvitationRow | null> {
    const row = await within(tx)
      .updateTable('workspace_invitations')
      .set({ expires_at: 0 })
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  prune(now: number): Promise<void> {
    return deleteInBatches(this.db, 'workspace_invitations', 'id', ['created_at', '<', now - 8 * daySeconds])
  }
}

const memberColumns = [
  ...(['users.id', 'users.public_id', 'users.name', 'users.email'] as const),
  ...(['member.role', 'member.joined_at'] as const),
] as const

/** The rows of a workspace's members. A cross join, because SQLite would otherwise read all people of the server first. */
function membersIn(query: Query, workspaceId: number) {
  return query
    .selectFrom('workspace_members as member')
    .crossJoin('users')
    .whereRef('users.id', '=', 'member.person_id')
    .where('member.workspace_id', '=', workspaceId)
}

async function numberOf(query: Query, publicId: string): Promise<number> {
  const row = await query
    .selectFrom('users')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  // A cursor that isn't one of ours continues after everybody.
  return row?.id ?? Number.MAX_SAFE_INTEGER
}

/** Adds how many keys each of these members has in the workspace that still work. */
async function withKeys(
  query: Query,
  workspaceId: number,
  rows: readonly Omit<MemberRow, 'keys'>[],
  now: number,
): Promise<MemberRow[]> {
  if (rows.length === 0) return []
  const counts = await query
    .selectFrom('api_keys')
    .select((of) => ['person_id', of.fn.countAll().as('keys')])
    .where('user_id', '=', workspaceId)
    .where(
      'person_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('revoked_at', 'is', null)
    .where('orphaned_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .groupBy('person_id')
    .execute()
  const keys = new Map(counts.map((row) => [row.person_id, Number(row.keys)]))
  return rows.map((row) => ({ ...row, keys: keys.get(row.id) ?? 0 }))
}
