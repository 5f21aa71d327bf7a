// Request limits that hold across nodes: each window is a row, locked while a unit is booked in it.
import type { Kysely } from 'kysely'
import { BoundedCache } from '../../platform/concurrency/bounded-cache.ts'
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { type RateLimiter, SlidingWindow, type Verdict } from '../../platform/security/rate-limit.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Schema } from '../schema.ts'
import { SharedClock } from './shared-clock.ts'

// A window that was just full is not queried again, so a client that keeps sending takes no connections from others. A unit
// that another node gives back meanwhile is noticed afterwards.
const patienceMilliseconds = 1000
const rememberedRefusals = 20_000

/** The windows of `platform/security/rate-limit.ts` in the database, on a clock that all nodes share. */
export function createSharedRateLimiter(
  db: Kysely<Schema>,
  machine: Pick<Clock, 'elapsed' | 'offset'>,
): RateLimiter {
  const clock = new SharedClock(machine)
  /** Queues per window: otherwise each request would wait for its row lock with a connection of its own. */
  const mutex = new KeyedMutex()
  const refusals = new RecentRefusals(machine)
  return {
    take: (key, limit) =>
      refusals.of(key, limit) ??
      mutex.take(key, async () => {
        const recent = refusals.of(key, limit)
        if (recent) return recent
        const verdict = await withWindow({ db, clock, key }, (window, now) => window.take(now, limit))
        // A unit that is booked under a higher limit makes the `reset` of a remembered refusal wrong.
        if (verdict.admitted) refusals.delete(key)
        else refusals.add(key, verdict)
        return verdict
      }),
    async giveBack(key, verdict: Verdict) {
      await mutex.take(key, () => withWindow({ db, clock, key }, (window) => window.giveBack(verdict)))
      refusals.delete(key)
    },
    async prune() {
      const now = Math.floor((await clock.now(db)) / 1000)
      await db
        .deleteFrom('rate_windows')
        .where('used_at', '<', now - 120)
        .where('key', '<>', SharedClock.row)
        .execute()
    },
  }
}

class RecentRefusals {
  private readonly refusals = new BoundedCache<{ verdict: Verdict; at: number }>(rememberedRefusals)

  constructor(private readonly clock: Pick<Clock, 'elapsed'>) {}

  of(key: string, limit: number): Verdict | null {
    const refusal = this.refusals.get(key)
    if (refusal?.verdict.limit !== limit) return null
    const passed = this.clock.elapsed() - refusal.at
    const { reset } = refusal.verdict
    return passed < Math.min(patienceMilliseconds, reset)
      ? { ...refusal.verdict, reset: reset - Math.floor(passed) }
      : null
  }

  add(key: string, verdict: Verdict): void {
    this.refusals.set(key, { verdict, at: this.clock.elapsed() })
  }

  delete(key: string): void {
    this.refusals.delete(key)
  }
}

/** Reads a window under its lock, lets `use` book in it, and writes it back. */
async function withWindow<T>(
  { db, clock, key }: { db: Kysely<Schema>; clock: SharedClock; key: string },
  use: (window: SlidingWindow, now: number) => T,
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    // The row is locked by the write, and the clock is read once the lock is held: a moment from before the wait
    // would be booked too early and leave its window too early.
    const { admissions } = await tx
      .insertInto('rate_windows')
      .values({ key, admissions: '[[],[]]', used_at: 0 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
      .returning('admissions')
      .executeTakeFirstOrThrow()
    const now = await clock.now(tx)
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
