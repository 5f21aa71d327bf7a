// Searching on SQLite without the index: scans the strings of an account's links in batches, so that other queries run in
// between, and a search that takes too long can end.
import { type RawBuilder, sql } from 'kysely'
import { BoundedCache } from '../../platform/concurrency/bounded-cache.ts'
import type { Query } from '../database.ts'
import type { LinkFilter, LinkPage } from '../link-search.ts'
import type { Total } from '../search-totals.ts'
import { newestChange } from './search-index.ts'

/** A state of the database: the number of its newest change. */
export type Mark = number

// The most links in a batch, and octets if strings are long, so that it takes a few milliseconds. The first batch is small,
// because most searches find a full page there.
const firstBatch = 500
const most = { links: 20_000, octets: 2_000_000 }
const growth = 4

// With more changes than these, the links are counted again.
const mostChanges = 2000

// Greater than the ids of all links and changes.
const end = Number.MAX_SAFE_INTEGER

/** Counts the matching links as they are when the last batch is read: changes in earlier batches are added. */
export async function countByScan(query: Query, filter: LinkFilter, octets: number): Promise<Total<Mark>> {
  let counted: Total<Mark> = { total: 0, mark: end }
  let before = end
  for (const size of batchSizes(octets)) {
    const { rows } = await sql<Change & { low: number | null; found: number }>`
      with part as materialized (${batch(filter, before, size)})
      select changed.*, low, (
        select count(*) from links where id < ${before} and id >= low and ${matches(filter)}
      ) as found
      from part, (${changes(filter, counted.mark, before)}) as changed
    `.execute(query)
    const { low, found, ...change } = only(rows)
    const sum = counted.mark === end ? 0 : added(change, counted)
    // So much has changed meanwhile that counting starts again.
    if (sum === null) return await countByScan(query, filter, octets)
    counted = { total: sum + found, mark: change.mark }
    if (low === null) break
    before = low
  }
  return counted
}

/** The page's links, newest first. */
export async function findByScan(
  query: Query,
  filter: LinkFilter,
  { limit, offset }: Pick<LinkPage, 'limit' | 'offset'>,
  octets: number,
): Promise<number[]> {
  const ids: number[] = []
  let before = end
  for (const size of batchSizes(octets)) {
    const { rows } = await sql<{ low: number | null; id: number | null }>`
      with part as materialized (${batch(filter, before, size)}), found as (
        select id from links where id < ${before} and id >= (select low from part) and ${matches(filter)}
        order by id desc limit ${offset + limit - ids.length}
      )
      select low, id from part left join found order by id desc
    `.execute(query)
    const { low } = only(rows)
    for (const { id } of rows) if (id !== null) ids.push(id)
    if (low === null || ids.length >= offset + limit) break
    before = low
  }
  return ids.slice(offset)
}

/** By how much a total has changed since a state; null if that is no longer known, or too much. */
export async function changeSince(query: Query, filter: LinkFilter, mark: Mark): Promise<Total<Mark> | null> {
  const { rows } = await sql<Change>`${changes(filter, mark, 0)}`.execute(query)
  const change = only(rows)
  const total = added(change, { total: 0, mark })
  return total === null ? null : { total, mark: change.mark }
}

interface Change extends Total<Mark> {
  changes: number
  /** The oldest change that the log has. */
  oldest: number | null
}

/** A total with changes added; null if not all changes are known. */
function added({ total, mark, changes, oldest }: Change, before: Total<Mark>): number | null {
  const isComplete = mark === before.mark || (oldest !== null && oldest <= before.mark + 1)
  return isComplete && changes <= mostChanges ? before.total + total : null
}

/** The changes since a state, in the links with the id `from` or a higher one. */
function changes(filter: LinkFilter, mark: Mark, from: number): RawBuilder<unknown> {
  return sql`
    select
      coalesce(sum(${matched('new', filter)} - ${matched('old', filter)}), 0) as total,
      count(*) as changes,
      ${sql.raw(newestChange)} as mark,
      (select min(seq) from link_changes) as oldest
    from (
      select * from link_changes where seq > ${mark} and user_id = ${filter.userId} and link_id >= ${from}
      limit ${mostChanges + 1}
    )
  `
}

/** How many links each batch has. */
function* batchSizes(octets: number): Generator<number> {
  const largest = Math.min(most.links, Math.ceil(most.octets / octets))
  for (let size = firstBatch; ; size *= growth) yield Math.min(size, largest)
}

/** The oldest link in a batch, which consists of the account's `size` newest links before the id `before`. */
function batch({ userId }: LinkFilter, before: number, size: number): RawBuilder<unknown> {
  return sql`
    select min(id) as low
    from (select id from links where user_id = ${userId} and id < ${before} order by id desc limit ${size})
  `
}

// How long a length is cached, and how many links are sampled for it.
const knownMilliseconds = 60_000
const sampled = 64

/** How long the strings of accounts' links are. */
export class TextLengths {
  private readonly known = new BoundedCache<{ octets: number; until: number }>(1000)

  /** The mean length in octets, sampled evenly over all links of the account, so that many long ones are not missed. */
  async of(query: Query, userId: number): Promise<number> {
    const known = this.known.get(String(userId))
    if (known && known.until > performance.now()) return known.octets
    const { rows } = await sql<{ octets: number | null }>`
      with recursive step(n) as (select 0 union all select n + 1 from step where n < ${sampled - 1}),
      span as materialized (
        select
          (select min(id) from links where user_id = ${userId}) as low,
          (select max(id) from links where user_id = ${userId}) as high
      )
      select avg((
        select octet_length(search_text) from links
        where user_id = ${userId} and id >= low + (high - low) * n / ${sampled} order by id limit 1
      )) as octets
      from span, step
    `.execute(query)
    const octets = Math.max(1, only(rows).octets ?? 1)
    this.known.set(String(userId), { octets, until: performance.now() + knownMilliseconds })
    return octets
  }
}

export function matches({ userId, status, term }: LinkFilter): RawBuilder<unknown> {
  const state = {
    all: sql``,
    active: sql`and archived_at is null`,
    archived: sql`and archived_at is not null`,
  }
  const contains = term === '' ? sql`` : sql`and instr(search_text, ${term}) > 0`
  return sql`user_id = ${userId} ${state[status]} ${contains}`
}

/** 1 if a changed link matched before the change, or matches since. */
function matched(side: 'old' | 'new', { status, term }: LinkFilter): RawBuilder<unknown> {
  const text = sql.ref(`${side}_text`)
  const archived = sql.ref(`${side}_archived`)
  const state = { all: sql``, active: sql`and not ${archived}`, archived: sql`and ${archived}` }
  const contains = term === '' ? sql`` : sql`and instr(${text}, ${term}) > 0`
  return sql`(${text} is not null ${state[status]} ${contains})`
}

export function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return row
}
