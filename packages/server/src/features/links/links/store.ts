// The SQL of links: finding, listing, inserting, changing and deleting them.
import { sql } from 'kysely'
import { attempt, type Database, type Query, within } from '../../../db/database.ts'
import { type LinkColumns, linkColumnNames } from '../../../db/link-columns.ts'
import type { LinkFilter, LinkPage } from '../../../db/link-search.ts'
import { statement } from '../../../db/statement.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { nameSeparator } from '../tags/index.ts'

export {
  initialLink,
  initialPolicy,
  type LinkSettings,
  linkSettings,
  type PolicyColumns,
  policyColumnNames,
  shownSettings,
  storedSettings,
} from '../../../db/link-columns.ts'
export type { LinkFilter, LinkPage }

/** A link with its code, its domain and its clicks. The domain's name is null on the default domain. */
export interface LinkRow extends Omit<LinkColumns, 'search_text'> {
  id: number
  code: string
  domain_id: number
  domain_name: string | null
  clicks: number
  /** The names of its tags as a query joins them; null for none. */
  tags: string | null
}

export type NewLink = LinkColumns
export type LinkChange = Partial<Omit<LinkColumns, 'public_id' | 'user_id' | 'created_at'>>

export class LinkStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** The account's links that a path may mean: by code on its domains, or by identifier. */
  async candidates(userId: number, wanted: { code: string } | { publicId: string }): Promise<LinkRow[]> {
    const { read } = this.db
    const { rows } = await ('code' in wanted
      ? linksByCode(read, { userId, code: wanted.code })
      : linksByPublicId(read, { userId, publicId: wanted.publicId }))
    return rows
  }

  /** A link; undefined if it has been deleted, or has no code any more because its deletion is final. */
  async find(id: number, tx: Tx | null = null): Promise<LinkRow | undefined> {
    return (await linksById(tx ? within(tx) : this.db.read, { id })).rows[0]
  }

  /** The account's links after the one with this number, in the order of their numbers. */
  after(userId: number, id: number, limit: number): Promise<LinkRow[]> {
    return linkRows(this.db.readInWorker(userId))
      .where('links.user_id', '=', userId)
      .where('links.id', '>', id)
      .orderBy('links.id')
      .limit(limit)
      .execute()
  }

  byPublicId(publicId: string): Promise<LinkRow | undefined> {
    return linkRows(this.db.read).where('links.public_id', '=', publicId).executeTakeFirst()
  }

  /** A link that must exist. If `tx` is null, it is read outside of a transaction. */
  async byId(tx: Tx | null, id: number): Promise<LinkRow> {
    const row = await this.find(id, tx)
    if (!row) throw new Error(`there is no link ${id}`)
    return row
  }

  async list(filter: LinkFilter, page: LinkPage): Promise<{ rows: LinkRow[]; total: number }> {
    const { ids, total } = await this.db.linkSearch.find(filter, page)
    const found = ids.length > 0 ? await linkRows(this.db.read).where('links.id', 'in', ids).execute() : []
    const positions = new Map(ids.map((id, position) => [id, position]))
    return {
      rows: found.sort((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0)),
      total,
    }
  }

  /** The highest number among the account's links; 0 if it has none. */
  async newestId(userId: number): Promise<number> {
    const row = await this.db.read
      .selectFrom('links')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? 0
  }

  /** The account's links to a destination whose numbers are above `after`, the newest first. */
  newer(tx: Tx, { userId, longUrl, after }: { userId: number; longUrl: string; after: number }) {
    return linkRows(within(tx))
      .where('links.user_id', '=', userId)
      .where('links.id', '>', after)
      .where('links.long_url', '=', longUrl)
      .orderBy('links.id', 'desc')
      .execute()
  }

  /** Locks a link of a workspace until the transaction ends; undefined if the workspace doesn't have it. */
  async lockOwn(tx: Tx, userId: number, id: number): Promise<LinkRow | undefined> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set((columns) => ({ updated_at: columns.ref('updated_at') }))
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows === 0n ? undefined : await this.find(id, tx)
  }

  /** Waits until no other transaction holds this name. */
  async lock(tx: Tx, name: string): Promise<void> {
    await this.db.lock(tx, [name])
  }

  async insert(tx: Tx, link: NewLink): Promise<number> {
    const { rows } = await insertLink(within(tx), link)
    return (rows[0] as { id: number }).id
  }

  /** Runs work that may fail without failing the whole transaction. */
  attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    return attempt(tx, work)
  }

  /** Changes a link. This locks its row until the transaction ends. */
  async change(tx: Tx, id: number, change: LinkChange): Promise<void> {
    await within(tx).updateTable('links').set(change).where('id', '=', id).execute()
  }

  /** The numbers of links with these ids. */
  async numbersOf(tx: Tx, publicIds: readonly string[]): Promise<number[]> {
    if (publicIds.length === 0) return []
    const links = within(tx).selectFrom('links').select('id').where('public_id', 'in', publicIds)
    return (await links.execute()).map(({ id }) => id)
  }

  /** The numbers of some of the account's links. */
  async someIds(userId: number, most: number): Promise<number[]> {
    const links = this.db.read.selectFrom('links').select('id').where('user_id', '=', userId)
    return (await links.orderBy('id').limit(most).execute()).map(({ id }) => id)
  }

  /** Removes what the search index still holds of a deleted account that has no links left. */
  forgetSearches(userId: number): Promise<void> {
    return this.db.linkSearch.forget(userId)
  }

  /** Deletes links with their codes, which become free. */
  async delete(ids: number[]): Promise<void> {
    await this.db.transaction((tx) => within(tx).deleteFrom('links').where('id', 'in', ids).execute())
  }

  /**
   * Claims a click of a link that redirects a limited number of visitors: of all visits, on any number of nodes, exactly as many
   * get true. `now` in Unix seconds.
   */
  async claim(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set({
        max_clicks_used: sql<number>`case when max_clicks is null then 0 else max_clicks_used + 1 end`,
        consumed_at: sql<number | null>`case when disposable = 1 then cast(${now} as bigint) end`,
      })
      .where('id', '=', id)
      .where((where) => where.or([where('disposable', '=', 1), where('max_clicks', 'is not', null)]))
      .where((where) =>
        where.or([where('max_clicks', 'is', null), where('max_clicks_used', '<', where.ref('max_clicks'))]),
      )
      .where('consumed_at', 'is', null)
      .where('archived_at', 'is', null)
      .where('blocked_at', 'is', null)
      .where((where) => where.or([where('starts_at', 'is', null), where('starts_at', '<=', now)]))
      .where((where) => where.or([where('expired_at', 'is', null), where('expired_at', '>', now)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}

const insertLink = statement((query, link: NewLink) =>
  query
    .insertInto('links')
    .values(Object.fromEntries(linkColumnNames.map((name) => [name, link[name]])) as NewLink)
    .returning('id'),
)

// All but the text for search, which is as long as the rest together.
const shownColumns = linkColumnNames
  .filter((name) => name !== 'search_text')
  .map((name) => `links.${name}` as const)

/** Links with their codes, domains and clicks. */
export function linkRows(query: Query) {
  return query
    .selectFrom('links')
    .innerJoin('codes', 'codes.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'codes.domain_id')
    .leftJoin('link_totals', 'link_totals.link_id', 'links.id')
    .select(['links.id', ...shownColumns, 'codes.code', 'codes.domain_id', 'domains.name as domain_name'])
    .select(sql<number>`coalesce(link_totals.clicks + link_totals.imported, 0)`.as('clicks'))
    .select((of) =>
      of
        .selectFrom('link_tags')
        .innerJoin('tags', 'tags.id', 'link_tags.tag_id')
        .whereRef('link_tags.link_id', '=', 'links.id')
        .select(sql<string | null>`string_agg(tags.name, ${nameSeparator})`.as('names'))
        .as('tags'),
    )
}

const linksById = statement((query, { id }: { id: number }) => linkRows(query).where('links.id', '=', id))

const linksByPublicId = statement((query, { userId, publicId }: { userId: number; publicId: string }) =>
  linkRows(query).where('links.user_id', '=', userId).where('links.public_id', '=', publicId),
)

/** Those of an account that have this code on the default domain or on one of its own. */
const linksByCode = statement((query, { userId, code }: { userId: number; code: string }) =>
  linkRows(query)
    .where('links.user_id', '=', userId)
    .where('codes.code', '=', code)
    .where(
      sql<boolean>`codes.domain_id in (select 0 union all select id from domains where user_id = ${userId})`,
    ),
)
