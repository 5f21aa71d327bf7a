// Searching on SQLite, in the thread aside: its index for two characters and more, the texts themselves for one.
import { type RawBuilder, sql } from 'kysely'
import type { RunTransaction } from '../platform/transaction.ts'
import type { Aside } from './aside.ts'
import { type Query, within } from './database.ts'
import {
  everyThird,
  type FoundLinks,
  gramsOf,
  type LinkFilter,
  type LinkPage,
  type LinkSearch,
  ownerTerm,
} from './link-search.ts'
import { newestChange } from './search-index.ts'
import { SearchTotals, type Total } from './search-totals.ts'

// A state of the database is the number of the newest change in it.
type Mark = number

// So many links that the index takes for matches are looked at one by one.
const few = 500
// Two characters are looked for as all threes that begin with them, unless these are too many.
const mostGrams = 300

/** `query` reads in the thread aside, `transaction` writes. */
export function sqliteSearch(aside: Aside, query: Query, transaction: RunTransaction): LinkSearch {
  const totals = new SearchTotals<Mark>({ count, changeSince })

  /** The term as the index is asked for it; null where it has to be looked for in the links. */
  async function indexTerm(term: string): Promise<string | null> {
    const { length } = [...term]
    if (length < 2) return null
    try {
      await aside.index()
    } catch {
      // On a full disk, or after very many changes, the index is not up to date: it must not be asked.
      return null
    }
    if (length > 2) return said(term)
    const { rows } = await sql<{ term: string }>`
      select term from link_grams where term >= ${term} and term < ${`${term}\u{10ffff}`} limit ${mostGrams + 1}
    `.execute(query)
    if (rows.length > mostGrams) return null
    return rows.length > 0 ? `(${rows.map((row) => said(row.term)).join(' OR ')})` : said(`${term}\n\n`)
  }

  /** The links found where they are few, or null. */
  async function findFew(filter: LinkFilter, term: string): Promise<number[] | null> {
    const { rows } = await sql<{ id: number | null; candidates: number }>`
      with candidate as materialized (
        select rowid as id from link_index where link_index match ${inAccount(filter.userId, term)}
        order by rowid desc limit ${few + 1}
      ), found as (
        select links.id from candidate cross join links on links.id = candidate.id where ${matches(filter)}
      )
      select (select count(*) from candidate) as candidates, found.id from (select 1) left join found order by id desc
    `.execute(query)
    if (only(rows).candidates > few) return null
    return rows.flatMap(({ id }) => id ?? [])
  }

  async function count(filter: LinkFilter): Promise<Total<Mark>> {
    const term = await indexTerm(filter.term)
    const counted = term === null ? countInLinks(filter) : countInIndex(filter, term)
    const { rows } = await sql<Total<Mark>>`select ${counted}`.execute(query)
    return only(rows)
  }

  async function changeSince(filter: LinkFilter, mark: Mark): Promise<Total<Mark> | null> {
    const { rows } = await sql<Total<Mark> & { oldest: number | null }>`
      select
        coalesce(sum(${matched('new', filter)} - ${matched('old', filter)}), 0) as total,
        ${sql.raw(newestChange)} as mark,
        (select min(seq) from link_changes) as oldest
      from link_changes where seq > ${mark} and user_id = ${filter.userId}
    `.execute(query)
    const { oldest, ...change } = only(rows)
    const isComplete = change.mark === mark || (oldest !== null && oldest <= mark + 1)
    return isComplete ? change : null
  }

  return {
    async find(filter, { limit, offset }: LinkPage): Promise<FoundLinks> {
      const term = await indexTerm(filter.term)
      if (term !== null) {
        const sparse =
          [...filter.term].length > 2 ? everyThird(gramsOf(filter.term)).map(said).join(' AND ') : term
        const found = await findFew(filter, sparse)
        if (found) return { ids: found.slice(offset, offset + limit), total: found.length }
      }
      const total = await totals.total(filter)
      if (offset >= total) return { ids: [], total }
      const found = term === null ? inLinks(filter) : inIndex(filter, term)
      const { rows } = await sql<{ id: number }>`${found} limit ${limit} offset ${offset}`.execute(query)
      return { ids: rows.map(({ id }) => id), total }
    },

    async forget(userId) {
      // What the index has not taken in, it would keep for ever.
      await aside.index()
      await transaction((tx) =>
        sql`
          delete from link_changes where user_id = ${userId} and seq <= (select seq from search_position)
        `.execute(within(tx)),
      )
    },
  }
}

function inLinks(filter: LinkFilter): RawBuilder<unknown> {
  return sql`select id from links where ${matches(filter)} order by id desc`
}

function inIndex({ userId, status }: LinkFilter, term: string): RawBuilder<unknown> {
  const asked = {
    all: among(userId, term),
    active: `(${among(userId, term)}) NOT ${owner(userId, 'archived')}`,
    archived: amongArchived(userId, term),
  }
  return sql`select rowid as id from link_index where link_index match ${asked[status]} order by rowid desc`
}

function countInLinks(filter: LinkFilter): RawBuilder<unknown> {
  const mark = sql.raw(`${newestChange} as mark`)
  if (filter.term !== '') return sql`(select count(*) from links where ${matches(filter)}) as total, ${mark}`
  // Two counts over indexes are quicker than one that looks at each link's state.
  const all = sql`(select count(*) from links where user_id = ${filter.userId})`
  const archived = sql`(select count(*) from links where user_id = ${filter.userId} and archived_at is not null)`
  return sql`${byStatus(filter, all, archived)} as total, ${mark}`
}

function countInIndex(filter: LinkFilter, term: string): RawBuilder<unknown> {
  const { userId } = filter
  const matching = (terms: unknown) => sql`(select count(*) from link_index where link_index match ${terms})`
  const all = matching(inAccount(userId, term))
  const archived = matching(amongArchived(userId, term))
  return sql`${byStatus(filter, all, archived)} as total, (select seq from search_position) as mark`
}

function byStatus({ status }: LinkFilter, all: RawBuilder<unknown>, archived: RawBuilder<unknown>) {
  if (status === 'archived') return archived
  return status === 'all' ? all : sql`${all} - ${archived}`
}

/** The index's question for an account's links. Who is alone, also in the index, need not be told from others. */
function inAccount(userId: number, term: string): RawBuilder<string> {
  return sql`iif(
    exists (select 1 from links where user_id < ${userId}) or exists (select 1 from links where user_id > ${userId})
    or exists (select 1 from link_changes where seq > (select seq from search_position) and old_text is not null),
    ${among(userId, term)}, ${term})`
}

function among(userId: number, term: string): string {
  return `${term} AND ${owner(userId, 'owned')}`
}

function amongArchived(userId: number, term: string): string {
  return `${term} AND ${owner(userId, 'archived')}`
}

function owner(userId: number, what: 'owned' | 'archived'): string {
  return `owner : ${quoted(ownerTerm(userId, what))}`
}

function said(text: string): string {
  return `text : ${quoted(text)}`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function matches({ userId, status, term }: LinkFilter): RawBuilder<unknown> {
  const state = {
    all: sql``,
    active: sql`and archived_at is null`,
    archived: sql`and archived_at is not null`,
  }
  const holds = term === '' ? sql`` : sql`and instr(search_text, ${term}) > 0`
  return sql`user_id = ${userId} ${state[status]} ${holds}`
}

/** 1 where a changed link matched before it, or does since. */
function matched(side: 'old' | 'new', { status, term }: LinkFilter): RawBuilder<unknown> {
  const text = sql.ref(`${side}_text`)
  const archived = sql.ref(`${side}_archived`)
  const state = { all: sql``, active: sql`and not ${archived}`, archived: sql`and ${archived}` }
  const holds = term === '' ? sql`` : sql`and instr(${text}, ${term}) > 0`
  return sql`(${text} is not null ${state[status]} ${holds})`
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return row
}
