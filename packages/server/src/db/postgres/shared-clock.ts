// The database's clock for rate limits: shared by all nodes, and steady even if the system time is changed.
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../platform/time/clock.ts'
import type { Schema } from '../schema.ts'

// NTP gradually corrects a clock that is only slightly off: by less than this (milliseconds) per minute.
const tolerance = 100
const attempts = 5

/** One reading of the clock, which took place between two moments of this process. */
interface ClockReading {
  time: number
  correction: number
  after: number
  before: number
}

/**
 * If the system time jumps ahead by an hour, all windows would become empty, and the database can't distinguish that from an
 * hour that has passed. A node can, because it has a monotonic clock of its own. The first node to notice adds the
 * deviation to a correction in the database; the others find the correction changed and start comparing again.
 */
export class SharedClock {
  /** The key of the correction in `rate_windows`; those of windows have a colon. */
  static readonly row = 'clock'

  private last: ClockReading | null = null

  constructor(private readonly machine: Pick<Clock, 'elapsed' | 'offset'>) {}

  /** Milliseconds since an arbitrary moment, the same for all nodes. */
  async now(db: Kysely<Schema>): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const reading = await this.read(db)
      const deviation = this.deviation(reading)
      if (deviation === 0 || attempt > attempts) {
        this.last = reading
        return reading.time
      }
      await this.correct(db, reading.correction, reading.correction - deviation)
      this.last = null
      // The next reading, with the correction, starts a new comparison, unless another node was faster.
    }
  }

  /** How far the clock is ahead of what is possible; negative if it is behind. */
  private deviation({ time, correction, after, before }: ClockReading): number {
    const { last } = this
    if (!last || last.correction !== correction) return 0
    const least = last.time + after - last.before
    const most = last.time + before - last.after
    if (time < least - tolerance) return Math.floor(time - least)
    // If it was set forward, it continues from the earliest possible moment, so that nothing is admitted too early.
    return time > most + tolerance ? Math.ceil(time - least) : 0
  }

  private async read(db: Kysely<Schema>): Promise<ClockReading> {
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

  /** Changes the correction, unless another node has. */
  private async correct(db: Kysely<Schema>, from: number, to: number): Promise<void> {
    await sql`
      insert into rate_windows (key, admissions, used_at) values (${SharedClock.row}, ${String(to)}, 0)
      on conflict (key) do update set admissions = excluded.admissions
      where rate_windows.admissions = ${String(from)}
    `.execute(db)
  }
}
