// The SQL of second factors, recovery codes and passkeys.
import { type Database, within } from '../../../db/database.ts'
import type { PasskeyTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { secondFactorLock } from './sealed-secrets.ts'

export type PasskeyRow = PasskeyTable

export class AuthenticatorStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Locks this account's second factor until the transaction ends, so that concurrent codes are all counted. */
  async lockSecondFactor(tx: Tx, userId: number): Promise<void> {
    await this.db.lock(tx, [secondFactorLock(userId)])
  }

  /** The sealed secret of an account, also as an open transaction sees it. */
  async sealedSecret(userId: number, tx?: Tx): Promise<string | null> {
    const row = await (tx ? within(tx) : this.db.read)
      .selectFrom('users')
      .select('totp_secret')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row?.totp_secret ?? null
  }

  /** Turns one-time codes on, with the step of the code that confirmed them; false if they are on already. */
  async enable(tx: Tx, userId: number, sealed: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ totp_secret: sealed, totp_last_step: step })
      .where('id', '=', userId)
      .where('totp_secret', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Turns one-time codes off; false if they are off already. */
  async disable(tx: Tx, userId: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ totp_secret: null, totp_last_step: null })
      .where('id', '=', userId)
      .where('totp_secret', 'is not', null)
      .executeTakeFirst()
    await within(tx).deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    return numUpdatedRows > 0n
  }

  /** Uses up the code of a step; false if it or a later one was used before. */
  async takeStep(tx: Tx, userId: number, sealed: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('users')
      .set({ totp_last_step: step })
      .where('id', '=', userId)
      .where('totp_secret', '=', sealed)
      .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async replaceRecoveryCodes(tx: Tx, userId: number, hashes: string[]): Promise<void> {
    await within(tx).deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await within(tx)
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
      .execute()
  }

  /** False if there is no such code, or it was used before. */
  async takeRecoveryCode(tx: Tx, userId: number, hash: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async recoveryCodesLeft(userId: number, tx?: Tx): Promise<number> {
    const row = await (tx ? within(tx) : this.db.read)
      .selectFrom('recovery_codes')
      .select((of) => of.fn.countAll().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(row.left)
  }

  passkeysOf(userId: number): Promise<PasskeyRow[]> {
    return this.db.read
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
  }

  /** How many passkeys an account has; locks them until the transaction ends. */
  async countPasskeysForUpdate(tx: Tx, userId: number): Promise<number> {
    await this.db.lock(tx, [`passkeys:${userId}`])
    const { count } = await within(tx)
      .selectFrom('passkeys')
      .select((of) => of.fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  passkeyOfCredential(credentialId: string): Promise<PasskeyRow | undefined> {
    return this.db.read
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
  }

  /** False if this account or another one already has it. */
  async insertPasskey(tx: Tx, passkey: PasskeyRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await within(tx)
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    return Boolean(numInsertedOrUpdatedRows)
  }

  renamePasskey(userId: number, id: string, name: string): Promise<PasskeyRow | undefined> {
    return this.db.transaction((tx) =>
      within(tx)
        .updateTable('passkeys')
        .set({ name })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    )
  }

  async deletePasskey(tx: Tx, userId: number, id: string): Promise<PasskeyRow | undefined> {
    return await within(tx)
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  }

  /** Deletes all passkeys of an account; returns how many there were. */
  async deletePasskeys(tx: Tx, userId: number): Promise<number> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  /**
   * Records a use of a passkey. False if it was deleted, or if its counter has changed since it was read, because then there
   * may be a copy (WebAuthn 3, section 6.1.1). Passkeys that are synchronized between devices don't count: theirs stays 0.
   */
  async usePasskey(tx: Tx, { id, counter }: PasskeyRow, newCounter: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: now })
      .where('id', '=', id)
      .where('counter', '=', counter)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}
