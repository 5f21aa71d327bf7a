// The SQL of links and of the codes that lead to them.
import { sql } from 'kysely'
import { attempt, type Database, type Query, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { LinkPage } from '../../../db/link-search.ts'
import type { CodeTable, LinkTable } from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { searchForm } from './links.ts'

export type { LinkPage }

/** A link with its code, its domain and its clicks. The domain's name is null on the default domain. */
export interface LinkRow extends Omit<LinkTable, 'id' | 'search_text'> {
  id: number
  code: string
  domain_id: number
  domain_name: string | null
  clicks: number
}

/** All that a redirect needs to know of a code, and no more: very many of them are remembered. */
export type LinkTarget = Pick<
  LinkRow,
  | 'id'
  | 'user_id'
  | 'long_url'
  | 'password_hash'
  | 'disposable'
  | 'consumed_at'
  | 'adult'
  | 'expired_at'
  | 'archived_at'
  /** Of the link, or of its account. */
  | 'blocked_at'
  | 'listed_at'
  | 'vouched_at'
> & {
  /** When its account was made, and since when it is trusted. */
  owner_since: number
  trusted_at: number | null
}

export type NewLink = Omit<LinkTable, 'id'>
export type LinkChange = Partial<Omit<LinkTable, 'id' | 'public_id' | 'user_id' | 'created_at'>>

/** A code as a link takes it. */
type LinkCode = Pick<CodeTable, 'domain_id' | 'code'> & { link_id: number }

export interface ListFilter {
  userId: number
  search?: string
  status: 'active' | 'archived' | 'all'
}

interface ArchivingOfMany {
  userId: number
  publicIds: string[]
  isArchived: boolean
  now: number
}

/** What caches forget when a code leads elsewhere. */
export function codeTopic(domainId: number, code: string): string {
  return `code:${domainId}:${code}`
}

export class LinkStore {
  /** What a code leads to; at once on SQLite. */
  readonly target: (domainId: number, code: string) => MaybePromise<LinkTarget | undefined>

  constructor(private readonly db: Database) {
    this.target = db.prepare(targetOf(db.read, { domainId: 0, code: '' }))
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  subscribe(listener: (topic: string | null) => void): void {
    this.db.subscribe(listener)
  }

  async announce(tx: Tx, { domain_id, code }: { domain_id: number; code: string }): Promise<void> {
    await this.db.announce(tx, codeTopic(domain_id, code))
  }

  /** The account's links that a path may mean: by code on the domains, or by identifier. */
  candidates(userId: number, { code, publicId }: { code?: string; publicId?: string }): Promise<LinkRow[]> {
    return rows(this.db.read)
      .where('links.user_id', '=', userId)
      .where((where) =>
        publicId === undefined
          ? where.and([where('codes.code', '=', code ?? ''), onOwnDomain(userId)])
          : where('links.public_id', '=', publicId),
      )
      .execute()
  }

  /** A link, or undefined where it is gone. */
  find(id: number): Promise<LinkRow | undefined> {
    return rows(this.db.read).where('links.id', '=', id).executeTakeFirst()
  }

  /** The account's links after one, in the order of their numbers. */
  after(userId: number, id: number, limit: number): Promise<LinkRow[]> {
    return rows(this.db.readInWorker(userId))
      .where('links.user_id', '=', userId)
      .where('links.id', '>', id)
      .orderBy('links.id')
      .limit(limit)
      .execute()
  }

  byPublicId(publicId: string): Promise<LinkRow | undefined> {
    return rows(this.db.read).where('links.public_id', '=', publicId).executeTakeFirst()
  }

  /** A link that there is; in no transaction where `tx` is null. */
  byId(tx: Tx | null, id: number): Promise<LinkRow> {
    return rows(tx ? within(tx) : this.db.read)
      .where('links.id', '=', id)
      .executeTakeFirstOrThrow()
  }

  async list({ userId, search = '', status }: ListFilter, page: LinkPage) {
    const { ids, total } = await this.db.linkSearch.find({ userId, status, term: searchForm(search) }, page)
    const found = ids.length > 0 ? await rows(this.db.read).where('links.id', 'in', ids).execute() : []
    const places = new Map(ids.map((id, place) => [id, place]))
    return {
      rows: found.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0)),
      total,
    }
  }

  async isTaken(domainId: number, code: string): Promise<boolean> {
    const row = await this.db.read
      .selectFrom('codes')
      .select('code')
      .where('domain_id', '=', domainId)
      .where('code', '=', code)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Waits until nobody else is taking one of these codes, so that two bulk requests never wait for each other. */
  async holdCodes(tx: Tx, domainId: number, codes: string[]): Promise<void> {
    if (codes.length > 0)
      await this.db.lock(
        tx,
        codes.map((code) => codeTopic(domainId, code)),
      )
  }

  async insertLink(tx: Tx, link: NewLink): Promise<number> {
    const { rows } = await insertLink(within(tx), link)
    return (rows[0] as { id: number }).id
  }

  /** Runs a part of a transaction that may fail alone. */
  attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    return attempt(tx, work)
  }

  /** Gives the code to the link; false where it is taken. */
  async takeCode(tx: Tx, row: LinkCode): Promise<boolean> {
    const { numAffectedRows } = await insertCode(within(tx), row)
    return Boolean(numAffectedRows)
  }

  /** Moves a link to another code or domain. A code that is taken makes the transaction fail: see `isTakenCode`. */
  async moveCode(tx: Tx, linkId: number, to: { domain_id: number; code: string }): Promise<void> {
    await within(tx).updateTable('codes').set(to).where('link_id', '=', linkId).execute()
  }

  isTakenCode(error: unknown): boolean {
    return isUniqueViolation(error)
  }

  /** Changes a link, and with that locks its row until the transaction ends. */
  async change(tx: Tx, id: number, change: LinkChange): Promise<void> {
    await within(tx).updateTable('links').set(change).where('id', '=', id).execute()
  }

  /** Archives an active link; false where it was archived already. */
  async archive(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set({ archived_at: now, updated_at: now })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Blocks a link, or lifts that (null); false where it was so already. */
  async setBlocked(tx: Tx, id: number, block: { at: number; reason: string } | null): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set({ blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null })
      .where('id', '=', id)
      .where('blocked_at', block ? 'is' : 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Has an administrator answer for a link's destination (a Unix second), or nobody (null). */
  async setVouched(tx: Tx, id: number, at: number | null): Promise<void> {
    await within(tx).updateTable('links').set({ vouched_at: at }).where('id', '=', id).execute()
  }

  /** Notes that the owners of these links are told of a block list; those of which none was told before. */
  async noteListed(tx: Tx, ids: number[], now: number): Promise<LinkRow[]> {
    const noted = await within(tx)
      .updateTable('links')
      .set({ listed_at: now })
      .where('id', 'in', ids)
      .where('listed_at', 'is', null)
      .where('vouched_at', 'is', null)
      .returning('id')
      .execute()
    if (noted.length === 0) return []
    const numbers = noted.map(({ id }) => id)
    return await rows(within(tx)).where('links.id', 'in', numbers).orderBy('links.id').execute()
  }

  /** Of these accounts, those with a link besides these that a list has blocked since a moment. */
  async toldSince(tx: Tx, userIds: number[], except: number[], since: number): Promise<Set<number>> {
    const links = within(tx)
      .selectFrom('links')
      .select('user_id')
      .distinct()
      .where('user_id', 'in', userIds)
      .where('id', 'not in', except)
      .where('listed_at', '>=', since)
    return new Set((await links.execute()).map(({ user_id }) => user_id))
  }

  /** Restores an archived link; false where it was active already. */
  async restore(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set({ archived_at: null, archive_at: null, updated_at: now })
      .where('id', '=', id)
      .where('archived_at', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Archives or restores those of the account's links that are not so yet; gives them as they are then. */
  async setArchived(tx: Tx, { userId, publicIds, isArchived, now }: ArchivingOfMany): Promise<LinkRow[]> {
    // Two that change the same links in another order would wait for each other.
    await this.db.lock(tx, [`archiving:${userId}`])
    const state = isArchived ? { archived_at: now } : { archived_at: null, archive_at: null }
    const changed = await within(tx)
      .updateTable('links')
      .set({ ...state, updated_at: now })
      .where('user_id', '=', userId)
      .where('public_id', 'in', publicIds)
      .where('archived_at', isArchived ? 'is' : 'is not', null)
      .returning('id')
      .execute()
    if (changed.length === 0) return []
    const ids = changed.map(({ id }) => id)
    return await rows(within(tx)).where('links.id', 'in', ids).orderBy('links.id').execute()
  }

  /** Which of these identifiers are those of links of the account. */
  async owned(userId: number, publicIds: string[]): Promise<string[]> {
    const links = this.db.read
      .selectFrom('links')
      .select('public_id')
      .where('user_id', '=', userId)
      .where('public_id', 'in', publicIds)
    return (await links.execute()).map(({ public_id }) => public_id)
  }

  /** The active links whose day of archiving has come. */
  due(tx: Tx, today: string, most: number): Promise<{ id: number }[]> {
    return within(tx)
      .selectFrom('links')
      .select('links.id')
      .where('links.archive_at', '<=', today)
      .where('links.archived_at', 'is', null)
      .limit(most)
      .execute()
  }

  /** Some of the account's links. */
  async someOf(userId: number, most: number): Promise<number[]> {
    const links = this.db.read.selectFrom('links').select('id').where('user_id', '=', userId)
    return (await links.orderBy('id').limit(most).execute()).map(({ id }) => id)
  }

  /** Forgets what searches still know of an account that is deleted and has no links any more. */
  forgetSearches(userId: number): Promise<void> {
    return this.db.linkSearch.forget(userId)
  }

  /** Deletes links with their codes, which are free then. */
  async deleteLinks(ids: number[]): Promise<void> {
    await this.db.transaction((tx) => within(tx).deleteFrom('links').where('id', 'in', ids).execute())
  }

  /** Claims the one click of a one-click link: of all that try, on any number of nodes, one is answered true. */
  async consume(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set({ consumed_at: now })
      .where('id', '=', id)
      .where('disposable', '=', 1)
      .where('consumed_at', 'is', null)
      .where('archived_at', 'is', null)
      .where('blocked_at', 'is', null)
      .where((where) => where.or([where('expired_at', 'is', null), where('expired_at', '>', now)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}

const insertLink = statement((query, link: NewLink) =>
  query
    .insertInto('links')
    .values({
      public_id: link.public_id,
      user_id: link.user_id,
      long_url: link.long_url,
      title: link.title,
      password_hash: link.password_hash,
      disposable: link.disposable,
      consumed_at: link.consumed_at,
      adult: link.adult,
      expired_at: link.expired_at,
      archive_at: link.archive_at,
      archived_at: link.archived_at,
      blocked_at: link.blocked_at,
      blocked_reason: link.blocked_reason,
      listed_at: link.listed_at,
      vouched_at: link.vouched_at,
      search_text: link.search_text,
      created_at: link.created_at,
      updated_at: link.updated_at,
    })
    .returning('id'),
)

const insertCode = statement((query, { domain_id, code, link_id }: LinkCode) =>
  query
    .insertInto('codes')
    .values({ domain_id, code, link_id })
    .onConflict((conflict) => conflict.columns(['domain_id', 'code']).doNothing()),
)

function targetOf(query: Query, { domainId, code }: { domainId: number; code: string }) {
  return query
    .selectFrom('codes')
    .innerJoin('links', 'links.id', 'codes.link_id')
    .innerJoin('users', 'users.id', 'links.user_id')
    .select([
      'links.id',
      'links.user_id',
      'links.long_url',
      'links.password_hash',
      'links.disposable',
      'links.consumed_at',
      'links.adult',
      'links.expired_at',
      'links.archived_at',
      'links.listed_at',
      'links.vouched_at',
      'users.created_at as owner_since',
      'users.trusted_at',
    ])
    .select((select) => select.fn.coalesce('users.blocked_at', 'links.blocked_at').as('blocked_at'))
    .where('users.deleted_at', 'is', null)
    .where('codes.domain_id', '=', domainId)
    .where('codes.code', '=', code)
}

function rows(query: Query) {
  return query
    .selectFrom('links')
    .innerJoin('codes', 'codes.link_id', 'links.id')
    .leftJoin('domains', 'domains.id', 'codes.domain_id')
    .leftJoin('link_totals', 'link_totals.link_id', 'links.id')
    .select([
      'links.id',
      'links.public_id',
      'links.user_id',
      'links.long_url',
      'links.title',
      'links.password_hash',
      'links.disposable',
      'links.consumed_at',
      'links.adult',
      'links.expired_at',
      'links.archive_at',
      'links.archived_at',
      'links.blocked_at',
      'links.blocked_reason',
      'links.listed_at',
      'links.vouched_at',
      'links.created_at',
      'links.updated_at',
      'codes.code',
      'codes.domain_id',
      'domains.name as domain_name',
    ])
    .select(sql<number>`coalesce(link_totals.clicks + link_totals.imported, 0)`.as('clicks'))
}

function onOwnDomain(userId: number) {
  return sql<boolean>`codes.domain_id in (select 0 union all select id from domains where user_id = ${userId})`
}
