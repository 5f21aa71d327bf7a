// Deletes many rows a piece at a time, so that nobody waits for a transaction that deletes them all.
import type { ReferenceExpression } from 'kysely'
import { type BareDatabase, within } from './database.ts'
import type { Schema } from './schema.ts'

/** Few enough that a transaction that deletes them is short. */
export const rowsPerBatch = 500

type Transactions = Pick<BareDatabase, 'transaction'>
type Table = keyof Schema
// Of several tables, any column of any.
type Column<T extends Table> = T extends Table ? keyof Schema[T] & string : never

/** Rows of a table, by what one of its columns holds. */
export type Where<T extends Table> = readonly [
  column: Column<T>,
  comparison: '=' | '<' | '<=',
  value: string | number,
]

/**
 * Deletes at most `most` of the rows in a transaction of its own; how many. `key` tells those rows apart. Fewer than
 * `most` means that none is left.
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
      // Once more: a key need not tell these rows from the others of the table.
      .where(ref(column), comparison, value)
      .where(ref(key), 'in', some.where(ref(column), comparison, value))
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** Deletes all of the rows, a piece at a time. */
export async function deleteInBatches<T extends Table>(
  db: Transactions,
  table: T,
  key: Column<T>,
  where: Where<T>,
): Promise<void> {
  while ((await deleteSome(db, table, key, where)) >= rowsPerBatch);
}
