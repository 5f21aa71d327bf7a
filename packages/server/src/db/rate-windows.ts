// Request limits that hold across nodes: each window is a row, locked while a unit is booked in it.
import { type Kysely, sql } from 'kysely'
import { type RateLimiter, SlidingWindow, type Verdict } from '../platform/rate-limit.ts'
import type { Schema } from './schema.ts'

/** The windows of `platform/rate-limit.ts` kept in the database, on the database's clock so that nodes agree. */
export function createSharedRateLimiter(db: Kysely<Schema>, clockOffset: () => number): RateLimiter {
  /** Reads a window under its lock, lets `use` book in it, and writes it back. */
  async function withWindow<T>(key: string, use: (window: SlidingWindow, now: number) => T): Promise<T> {
    return await db.transaction().execute(async (tx) => {
      // The row is locked by the write, and the clock is read once the lock is held: a moment from before the wait
      // would be booked too early and leave its window too early.
      const { admissions } = await tx
        .insertInto('rate_windows')
        .values({ key, admissions: '[[],[]]', used_at: 0 })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
        .returning('admissions')
        .executeTakeFirstOrThrow()
      const now = (await databaseTime(tx)) + clockOffset()
      const window = new SlidingWindow(...(JSON.parse(admissions) as [number[], number[]]))
      const result = use(window, now)
      await tx
        .updateTable('rate_windows')
        .set({ admissions: JSON.stringify(window), used_at: Math.floor(now / 1000) })
        .where('key', '=', key)
        .execute()
      return result
    })
  }

  return {
    take: (key, limit) => withWindow(key, (window, now) => window.take(now, limit)),
    giveBack: (key, verdict: Verdict) => withWindow(key, (window) => window.giveBack(verdict)),
    async prune() {
      const now = Math.floor(((await databaseTime(db)) + clockOffset()) / 1000)
      await db
        .deleteFrom('rate_windows')
        .where('used_at', '<', now - 120)
        .execute()
    },
  }
}

/** The database's clock, in milliseconds. */
async function databaseTime(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{
    now: string
  }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db)
  return Math.floor(Number(rows[0]?.now))
}
