// A lease that one of many nodes holds: for work that is done once for all of them.
import { type Kysely, sql } from 'kysely'
import type { Lease } from '../platform/concurrency/lease.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Schema } from './schema.ts'

// A node that was killed is replaced after at most so long.
const leaseSeconds = 10
const renewMilliseconds = 2000
// Counted from before the question was sent, on a clock that goes on while the process is stopped, and well before
// another node may take the lease.
const trustedMilliseconds = 7000

/**
 * Takes the lease `name` whenever it is free, and holds it until stopped. How long it lasts is told by the database's
 * clock. Where that was set back, it ends in a future that nobody meant, and is free as well.
 */
export async function takeLease(query: Kysely<Schema>, name: string, log: Log): Promise<Lease> {
  const holder = crypto.randomUUID()
  let trustedUntil = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  let isMissed = false

  async function renew(): Promise<void> {
    const asked = performance.now()
    const now = sql<number>`extract(epoch from clock_timestamp())::bigint`
    const until = sql<number>`${now} + ${leaseSeconds}`
    const taken = await query
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
    trustedUntil = taken ? asked + trustedMilliseconds : Number.NEGATIVE_INFINITY
    isMissed = false
  }

  const ask = () => {
    // A database that hangs answers later than the next question is due: they shall not pile up, nor be waited for at the end.
    asking ??= renew()
      .catch(missed)
      .finally(() => {
        asking = null
      })
    return asking
  }
  /** What cannot be asked is held until it is not to be trusted any more. Told once for each time that the database is away. */
  const missed = ({ message }: Error) => {
    if (!isMissed) log.warn('a lease could not be renewed', { name, reason: message })
    isMissed = true
  }
  await ask()
  const timer = setInterval(ask, renewMilliseconds)
  timer.unref()
  return {
    isHeld: () => performance.now() < trustedUntil,
    async giveUp() {
      clearInterval(timer)
      await asking
      trustedUntil = Number.NEGATIVE_INFINITY
      await query
        .deleteFrom('leases')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
        // It ends by itself soon.
        .catch(() => undefined)
    },
  }
}
