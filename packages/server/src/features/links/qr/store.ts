// The SQL of the styles of QR codes.
import { type Selectable, sql } from 'kysely'
import { type Database, type Query, within } from '../../../db/database.ts'
import type { QrSettingsTable } from '../../../db/schema.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Tx } from '../../../platform/transaction.ts'

/** The link number under which an account's own style is stored. */
export const ofAccount = 0

type QrSettingsRow = Selectable<QrSettingsTable>
export type StyleRow = Pick<QrSettingsRow, 'link_id' | 'color' | 'logo' | 'logo_status'>
/** A style as it is stored, with the picture of its logo. */
export type StoredStyle = Pick<QrSettingsRow, 'color' | 'logo' | 'logo_status' | 'logo_image'>
export type StyleChange = Partial<
  Pick<
    QrSettingsRow,
    | 'color'
    | 'logo'
    | 'logo_status'
    | 'logo_image'
    | 'logo_due_at'
    | 'logo_tries'
    | 'logo_claims'
    | 'logo_given_up_at'
  >
>

/** What a code's picture is made from. The columns of a style are null if there is none. */
export interface CodeRow {
  user_id: number
  /** Null for a microsite. */
  link_id: number | null
  domain_name: string | null
  own_color: string | null
  own_logo: string | null
  own_status: string | null
  account_color: string | null
  account_logo: string | null
  account_status: string | null
}

export class QrStore {
  /** A link that visitors can follow, by its code; synchronous on SQLite. */
  readonly link: (domainId: number, code: string) => MaybePromise<CodeRow | undefined>
  /** A microsite that visitors can see, by its slug; synchronous on SQLite. */
  readonly microsite: (domainId: number, slug: string) => MaybePromise<CodeRow | undefined>

  constructor(private readonly db: Database) {
    this.link = db.prepare(linkByCode(db.read, { domainId: 0, code: '' }))
    this.microsite = db.prepare(micrositeBySlug(db.read, { domainId: 0, slug: '' }))
  }

  /** The slug and the domain of an account's microsite, by its id. */
  micrositePlace(
    userId: number,
    publicId: string,
  ): Promise<{ code: string; domain_name: string | null } | undefined> {
    return this.db.read
      .selectFrom('microsites')
      .innerJoin('codes', 'codes.microsite_id', 'microsites.id')
      .leftJoin('domains', 'domains.id', 'codes.domain_id')
      .select(['codes.code', 'domains.name as domain_name'])
      .where('microsites.user_id', '=', userId)
      .where('microsites.public_id', '=', publicId)
      .executeTakeFirst()
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  subscribe(listener: (topic: string | null) => void): void {
    this.db.subscribe(listener)
  }

  /** Announces to all processes that the account's styles have changed. */
  announce(tx: Tx, userId: number): Promise<void> {
    return this.db.announce(tx, qrTopic(userId))
  }

  /** The styles of the account and of the link. If `tx` is null, they are read outside of a transaction. */
  styles(tx: Tx | null, userId: number, linkId: number): Promise<StyleRow[]> {
    return (tx ? within(tx) : this.db.read)
      .selectFrom('qr_settings')
      .select(['link_id', 'color', 'logo', 'logo_status'])
      .where('user_id', '=', userId)
      .where('link_id', 'in', [ofAccount, linkId])
      .execute()
  }

  async change(
    tx: Tx,
    key: { user_id: number; link_id: number },
    change: StyleChange,
    now: number,
  ): Promise<void> {
    await within(tx)
      .insertInto('qr_settings')
      .values({ ...key, logo_tries: 0, ...change, updated_at: now })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'link_id']).doUpdateSet({ ...change, updated_at: now }),
      )
      .execute()
  }

  /** The style of a link as it is stored; undefined if it has none of its own. */
  stored(tx: Tx, userId: number, linkId: number): Promise<StoredStyle | undefined> {
    return within(tx)
      .selectFrom('qr_settings')
      .select(['color', 'logo', 'logo_status', 'logo_image'])
      .where('user_id', '=', userId)
      .where('link_id', '=', linkId)
      .executeTakeFirst()
  }

  async logoImage(userId: number, linkId: number): Promise<Uint8Array | null> {
    const row = await this.db.read
      .selectFrom('qr_settings')
      .select('logo_image')
      .where('user_id', '=', userId)
      .where('link_id', '=', linkId)
      .executeTakeFirst()
    return row?.logo_image ?? null
  }

  /** Deletes some of the styles of an account; false if it has none. */
  async erase(userId: number, most: number): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      const rows = await within(tx)
        .selectFrom('qr_settings')
        .select('link_id')
        .where('user_id', '=', userId)
        .limit(most)
        .execute()
      const ids = rows.map(({ link_id }) => link_id)
      if (ids.length > 0)
        await within(tx)
          .deleteFrom('qr_settings')
          .where('user_id', '=', userId)
          .where('link_id', 'in', ids)
          .execute()
      return ids.length > 0
    })
  }
}

/** The topic announced when an account's styles change, so that caches forget its pictures. */
export function qrTopic(userId: number): string {
  return `qr:${userId}`
}

/** A number in the SQL itself: a prepared statement has no values except its parameters. */
function literally(value: number) {
  return sql.lit(value)
}

function linkByCode(query: Query, { domainId, code }: { domainId: number; code: string }) {
  return query
    .selectFrom('codes')
    .innerJoin('links', 'links.id', 'codes.link_id')
    .innerJoin('workspaces', 'workspaces.id', 'links.user_id')
    .leftJoin('domains', 'domains.id', 'codes.domain_id')
    .leftJoin('qr_settings as own', (join) =>
      join.onRef('own.user_id', '=', 'links.user_id').onRef('own.link_id', '=', 'links.id'),
    )
    .leftJoin('qr_settings as account', (join) =>
      join.onRef('account.user_id', '=', 'links.user_id').on('account.link_id', '=', literally(ofAccount)),
    )
    .select([
      'links.user_id',
      'links.id as link_id',
      'domains.name as domain_name',
      'own.color as own_color',
      'own.logo as own_logo',
      'own.logo_status as own_status',
      'account.color as account_color',
      'account.logo as account_logo',
      'account.logo_status as account_status',
    ])
    .where('workspaces.deleted_at', 'is', null)
    .where('workspaces.blocked_at', 'is', null)
    .where('links.archived_at', 'is', null)
    .where('links.blocked_at', 'is', null)
    .where('codes.domain_id', '=', domainId)
    .where('codes.code', '=', code)
}

function micrositeBySlug(query: Query, { domainId, slug }: { domainId: number; slug: string }) {
  return query
    .selectFrom('codes')
    .innerJoin('microsites', 'microsites.id', 'codes.microsite_id')
    .innerJoin('workspaces', 'workspaces.id', 'microsites.user_id')
    .leftJoin('domains', 'domains.id', 'codes.domain_id')
    .leftJoin('qr_settings as account', (join) =>
      join
        .onRef('account.user_id', '=', 'microsites.user_id')
        .on('account.link_id', '=', literally(ofAccount)),
    )
    .select([
      'microsites.user_id',
      'domains.name as domain_name',
      'account.color as account_color',
      'account.logo as account_logo',
      'account.logo_status as account_status',
    ])
    .select((select) => [
      select.lit(null).as('link_id'),
      select.lit(null).as('own_color'),
      select.lit(null).as('own_logo'),
      select.lit(null).as('own_status'),
    ])
    .where('workspaces.deleted_at', 'is', null)
    .where('workspaces.blocked_at', 'is', null)
    .where('microsites.blocked_at', 'is', null)
    .where('microsites.hidden', '=', literally(0))
    .where('microsites.published_at', 'is not', null)
    .where('microsites.deleted_at', 'is', null)
    .where('codes.domain_id', '=', domainId)
    .where('codes.code', '=', slug)
}
