// Link search on SQLite, in the query worker: with its trigram index for two characters and more, otherwise by a scan.
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
import { changeSince, countByScan, findByScan, type Mark, matches, only, TextLengths } from './text-scan.ts'

// Up to this many candidates from the index are checked one by one.
const few = 500
// Two characters are searched as all trigrams that start with them, unless these are too many.
const mostTrigrams = 300

// The index compares the positions of all trigrams of a term, which takes longer than reading the string if a link has very
// many of them. So the index is not used if a trigram repeats so often in the term, or strings are so long.
const mostRepeated = 3
const mostOctets = 500

// How long a search waits for the index to be updated before it works without it.
const indexingMilliseconds = 500

/** How a search queries the database, and its index query; null if it scans the strings. */
interface Search {
  query: Query
  term: string | null
}

/** Searches in the query worker; `transaction` writes. */
export function sqliteSearch(queryWorker: QueryWorker, transaction: RunTransaction): LinkSearch {
  return new SqliteSearch(queryWorker, transaction)
}

class SqliteSearch implements LinkSearch {
  private readonly totals = new SearchTotals<Mark, Search>({
    count: (search, filter) => this.count(search, filter),
    changeSince: ({ query }, filter, mark) => changeSince(query, filter, mark),
  })
  private readonly lengths = new TextLengths()

  constructor(
    private readonly queryWorker: QueryWorker,
    private readonly transaction: RunTransaction,
  ) {}

  async find(filter: LinkFilter, page: LinkPage): Promise<FoundLinks> {
    const { limit, offset, order } = page
    const requester = requesterOf(filter.userId)
    const query = queryInWorker(this.queryWorker, requester)
    let term = await this.indexTerm(requester, query, filter.term)
    if (term !== null) {
      const found = await findFew(query, filter, fewestTrigrams(filter.term) ?? term)
      if (found) {
        const ids = order === 'newest' ? found : found.toReversed()
        return { ids: ids.slice(offset, offset + limit), total: found.length }
      }
      const isLight = !repeats(filter.term) && (await this.lengths.of(query, filter.userId)) <= mostOctets
      if (!isLight) term = null
    }
    const total = await this.totals.total({ query, term }, filter)
    if (offset >= total) return { ids: [], total }
    if (term === null && filter.term !== '')
      return { ids: await this.scan(query, filter, { ...page, total }), total }
    const found = term === null ? allLinks(filter, order) : inIndex(filter, term, order)
    const { rows } = await sql<{ id: number }>`${found} limit ${limit} offset ${offset}`.execute(query)
    return { ids: rows.map(({ id }) => id), total }
  }

  async forget(userId: number): Promise<void> {
    // Otherwise, the index would forever keep entries whose deletion was never indexed.
    await this.queryWorker.index(requesterOf(null))
    await this.transaction((tx) =>
      sql`
        delete from link_changes where user_id = ${userId} and seq <= (select seq from search_position)
      `.execute(within(tx)),
    )
  }

  /** The index query for a term; null if the strings have to be scanned. */
  private async indexTerm(requester: Requester, query: Query, term: string): Promise<string | null> {
    const { length } = [...term]
    if (length < 2) return null
    try {
      await this.queryWorker.index(requester, indexingMilliseconds)
    } catch {
      // On a full disk, or after very many changes, the index is not up to date and can't be used.
      return null
    }
    return length > 2 ? inText(term) : await startingWith(query, term)
  }

  private async count({ query, term }: Search, filter: LinkFilter): Promise<Total<Mark>> {
    if (filter.term === '') return await countAll(query, filter)
    if (term === null) return await countByScan(query, filter, await this.lengths.of(query, filter.userId))
    const { rows } = await sql<Total<Mark>>`select ${countInIndex(filter, term)}`.execute(query)
    return only(rows)
  }

  /** Strings are scanned from the newest, so the oldest links come last. */
  private async scan(
    query: Query,
    filter: LinkFilter,
    { limit, offset, order, total }: LinkPage & { total: number },
  ): Promise<number[]> {
    const end = Math.min(limit, total - offset)
    const part = order === 'newest' ? { limit, offset } : { limit: end, offset: total - offset - end }
    const ids = await findByScan(query, filter, part, await this.lengths.of(query, filter.userId))
    return order === 'newest' ? ids : ids.toReversed()
  }
}

/** The index query for two characters: all trigrams that start with them; null if these are too many. */
async function startingWith(query: Query, term: string): Promise<string | null> {
  const { rows } = await sql<{ term: string }>`
    select term from link_grams where term >= ${term} and term < ${`${term}\u{10ffff}`} limit ${mostTrigrams + 1}
  `.execute(query)
  if (rows.length > mostTrigrams) return null
  return rows.length > 0 ? `(${rows.map((row) => inText(row.term)).join(' OR ')})` : inText(`${term}\n\n`)
}

/** An index query for as few trigrams as cover the term; null for two characters. */
function fewestTrigrams(term: string): string | null {
  return [...term].length > 2 ? everyThird(trigramsOf(term)).map(inText).join(' AND ') : null
}

/** The matching links if they are few, otherwise null. */
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

/** Whether a trigram repeats too often in a term. */
function repeats(term: string): boolean {
  const characters = [...term]
  const times = new Map<string, number>()
  return characters.slice(2).some((_, index) => {
    const gram = characters.slice(index, index + 3).join('')
    const before = times.get(gram) ?? 0
    times.set(gram, before + 1)
    return before === mostRepeated
  })
}

function allLinks(filter: LinkFilter, order: LinkPage['order']): RawBuilder<unknown> {
  return sql`select id from links where ${matches(filter)} order by id ${sql.raw(directionOf(order))}`
}

/** Two counts over indexes are faster than one that checks each link's state. */
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
  const queries = {
    all: among(userId, term),
    active: `(${among(userId, term)}) NOT ${owner(userId, 'archived')}`,
    archived: amongArchived(userId, term),
  }
  return sql`
    select rowid as id from link_index where link_index match ${queries[status]}
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

/** The index query for an account's links. If the account is the only one, also in the index, it needs no filter. */
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

function inText(text: string): string {
  return `text : ${quoted(text)}`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
