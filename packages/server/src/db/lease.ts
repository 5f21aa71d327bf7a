// A lease that one of several nodes holds, for work that is done once for all of them.
import { type Kysely, sql } from 'kysely'
import type { Lease } from '../platform/concurrency/lease.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Schema } from './schema.ts'

// A killed node is replaced after at most this time.
const leaseSeconds = 10
const renewMilliseconds = 2000
// Measured from before the query was sent, on a clock that runs even while the process is frozen, and ends well before
// another node may take the lease.
const trustedMilliseconds = 7000

/**
 * Takes the lease `name` whenever it is free, and keeps it until stopped. Its duration is measured by the database's clock.
 * If that was set back and the lease ends far in the future, it is free as well.
 */
export async function takeLease(query: Kysely<Schema>, name: string, log: Log): Promise<Lease> {
  const lease = new DatabaseLease(query, name, log)
  await lease.renew()
  lease.keepRenewing()
  return lease
}

class DatabaseLease implements Lease {
  private readonly holder = crypto.randomUUID()
  private trustedUntil = Number.NEGATIVE_INFINITY
  private renewing: Promise<void> | null = null
  private isLate = false
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly query: Kysely<Schema>,
    private readonly name: string,
    private readonly log: Log,
  ) {}

  // Bound, because schedules call it as a plain function.
  readonly isHeld = (): boolean => performance.now() < this.trustedUntil

  async giveUp(): Promise<void> {
    clearInterval(this.timer)
    await this.renewing
    this.trustedUntil = Number.NEGATIVE_INFINITY
    await this.query
      .deleteFrom('leases')
      .where('name', '=', this.name)
      .where('holder', '=', this.holder)
      .execute()
      // Otherwise it soon expires by itself.
      .catch(() => undefined)
  }

  keepRenewing(): void {
    this.timer = setInterval(() => this.renew(), renewMilliseconds)
    this.timer.unref()
  }

  renew(): Promise<void> {
    // If the database hangs, the next renewal is due before the last one ends: they must not pile up.
    this.renewing ??= this.write()
      .catch((error) => this.warn(error))
      .finally(() => {
        this.renewing = null
      })
    return this.renewing
  }

  private async write(): Promise<void> {
    const { name, holder } = this
    const begun = performance.now()
    const now = sql<number>`extract(epoch from clock_timestamp())::bigint`
    const until = sql<number>`${now} + ${leaseSeconds}`
    const taken = await this.query
      .insertInto('leases')
      .values({ name, holder, until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, until })
          .where((row) =>
            row.or([
              row('leases.holder', '=', holder),
              row('leases.until', '<=', now),
              row('leases.until', '>', sql<number>`${now} + ${2 * leaseSeconds}`),
            ]),
          ),
      )
      .returning('holder')
      .executeTakeFirst()
    this.trustedUntil = taken ? begun + trustedMilliseconds : Number.NEGATIVE_INFINITY
    this.isLate = false
  }

  /** A lease that can't be renewed is kept until it expires. This is logged once per outage of the database. */
  private warn({ message }: Error): void {
    if (!this.isLate) this.log.warn('a lease could not be renewed', { name: this.name, reason: message })
    this.isLate = true
  }
}
