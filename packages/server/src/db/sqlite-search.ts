// Searching on SQLite, in the thread aside: its index for three characters and more, the texts themselves for less.
import { type RawBuilder, sql } from 'kysely'
import type { Aside } from './aside.ts'
import type { Query } from './database.ts'
import { type FoundLinks, gramsOf, type LinkFilter, type LinkSearch, ownerTerm } from './link-search.ts'
import { newestChange } from './search-index.ts'
import { SearchTotals, type Total } from './search-totals.ts'

// A state of the database is the number of the newest change in it.
type Mark = number

export function sqliteSearch(aside: Aside, query: Query): LinkSearch {
  const totals = new SearchTotals<Mark>({ count, changeSince })

  /** Whether the index answers this. It does not while it can't be brought up to date, as on a full disk. */
  async function isIndexed({ term }: LinkFilter): Promise<boolean> {
    if (gramsOf(term).length === 0) return false
    return await aside.index().then(
      () => true,
      () => false,
    )
  }

  async function count(filter: LinkFilter): Promise<Total<Mark>> {
    const counted = (await isIndexed(filter)) ? countInIndex(filter) : countInLinks(filter)
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
    async find(filter, { limit, offset }): Promise<FoundLinks> {
      const total = await totals.total(filter)
      if (offset >= total) return { ids: [], total }
      const found = (await isIndexed(filter)) ? inIndex(filter) : inLinks(filter)
      const { rows } = await sql<{ id: number }>`${found} limit ${limit} offset ${offset}`.execute(query)
      return { ids: rows.map(({ id }) => id), total }
    },
  }
}

function inLinks(filter: LinkFilter): RawBuilder<unknown> {
  return sql`select id from links where ${matches(filter)} order by id desc`
}

function inIndex(filter: LinkFilter): RawBuilder<unknown> {
  return sql`select rowid as id from link_index where link_index match ${indexQuery(filter)} order by rowid desc`
}

function countInLinks(filter: LinkFilter): RawBuilder<unknown> {
  const mark = sql.raw(`${newestChange} as mark`)
  if (filter.term !== '') return sql`(select count(*) from links where ${matches(filter)}) as total, ${mark}`
  // Two counts over indexes are quicker than one that looks at each link's state.
  const all = sql`(select count(*) from links where user_id = ${filter.userId})`
  const archived = sql`(select count(*) from links where user_id = ${filter.userId} and archived_at is not null)`
  return sql`${byStatus(filter, all, archived)} as total, ${mark}`
}

function countInIndex(filter: LinkFilter): RawBuilder<unknown> {
  const matching = (terms: string) => sql`(select count(*) from link_index where link_index match ${terms})`
  const all = matching(indexQuery({ ...filter, status: 'all' }))
  const text = matching(textTerm(filter.term))
  const archived = matching(indexQuery({ ...filter, status: 'archived' }))
  // Who is the only one to have links, also of those that are still in the index, need not be looked for.
  const { userId } = filter
  const own = sql`iif(
    exists (select 1 from links where user_id < ${userId}) or exists (select 1 from links where user_id > ${userId})
    or exists (select 1 from link_changes where seq > (select seq from search_position) and old_text is not null),
    ${all}, ${text})`
  return sql`${byStatus(filter, own, archived)} as total, (select seq from search_position) as mark`
}

function byStatus({ status }: LinkFilter, all: RawBuilder<unknown>, archived: RawBuilder<unknown>) {
  if (status === 'archived') return archived
  return status === 'all' ? all : sql`${all} - ${archived}`
}

function indexQuery({ userId, status, term }: LinkFilter): string {
  const owner = (what: 'owned' | 'archived') => `owner : ${quoted(ownerTerm(userId, what))}`
  if (status === 'archived') return `${textTerm(term)} AND ${owner('archived')}`
  const own = `(${textTerm(term)} AND ${owner('owned')})`
  return status === 'all' ? own : `${own} NOT ${owner('archived')}`
}

function textTerm(term: string): string {
  return `text : ${quoted(term)}`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function matches({ userId, status, term }: LinkFilter): RawBuilder<unknown> {
  const states = {
    all: sql``,
    active: sql`and archived_at is null`,
    archived: sql`and archived_at is not null`,
  }
  return sql`user_id = ${userId} ${states[status]} ${term === '' ? sql`` : sql`and instr(search_text, ${term}) > 0`}`
}

/** 1 where a changed link matched before it, or does since. */
function matched(side: 'old' | 'new', { status, term }: LinkFilter): RawBuilder<unknown> {
  const text = sql.ref(`${side}_text`)
  const archived = sql.ref(`${side}_archived`)
  const state = { all: sql``, active: sql`and not ${archived}`, archived: sql`and ${archived}` }
  const said = term === '' ? sql`` : sql`and instr(${text}, ${term}) > 0`
  return sql`(${text} is not null ${state[status]} ${said})`
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('an aggregate gave no row')
  return row
}
