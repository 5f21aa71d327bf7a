// Rows under whose numbers something is counted: marked as deleted first, and gone for good once what was counted is.
import { type BareDatabase, within } from './database.ts'

type CountedTable = 'microsites' | 'components' | 'shop_items'

/** Which of them: deleted by a moment (Unix seconds), or all of an account that is deleted. */
export type Gone = { deletedBy: number } | { userId: number }

const atOnce = 200

export class CounterRows {
  constructor(
    private readonly db: BareDatabase,
    private readonly table: CountedTable,
  ) {}

  /** Some of them, with when they came. */
  some(gone: Gone): Promise<{ id: number; created_at: number }[]> {
    const all = this.db.read.selectFrom(this.table).select(['id', 'created_at']).limit(atOnce)
    return (
      'userId' in gone
        ? all.where('user_id', '=', gone.userId)
        : // The first condition is word for word that of the index.
          all.where('deleted_at', 'is not', null).where('deleted_at', '<=', gone.deletedBy)
    ).execute()
  }

  /** Deletes rows, with what cannot be without them. */
  async delete(ids: number[]): Promise<void> {
    await this.db.transaction((tx) => within(tx).deleteFrom(this.table).where('id', 'in', ids).execute())
  }
}
