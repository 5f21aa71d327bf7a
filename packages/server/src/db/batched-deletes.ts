// Deletes many rows in batches, so that no other work waits for one large transaction.
import type { ReferenceExpression } from 'kysely'
import { type BareDatabase, within } from './database.ts'
import type { Schema } from './schema.ts'

/** Few enough that a transaction that deletes them is short. */
export const rowsPerBatch = 500

type Transactions = Pick<BareDatabase, 'transaction'>
type Table = keyof Schema
// For a union of tables, a column of any of them.
type Column<T extends Table> = T extends Table ? keyof Schema[T] & string : never

/** Rows of a table, by the value of one column. */
export type Where<T extends Table> = readonly [
  column: Column<T>,
  comparison: '=' | '<' | '<=',
  value: string | number,
]

/**
 * Deletes at most `most` of the rows in a separate transaction, and returns how many. `key` identifies each of them. If
 * there were fewer than `most`, none is left.
 */
export function deleteSome<T extends Table>(
  db: Transactions,
  table: T,
  key: Column<T>,
  [column, comparison, value]: Where<T>,
  most = rowsPerBatch,
): Promise<number> {
  return db.transaction(async (tx) => {
    const query = within(tx)
    const ref = (name: string) => query.dynamic.ref<string>(name) as ReferenceExpression<Schema, Table>
    const some = query.selectFrom<Table>(table).select(query.dynamic.ref<string>(key)).limit(most)
    const { numDeletedRows } = await query
      .deleteFrom<Table>(table)
      // The condition is repeated, because the key may not be unique in the whole table.
      .where(ref(column), comparison, value)
      .where(ref(key), 'in', some.where(ref(column), comparison, value))
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** Deletes all of the rows in batches. */
export async function deleteInBatches<T extends Table>(
  db: Transactions,
  table: T,
  key: Column<T>,
  where: Where<T>,
): Promise<void> {
  while ((await deleteSome(db, table, key, where)) >= rowsPerBatch);
}
