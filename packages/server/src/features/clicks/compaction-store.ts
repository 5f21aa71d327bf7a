// The SQL of compaction: how far it has come, and deleting the sets of visitors of past days.
import { sql } from 'kysely'
import { type BareDatabase, type Query, within } from '../../db/database.ts'
import { noSketch } from './visitors/unique-visitors.ts'

interface CompactionPosition {
  day: string
  linkId: number
}

const name = 'link_days'
const beginning: CompactionPosition = { day: '', linkId: Number.MAX_SAFE_INTEGER }

export class CompactionStore {
  constructor(private readonly db: BareDatabase) {}

  /**
   * Deletes the sets of visitors in the next `most` rows of days before `until`, each once, however many
   * nodes try; false if none are left.
   */
  async compactSome(until: string, most: number): Promise<boolean> {
    const position = await this.position()
    const day =
      position.linkId === Number.MAX_SAFE_INTEGER ? await this.dayAfter(position.day, until) : position.day
    if (day === null) return false
    const after = day === position.day ? position.linkId : -1
    await this.db.transaction(async (tx) => {
      const query = within(tx)
      const last = await lastOf(query, day, after, most)
      // Nothing is done if another node was quicker.
      if (await move(query, position, { day, linkId: last })) await empty(query, day, after, last)
    })
    return true
  }

  private async position(): Promise<CompactionPosition> {
    const row = await this.db.read
      .selectFrom('compaction_positions')
      .select(['day', 'link_id as linkId'])
      .where('name', '=', name)
      .executeTakeFirst()
    return row ?? beginning
  }

  /** The next day, before `until`, that has rows. */
  private async dayAfter(day: string, until: string): Promise<string | null> {
    const row = await this.db.read
      .selectFrom('link_days')
      .select('day')
      .where('day', '>', day)
      .where('day', '<', until)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst()
    return row?.day ?? null
  }
}

/** The link of the last of this many rows of the day; the highest possible number if there are fewer. */
async function lastOf(query: Query, day: string, after: number, most: number): Promise<number> {
  const row = await query
    .selectFrom('link_days')
    .select('link_id')
    .where('day', '=', day)
    .where('link_id', '>', after)
    .orderBy('link_id')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst()
  return row?.link_id ?? Number.MAX_SAFE_INTEGER
}

async function move(query: Query, from: CompactionPosition, to: CompactionPosition): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('compaction_positions')
    .values({ name, day: to.day, link_id: to.linkId })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ day: to.day, link_id: to.linkId })
        .where('compaction_positions.day', '=', from.day)
        .where('compaction_positions.link_id', '=', from.linkId),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

async function empty(query: Query, day: string, after: number, last: number): Promise<void> {
  await query
    .updateTable('link_days')
    .set({ visitor_sketch: noSketch })
    .where('day', '=', day)
    .where('link_id', '>', after)
    .where('link_id', '<=', last)
    .where(sql`length(visitor_sketch)`, '>', 0)
    .execute()
}
