// Searching on PostgreSQL: its index for what is rare, the newest links for what is common, remembered totals for both.
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
interface Mark {
  snapshot: string
  at: number
}

// Changes are kept for ten minutes (see `forgetChanges`); a total that nobody has asked for as long is counted again.
const knownMilliseconds = 300_000
const mostChanges = 20_000

// How common a term is, is judged by the newest links: by the index what few of them match, one by one what most do.
const sample = 2000
const isRare = (matching: number) => matching < sample / 200
const isCommon = (matching: number) => matching > sample / 5

export function postgresSearch(query: Query): LinkSearch {
  const totals = new SearchTotals<Mark, Query>({
    count: (_, filter) => count(filter),
    changeSince: (_, filter, mark) => changeSince(filter, mark),
  })

  /** The matches among the newest links. */
  async function newest(filter: LinkFilter): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from (
        select * from links where user_id = ${filter.userId} order by id desc limit ${sample}
      ) as links where ${matches(filter)} order by id desc
    `.execute(query)
    return rows.map(({ id }) => id)
  }

  async function count(filter: LinkFilter): Promise<Total<Mark>> {
    const at = performance.now()
    const isScanned = filter.term === '' || isCommon((await newest(filter)).length)
    const { rows } = await sql<{ total: number; snapshot: string }>`
      select count(*) as total, pg_current_snapshot()::text as snapshot
      from links where ${isScanned ? matches(filter) : indexed(filter)}
    `.execute(query)
    const { total, snapshot } = present(rows[0])
    return { total, mark: { snapshot, at } }
  }

  async function changeSince(filter: LinkFilter, { snapshot, at }: Mark): Promise<Total<Mark> | null> {
    const now = performance.now()
    if (now - at > knownMilliseconds) return null
    const { rows } = await sql<{ total: number; changes: number; snapshot: string }>`
      select
        coalesce(sum(${matched('new', filter)} - ${matched('old', filter)}), 0)::bigint as total,
        count(*) as changes, pg_current_snapshot()::text as snapshot
      from (
        select * from link_changes
        where user_id = ${filter.userId} and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
          -- A dump that was restored elsewhere may hold numbers that are still to come here.
          and xid < pg_snapshot_xmax(pg_current_snapshot())
        limit ${mostChanges}
      ) as change
    `.execute(query)
    const change = present(rows[0])
    if (change.changes === mostChanges) return null
    return { total: change.total, mark: { snapshot: change.snapshot, at: now } }
  }

  /** By the index: all that matches is found before the page is cut out of it, so that the planner asks the index. */
  async function byIndex(filter: LinkFilter, { limit, offset, order }: LinkPage): Promise<FoundLinks> {
    const direction = sql.raw(directionOf(order))
    const { rows } = await sql<{ total: number; id: number | null }>`
      with matching as materialized (select id from links where ${indexed(filter)})
      select count.total, page.id
      from (select count(*) as total from matching) as count
      left join (select id from matching order by id ${direction} limit ${limit} offset ${offset}) as page on true
      order by page.id ${direction}
    `.execute(query)
    return { ids: rows.flatMap(({ id }) => id ?? []), total: present(rows[0]).total }
  }

  async function oneByOne(filter: LinkFilter, { limit, offset, order }: LinkPage): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from links where ${matches(filter)}
      order by id ${sql.raw(directionOf(order))} limit ${limit} offset ${offset}
    `.execute(query)
    return rows.map(({ id }) => id)
  }

  return {
    async find(filter, page): Promise<FoundLinks> {
      const end = page.offset + page.limit
      const isIndexed = trigramsOf(filter.term).length > 0
      const first = filter.term === '' ? [] : await newest(filter)
      if (isIndexed && isRare(first.length)) return await byIndex(filter, page)
      const total = await totals.total(query, filter)
      if (page.offset >= total) return { ids: [], total }
      // The oldest are among the newest only where these are all.
      if (page.order === 'newest' ? first.length >= Math.min(end, total) : first.length >= total) {
        const ids = page.order === 'newest' ? first : first.toReversed()
        return { ids: ids.slice(page.offset, end), total }
      }
      if (isIndexed && !isCommon(first.length)) return { ids: (await byIndex(filter, page)).ids, total }
      return { ids: await oneByOne(filter, page), total }
    },

    async forget(userId) {
      await sql`delete from link_changes where user_id = ${userId}`.execute(query)
    },
  }
}

/** Deletes the changes that no remembered total is older than. */
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

/** The same, by the index where it has the term. */
function indexed(filter: LinkFilter): RawBuilder<unknown> {
  const grams = everyThird(trigramsOf(filter.term))
  if (grams.length === 0) return matches(filter)
  return sql`${matches(filter)} and link_grams(user_id, search_text) @> (
    select array_agg(hashtext(gram)) from unnest(${[`account ${filter.userId}`, ...grams]}::text[]) as gram
  )`
}

function contains(column: string, term: string): RawBuilder<unknown> {
  return sql`strpos(${sql.ref(column)}, ${term}) > 0`
}

/** 1 where a changed link matched before it, or does since. */
function matched(side: 'old' | 'new', { status, term }: LinkFilter): RawBuilder<unknown> {
  const text = sql.ref(`${side}_text`)
  const archived = sql.ref(`${side}_archived`)
  const state = { all: sql``, active: sql`and ${archived} = 0`, archived: sql`and ${archived} = 1` }
  const said = term === '' ? sql`` : sql`and ${contains(`${side}_text`, term)}`
  return sql`case when ${text} is not null ${state[status]} ${said} then 1 else 0 end`
}

function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('an aggregate gave no row')
  return row
}
