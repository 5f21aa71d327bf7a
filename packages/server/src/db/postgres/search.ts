// Link search on PostgreSQL: the index for rare terms, the newest links for common ones, and cached totals for both.
import { type RawBuilder, sql } from 'kysely'
import type { Query } from '../database.ts'
import {
  directionOf,
  everyThird,
  type FoundLinks,
  type LinkFilter,
  type LinkPage,
  type LinkSearch,
  trigramsOf,
} from '../link-search.ts'
import { SearchTotals, type Total } from '../search-totals.ts'

/** A state of the database: a snapshot, and when it was taken in this process's time (milliseconds). */
export interface Mark {
  snapshot: string
  at: number
}

// Changes are kept for ten minutes (see `forgetChanges`); older totals are counted again.
export const knownMilliseconds = 300_000
const mostChanges = 20_000

// How common a term is, is estimated from the newest links: rare terms use the index, common ones a scan.
const sample = 2000
const wholeSample: LinkPage = { limit: sample, offset: 0, order: 'newest' }
const isRare = (matching: number) => matching < sample / 200
const isCommon = (matching: number) => matching > sample / 5

// Reading a match by the index costs as much as reading this many links in order: it is usually alone on its page.
const linksPerIndexedMatch = 15

// Up to this many characters, `like` is faster than `strpos`, which prepares a table for each text.
const mostLikeCharacters = 3

/** How a search queries the database. */
interface Search {
  query: Query
  /** The matches among the newest links, the newest first; none are read if the term is empty. */
  newest: number[]
  /** The condition that the index is queried with; null if the term is too short for it. */
  indexed: RawBuilder<unknown> | null
}

export function postgresSearch(query: Query): LinkSearch {
  const totals = new SearchTotals<Mark, Search>({
    count,
    changeSince: (search, filter, mark) => changeSince(search.query, filter, mark),
  })
  return {
    async find(filter, page): Promise<FoundLinks> {
      const indexed = indexCondition(filter)
      const newest = filter.term === '' ? [] : await matchesAmong(query, filter, sample, wholeSample)
      if (indexed && isRare(newest.length)) return await byIndex(query, indexed, page)
      const search = { query, newest, indexed }
      const total = await totals.total(search, filter)
      return { ids: await pageOf(search, filter, page, total), total }
    },

    async forget(userId) {
      await sql`delete from link_changes where user_id = ${userId}`.execute(query)
    },
  }
}

/** The links of a page, by whichever way reads the fewest. */
async function pageOf(search: Search, filter: LinkFilter, page: LinkPage, total: number): Promise<number[]> {
  const { query, newest, indexed } = search
  const end = Math.min(page.offset + page.limit, total)
  if (page.offset >= total) return []
  // The oldest links are only among the newest if these are all.
  if (newest.length >= (page.order === 'newest' ? end : total)) {
    const ids = page.order === 'newest' ? newest : newest.toReversed()
    return ids.slice(page.offset, end)
  }
  if (!indexed || isCommon(newest.length)) return await oneByOne(query, filter, page)
  const expected = (end * sample) / newest.length
  if (expected < total * linksPerIndexedMatch) {
    // Twice as many, because matches are not spread evenly.
    const ids = await matchesAmong(query, filter, Math.ceil(2 * expected), page)
    if (ids.length === end - page.offset) return ids
  }
  return (await byIndex(query, indexed, page)).ids
}

/** A page of the matches among this many of the account's links, the newest or the oldest. */
async function matchesAmong(
  query: Query,
  filter: LinkFilter,
  links: number,
  { limit, offset, order }: LinkPage,
): Promise<number[]> {
  const direction = sql.raw(directionOf(order))
  const { rows } = await sql<{ id: number }>`
    select id from (
      select * from links where user_id = ${filter.userId} order by id ${direction} limit ${links}
    ) as links where ${matches(filter)} order by id ${direction} limit ${limit} offset ${offset}
  `.execute(query)
  return rows.map(({ id }) => id)
}

async function count({ query, newest, indexed }: Search, filter: LinkFilter): Promise<Total<Mark>> {
  const at = performance.now()
  const { rows } = await sql<{ total: number; snapshot: string }>`
    select count(*) as total, pg_current_snapshot()::text as snapshot
    from links where ${indexed && !isCommon(newest.length) ? indexed : matches(filter)}
  `.execute(query)
  const { total, snapshot } = present(rows[0])
  return { total, mark: { snapshot, at } }
}

async function changeSince(
  query: Query,
  filter: LinkFilter,
  { snapshot, at }: Mark,
): Promise<Total<Mark> | null> {
  const now = performance.now()
  if (now - at > knownMilliseconds) return null
  const { rows } = await sql<{ total: number; changes: number; snapshot: string }>`
    select
      coalesce(sum(${matched('new', filter)} - ${matched('old', filter)}), 0)::bigint as total,
      count(*) as changes, pg_current_snapshot()::text as snapshot
    from (
      select * from link_changes where ${unseenChanges(filter.userId, snapshot)} limit ${mostChanges}
    ) as change
  `.execute(query)
  const change = present(rows[0])
  if (change.changes === mostChanges) return null
  return { total: change.total, mark: { snapshot: change.snapshot, at: now } }
}

/** The condition on entries of the log that they aren't in a snapshot yet. */
export function unseenChanges(userId: number, snapshot: string): RawBuilder<unknown> {
  return sql`
    user_id = ${userId} and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
    -- A dump that was restored elsewhere may hold numbers that are still to come here.
    and xid < pg_snapshot_xmax(pg_current_snapshot())`
}

/** Finds all matches before limiting them to the page, so that the planner uses the index. */
async function byIndex(
  query: Query,
  indexed: RawBuilder<unknown>,
  { limit, offset, order }: LinkPage,
): Promise<FoundLinks> {
  const direction = sql.raw(directionOf(order))
  const { rows } = await sql<{ total: number; id: number | null }>`
    with matching as materialized (select id from links where ${indexed})
    select count.total, page.id
    from (select count(*) as total from matching) as count
    left join (select id from matching order by id ${direction} limit ${limit} offset ${offset}) as page on true
    order by page.id ${direction}
  `.execute(query)
  return { ids: rows.flatMap(({ id }) => id ?? []), total: present(rows[0]).total }
}

async function oneByOne(
  query: Query,
  filter: LinkFilter,
  { limit, offset, order }: LinkPage,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from links where ${matches(filter)}
    order by id ${sql.raw(directionOf(order))} limit ${limit} offset ${offset}
  `.execute(query)
  return rows.map(({ id }) => id)
}

/** Deletes the changes that no cached total needs any longer. */
export async function forgetChanges(query: Query): Promise<void> {
  await sql`delete from link_changes where at < now() - interval '10 minutes' or xid > pg_current_xact_id()`.execute(
    query,
  )
}

function matches({ userId, status, term }: LinkFilter): RawBuilder<unknown> {
  const state = {
    all: sql``,
    active: sql`and archived_at is null`,
    archived: sql`and archived_at is not null`,
  }
  return sql`user_id = ${userId} ${state[status]} ${term === '' ? sql`` : sql`and ${contains('search_text', term)}`}`
}

/** The same, with the index; null if the term has no trigrams. */
function indexCondition(filter: LinkFilter): RawBuilder<unknown> | null {
  const grams = everyThird(trigramsOf(filter.term))
  if (grams.length === 0) return null
  return sql`${matches(filter)} and link_grams(user_id, search_text) @> (
    select array_agg(hashtext(gram)) from unnest(${[`account ${filter.userId}`, ...grams]}::text[]) as gram
  )`
}

export function contains(column: string, term: string): RawBuilder<unknown> {
  if ([...term].length > mostLikeCharacters) return sql`strpos(${sql.ref(column)}, ${term}) > 0`
  return sql`${sql.ref(column)} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`
}

/** 1 if a changed link matched before the change, or matches since. */
function matched(side: 'old' | 'new', { status, term }: LinkFilter): RawBuilder<unknown> {
  const text = sql.ref(`${side}_text`)
  const archived = sql.ref(`${side}_archived`)
  const state = { all: sql``, active: sql`and ${archived} = 0`, archived: sql`and ${archived} = 1` }
  const containsTerm = term === '' ? sql`` : sql`and ${contains(`${side}_text`, term)}`
  return sql`case when ${text} is not null ${state[status]} ${containsTerm} then 1 else 0 end`
}

export function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row
}
