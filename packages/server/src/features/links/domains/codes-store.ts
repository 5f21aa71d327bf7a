// The SQL that keeps the codes of all domains as they are for a moment.
import { sql } from 'kysely'
import { type Database, within } from '../../../db/database.ts'
import type { Tx } from '../../../platform/transaction.ts'

/**
 * Keeps others from taking codes until the transaction ends; then they see what it has set. On SQLite, only one transaction
 * writes anyway. Whoever also changes a link locks its row first, as everybody does who gives it another code.
 */
export async function stopTakingCodes(db: Pick<Database, 'engine'>, tx: Tx): Promise<void> {
  if (db.engine === 'postgres') await sql`lock table codes in share row exclusive mode`.execute(within(tx))
}
