// The SQL of the live view: which blocks of clicks are new, and what is in them.
import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'

export interface NewBlock {
  id: number
  user_id: number
  /** How many clicks it holds. */
  clicks: number
}

// The most blocks that one poll reads.
const mostBlocks = 2000

export class LiveStore {
  constructor(private readonly db: Database) {}

  /** The number of the newest block. */
  async newest(): Promise<number> {
    const row = await this.db
      .readInWorker(null)
      .selectFrom('click_blocks')
      .select((select) => select.fn.max('id').as('id'))
      .executeTakeFirst()
    return Number(row?.id ?? 0)
  }

  /** Blocks of these accounts with numbers above `id`, of days from `since` on, newest first. */
  after(id: number, userIds: number[], since: string): Promise<NewBlock[]> {
    return (
      this.db
        .readInWorker(null)
        .selectFrom('click_blocks')
        .select(['id', 'user_id', 'clicks'])
        .where('id', '>', id)
        .where('day', '>=', since)
        // Found by number, not by account: few blocks are new, and an account may have millions of old ones.
        .where(sql`user_id + 0`, 'in', userIds)
        .orderBy('id', 'desc')
        .limit(mostBlocks)
        .execute()
    )
  }

  contents(userId: number, ids: number[]): Promise<{ id: number; content: string }[]> {
    return this.db
      .readInWorker(userId)
      .selectFrom('click_blocks')
      .select(['id', 'content'])
      .where('id', 'in', ids)
      .execute()
  }
}
