// The SQL of OAuth applications and their secrets.
import { type Database, within } from '../../db/database.ts'
import type { OauthAppTable, OauthSecretTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'

export type AppRow = OauthAppTable
export type SecretRow = OauthSecretTable

export class ApplicationStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** An application, unless its owner's account is no more. */
  byId(id: string): Promise<AppRow | undefined> {
    return this.db.read
      .selectFrom('oauth_apps')
      .leftJoin('users', 'users.id', 'oauth_apps.user_id')
      .selectAll('oauth_apps')
      .where('oauth_apps.id', '=', id)
      .where('users.deleted_at', 'is', null)
      .executeTakeFirst()
  }

  of(userId: number): Promise<AppRow[]> {
    return this.db.read
      .selectFrom('oauth_apps')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
  }

  async insert(tx: Tx, app: AppRow): Promise<void> {
    await within(tx).insertInto('oauth_apps').values(app).execute()
  }

  /** Writes what a metadata document says, whether or not it was known before. */
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
    userId: number,
    id: string,
    changes: Partial<Omit<AppRow, 'id'>>,
  ): Promise<AppRow | undefined> {
    return await within(tx)
      .updateTable('oauth_apps')
      .set(changes)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
  }

  /** Deletes an application with its secrets, codes and tokens; its name, or null where the account has none such. */
  async delete(tx: Tx, userId: number, id: string): Promise<string | null> {
    const row = await within(tx)
      .deleteFrom('oauth_apps')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    return row?.name ?? null
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

  /** Ends the secrets that would go on for longer than until `end`. */
  async endSecrets(tx: Tx, appId: string, end: number): Promise<void> {
    await within(tx)
      .updateTable('oauth_secrets')
      .set({ expires_at: end })
      .where('app_id', '=', appId)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', end)]))
      .execute()
  }

  /** Deletes secrets that have ended, and applications that introduced themselves before `idleSince` and hold nothing. */
  async prune(now: number, idleSince: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await within(tx).deleteFrom('oauth_secrets').where('expires_at', '<=', now).execute()
      await within(tx)
        .deleteFrom('oauth_apps')
        .where('kind', '!=', 'account')
        .where('updated_at', '<', idleSince)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('oauth_grants').select('id').whereRef('oauth_grants.app_id', '=', 'oauth_apps.id'),
            ),
          ),
        )
        .execute()
    })
  }
}
