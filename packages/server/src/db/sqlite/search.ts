// Searching on SQLite, in the thread aside: its index for two characters and more, the texts themselves for the rest.
import { type RawBuilder, sql } from 'kysely'
import { type Requester, requesterOf } from '../../platform/concurrency/account-scheduler.ts'
import type { RunTransaction } from '../../platform/transaction.ts'
import { type Query, within } from '../database.ts'
import {
  directionOf,
  everyThird,
  type FoundLinks,
  type LinkFilter,
  type LinkPage,
  type LinkSearch,
  ownerTerm,
  trigramsOf,
} from '../link-search.ts'
import { SearchTotals, type Total } from '../search-totals.ts'
import { type QueryWorker, queryInWorker } from './query-worker.ts'
import { newestChange } from './search-index.ts'
import { changeSince, countInTexts, findInTexts, type Mark, matches, only, TextLengths } from './text-scan.ts'

// So many links that the index takes for matches are looked at one by one.
const few = 500
// Two characters are looked for as all threes that begin with them, unless these are too many.
const mostGrams = 300

// The index compares the places of all threes of a term: where a link has very many of them, that takes longer than
// reading its text. So no three may be so often in a term that is looked for like this, and texts may not be so long.
const mostRepeated = 3
const mostOctets = 500

// So long a search waits for the index to be fed, before it does without.
const indexingMilliseconds = 500

/** By what a search asks, and what it asks the index for; null where it has to look for its term in the texts. */
interface Search {
  query: Query
  term: string | null
}

/** Reads in the thread aside, each search as one who asks; `transaction` writes. */
export function sqliteSearch(aside: QueryWorker, transaction: RunTransaction): LinkSearch {
  const totals = new SearchTotals<Mark, Search>({
    count,
    changeSince: ({ query }, filter, mark) => changeSince(query, filter, mark),
  })
  const lengths = new TextLengths()

  /** The term as the index is asked for it, or null. */
  async function indexTerm(asker: Requester, query: Query, term: string): Promise<string | null> {
    const { length } = [...term]
    if (length < 2) return null
    try {
      await aside.index(asker, indexingMilliseconds)
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
  async function findFew(query: Query, filter: LinkFilter, term: string): Promise<number[] | null> {
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

  async function count({ query, term }: Search, filter: LinkFilter): Promise<Total<Mark>> {
    if (filter.term === '') return await countAll(query, filter)
    if (term === null) return await countInTexts(query, filter, await lengths.of(query, filter.userId))
    const { rows } = await sql<Total<Mark>>`select ${countInIndex(filter, term)}`.execute(query)
    return only(rows)
  }

  return {
    async find(filter, page): Promise<FoundLinks> {
      const { limit, offset, order } = page
      const asker = requesterOf(filter.userId)
      const query = queryInWorker(aside, asker)
      let term = await indexTerm(asker, query, filter.term)
      if (term !== null) {
        const sparse =
          [...filter.term].length > 2 ? everyThird(trigramsOf(filter.term)).map(said).join(' AND ') : term
        const found = await findFew(query, filter, sparse)
        if (found) {
          const ids = order === 'newest' ? found : found.toReversed()
          return { ids: ids.slice(offset, offset + limit), total: found.length }
        }
        const isLight = !repeats(filter.term) && (await lengths.of(query, filter.userId)) <= mostOctets
        if (!isLight) term = null
      }
      const total = await totals.total({ query, term }, filter)
      if (offset >= total) return { ids: [], total }
      if (term === null && filter.term !== '') {
        // Texts are read from the newest on: the oldest are the end of that.
        const end = Math.min(limit, total - offset)
        const mirrored = { limit: end, offset: total - offset - end }
        const part = order === 'newest' ? page : mirrored
        const ids = await findInTexts(query, filter, part, await lengths.of(query, filter.userId))
        return { ids: order === 'newest' ? ids : ids.toReversed(), total }
      }
      const found = term === null ? listed(filter, order) : inIndex(filter, term, order)
      const { rows } = await sql<{ id: number }>`${found} limit ${limit} offset ${offset}`.execute(query)
      return { ids: rows.map(({ id }) => id), total }
    },

    async forget(userId) {
      // What the index has not taken in, it would keep for ever.
      await aside.index(requesterOf(null))
      await transaction((tx) =>
        sql`
          delete from link_changes where user_id = ${userId} and seq <= (select seq from search_position)
        `.execute(within(tx)),
      )
    },
  }
}

/** Whether a term has the same three characters many times. */
function repeats(term: string): boolean {
  const characters = [...term]
  const times = new Map<string, number>()
  return characters.slice(2).some((_, at) => {
    const gram = characters.slice(at, at + 3).join('')
    const before = times.get(gram) ?? 0
    times.set(gram, before + 1)
    return before === mostRepeated
  })
}

function listed(filter: LinkFilter, order: LinkPage['order']): RawBuilder<unknown> {
  return sql`select id from links where ${matches(filter)} order by id ${sql.raw(directionOf(order))}`
}

/** Two counts over indexes are quicker than one that looks at each link's state. */
async function countAll(query: Query, filter: LinkFilter): Promise<Total<Mark>> {
  const all = sql`(select count(*) from links where user_id = ${filter.userId})`
  const archived = sql`(select count(*) from links where user_id = ${filter.userId} and archived_at is not null)`
  const { rows } = await sql<Total<Mark>>`
    select ${byStatus(filter, all, archived)} as total, ${sql.raw(newestChange)} as mark
  `.execute(query)
  return only(rows)
}

function inIndex(
  { userId, status }: LinkFilter,
  term: string,
  order: LinkPage['order'],
): RawBuilder<unknown> {
  const asked = {
    all: among(userId, term),
    active: `(${among(userId, term)}) NOT ${owner(userId, 'archived')}`,
    archived: amongArchived(userId, term),
  }
  return sql`
    select rowid as id from link_index where link_index match ${asked[status]}
    order by rowid ${sql.raw(directionOf(order))}
  `
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
