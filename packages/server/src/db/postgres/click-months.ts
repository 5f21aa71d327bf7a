// The tables of single clicks on PostgreSQL, one for each month: created ahead, and dropped when all their days are over.
import { sql } from 'kysely'
import type { Log } from '../../platform/observability/log.ts'
import type { ClickMonths, Query } from '../database.ts'

const monthsAhead = 2
// How long to wait for a lock on all clicks, because everything that counts or reads clicks waits behind it.
const lockMilliseconds = 200
const tries = 5
const betweenMilliseconds = 100
const lockNotAvailable = '55P03'
// Rows of the default table are moved while it is locked, and it is scanned for each new month.
const mostMovedBytes = 64 * 2 ** 20

interface MonthTable {
  name: string
  /** The first day after it; null for the default table. */
  until: string | null
}

export function postgresClickMonths(query: Query, log: Log): ClickMonths {
  let isLogged = false

  async function makeMissing(today: string, tx: Query): Promise<void> {
    // This blocks inserts into and reads of the default table, but not of the months.
    await sql`lock table click_blocks_default in access exclusive mode`.execute(tx)
    for (const month of missing(today, await tables(tx))) await makeMonth(tx, month)
  }

  return {
    async make(today) {
      if (missing(today, await tables(query)).length === 0) return
      if ((await defaultBytes(query)) <= mostMovedBytes) {
        await withShortLock(query, (tx) => makeMissing(today, tx))
        return
      }
      // The rows are counted, read and deleted all the same, but one by one.
      if (!isLogged) log.warn('click_blocks_default holds clicks of too many months that have no partition')
      isLogged = true
    },
    async dropBefore(day) {
      for (const { name, until } of await tables(query))
        if (until !== null && until <= day)
          await withShortLock(query, async (tx) => {
            await sql`drop table if exists ${sql.raw(name)}`.execute(tx)
          })
    },
  }
}

/** Runs in a transaction that waits only briefly for locks, on one node at a time; skipped if the lock is not available. */
async function withShortLock(query: Query, work: (tx: Query) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await query.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(lockMilliseconds)}`.execute(tx)
        const { rows } = await sql<{
          mine: boolean
        }>`select pg_try_advisory_xact_lock(hashtextextended('click months', 0)) as mine`.execute(tx)
        if (rows[0]?.mine) await work(tx)
      })
      return
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      if (attempt === tries) return
      await Bun.sleep(betweenMilliseconds)
    }
  }
}

async function tables(query: Query): Promise<MonthTable[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select part.oid::regclass::text as name, pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = 'click_blocks'::regclass`.execute(query)
  return rows.map(({ name, bound }) => ({ name, until: /TO \('([\d-]+)'\)/.exec(bound)?.[1] ?? null }))
}

/** The months from this one on that have no table, by their first days. */
function missing(today: string, made: MonthTable[]): string[] {
  const last = made.reduce((latest, { until }) => (until !== null && until > latest ? until : latest), '')
  return Array.from({ length: monthsAhead + 1 }, (_, index) => monthAfter(today, index)).filter(
    (month) => month >= last,
  )
}

/** The first day of the month this many months after that of a day. */
function monthAfter(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

async function defaultBytes(query: Query): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select pg_table_size('click_blocks_default') as bytes`.execute(query)
  return Number(rows[0]?.bytes)
}

/** Creates a separate table, moves the month's rows from the default table into it, and only then attaches it. */
async function makeMonth(tx: Query, month: string): Promise<void> {
  const next = monthAfter(month, 1)
  const table = sql.ref(`click_blocks_${month.slice(0, 7).replace('-', '_')}`)
  await sql`create table ${table} (like click_blocks including defaults, primary key (id))`.execute(tx)
  await sql`with moved as (
      delete from click_blocks_default where day >= ${month} and day < ${next} returning *
    ) insert into ${table} select * from moved`.execute(tx)
  await sql`alter table click_blocks attach partition ${table}
    for values from (${sql.lit(month)}) to (${sql.lit(next)})`.execute(tx)
}
