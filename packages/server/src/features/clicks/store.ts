// The SQL of clicks: sums per day, individual clicks, how far journals are counted, and the daily salts.
import { sql } from 'kysely'
import type { BulkTable } from '../../db/bulk-rows.ts'
import { type BareDatabase, within } from '../../db/database.ts'
import type { AccountDayTable, LinkDayTable, LinkTotalTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { DayAdditions } from './counting/counters.ts'
import { addToCounts } from './counting/day-counts.ts'
import { type MostClicked, readMostClicked, updateMostClicked } from './counting/most-clicked.ts'
import type { PartSums } from './counting/tally.ts'
import { beginning, type JournalPosition } from './journal/format.ts'
import { PlacementStore } from './placements/placement-store.ts'
import { type ClickSubject, isLink, subjectNumber, subjectOf } from './subjects.ts'
import { addVisitors, countVisitors, emptySketch, noSketch } from './visitors/unique-visitors.ts'

// Rows per statement: well below the parameter limit of either engine.
const chunkRows = 500
// Individual clicks that are deleted in one transaction, so that no redirect waits long for it.
const clicksAtOnce = 20_000
const blocksAtOnce = 10

/** How far a journal is counted. */
export interface Progress {
  /** Everything before it is counted. */
  position: JournalPosition
  /**
   * The batch that is being written ends at `end`. The events of its clicks before the index `nextEvent` (null: of all)
   * are emitted; after that, its clicks of links before the number `nextLink` are counted.
   */
  batch: { end: JournalPosition; nextEvent: number | null; nextLink: number } | null
}

/** The part of a batch that is counted in one transaction: clicks of some links on one day (`YYYY-MM-DD`). */
export interface BatchPart extends PartSums {
  day: string
  /** Individual clicks to keep, by account, as `click-blocks.ts` serializes them. */
  blocks: { userId: number; clicks: number; content: string }[]
}

/** The table of each kind of subject. */
const tables = {
  link: 'links',
  microsite: 'microsites',
  component: 'components',
  item: 'shop_items',
} as const satisfies Record<ClickSubject, string>

const linkTotals: BulkTable<Omit<LinkTotalTable, 'imported'>> = {
  name: 'link_totals',
  key: ['link_id'],
  columns: { link_id: 'bigint', clicks: 'bigint' },
}

const dayColumns = {
  clicks: 'bigint',
  bots: 'bigint',
  scans: 'bigint',
  visitors: 'bigint',
  counts: 'text',
} as const

const linkDays: BulkTable<LinkDayTable> = {
  name: 'link_days',
  key: ['day', 'link_id'],
  columns: { day: 'text', link_id: 'bigint', ...dayColumns, visitor_sketch: 'bytea' },
}

const accountDays: BulkTable<AccountDayTable> = {
  name: 'account_days',
  key: ['user_id', 'day'],
  columns: { user_id: 'bigint', day: 'text', ...dayColumns, most_clicked: 'text' },
}

/** What a part adds to the day of an account. */
interface AccountAdditions {
  newVisitors: number
  clicks: MostClicked
}

/**
 * The journal was counted further since its progress was read: PostgreSQL completes a commit even if the server or thread
 * that waits for it dies.
 */
export class AlreadyCountedError extends Error {}

export class ClickStore {
  readonly placements: PlacementStore

  constructor(private readonly db: BareDatabase) {
    this.placements = new PlacementStore(db)
  }

  async progress(journal: string): Promise<Progress | null> {
    const row = await this.db.read
      .selectFrom('journal_positions')
      .selectAll()
      .where('journal', '=', journal)
      .executeTakeFirst()
    if (!row) return null
    const { segment, offset, batch_segment, batch_offset, next_event, next_link } = row
    return {
      position: { segment, offset },
      batch:
        batch_segment === null
          ? null
          : {
              end: { segment: batch_segment, offset: batch_offset ?? 0 },
              nextEvent: next_event,
              nextLink: next_link ?? 0,
            },
    }
  }

  /** Registers a new journal, so that it is known to belong to this database, wherever its folder is moved to. */
  async register(journal: string): Promise<void> {
    await this.db.transaction((tx) =>
      within(tx)
        .insertInto('journal_positions')
        .values({ journal, ...progressColumns({ position: beginning, batch: null }) })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }

  /** The owners of the subjects with these numbers, if they exist. */
  async owners(numbers: number[]): Promise<Map<number, number>> {
    const owners = new Map<number, number>()
    for (const kind of Object.keys(tables) as ClickSubject[]) {
      const ids = numbers.map(subjectOf).flatMap((subject) => (subject.kind === kind ? subject.id : []))
      for (const some of chunks(ids)) {
        const rows = await this.db.read
          .selectFrom(tables[kind])
          .select(['id', 'user_id'])
          .where('id', 'in', some)
          .execute()
        for (const { id, user_id } of rows) owners.set(subjectNumber(kind, id), user_id)
      }
    }
    return owners
  }

  /**
   * Does a part of the work on a batch and stores the progress in the same transaction, so that each click is emitted and
   * counted once. Throws `AlreadyCountedError` if the stored progress is no longer `before`.
   */
  async advance(
    journal: string,
    before: Progress | null,
    progress: Progress,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (!(await this.moveProgress(tx, journal, before, progress))) throw new AlreadyCountedError()
      await work(tx)
    })
  }

  /** Counts a part of a batch. */
  async count(tx: Tx, part: BatchPart): Promise<void> {
    await this.db.bulk.add(
      tx,
      linkTotals,
      part.links.map(({ linkId, sums }) => ({ link_id: linkId, clicks: sums.clicks })),
    )
    await this.addAccountDays(tx, part, await this.addLinkDays(tx, part))
    await this.insertBlocks(tx, part)
  }

  private async moveProgress(
    tx: Tx,
    journal: string,
    before: Progress | null,
    progress: Progress,
  ): Promise<boolean> {
    if (before === null) {
      const { numInsertedOrUpdatedRows } = await within(tx)
        .insertInto('journal_positions')
        .values({ journal, ...progressColumns(progress) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return Boolean(numInsertedOrUpdatedRows)
    }
    let update = within(tx)
      .updateTable('journal_positions')
      .set(progressColumns(progress))
      .where('journal', '=', journal)
    for (const [column, value] of Object.entries(progressColumns(before)))
      update = update.where(sql.ref(column), value === null ? 'is' : '=', value)
    return (await update.executeTakeFirst()).numUpdatedRows > 0n
  }

  /** Returns what this adds to the days of the links' accounts. */
  private async addLinkDays(tx: Tx, { day, links }: BatchPart): Promise<Map<number, AccountAdditions>> {
    const keys = links.map(({ linkId }) => ({ day, link_id: linkId }))
    const current = new Map((await this.db.bulk.lock(tx, linkDays, keys)).map((row) => [row.link_id, row]))
    const accounts = new Map<number, AccountAdditions>()
    const rows = links.map((link): LinkDayTable => {
      const { linkId, userId } = link
      const before = current.get(linkId)
      const set = visitorsOf(before, link.visitors)
      const sums = sumOf(before, link.sums)
      if (isLink(linkId)) {
        const account = accounts.get(userId) ?? { newVisitors: 0, clicks: [] }
        account.newVisitors += set.visitors - (before?.visitors ?? 0)
        account.clicks.push([linkId, sums.clicks])
        accounts.set(userId, account)
      }
      const { clicks, bots, scans, counts } = sums
      const { visitors, visitor_sketch } = set
      // Not with spread, which is slow for so many rows.
      return { day, link_id: linkId, clicks, bots, scans, counts, visitors, visitor_sketch }
    })
    await this.db.bulk.put(tx, linkDays, rows)
    return accounts
  }

  private async addAccountDays(
    tx: Tx,
    { day, accounts }: BatchPart,
    links: Map<number, AccountAdditions>,
  ): Promise<void> {
    const keys = accounts.map(({ userId }) => ({ user_id: userId, day }))
    const current = new Map((await this.db.bulk.lock(tx, accountDays, keys)).map((row) => [row.user_id, row]))
    const rows = accounts.map((account): AccountDayTable => {
      const before = current.get(account.userId)
      const { newVisitors, clicks } = links.get(account.userId) as AccountAdditions
      return {
        user_id: account.userId,
        day,
        ...sumOf(before, account.sums),
        // A visitor counts once per link and day.
        visitors: (before?.visitors ?? 0) + newVisitors,
        most_clicked: JSON.stringify(updateMostClicked(readMostClicked(before?.most_clicked ?? ''), clicks)),
      }
    })
    await this.db.bulk.put(tx, accountDays, rows)
  }

  private async insertBlocks(tx: Tx, { day, blocks }: BatchPart): Promise<void> {
    for (const { userId, clicks, content } of blocks)
      await within(tx).insertInto('click_blocks').values({ user_id: userId, day, clicks, content }).execute()
  }

  /** Reads the salts of these days, and creates missing ones; those of other days are destroyed. */
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

  /** Some of the days on which the account's links were clicked, after a day. */
  async daysOf(userId: number, after: string, most: number): Promise<string[]> {
    const rows = await this.db.read
      .selectFrom('account_days')
      .select('day')
      .where('user_id', '=', userId)
      .where('day', '>', after)
      .orderBy('day')
      .limit(most)
      .execute()
    return rows.map(({ day }) => day)
  }

  /** The first day on which any link or other subject was clicked; null if none was. */
  async firstLinkDay(): Promise<string | null> {
    const row = await this.db.read
      .selectFrom('link_days')
      .select((select) => select.fn.min('day').as('day'))
      .executeTakeFirst()
    return row?.day ?? null
  }

  /** Those of these links that came from another workspace. */
  async moved(linkIds: number[]): Promise<Set<number>> {
    const moved = new Set<number>()
    for (const some of chunks(linkIds)) {
      const rows = await this.db.read
        .selectFrom('links')
        .select('id')
        .where('id', 'in', some)
        .where('moved_at', 'is not', null)
        .execute()
      for (const { id } of rows) moved.add(id)
    }
    return moved
  }

  /** Those of these accounts that exist and aren't deleted. */
  async accounts(userIds: number[]): Promise<Set<number>> {
    const accounts = new Set<number>()
    for (const some of chunks(userIds)) {
      const rows = await this.db.read
        .selectFrom('workspaces')
        .select('id')
        .where('id', 'in', some)
        .where('deleted_at', 'is', null)
        .execute()
      for (const { id } of rows) accounts.add(id)
    }
    return accounts
  }

  async deleteLinkDays(days: string[], linkIds: number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      for (const table of ['link_days', 'placement_days'] as const)
        await within(tx).deleteFrom(table).where('day', 'in', days).where('link_id', 'in', linkIds).execute()
    })
  }

  /** Deletes what isn't stored by the day: the totals, and the names of placements. */
  async deleteLinkTotals(linkIds: number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      for (const table of ['link_totals', 'link_placements'] as const)
        await within(tx).deleteFrom(table).where('link_id', 'in', linkIds).execute()
    })
  }

  /** Deletes some individual clicks of an account's day, or its sums if none are left; returns whether there are more. */
  async deleteAccountDay(userId: number, day: string): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      const blocks = await within(tx)
        .selectFrom('click_blocks')
        .select('id')
        .where('day', '=', day)
        .where('user_id', '=', userId)
        .limit(blocksAtOnce)
        .execute()
      const ids = blocks.map(({ id }) => id)
      if (ids.length > 0)
        await within(tx).deleteFrom('click_blocks').where('day', '=', day).where('id', 'in', ids).execute()
      if (ids.length === blocksAtOnce) return true
      await within(tx)
        .deleteFrom('account_days')
        .where('user_id', '=', userId)
        .where('day', '=', day)
        .execute()
      return false
    })
  }

  /** Deletes some individual clicks of days before `day`; returns whether there are more. */
  async deleteClicksBefore(day: string): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      const old = await within(tx)
        .selectFrom('click_blocks')
        .select(['id', 'clicks'])
        .where('day', '<', day)
        .orderBy('day')
        .limit(chunkRows)
        .execute()
      const ids: number[] = []
      for (let clicks = 0; ids.length < old.length && clicks < clicksAtOnce; ) {
        const block = old[ids.length] as (typeof old)[number]
        ids.push(block.id)
        clicks += block.clicks
      }
      if (ids.length === 0) return false
      await within(tx).deleteFrom('click_blocks').where('day', '<', day).where('id', 'in', ids).execute()
      return ids.length < old.length || old.length === chunkRows
    })
  }
}

function progressColumns({ position, batch }: Progress) {
  return {
    segment: position.segment,
    offset: position.offset,
    batch_segment: batch?.end.segment ?? null,
    batch_offset: batch?.end.offset ?? null,
    next_event: batch?.nextEvent ?? null,
    next_link: batch?.nextLink ?? null,
  }
}

type StoredSums = Pick<LinkDayTable, 'clicks' | 'bots' | 'scans' | 'counts'>

/** The sums of a day's row with these clicks added. */
function sumOf(before: StoredSums | undefined, added: DayAdditions): StoredSums {
  const { clicks, bots, scans, counts } = before ?? noSums
  return {
    clicks: clicks + added.clicks,
    bots: bots + added.bots,
    scans: scans + added.scans,
    // A row without clicks was only created to be locked.
    counts: addToCounts(clicks === 0 ? null : counts, added.counts),
  }
}

const noSums: StoredSums = { clicks: 0, bots: 0, scans: 0, counts: '' }

/** The number of visitors of a day's row with these added, and their set. */
function visitorsOf(
  before: LinkDayTable | undefined,
  added: Iterable<number>,
): Pick<LinkDayTable, 'visitors' | 'visitor_sketch'> {
  const known = before?.visitors ?? 0
  const sketch = before?.visitor_sketch.length ? before.visitor_sketch : emptySketch
  const visitor_sketch = addVisitors(sketch, added)
  // The visitors of a compacted day are no longer known: those that are counted so late count as new.
  if (before && isCompacted(before))
    return { visitors: known + countVisitors(visitor_sketch), visitor_sketch: noSketch }
  return { visitors: visitor_sketch === sketch ? known : countVisitors(visitor_sketch), visitor_sketch }
}

/** A row without clicks was only created to be locked. */
function isCompacted({ clicks, visitor_sketch }: LinkDayTable): boolean {
  return clicks > 0 && visitor_sketch.length === 0
}

function* chunks<T>(rows: T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += chunkRows) yield rows.slice(start, start + chunkRows)
}
