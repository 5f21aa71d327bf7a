// Reseals a column in batches while servers run. If interrupted, run it again: finished rows are skipped.
import { sql } from 'kysely'
import { reseal, type SealedColumn, type SealedRow } from '../platform/security/sealed-column.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { type Database, within } from './database.ts'

// Accounts can't change these secrets meanwhile, so batches are small.
const rowsPerTransaction = 50

export interface Resealing {
  resealed: number
  unreadable: number
}

/** The rows of the column after this id, as SQL without parameters, which the doctor uses as well. */
export function sealedRowsAfter(column: SealedColumn, after: number, most: number): string {
  const { table, userColumn, nameColumn } = column
  return `select id, ${userColumn} as user_id, ${nameColumn} as name, ${column.column} as text from ${table}
    where ${column.column} is not null and id > ${Math.trunc(after)} order by id limit ${Math.trunc(most)}`
}

export const sealedRow = ({ id, user_id, name, text }: Record<string, unknown>): SealedRow => ({
  id: Number(id),
  userId: Number(user_id),
  name: String(name),
  text: String(text),
})

/** Reseals with the current key what other keys sealed. `progress` is called after each batch, and can stop the work by throwing. */
export async function resealColumn(
  db: Database,
  column: SealedColumn,
  secrets: Secrets,
  progress: (done: Resealing) => void,
): Promise<Resealing> {
  const done: Resealing = { resealed: 0, unreadable: 0 }
  let after = 0
  for (;;) {
    const { rows } = await sql
      .raw<Record<string, unknown>>(sealedRowsAfter(column, after, rowsPerTransaction))
      .execute(db.read)
    if (rows.length === 0) return done
    const found = rows.map(sealedRow)
    after = found.at(-1)?.id ?? after
    const outdated: SealedRow[] = []
    for (const row of found) {
      const { old, unreadable } = reseal(column, row, secrets)
      if (old > 0) outdated.push(row)
      done.unreadable += unreadable
    }
    if (outdated.length > 0) done.resealed += await resealBatch(db, column, secrets, outdated)
    progress(done)
  }
}

/** Reseals rows, each of which is read again under its lock. */
function resealBatch(
  db: Database,
  column: SealedColumn,
  secrets: Secrets,
  rows: SealedRow[],
): Promise<number> {
  return db.transaction(async (tx) => {
    const query = within(tx)
    await db.lock(
      tx,
      rows.map((row) => column.lock(row)),
    )
    let resealed = 0
    for (const { id } of rows) {
      const [found] = (
        await sql.raw<Record<string, unknown>>(sealedRowsAfter(column, id - 1, 1)).execute(query)
      ).rows
      const row = found && sealedRow(found)
      if (!row || row.id !== id) continue
      const { text, old } = reseal(column, row, secrets)
      if (old === 0) continue
      await sql`update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${text}
        where id = ${id} and ${sql.ref(column.column)} = ${row.text}`.execute(query)
      resealed += old
    }
    return resealed
  })
}
