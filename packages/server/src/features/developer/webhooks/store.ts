// The SQL of webhook endpoints: finding, writing, and ending them together with their credential.
import { clickEventTypes } from '@linnet/contract/event-types'
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import { type Database, within } from '../../../db/database.ts'
import type { Schema, WebhookEndpointTable } from '../../../db/schema.ts'
import { sha256 } from '../../../platform/security/ids.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { credentialStands } from '../../events/index.ts'
import { webhooksLock } from './sealed-secrets.ts'

export type EndpointRow = Selectable<WebhookEndpointTable>
type NewRow = Omit<
  Insertable<WebhookEndpointTable>,
  | 'id'
  | 'url_hash'
  | 'disabled_at'
  | 'disabled_reason'
  | 'owner_mailed_at'
  | 'failing_since'
  | 'leased_by'
  | 'leased_until'
  | 'deleted_at'
>

/** A subscription of an automation platform. */
export interface Subscription {
  row: EndpointRow
  /** Whether the credential that made it is still accepted. */
  isAccepted: boolean
}

/** An endpoint that was turned off automatically, with its workspace. */
export type DisabledEndpoint = Pick<EndpointRow, 'user_id' | 'public_id' | 'url' | 'disabled_reason'>

// Owners get an e-mail for these reasons, but not when they have turned an endpoint off themselves.
const reportedReasons = ['gone', 'failing']
// Written into the SQL, because an index has only these rows, and SQLite plans without knowing a statement's values.
const automation = sql.lit('automation')
const accountsAtOnce = 100
const erasedAtOnce = 100

export class WebhookStore {
  constructor(private readonly db: Database) {}

  /** Runs `work` in a transaction that locks the account's endpoints and their secrets. */
  change<T>(userId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      await this.lock(tx, userId)
      return await work(tx)
    })
  }

  lock(tx: Tx, userId: number): Promise<void> {
    return this.db.lock(tx, [webhooksLock(userId)])
  }

  /** Newest first. */
  of(userId: number): Promise<EndpointRow[]> {
    return this.db.read
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
  }

  byId(tx: Tx | null, userId: number, publicId: string): Promise<EndpointRow | undefined> {
    return (tx ? within(tx) : this.db.read)
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('public_id', '=', publicId)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  }

  async count(tx: Tx, userId: number): Promise<number> {
    const { count } = await within(tx)
      .selectFrom('webhook_endpoints')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** How many of the account's endpoints subscribe to clicks or scans. */
  async countForClicks(tx: Tx, userId: number): Promise<number> {
    const { count } = await within(tx)
      .selectFrom('webhook_endpoints')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .where((where) => where.or(clickEventTypes.map((type) => where('events', 'like', `%${type}%`))))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  insert(tx: Tx, row: NewRow): Promise<EndpointRow> {
    return within(tx)
      .insertInto('webhook_endpoints')
      .values({
        ...row,
        url_hash: addressHash(row.url),
        disabled_at: null,
        disabled_reason: null,
        owner_mailed_at: null,
        failing_since: null,
        leased_by: null,
        leased_until: null,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Changes an endpoint that was found in this transaction, which locks the account's endpoints. */
  update(tx: Tx, id: number, changes: Partial<EndpointRow>): Promise<EndpointRow> {
    return within(tx)
      .updateTable('webhook_endpoints')
      .set({ ...changes, ...(changes.url === undefined ? {} : { url_hash: addressHash(changes.url) }) })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Turns off all endpoints of an account, which the transaction has locked; returns how many were on. */
  async disableAll(tx: Tx, userId: number, now: number): Promise<number> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('webhook_endpoints')
      .set({ disabled_at: now, disabled_reason: 'owner', updated_at: now })
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }

  /** Marks an endpoint as deleted; undefined if the account has no such endpoint. Its deliveries are erased later. */
  markDeleted(tx: Tx, userId: number, publicId: string, now: number): Promise<EndpointRow | undefined> {
    return within(tx)
      .updateTable('webhook_endpoints')
      .set({ deleted_at: now })
      .where('public_id', '=', publicId)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  }

  /** The account's subscription of an address. */
  async subscription(
    tx: Tx,
    { userId, url, now }: { userId: number; url: string; now: number },
  ): Promise<Subscription | null> {
    const row = await within(tx)
      .selectFrom('webhook_endpoints as endpoint')
      .selectAll('endpoint')
      .select(sql<number>`case when ${credentialEnded(now)} then 0 else 1 end`.as('is_accepted'))
      .where('user_id', '=', userId)
      .where('url_hash', '=', addressHash(url))
      .where('source', '=', automation)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) return null
    const { is_accepted, ...endpoint } = row
    return { row: endpoint, isAccepted: is_accepted === 1 }
  }

  /** Marks the account's subscriptions of this address, or with this id, as deleted. */
  markUnsubscribed(
    tx: Tx,
    { userId, url, id, now }: { userId: number; url?: string; id?: string; now: number },
  ): Promise<EndpointRow[]> {
    return within(tx)
      .updateTable('webhook_endpoints')
      .set({ deleted_at: now })
      .where('user_id', '=', userId)
      .where('source', '=', automation)
      .where('deleted_at', 'is', null)
      .where((where) =>
        where.or([
          ...(url === undefined ? [] : [where('url_hash', '=', addressHash(url))]),
          ...(id === undefined ? [] : [where('public_id', '=', id)]),
        ]),
      )
      .returningAll()
      .execute()
  }

  /** Some accounts that have subscriptions whose credential has ended. */
  async accountsToEnd(now: number): Promise<number[]> {
    const accounts = await this.db
      .readInWorker(null)
      .selectFrom('webhook_endpoints as endpoint')
      .select('user_id')
      .distinct()
      .where('source', '=', automation)
      .where('deleted_at', 'is', null)
      .where(credentialEnded(now))
      .limit(accountsAtOnce)
      .execute()
    return accounts.map(({ user_id }) => user_id)
  }

  /** Marks an account's subscriptions whose credential has ended as deleted. */
  markEnded(tx: Tx, userId: number, now: number): Promise<EndpointRow[]> {
    return within(tx)
      .updateTable('webhook_endpoints as endpoint')
      .set({ deleted_at: now })
      .where('user_id', '=', userId)
      .where('source', '=', automation)
      .where('deleted_at', 'is', null)
      .where(credentialEnded(now))
      .returningAll()
      .execute()
  }

  /** The subscriptions of a workspace's applications, each with the scopes of the grants that its member's still has. */
  async grantedScopes(tx: Tx, userId: number): Promise<{ row: EndpointRow; scopes: string | null }[]> {
    const rows = await within(tx)
      .selectFrom('webhook_endpoints as endpoint')
      .selectAll('endpoint')
      .select(
        sql<string | null>`(select string_agg(remaining.scopes, ' ') from oauth_grants as remaining
          where remaining.user_id = endpoint.user_id and remaining.app_id = endpoint.app_id
          and coalesce(remaining.person_id, remaining.user_id) = coalesce(endpoint.person_id, endpoint.user_id)
          and remaining.revoked_at is null)`.as('scopes'),
      )
      .where('user_id', '=', userId)
      .where('app_id', 'is not', null)
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ scopes, ...row }) => ({ row, scopes }))
  }

  /** Some endpoints that were deleted before this time, or any endpoints of a deleted account. */
  async someToErase(which: { deletedBefore: number } | { userId: number }): Promise<number[]> {
    const query = this.db.read.selectFrom('webhook_endpoints').select('id').limit(erasedAtOnce)
    const rows = await ('userId' in which
      ? query.where('user_id', '=', which.userId)
      : query.where('deleted_at', '<', which.deletedBefore)
    ).execute()
    return rows.map(({ id }) => id)
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await within(tx).deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  /** Turns off endpoints that have been failing since `since` or longer (Unix seconds, like `now`). */
  async disableFailing(since: number, now: number): Promise<void> {
    const failing = this.db
      .readInWorker(null)
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('failing_since', '<=', since)
      .where('disabled_at', 'is', null)
      .where('deleted_at', 'is', null)
    if ((await failing.limit(1).execute()).length === 0) return
    await this.db.transaction((tx) =>
      within(tx)
        .updateTable('webhook_endpoints')
        .set({ disabled_at: now, disabled_reason: 'failing', updated_at: now })
        .where('failing_since', '<=', since)
        .where('disabled_at', 'is', null)
        .where('deleted_at', 'is', null)
        .execute(),
    )
  }

  /**
   * Takes automatically disabled endpoints of at most this many owners, to report them. Each endpoint is
   * given to only one process. One reported after `mailedSince` (Unix seconds, like `now`) has to wait.
   */
  async takeUnreported(
    owners: number,
    { mailedSince, now }: { mailedSince: number; now: number },
  ): Promise<DisabledEndpoint[]> {
    const unreported = (where: ExpressionBuilder<Schema, 'webhook_endpoints'>) =>
      where.and([
        where('webhook_endpoints.deleted_at', 'is', null),
        where('disabled_reason', 'in', reportedReasons),
        where.or([
          where('owner_mailed_at', 'is', null),
          where.and([
            where('owner_mailed_at', '<', where.ref('disabled_at')),
            where('owner_mailed_at', '<=', mailedSince),
          ]),
        ]),
      ])
    const toReport = await this.db
      .readInWorker(null)
      .selectFrom('webhook_endpoints')
      .innerJoin('workspaces', 'workspaces.id', 'webhook_endpoints.user_id')
      .select('workspaces.id')
      .distinct()
      .where('workspaces.deleted_at', 'is', null)
      .where(unreported)
      .limit(owners)
      .execute()
    if (toReport.length === 0) return []
    const ids = toReport.map(({ id }) => id)
    return await this.db.transaction((tx) =>
      within(tx)
        .updateTable('webhook_endpoints')
        .set({ owner_mailed_at: now })
        .where('user_id', 'in', ids)
        .where(unreported)
        .returning(['public_id', 'url', 'disabled_reason', 'user_id'])
        .execute(),
    )
  }
}

/** The hash of an address as it is requested: `HTTP://Example.com#a` is the same as `http://example.com/`. */
function addressHash(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return sha256(url.href)
}

/** Whether the credential that subscribed the row `endpoint` is no longer accepted. */
function credentialEnded(now: number) {
  return sql<boolean>`(not ${credentialStands} or exists (
    select 1 from api_keys where api_keys.id = endpoint.key_id and api_keys.expires_at <= ${now}))`
}
