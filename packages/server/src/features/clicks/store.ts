// The SQL of clicks: the sums per day, the single clicks, the journal's position and the day's salt.
import { type RawBuilder, sql } from 'kysely'
import { type BareDatabase, within } from '../../db/database.ts'
import type { AccountDayTable, LinkDayTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { JournalPosition } from './journal-format.ts'
import {
  type AccountDaySums,
  addDay,
  type BreakdownCounts,
  type DaySums,
  emptyBreakdowns,
  emptyDay,
  type LinkDaySums,
  type Tally,
} from './tally.ts'
import { addVisitors, countVisitors, emptySketch } from './visitors.ts'

// Rows per statement: well below the parameters that either engine takes at once.
const chunkRows = 500

export class ClickStore {
  constructor(private readonly db: BareDatabase) {}

  async position(journal: string): Promise<JournalPosition | null> {
    const row = await this.db.read
      .selectFrom('journal_positions')
      .select(['segment', 'offset'])
      .where('journal', '=', journal)
      .executeTakeFirst()
    return row ?? null
  }

  /** The owners of those of the links that there are. */
  async owners(linkIds: number[]): Promise<Map<number, number>> {
    const owners = new Map<number, number>()
    for (const ids of chunks(linkIds)) {
      const rows = await this.db.read
        .selectFrom('links')
        .select(['id', 'user_id'])
        .where('id', 'in', ids)
        .execute()
      for (const { id, user_id } of rows) owners.set(id, user_id)
    }
    return owners
  }

  /** Counts a batch and moves the journal's position behind it, both or neither: so each click counts once. */
  async write(journal: string, position: JournalPosition, batch: Tally, keepClicks: boolean): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.movePosition(tx, journal, position)
      for (const totals of chunks(sorted([...batch.totals], ([id]) => id))) await this.addTotals(tx, totals)
      const visitors = new Map<string, number>()
      for (const links of chunks(
        sorted(batch.links, ({ linkId, day }) => `${day} ${String(linkId).padStart(16)}`),
      ))
        await this.addLinkDays(tx, links, visitors)
      for (const accounts of chunks(
        sorted(batch.accounts, ({ userId, day }) => `${day} ${String(userId).padStart(16)}`),
      ))
        await this.addAccountDays(tx, accounts, visitors)
      if (keepClicks) for (const clicks of chunks(batch.clicks)) await this.insertClicks(tx, clicks)
    })
  }

  private async movePosition(tx: Tx, journal: string, { segment, offset }: JournalPosition): Promise<void> {
    await within(tx)
      .insertInto('journal_positions')
      .values({ journal, segment, offset })
      .onConflict((conflict) => conflict.column('journal').doUpdateSet({ segment, offset }))
      .execute()
  }

  private async addTotals(tx: Tx, totals: [number, number][]): Promise<void> {
    await within(tx)
      .insertInto('link_totals')
      .values(totals.map(([link_id, clicks]) => ({ link_id, clicks })))
      .onConflict((conflict) =>
        conflict.column('link_id').doUpdateSet({ clicks: sql<number>`link_totals.clicks + excluded.clicks` }),
      )
      .execute()
  }

  private async addLinkDays(tx: Tx, links: LinkDaySums[], visitors: Map<string, number>): Promise<void> {
    // The rows are made and locked in one go, always in the same order, so that nodes neither overwrite each other's
    // sums nor wait for each other in a circle.
    const current = await within(tx)
      .insertInto('link_days')
      .values(
        links.map(({ linkId, day }) => ({
          link_id: linkId,
          ...dayColumns(emptyDay(day)),
          visitors: 0,
          visitor_sketch: emptySketch,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['link_id', 'day']).doUpdateSet({ clicks: sql<number>`link_days.clicks` }),
      )
      .returningAll()
      .execute()
    const before = new Map(current.map((row) => [`${row.link_id} ${row.day}`, row]))
    const rows = links.map((link): LinkDayTable => {
      const row = before.get(`${link.linkId} ${link.day}`) as LinkDayTable
      const sums = readDay(row)
      addDay(sums, link)
      const visitor_sketch = addVisitors(row.visitor_sketch, link.visitors)
      const count = visitor_sketch === row.visitor_sketch ? row.visitors : countVisitors(visitor_sketch)
      const account = `${link.userId} ${link.day}`
      visitors.set(account, (visitors.get(account) ?? 0) + count - row.visitors)
      return { link_id: link.linkId, ...dayColumns(sums), visitors: count, visitor_sketch }
    })
    await within(tx)
      .insertInto('link_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['link_id', 'day']).doUpdateSet(asInserted([...dayColumnNames, 'visitor_sketch'])),
      )
      .execute()
  }

  /** `visitors` is how many more the account's links had, each counted once per link and day. */
  private async addAccountDays(
    tx: Tx,
    accounts: AccountDaySums[],
    visitors: Map<string, number>,
  ): Promise<void> {
    const current = await within(tx)
      .insertInto('account_days')
      .values(
        accounts.map(({ userId, day }) => ({ user_id: userId, ...dayColumns(emptyDay(day)), visitors: 0 })),
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'day']).doUpdateSet({ clicks: sql<number>`account_days.clicks` }),
      )
      .returningAll()
      .execute()
    const before = new Map(current.map((row) => [`${row.user_id} ${row.day}`, row]))
    const rows = accounts.map((account): AccountDayTable => {
      const key = `${account.userId} ${account.day}`
      const row = before.get(key) as AccountDayTable
      const sums = readDay(row)
      addDay(sums, account)
      return {
        user_id: account.userId,
        ...dayColumns(sums),
        visitors: row.visitors + (visitors.get(key) ?? 0),
      }
    })
    await within(tx)
      .insertInto('account_days')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'day']).doUpdateSet(asInserted(dayColumnNames)))
      .execute()
  }

  private async insertClicks(tx: Tx, clicks: Tally['clicks']): Promise<void> {
    await within(tx)
      .insertInto('clicks')
      .values(
        clicks.map(({ click, agent, referer }) => ({
          link_id: click.linkId,
          at: Math.floor(click.at / 1000),
          country: click.country,
          device: agent.device,
          browser: agent.browser,
          os: agent.os,
          referer,
          bot: Number(agent.bot),
          qr: Number(click.qr),
        })),
      )
      .execute()
  }

  /** The salts of the days, made where they are missing; those of other days are destroyed. */
  async salts(days: string[], make: () => string): Promise<Map<string, string>> {
    const read = () => this.db.read.selectFrom('visitor_salts').selectAll().execute()
    let rows = await read()
    if (
      !days.every((day) => rows.some((row) => row.day === day)) ||
      rows.some(({ day }) => !days.includes(day))
    ) {
      await this.db.transaction(async (tx) => {
        await within(tx)
          .insertInto('visitor_salts')
          .values(days.map((day) => ({ day, salt: make() })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await within(tx).deleteFrom('visitor_salts').where('day', 'not in', days).execute()
      })
      await this.db.checkpoint()
      rows = await read()
    }
    return new Map(rows.map(({ day, salt }) => [day, salt]))
  }

  /** Deletes single clicks from before `moment` (Unix seconds), a part at a time; answers whether there are more. */
  async deleteClicksBefore(moment: number): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      // Clicks are numbered in the order in which they were counted, so the oldest have the lowest numbers.
      const oldest = await within(tx)
        .selectFrom('clicks')
        .select(['id', 'at'])
        .orderBy('id')
        .limit(chunkRows)
        .execute()
      const old = oldest.filter(({ at }) => at < moment).map(({ id }) => id)
      if (old.length === 0) return false
      await within(tx).deleteFrom('clicks').where('id', 'in', old).execute()
      return old.length === chunkRows
    })
  }
}

interface StoredDay {
  day: string
  clicks: number
  bots: number
  scans: number
  hours: string
  breakdowns: string
}

const dayColumnNames = ['clicks', 'bots', 'scans', 'visitors', 'hours', 'breakdowns'] as const

/** For an upsert: these columns as the row that could not be inserted has them. */
function asInserted<Column extends string>(columns: readonly Column[]): Record<Column, RawBuilder<never>> {
  const references = columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)])
  return Object.fromEntries(references) as Record<Column, RawBuilder<never>>
}

function dayColumns(sums: DaySums): StoredDay {
  return {
    day: sums.day,
    clicks: sums.clicks,
    bots: sums.bots,
    scans: sums.scans,
    hours: JSON.stringify(sums.hours),
    breakdowns: JSON.stringify(sums.breakdowns),
  }
}

function readDay(row: StoredDay): DaySums {
  return {
    day: row.day,
    clicks: row.clicks,
    bots: row.bots,
    scans: row.scans,
    hours: JSON.parse(row.hours) as number[],
    breakdowns: readBreakdowns(row.breakdowns),
  }
}

/** Breakdowns as they are stored. */
export function readBreakdowns(json: string): BreakdownCounts {
  const counts = emptyBreakdowns()
  const stored = JSON.parse(json) as BreakdownCounts
  for (const [dimension, names] of Object.entries(counts))
    Object.assign(names, stored[dimension as keyof BreakdownCounts])
  return counts
}

function sorted<T>(rows: T[], key: (row: T) => string | number): T[] {
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

function* chunks<T>(rows: T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += chunkRows) yield rows.slice(start, start + chunkRows)
}
