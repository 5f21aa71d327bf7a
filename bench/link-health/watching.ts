// Has all links of a database watched, and their checks spread over the week, with the program's own statements.
import { sql } from 'kysely'
import pg from 'pg'
import { within } from '../../packages/server/src/db/database.ts'
import { CheckStore, weekSeconds } from '../../packages/server/src/features/links/link-health/store.ts'
import { openData } from '../data/open-data.ts'
import type { Settings } from '../servers.ts'

// The only account of a database of the benchmark.
const userId = 1
const hourSeconds = 3600

export interface Watched {
  /** The links that are due first, and when (Unix seconds). */
  first: { link: number; due: number }[]
  /** How many checks are due in each hour of the week. */
  perHour: number[]
}

// The server starts a moment later.
const startsAt = () => Math.ceil(Date.now() / 1000) + 5

/** Returns the links that are due within so many seconds. `haste`: by how much the week is shorter than a week. */
export async function watchAll(
  settings: Settings,
  { within: seconds, haste }: { within: number; haste: number },
): Promise<Watched> {
  const db = await openData(settings)
  const store = new CheckStore(db)
  const now = startsAt()
  try {
    await store.watchAll(userId, true)
    while (await store.sweep()) {}
    while (await store.placeNew(now)) {}
    const hours = await db.read
      .selectFrom('link_checks')
      .select((of) => [
        sql<number | string>`(due_at - ${sql.lit(now)}) / ${sql.lit(hourSeconds)}`.as('hour'),
        of.fn.countAll<number | string>().as('checks'),
      ])
      .groupBy('hour')
      .execute()
    const perHour = Array.from({ length: weekSeconds / hourSeconds }, () => 0)
    for (const { hour, checks } of hours) perHour[Number(hour)] = Number(checks)
    if (settings.DATABASE_URL) await vacuum(settings.DATABASE_URL)
    await db.transaction(async (tx) => {
      const all = within(tx).updateTable('link_checks')
      if (haste !== 1)
        await all
          .set({ due_at: sql`${sql.lit(now)} + (due_at - ${sql.lit(now)}) / ${sql.lit(haste)}` })
          .execute()
      // As if those that are due already had been checked: nothing waits when the server starts.
      const moved = sql<number>`due_at + ${sql.lit(weekSeconds)}`
      await all.set({ due_at: moved }).where('due_at', '<=', startsAt()).execute()
    })
    const first = await db.read
      .selectFrom('link_checks')
      .select(['link_id as link', 'due_at as due'])
      .where('due_at', '<=', startsAt() + seconds)
      .execute()
    await db.checkpoint()
    return { first: first.map(({ link, due }) => ({ link, due: due as number })), perHour }
  } finally {
    await db.close()
  }
}

/** At once, because otherwise the database would do so during the measurement. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
