// The SQL of accounts: users, API keys and usage.
import { sql } from 'kysely'
import { type Database, within } from '../../../db/database.ts'
import type { ApiKeyTable, UsageTable, UserTable } from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { nextNumber } from '../workspaces/index.ts'

export type UserRow = Omit<UserTable, 'id'> & { id: number }
export type KeyRow = ApiKeyTable

// Deleted accounts that are erased in one run.
const accountsAtOnce = 20

/** The topic that invalidates caches when an account is deleted, blocked or unblocked. */
function accountTopic(userId: number): string {
  return `account:${userId}`
}

/** Whether a search text is part of the e-mail address or name of a row of `users`, case-insensitive, as SQL. */
export function matchesPerson(search: string) {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(users.email like ${pattern} escape '\\' or lower(users.name) like ${pattern} escape '\\')`
}

export class AccountStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  userById(id: number): Promise<UserRow | undefined> {
    return this.db.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  }

  userByPublicId(id: string): Promise<UserRow | undefined> {
    return this.db.read
      .selectFrom('users')
      .selectAll()
      .where('public_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  }

  /** Blocks an account, or unblocks it (null); false if that changes nothing, or it is an administrator's or deleted. */
  async setBlocked(tx: Tx, userId: number, block: { at: number; reason: string } | null): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null })
      .where('id', '=', userId)
      .where('blocked_at', block ? 'is' : 'is not', null)
      .where('is_admin', '=', 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await this.db.announce(tx, accountTopic(userId))
    return true
  }

  /** Trusts an account; false if it was trusted already. */
  async setTrusted(tx: Tx, userId: number, at: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ trusted_at: at })
      .where('id', '=', userId)
      .where('trusted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await this.db.announce(tx, accountTopic(userId))
    return true
  }

  userByEmail(email: string): Promise<UserRow | undefined> {
    return this.db.read.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  }

  /** Whether there are any accounts, including those that the open transaction `tx` has created. */
  async hasUsers(tx?: Tx): Promise<boolean> {
    const query = tx ? within(tx) : this.db.read
    const users = query.selectFrom('users').select('id').where('deleted_at', 'is', null)
    return (await users.limit(1).executeTakeFirst()) !== undefined
  }

  /** The new user's row, or null if the e-mail address has an account. */
  async insertUser(tx: Tx, user: Omit<UserRow, 'id'>): Promise<UserRow | null> {
    const row = await within(tx)
      .insertInto('users')
      .values(this.db.engine === 'sqlite' ? { ...user, id: nextNumber('sqlite') } : user)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  setPlan(tx: Tx, email: string, plan: string): Promise<UserRow | undefined> {
    return within(tx)
      .updateTable('users')
      .set({ plan })
      .where('email', '=', email)
      .returningAll()
      .executeTakeFirst()
  }

  /**
   * Whether the account still exists with the same password. Locks its row until the transaction ends, so that concurrent
   * changes wait and see the result.
   */
  async lockIfUnchanged(tx: Tx, { id, password_hash }: UserRow): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .where('deleted_at', 'is', null)
      .where('blocked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** The identities and passkeys of an account, locked until the transaction ends. */
  async waysInForUpdate(
    tx: Tx,
    userId: number,
  ): Promise<{ identities: { id: string; issuer: string }[]; passkeys: { id: string }[] }> {
    await this.db.lock(tx, [`passkeys:${userId}`, `identities:${userId}`])
    const [identities, passkeys] = [
      await within(tx)
        .selectFrom('identities')
        .select(['id', 'issuer'])
        .where('user_id', '=', userId)
        .execute(),
      await within(tx).selectFrom('passkeys').select('id').where('user_id', '=', userId).execute(),
    ]
    return { identities, passkeys }
  }

  /** False if that changes nothing, or the account is blocked or deleted. */
  async setAdministrator(tx: Tx, userId: number, isAdministrator: boolean): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ is_admin: isAdministrator ? 1 : 0 })
      .where('id', '=', userId)
      .where('is_admin', '=', isAdministrator ? 0 : 1)
      .where('blocked_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async setPasswordHash(tx: Tx, userId: number, hash: string): Promise<void> {
    await within(tx).updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
  }

  setName(tx: Tx, userId: number, name: string): Promise<UserRow | undefined> {
    return within(tx)
      .updateTable('users')
      .set({ name })
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  }

  /** Changes the password unless it has been changed since `user` was read. */
  async replacePasswordHash(tx: Tx, user: UserRow, hash: string): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Marks an account as deleted and removes its personal data; false if it was deleted before. */
  async markDeleted(tx: Tx, { id, public_id, email }: UserRow, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({
        deleted_at: now,
        // An address can't contain a space, so this can't take anyone's.
        email: `deleted ${public_id}`,
        name: '',
        avatar_url: null,
        password_hash: '',
        is_admin: 0,
        totp_secret: null,
        totp_last_step: null,
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    for (const table of ['passkeys', 'identities', 'recovery_codes', 'one_time_links', 'api_keys'] as const)
      await within(tx).deleteFrom(table).where('user_id', '=', id).execute()
    // Links that were e-mailed to the address, such as an invitation, are not linked to the account.
    await within(tx).deleteFrom('one_time_links').where('subject', '=', email).execute()
    await within(tx).deleteFrom('workspace_invitations').where('email', '=', email).execute()
    await this.db.announce(tx, accountTopic(id))
    return true
  }

  async isBlocked(tx: Tx, userId: number): Promise<boolean> {
    const row = await within(tx)
      .selectFrom('users')
      .select('blocked_at')
      .where('id', '=', userId)
      .executeTakeFirst()
    return row !== undefined && row.blocked_at !== null
  }

  async isAdministrator(tx: Tx, userId: number): Promise<boolean> {
    const row = await within(tx)
      .selectFrom('users')
      .select('is_admin')
      .where('id', '=', userId)
      .executeTakeFirst()
    return row?.is_admin === 1
  }

  /** Locks the set of administrators until the transaction ends. */
  async lockAdministrators(tx: Tx): Promise<void> {
    await this.db.lock(tx, ['administrators'])
  }

  /** How many other accounts there are, and how many of them are administrators'. */
  async othersThan(tx: Tx, userId: number): Promise<{ people: number; administrators: number }> {
    const row = await within(tx)
      .selectFrom('users')
      .select((of) => [of.fn.countAll().as('people'), of.fn.sum('is_admin').as('administrators')])
      .where('deleted_at', 'is', null)
      .where('id', '!=', userId)
      .executeTakeFirstOrThrow()
    return { people: Number(row.people), administrators: Number(row.administrators ?? 0) }
  }

  /** Accounts that were deleted before a given time and are not completely erased yet. */
  async deletedBefore(moment: number): Promise<number[]> {
    const rows = await this.db.read
      .selectFrom('users')
      .select('id')
      .where('deleted_at', '<=', moment)
      .orderBy('deleted_at')
      .limit(accountsAtOnce)
      .execute()
    return rows.map(({ id }) => id)
  }

  /**
   * Deletes the row of a deleted account, unless it has the newest number: SQLite would give its number to the next account, which
   * would then get what is cached for the old one. The row has no personal data, and is deleted once there is a newer
   * account. False if it stays.
   */
  async deleteUser(userId: number): Promise<boolean> {
    const { numDeletedRows } = await this.db.transaction((tx) =>
      within(tx)
        .deleteFrom('users')
        .where('id', '=', userId)
        .where('deleted_at', 'is not', null)
        .where('id', '<', (query) =>
          query.selectFrom('workspaces').select((of) => of.fn.max('id').as('newest')),
        )
        .executeTakeFirst(),
    )
    return numDeletedRows > 0n
  }

  /** How many active keys an account has; locks them until the transaction ends. */
  async countActiveKeys(tx: Tx, userId: number, now: number): Promise<number> {
    await this.db.lock(tx, [`keys:${userId}`])
    const { count } = await within(tx)
      .selectFrom('api_keys')
      .select((of) => of.fn.countAll<number | string>().as('count'))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('orphaned_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async insertKey(tx: Tx, key: KeyRow): Promise<void> {
    await within(tx).insertInto('api_keys').values(key).execute()
  }

  /** Revokes a key of this user, or of any user (null); returns its user, or null if there is no such active key. */
  async revokeKey(
    tx: Tx,
    { id, userId, now }: { id: string; userId: number | null; now: number },
  ): Promise<number | null> {
    const update = within(tx)
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
    const row = await (userId === null ? update : update.where('user_id', '=', userId))
      .returning('user_id')
      .executeTakeFirst()
    return row?.user_id ?? null
  }

  /** Revokes all keys that a person has made, also in shared workspaces; returns how many there were. */
  async revokeKeys(tx: Tx, personId: number, now: number): Promise<number> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where((where) => where.or([where('user_id', '=', personId), where('person_id', '=', personId)]))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** Stores when keys were used (Unix seconds). */
  async useKeys(tx: Tx, uses: Iterable<readonly [id: string, at: number]>): Promise<void> {
    for (const [id, at] of uses)
      await within(tx)
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]))
        .execute()
  }

  /** The active keys of a workspace, newest first, each with its maker. */
  keysOf(workspaceId: number): Promise<KeyOfMaker[]> {
    return withMaker(this.db.read.selectFrom('api_keys'))
      .where('api_keys.user_id', '=', workspaceId)
      .where('api_keys.revoked_at', 'is', null)
      .orderBy('api_keys.id', 'desc')
      .execute()
  }

  /** An active key of a workspace. */
  keyOf(workspaceId: number, id: string): Promise<KeyOfMaker | undefined> {
    return withMaker(this.db.read.selectFrom('api_keys'))
      .where('api_keys.user_id', '=', workspaceId)
      .where('api_keys.id', '=', id)
      .where('api_keys.revoked_at', 'is', null)
      .executeTakeFirst()
  }

  /** Makes keys of a workspace a person's own: one, or all that `from` made. Returns how many. */
  async adoptKeys(
    tx: Tx,
    { workspaceId, personId }: { workspaceId: number; personId: number },
    which: { id: string } | { from: number },
  ): Promise<number> {
    const update = within(tx)
      .updateTable('api_keys')
      .set({ person_id: personId, orphaned_at: null })
      .where('user_id', '=', workspaceId)
      .where('revoked_at', 'is', null)
    const { numUpdatedRows } = await ('id' in which
      ? update.where('id', '=', which.id).where('orphaned_at', 'is not', null)
      : update.where('person_id', '=', which.from)
    ).executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** Revokes the keys that a person made in a workspace. */
  async revokeKeysOfMember(tx: Tx, workspaceId: number, personId: number, now: number): Promise<number> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('user_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** A key that works, with its workspace's plan and its maker's role. */
  async validKey(tokenHash: string, now: number) {
    return (await selectValidKey(this.db.read, { tokenHash, now })).rows[0]
  }

  /** Adds one to a counter unless it has reached `limit` (null: no limit); false if it has. */
  async takeUnit(tx: Tx, counter: Counter, limit: number | null): Promise<boolean> {
    if (limit === 0) return false
    const { numAffectedRows } = await (limit === null
      ? countUnit(within(tx), counter)
      : countUnitBelow(within(tx), { ...counter, limit }))
    return Boolean(numAffectedRows)
  }

  /** Adds as many of these units to a counter as its `limit` allows (null: no limit); returns how many. */
  async takeUnits(
    tx: Tx,
    counter: Counter,
    { limit, units }: { limit: number | null; units: number },
  ): Promise<number> {
    if (limit === null) {
      await addToCounter(within(tx), { ...counter, units })
      return units
    }
    // Locks the row, and inserts it if there is none.
    await addToCounter(within(tx), { ...counter, units: 0 })
    const { used } = await within(tx)
      .selectFrom('usage')
      .select('used')
      .where('user_id', '=', counter.user_id)
      .where('period', '=', counter.period)
      .where('metric', '=', counter.metric)
      .executeTakeFirstOrThrow()
    const taken = Math.max(0, Math.min(units, limit - used))
    await addToCounter(within(tx), { ...counter, units: taken })
    return taken
  }

  /** Adds to a counter, unless the account is deleted. */
  async addUnits(tx: Tx, counter: Counter, units: number): Promise<void> {
    const workspace = await within(tx)
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', counter.user_id)
      .executeTakeFirst()
    if (workspace) await addToCounter(within(tx), { ...counter, units })
  }

  /** Subtracts one from a counter. */
  async giveBackUnit(tx: Tx, { user_id, period, metric }: Counter): Promise<void> {
    await within(tx)
      .updateTable('usage')
      .set((set) => ({ used: set('used', '-', 1) }))
      .where('user_id', '=', user_id)
      .where('period', '=', period)
      .where('metric', '=', metric)
      .where('used', '>', 0)
      .execute()
  }

  /** The counters of the periods, by metric. */
  async usage(userId: number, periods: string[]): Promise<Map<string, number>> {
    const rows = await this.db.read
      .selectFrom('usage')
      .select(['metric', 'used'])
      .where('user_id', '=', userId)
      .where('period', 'in', periods)
      .execute()
    return new Map(rows.map(({ metric, used }) => [metric, used]))
  }
}

export type KeyOfMaker = KeyRow & {
  maker_id: string | null
  maker_name: string | null
  maker_email: string | null
}

function withMaker(keys: ReturnType<typeof keysIn>) {
  return keys
    .leftJoin('users as maker', (join) =>
      join
        .on('maker.id', '=', (of) => of.fn.coalesce('api_keys.person_id', 'api_keys.user_id'))
        .on('maker.deleted_at', 'is', null),
    )
    .selectAll('api_keys')
    .select(['maker.public_id as maker_id', 'maker.name as maker_name', 'maker.email as maker_email'])
}

const keysIn = (db: Database) => db.read.selectFrom('api_keys')

// Prepared statements that every request or every new link runs.

const selectValidKey = statement((query, key: { tokenHash: string; now: number }) =>
  query
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.user_id')
    .leftJoin('users as maker', 'maker.id', 'api_keys.person_id')
    .leftJoin('workspace_members as member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'api_keys.user_id')
        .onRef('member.person_id', '=', 'api_keys.person_id'),
    )
    .select([
      'api_keys.id',
      'api_keys.user_id',
      'api_keys.person_id',
      'api_keys.scopes',
      'api_keys.may_delete',
      'api_keys.last_used_at',
      'workspaces.plan',
      'member.role',
    ])
    .select((select) =>
      select.fn.coalesce('workspaces.blocked_reason', 'maker.blocked_reason').as('blocked_reason'),
    )
    .where('api_keys.token_hash', '=', key.tokenHash)
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.orphaned_at', 'is', null)
    .where('workspaces.deleted_at', 'is', null)
    .where('maker.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('api_keys.person_id', 'is', null), where('member.role', 'is not', null)]),
    )
    .where((where) =>
      where.or([where('api_keys.expires_at', 'is', null), where('api_keys.expires_at', '>', key.now)]),
    ),
)

export type Counter = Omit<UsageTable, 'used'>

const countUnit = statement((query, { user_id, period, metric }: Counter) =>
  query
    .insertInto('usage')
    .values({ user_id, period, metric, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'period', 'metric'])
        .doUpdateSet((set) => ({ used: set('usage.used', '+', 1) })),
    ),
)

const addToCounter = statement((query, { user_id, period, metric, units }: Counter & { units: number }) =>
  query
    .insertInto('usage')
    .values({ user_id, period, metric, used: units })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'period', 'metric'])
        .doUpdateSet((set) => ({ used: set('usage.used', '+', set.ref('excluded.used')) })),
    ),
)

const countUnitBelow = statement((query, { user_id, period, metric, limit }: Counter & { limit: number }) =>
  query
    .insertInto('usage')
    .values({ user_id, period, metric, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'period', 'metric'])
        .doUpdateSet((set) => ({ used: set('usage.used', '+', 1) }))
        .where('usage.used', '<', limit),
    ),
)
