// Rows whose clicks are counted under their ids: first marked as deleted, then deleted for good together with their clicks.
import { type BareDatabase, within } from './database.ts'

type CounterTable = 'microsites' | 'components' | 'shop_items'

/** Which rows: those deleted by a moment (Unix seconds), or all of a deleted account. */
export type PurgeFilter = { deletedBy: number } | { userId: number }

const rowsAtOnce = 200

export class CounterRows {
  constructor(
    private readonly db: BareDatabase,
    private readonly table: CounterTable,
  ) {}

  /** Some of the rows, with their time of creation. */
  some(filter: PurgeFilter): Promise<{ id: number; created_at: number }[]> {
    const all = this.db.read.selectFrom(this.table).select(['id', 'created_at']).limit(rowsAtOnce)
    return (
      'userId' in filter
        ? all.where('user_id', '=', filter.userId)
        : // The first condition is exactly that of the partial index.
          all.where('deleted_at', 'is not', null).where('deleted_at', '<=', filter.deletedBy)
    ).execute()
  }

  /** Deletes rows, with everything that refers to them. */
  async delete(ids: number[]): Promise<void> {
    await this.db.transaction((tx) => within(tx).deleteFrom(this.table).where('id', 'in', ids).execute())
  }
}
