// The SQL of microsites and of the slugs that lead to them, which are codes on their domains.
import { sql } from 'kysely'
import { CounterRows } from '../../../db/counter-rows.ts'
import { attempt, type Database, type Query, within } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { MicrositeTable } from '../../../db/schema.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { subjectNumber } from '../../clicks/index.ts'
import { isAlias, storedCode } from '../../links/domains/index.ts'
import { codeTopic, defaultDomain } from '../../links/links/index.ts'

/** A microsite with its domain, its slug and its views. */
export interface MicrositeRow extends Omit<MicrositeTable, 'id' | 'deleted_at'> {
  id: number
  domain_id: number
  /** Null on the default domain. */
  domain_name: string | null
  slug: string
  views: number
}

/** A slug on a domain. */
export interface SlugPlace {
  domainId: number
  slug: string
}

export type NewMicrosite = Omit<MicrositeTable, 'id' | 'deleted_at'>
export type MicrositeChange = Partial<
  Pick<MicrositeTable, 'title' | 'kind' | 'theme' | 'description' | 'hidden' | 'published_at' | 'updated_at'>
>

/** The topic announced when what a page shows changes, so that caches forget it. */
function pageTopic(id: number): string {
  return `microsite:${id}`
}

/** A microsite that visitors may see, with what is needed of its account. */
export type VisibleRow = MicrositeRow & {
  account_blocked_at: number | null
  owner_since: number
  trusted_at: number | null
}

export class MicrositeStore {
  /** The microsite that visitors see at a slug of a domain; synchronous on SQLite. */
  readonly visible: (domainId: number, slug: string) => MaybePromise<VisibleRow | undefined>
  readonly deletedRows: CounterRows

  constructor(private readonly db: Database) {
    this.deletedRows = new CounterRows(db, 'microsites')
    this.visible = db.prepare<VisibleRow>(
      rows(db.read)
        .where('codes.domain_id', '=', defaultDomain)
        .where('codes.code', '=', '')
        .innerJoin('workspaces', 'workspaces.id', 'microsites.user_id')
        .select([
          'workspaces.blocked_at as account_blocked_at',
          'workspaces.created_at as owner_since',
          'workspaces.trusted_at',
        ])
        .where('workspaces.deleted_at', 'is', null)
        .where('microsites.published_at', 'is not', null)
        .where(sql<boolean>`microsites.hidden = 0`),
    )
  }

  attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    return attempt(tx, work)
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** The account's microsites with this slug, on any domains, or the one with this id. */
  find(userId: number, wanted: { slug: string } | { publicId: string }): Promise<MicrositeRow[]> {
    const own = rows(this.db.read).where('microsites.user_id', '=', userId)
    return (
      'slug' in wanted
        ? own
            .where('codes.code', '=', wanted.slug)
            // Otherwise all microsites of the account would be read.
            .where((where) =>
              where.or([
                where('codes.domain_id', '=', defaultDomain),
                where(
                  'codes.domain_id',
                  'in',
                  where.selectFrom('domains').select('domains.id').where('domains.user_id', '=', userId),
                ),
              ]),
            )
        : own.where('microsites.public_id', '=', wanted.publicId)
    ).execute()
  }

  /** A microsite by its id, whoever owns it. */
  byPublicId(publicId: string): Promise<MicrositeRow | undefined> {
    return rows(this.db.read).where('microsites.public_id', '=', publicId).executeTakeFirst()
  }

  /** A microsite by its number; undefined if it has been deleted. */
  byNumber(id: number): Promise<MicrositeRow | undefined> {
    return rows(this.db.read).where('microsites.id', '=', id).executeTakeFirst()
  }

  /** The same, as a transaction sees it. */
  byId(tx: Tx, id: number): Promise<MicrositeRow | undefined> {
    return rows(within(tx)).where('microsites.id', '=', id).executeTakeFirst()
  }

  /** Newest first; only those created before the one with the id `before`, if given. */
  page(userId: number, before: string | undefined, limit: number): Promise<MicrositeRow[]> {
    const ofUser = rows(this.db.read).where('microsites.user_id', '=', userId)
    return (before === undefined ? ofUser : ofUser.where('microsites.public_id', '<', before))
      .orderBy('microsites.public_id', 'desc')
      .limit(limit)
      .execute()
  }

  async insert(tx: Tx, microsite: NewMicrosite): Promise<number> {
    const { id } = await within(tx)
      .insertInto('microsites')
      .values(microsite)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /**
   * Gives the slug of a domain to the microsite, and returns it as it is stored: some domains ignore case. Null if a link or
   * another microsite has it.
   */
  async takeSlug(tx: Tx, { domainId, slug }: SlugPlace, id: number): Promise<string | null> {
    const taken = await within(tx)
      .insertInto('codes')
      .columns(['domain_id', 'code', 'microsite_id'])
      .expression(
        within(tx)
          .selectNoFrom([
            sql<number>`cast(${domainId} as bigint)`.as('domain_id'),
            storedCode(domainId, slug).as('code'),
            sql<number>`cast(${id} as bigint)`.as('microsite_id'),
          ])
          .where((where) => where.not(isAlias(domainId, slug))),
      )
      .onConflict((conflict) => conflict.columns(['domain_id', 'code']).doNothing())
      .returning('code')
      .executeTakeFirst()
    if (!taken) return null
    await this.announceSlug(tx, { domain_id: domainId, slug: taken.code })
    return taken.code
  }

  /**
   * Moves the microsite to another domain; false if the slug is an alias of a link there. Any other taken slug makes the
   * transaction fail: see `isTakenSlug`.
   */
  async move(tx: Tx, row: MicrositeRow, domainId: number): Promise<boolean> {
    await this.announceSlug(tx, row)
    const { numUpdatedRows } = await within(tx)
      .updateTable('codes')
      .set({ domain_id: domainId, code: storedCode(domainId, row.slug) })
      .where('microsite_id', '=', row.id)
      .where((where) => where.not(isAlias(domainId, row.slug)))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  isTakenSlug(error: unknown): boolean {
    return isUniqueViolation(error)
  }

  /** Announces that what the slug leads to has changed. */
  async announceSlug(tx: Tx, { domain_id, slug }: Pick<MicrositeRow, 'domain_id' | 'slug'>): Promise<void> {
    await this.db.announce(tx, codeTopic(domain_id, slug))
  }

  /**
   * Changes a microsite, or marks that something on its page changes, and locks it until the transaction ends. False if it has
   * been deleted.
   */
  async change(tx: Tx, id: number, change: MicrositeChange & { updated_at: number }): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('microsites')
      .set(change)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('user_id', '>', 0)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await this.db.announce(tx, pageTopic(id))
    return true
  }

  /** Blocks a microsite, or unblocks it (null); false if nothing changes or it has been deleted. */
  async setBlocked(tx: Tx, id: number, block: { at: number; reason: string } | null): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('microsites')
      .set({ blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('user_id', '>', 0)
      .where('blocked_at', block ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await this.db.announce(tx, pageTopic(id))
    return true
  }

  /** Publishes a draft; false if it was published before or has been deleted. */
  async publish(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('microsites')
      .set({ published_at: now, updated_at: now })
      .where('id', '=', id)
      .where('published_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where('user_id', '>', 0)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await this.db.announce(tx, pageTopic(id))
    return true
  }
}

const firstNumber = sql.lit(subjectNumber('microsite', 0))

/** Microsites that are not deleted: a deleted one belongs to nobody for an hour, and then has no slug. */
function rows(query: Query) {
  return query
    .selectFrom('microsites')
    .innerJoin('codes', 'codes.microsite_id', 'microsites.id')
    .leftJoin('domains', 'domains.id', 'codes.domain_id')
    .leftJoin('link_totals', (join) =>
      join.on(sql<boolean>`link_totals.link_id = microsites.id + ${firstNumber}`),
    )
    .select([
      'microsites.id',
      'microsites.public_id',
      'microsites.user_id',
      'microsites.title',
      'microsites.kind',
      'microsites.theme',
      'microsites.description',
      'microsites.hidden',
      'microsites.published_at',
      'microsites.blocked_at',
      'microsites.blocked_reason',
      'microsites.created_at',
      'microsites.updated_at',
      'codes.domain_id',
      'domains.name as domain_name',
      'codes.code as slug',
    ])
    .select((select) => select.fn.coalesce('link_totals.clicks', sql<number>`0`).as('views'))
    .where('microsites.user_id', '>', sql.lit(0))
}
