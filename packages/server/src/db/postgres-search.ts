// Searching on PostgreSQL: its index for what is rare, the newest links for what is common, remembered totals for both.
import { type RawBuilder, sql } from 'kysely'
import type { Query } from './database.ts'
import { type FoundLinks, gramsOf, type LinkFilter, type LinkSearch } from './link-search.ts'
import { SearchTotals, type Total } from './search-totals.ts'

/** A state of the database: a snapshot, and when it was taken in this process's time (milliseconds). */
interface Mark {
  snapshot: string
  at: number
}

interface Page {
  limit: number
  offset: number
}

// Changes are kept for ten minutes (see `forgetChanges`); a total that nobody has asked for as long is counted again.
const knownMilliseconds = 300_000
const mostChanges = 20_000

// Up to here, all matches by the index are quicker than the newest links one by one; far past it they are not.
const few = 2000
const many = 100_000
const newest = 10_000

export function postgresSearch(query: Query): LinkSearch {
  const totals = new SearchTotals<Mark>({ count, changeSince })

  async function count(filter: LinkFilter): Promise<Total<Mark>> {
    const at = performance.now()
    const [row] = await inMemory<{ total: number; snapshot: string }>(sql`
      select count(*) as total, pg_current_snapshot()::text as snapshot from links where ${indexed(filter)}
    `)
    const { total, snapshot } = present(row)
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
        limit ${mostChanges}
      ) as change
    `.execute(query)
    const change = present(rows[0])
    if (change.changes === mostChanges) return null
    return { total: change.total, mark: { snapshot: change.snapshot, at: now } }
  }

  /**
   * Runs a query of the index. What it marks must fit into memory, or every link of a marked page has its grams made
   * again; and compiling a plan whose cost is estimated far too high takes longer than running it.
   */
  function inMemory<Row>(question: RawBuilder<Row>): Promise<Row[]> {
    return query.transaction().execute(async (tx) => {
      await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(tx)
      return (await question.execute(tx)).rows
    })
  }

  async function page(filter: LinkFilter, total: number, { limit, offset }: Page): Promise<{ id: number }[]> {
    const part = sql`order by id desc limit ${limit} offset ${offset}`
    if (gramsOf(filter.term).length > 0 && total <= many) {
      if (total > few) {
        const { rows } = await sql<{ id: number }>`
          select id from (
            select * from links where user_id = ${filter.userId} order by id desc limit ${newest}
          ) as links where ${matches(filter)} ${part}
        `.execute(query)
        if (rows.length === Math.min(limit, total - offset)) return rows
      }
      return await inMemory(sql<{ id: number }>`
        with matching as materialized (select id from links where ${indexed(filter)}) select id from matching ${part}
      `)
    }
    return (await sql<{ id: number }>`select id from links where ${matches(filter)} ${part}`.execute(query))
      .rows
  }

  return {
    async find(filter, asked): Promise<FoundLinks> {
      const total = await totals.total(filter)
      const rows = asked.offset < total ? await page(filter, total, asked) : []
      return { ids: rows.map(({ id }) => id), total }
    },
  }
}

/** Deletes the changes that no remembered total is older than. */
export async function forgetChanges(query: Query): Promise<void> {
  await sql`delete from link_changes where at < now() - interval '10 minutes'`.execute(query)
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
  const grams = gramsOf(filter.term)
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
