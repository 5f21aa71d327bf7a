// The SQL of OAuth applications and their secrets.
import { deleteInBatches, rowsPerBatch } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type { OauthAppTable, OauthSecretTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type AppRow = OauthAppTable
export type SecretRow = OauthSecretTable

export class ApplicationStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** An application, unless its owner's account is deleted or blocked. */
  async byId(id: string): Promise<AppRow | undefined> {
    // Strangers can send anything as a client_id, and PostgreSQL accepts no NUL.
    if (id.length > longestId || id.includes('\0')) return undefined
    return await this.db.read
      .selectFrom('oauth_apps')
      .leftJoin('workspaces', 'workspaces.id', 'oauth_apps.user_id')
      .selectAll('oauth_apps')
      .where('oauth_apps.id', '=', id)
      .where('oauth_apps.deleted_at', 'is', null)
      .where('workspaces.deleted_at', 'is', null)
      .where('workspaces.blocked_at', 'is', null)
      .executeTakeFirst()
  }

  of(userId: number): Promise<AppRow[]> {
    return this.db.read
      .selectFrom('oauth_apps')
      .selectAll()
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
  }

  /** How many applications an account has; locks them until the transaction ends. */
  async countForUpdate(tx: Tx, userId: number): Promise<number> {
    await this.db.lock(tx, [`applications:${userId}`])
    const { count } = await within(tx)
      .selectFrom('oauth_apps')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async insert(tx: Tx, app: AppRow): Promise<void> {
    await within(tx).insertInto('oauth_apps').values(app).execute()
  }

  /** Inserts or updates the application of a metadata document. */
  async put(tx: Tx, app: AppRow): Promise<void> {
    const { id: _id, kind: _kind, created_at: _created, ...changes } = app
    await within(tx)
      .insertInto('oauth_apps')
      .values(app)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
      .execute()
  }

  async update(
    tx: Tx,
    { userId, id, changes }: { userId: number; id: string; changes: Partial<Omit<AppRow, 'id'>> },
  ): Promise<AppRow | undefined> {
    return await within(tx)
      .updateTable('oauth_apps')
      .set(changes)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  }

  /**
   * Marks an application as deleted, and returns its name; null if the account has no such application. What belongs to it is
   * erased later.
   */
  async markDeleted(
    tx: Tx,
    { userId, id, now }: { userId: number; id: string; now: number },
  ): Promise<string | null> {
    const row = await within(tx)
      .updateTable('oauth_apps')
      .set({ deleted_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    return row?.name ?? null
  }

  /** Marks all applications of an account as deleted; false if there were none. */
  async markAllDeleted(userId: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db.transaction((tx) =>
      within(tx)
        .updateTable('oauth_apps')
        .set({ deleted_at: now })
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }

  secrets(appIds: string[], now: number): Promise<SecretRow[]> {
    if (appIds.length === 0) return Promise.resolve([])
    return this.db.read
      .selectFrom('oauth_secrets')
      .selectAll()
      .where('app_id', 'in', appIds)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .orderBy('created_at', 'desc')
      .execute()
  }

  async insertSecret(tx: Tx, secret: SecretRow): Promise<void> {
    await within(tx).insertInto('oauth_secrets').values(secret).execute()
  }

  async endSecrets(tx: Tx, appId: string, end: number): Promise<void> {
    await within(tx)
      .updateTable('oauth_secrets')
      .set({ expires_at: end })
      .where('app_id', '=', appId)
      .execute()
  }

  /** Ends the secrets of all applications of an account; returns how many there were. */
  async endSecretsOf(tx: Tx, userId: number, now: number): Promise<number> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('oauth_secrets')
      .set({ expires_at: now })
      .where('app_id', 'in', (of) => of.selectFrom('oauth_apps').select('id').where('user_id', '=', userId))
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** Deletes the secrets that have been replaced and are about to end. */
  async deleteEndingSecrets(tx: Tx, appId: string): Promise<void> {
    await within(tx)
      .deleteFrom('oauth_secrets')
      .where('app_id', '=', appId)
      .where('expires_at', 'is not', null)
      .execute()
  }

  /** The id of an application marked as deleted, of this account or of any; null if none is left. */
  async deletedApp(userId?: number): Promise<string | null> {
    const deleted = this.db.read.selectFrom('oauth_apps').select('id').where('deleted_at', 'is not', null)
    const wanted = userId === undefined ? deleted : deleted.where('user_id', '=', userId)
    return (await wanted.limit(1).executeTakeFirst())?.id ?? null
  }

  /** Deletes an application with its secrets. */
  async deleteApp(id: string): Promise<void> {
    await deleteInBatches(this.db, 'oauth_secrets', 'secret_hash', ['app_id', '=', id])
    await this.db.transaction((tx) => within(tx).deleteFrom('oauth_apps').where('id', '=', id).execute())
  }

  /**
   * Marks self-registered applications without grants as deleted: those that never had one and were registered before
   * `neverSince`, or are not among the newest `mostNever` of these, and those that have had none since `idleSince`.
   */
  async markIdle(moments: {
    now: number
    neverSince: number
    idleSince: number
    mostNever: number
  }): Promise<void> {
    const { now, neverSince, idleSince, mostNever } = moments
    for (const kind of ['registered', 'document'])
      await this.db.transaction(async (tx) => {
        const query = within(tx)
        const never = query
          .selectFrom('oauth_apps')
          .select('id')
          .where('kind', '=', kind)
          .where('last_used_at', 'is', null)
          .where('deleted_at', 'is', null)
          .limit(rowsPerBatch)
        const surplus = never.orderBy('created_at', 'desc').offset(mostNever)
        const idle = query
          .selectFrom('oauth_apps')
          .select('id')
          .where('kind', '=', kind)
          .where('last_used_at', '<', idleSince)
          .where('deleted_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('oauth_grants').select('id').whereRef('app_id', '=', 'oauth_apps.id'))),
          )
          .limit(rowsPerBatch)
        for (const some of [never.where('created_at', '<', neverSince), surplus, idle])
          await query.updateTable('oauth_apps').set({ deleted_at: now }).where('id', 'in', some).execute()
      })
  }
}

const longestId = 2048
