// The SQL of identities at the provider.
import { type Database, within } from '../../../db/database.ts'
import type { IdentityTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type IdentityRow = IdentityTable

export class IdentityStore {
  constructor(private readonly db: Database) {}

  bySubject(issuer: string, subject: string): Promise<IdentityRow | undefined> {
    return this.db.read
      .selectFrom('identities')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  }

  /** The identities at this issuer whose sessions here began with one session there. */
  ofProviderSession(issuer: string, providerSession: string): Promise<{ id: string }[]> {
    return this.db.read
      .selectFrom('identities')
      .innerJoin('sessions', 'sessions.identity_id', 'identities.id')
      .select('identities.id')
      .distinct()
      .where('sessions.provider_session', '=', providerSession)
      .where('identities.issuer', '=', issuer)
      .execute()
  }

  of(userId: number): Promise<IdentityRow[]> {
    return this.db.read
      .selectFrom('identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
  }

  /** False if somebody has it already. A deleted account doesn't keep it, even if an older version deleted the account. */
  async insert(tx: Tx, identity: IdentityRow): Promise<boolean> {
    await within(tx)
      .deleteFrom('identities')
      .where('issuer', '=', identity.issuer)
      .where('subject', '=', identity.subject)
      .where('user_id', 'in', (query) =>
        query.selectFrom('users').select('users.id').where('deleted_at', 'is not', null),
      )
      .execute()
    const { numInsertedOrUpdatedRows } = await within(tx)
      .insertInto('identities')
      .values(identity)
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst()
    return Boolean(numInsertedOrUpdatedRows)
  }

  /** Records a use, with the address that the provider gives now; false if it was removed meanwhile. */
  async use(tx: Tx, id: string, email: string | null, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('identities')
      .set({ last_used_at: now, email })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** False if the account has no such identity. */
  async delete(tx: Tx, userId: number, id: string): Promise<boolean> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /** Deletes all identities of an account; returns how many there were. */
  async deleteAll(tx: Tx, userId: number): Promise<number> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}
