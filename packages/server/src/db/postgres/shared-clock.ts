// The database's clock as request limits need it: shared by all nodes, and passing evenly when the time is set.
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../platform/time/clock.ts'
import type { Schema } from '../schema.ts'

// A clock that is only a little off is brought back slowly: by less than this within a minute.
const tolerance = 100
const attempts = 5

/** One look at the clock: what it said, at a moment of this process that lies between two others. */
interface QrStyle {
  time: number
  correction: number
  after: number
  before: number
}

/**
 * An hour that is skipped would empty all windows, and nothing in the database could tell it from an hour that has
 * passed. A node can, for it has a clock of its own that is never set. Whoever notices first adds what is amiss to a
 * correction in the database; the others, who find the correction changed, begin to watch anew.
 */
export class SharedClock {
  /** The key of the correction in `rate_windows`; those of windows have a colon. */
  static readonly row = 'clock'

  private last: QrStyle | null = null

  constructor(private readonly machine: Pick<Clock, 'elapsed' | 'offset'>) {}

  /** Milliseconds since an arbitrary moment, the same for all nodes. */
  async now(db: Kysely<Schema>): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const look = await this.look(db)
      const amiss = this.amiss(look)
      if (amiss === 0 || attempt > attempts) {
        this.last = look
        return look.time
      }
      await this.correct(db, look.correction, look.correction - amiss)
      this.last = null
      // The next look, with the correction, is the first of a new series, unless another node was faster.
    }
  }

  /** How much further the clock is than it can be; negative: how much less far. */
  private amiss({ time, correction, after, before }: QrStyle): number {
    const { last } = this
    if (!last || last.correction !== correction) return 0
    const least = last.time + after - last.before
    const most = last.time + before - last.after
    if (time < least - tolerance) return Math.floor(time - least)
    // Where it has been set forward it goes on from the earliest moment that it can be: that admits nobody too early.
    return time > most + tolerance ? Math.ceil(time - least) : 0
  }

  private async look(db: Kysely<Schema>): Promise<QrStyle> {
    const after = this.machine.elapsed()
    const { rows } = await sql<{ time: string; correction: string | null }>`
      select extract(epoch from clock_timestamp()) * 1000 as time,
        (select admissions from rate_windows where key = ${SharedClock.row}) as correction
    `.execute(db)
    const before = this.machine.elapsed()
    const correction = Number(rows[0]?.correction ?? 0)
    const time = Math.floor(Number(rows[0]?.time)) + (this.machine.offset?.[0] ?? 0) + correction
    return { time, correction, after, before }
  }

  /** Changes the correction, unless somebody else has. */
  private async correct(db: Kysely<Schema>, from: number, to: number): Promise<void> {
    await sql`
      insert into rate_windows (key, admissions, used_at) values (${SharedClock.row}, ${String(to)}, 0)
      on conflict (key) do update set admissions = excluded.admissions
      where rate_windows.admissions = ${String(from)}
    `.execute(db)
  }
}
