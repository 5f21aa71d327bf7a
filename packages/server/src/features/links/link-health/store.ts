// The SQL of watched links: who watches what, which links are due, and what the checks have found.
import { type RawBuilder, sql } from 'kysely'
import type { BulkTable } from '../../../db/bulk-rows.ts'
import { type Database, type Query, within } from '../../../db/database.ts'
import type { LinkCheckTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { workspaceOfDeleted } from '../history/index.ts'
import { codeTopic } from '../links/index.ts'

export type CheckRow = LinkCheckTable
/** What a check changes. */
export type CheckChange = Partial<Omit<CheckRow, 'link_id' | 'user_id' | 'chosen'>>

export interface OwnedLink {
  id: number
  userId: number
}

/** The settings of a link. */
export interface Choices {
  /** Whether it is watched; null: its workspace decides. */
  watch: boolean | null
  when_broken: string | null
}

/** A link that is due. */
export interface DueLink extends CheckRow {
  due_at: number
  long_url: string
  password_hash: string | null
  disposable: number
  max_clicks: number | null
  max_clicks_used: number
  archived_at: number | null
  consumed_at: number | null
  expired_at: number | null
  starts_at: number | null
  broken_at: number | null
  blocked_at: number | null
}

export const weekSeconds = 7 * 24 * 60 * 60
/** Of a link that is never due. */
const never = 253_402_300_799
const nothingFound = {
  ...{ due_at: null, checked_at: null, answered_at: null, outcome: null, status: null },
  ...{ failures: 0, failing_since: null, robots_failing_since: null, to_report: 0 },
}
/** The columns that are set for new links. The others have their defaults. */
const choices: BulkTable<Pick<CheckRow, 'link_id' | 'user_id' | 'chosen' | 'due_at'>> = {
  name: 'link_checks',
  key: ['link_id'],
  columns: { link_id: 'bigint', user_id: 'bigint', chosen: 'bigint', due_at: 'bigint' },
}
const sweptAtOnce = 1000
const placedAtOnce = 2000
// Coprime to a week, so that consecutive numbers get times far apart, and together all times of a week.
const slotStep = 7919

/** The time of the week, in seconds, at which a link is usually checked. */
function slotOf(linkId: number): number {
  return (linkId * slotStep) % weekSeconds
}

/** The first of a link's times that is at least half a week away, so that checks at other times don't come twice. */
export function nextSlot(linkId: number, now: number): number {
  const earliest = now + weekSeconds / 2
  return earliest + ((((slotOf(linkId) - earliest) % weekSeconds) + weekSeconds) % weekSeconds)
}

/** The same in SQL, for the first check: within a week. */
function firstSlot(now: number): RawBuilder<number> {
  const slot = sql`(link_id * ${sql.lit(slotStep)}) % ${sql.lit(weekSeconds)}`
  const week = sql.lit(weekSeconds)
  return sql<number>`cast(${now} as bigint) + ((${slot} - cast(${now} as bigint)) % ${week} + ${week}) % ${week}`
}

export class CheckStore {
  constructor(private readonly db: Database) {}

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(work)
  }

  ofLink(tx: Tx | null, userId: number, linkId: number): Promise<CheckRow | undefined> {
    return (tx ? within(tx) : this.db.read)
      .selectFrom('link_checks')
      .selectAll()
      .where('link_id', '=', linkId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  }

  async isWatched(tx: Tx | null, userId: number): Promise<boolean> {
    const row = await (tx ? within(tx) : this.db.read)
      .selectFrom('watched_workspaces')
      .select('is_watched')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row?.is_watched === 1
  }

  /** Turns watching on or off for a workspace; `sweep` then carries this out. */
  async watchAll(userId: number, isWatched: boolean): Promise<void> {
    const set = { is_watched: Number(isWatched), swept_to: 0 }
    await this.db.transaction((tx) =>
      within(tx)
        .insertInto('watched_workspaces')
        .values({ user_id: userId, mailed_at: null, ...set })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
        .execute(),
    )
  }

  /** Sets the choice for a link, and what its visitors get while it is broken. */
  async choose(tx: Tx, { id, userId }: OwnedLink, { watch, when_broken }: Partial<Choices>): Promise<void> {
    const query = within(tx)
    if (when_broken !== undefined)
      await query
        .updateTable('links')
        .set({ when_broken })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .execute()
    if (watch !== undefined) {
      const chosen = watch === null ? null : Number(watch)
      const known = chosen === 0 ? { ...nothingFound, due_at: never } : {}
      // One that was excluded gets a place in the week again.
      const due_at = sql<number | null>`nullif(link_checks.due_at, ${sql.lit(never)})`
      await query
        .insertInto('link_checks')
        .values({ link_id: id, user_id: userId, chosen, ...nothingFound, ...known })
        .onConflict((conflict) =>
          conflict.column('link_id').doUpdateSet({ chosen, ...(chosen === 0 ? known : { due_at }) }),
        )
        .execute()
      if (chosen !== 1) await this.dropUnwatched(query, userId, [id])
    }
    await this.announceAll(query, userId, [id])
  }

  /** Sets the choices for links that the transaction has created. */
  async chooseForNew(
    tx: Tx,
    userId: number,
    links: readonly { id: number; watch: boolean }[],
  ): Promise<void> {
    await this.db.bulk.put(
      tx,
      choices,
      links.map(({ id, watch }) => ({
        ...{ link_id: id, user_id: userId, chosen: Number(watch), due_at: watch ? null : never },
      })),
    )
  }

  /** Makes a watched link due before all others. */
  async checkNow(userId: number, linkId: number): Promise<void> {
    await this.db.transaction((tx) =>
      within(tx)
        .insertInto('link_checks')
        .values({ link_id: linkId, user_id: userId, chosen: null, ...nothingFound, due_at: 0 })
        .onConflict((conflict) => conflict.column('link_id').doUpdateSet({ due_at: 0 }))
        .execute(),
    )
  }

  /** Carries out some more of the changes of whole workspaces; false if nothing is left. */
  async sweep(): Promise<boolean> {
    const workspace = await this.db.read
      .selectFrom('watched_workspaces')
      .selectAll()
      .where('swept_to', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (!workspace) return false
    const { user_id, is_watched } = workspace
    await this.db.transaction(async (tx) => {
      const query = within(tx)
      const links = await query
        .selectFrom('links')
        .select('id')
        .where('user_id', '=', user_id)
        .where('id', '>', workspace.swept_to as number)
        .orderBy('id')
        .limit(sweptAtOnce)
        .execute()
      const ids = links.map(({ id }) => id)
      if (ids.length > 0) {
        if (is_watched === 1)
          await query
            .insertInto('link_checks')
            .values(ids.map((link_id) => ({ link_id, user_id, chosen: null, ...nothingFound })))
            .onConflict((conflict) => conflict.column('link_id').doNothing())
            .execute()
        else await this.dropUnwatched(query, user_id, ids)
      }
      await query
        .updateTable('watched_workspaces')
        .set({ swept_to: ids.length < sweptAtOnce ? null : (ids.at(-1) as number) })
        .where('user_id', '=', user_id)
        // It may have been switched meanwhile.
        .where('is_watched', '=', is_watched)
        .where('swept_to', '=', workspace.swept_to)
        .execute()
    })
    return true
  }

  /** For those of these links that are no longer watched, drops the results, and rows that say nothing else. */
  private async dropUnwatched(query: Query, userId: number, ids: number[]): Promise<void> {
    const isWatched = query
      .selectFrom('watched_workspaces')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('is_watched', '=', 1)
    await query
      .deleteFrom('link_checks')
      .where('user_id', '=', userId)
      .where('link_id', 'in', ids)
      .where('chosen', 'is', null)
      .where((where) => where.not(where.exists(isWatched)))
      .execute()
    const healed = await query
      .updateTable('links')
      .set({ broken_at: null })
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .where('broken_at', 'is not', null)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('link_checks')
              .select('link_id')
              .where('user_id', '=', userId)
              .whereRef('link_checks.link_id', '=', 'links.id')
              .where((choice) => choice.or([choice('chosen', 'is', null), choice('chosen', '=', 1)])),
          ),
        ),
      )
      .returning('id')
      .execute()
    if (healed.length > 0)
      await this.announceAll(
        query,
        userId,
        healed.map(({ id }) => id),
      )
  }

  private async announceAll(query: Query, userId: number, ids: number[]): Promise<void> {
    const codes = await query
      .selectFrom('codes')
      .innerJoin('links', 'links.id', 'codes.link_id')
      .select(['codes.domain_id', 'codes.code'])
      .where('links.user_id', '=', userId)
      .where('codes.link_id', 'in', ids)
      .execute()
    for (const { domain_id, code } of codes)
      await this.db.announce(query as unknown as Tx, codeTopic(domain_id, code))
  }

  /** Gives links without a due time their places in the week; false if there are none left. */
  async placeNew(now: number): Promise<boolean> {
    const some = this.db.read
      .selectFrom('link_checks')
      .select('link_id')
      .where('due_at', 'is', null)
      .limit(placedAtOnce)
    if ((await some.limit(1).executeTakeFirst()) === undefined) return false
    await this.db.transaction((tx) =>
      within(tx)
        .updateTable('link_checks')
        .set({ due_at: firstSlot(now) })
        .where('link_id', 'in', some)
        // One may have been asked for meanwhile. Computed, so that SQLite finds the rows by their numbers.
        .where((where) => where(where.fn.coalesce('due_at', sql.lit(-1)), '=', sql.lit(-1)))
        .execute(),
    )
    return true
  }

  /** Claims the links that have been due longest. They are due again at `until`, in case the process ends before their checks. */
  async claimDue(now: number, until: number, limit: number): Promise<DueLink[]> {
    const due = this.db.read
      .selectFrom('link_checks')
      .select('link_id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit)
    if ((await due.limit(1).executeTakeFirst()) === undefined) return []
    return await this.db.transaction(async (tx) => {
      const claimed = await within(tx)
        .updateTable('link_checks')
        .set({ due_at: until })
        .where('link_id', 'in', due)
        .returning('link_id')
        .execute()
      if (claimed.length === 0) return []
      const rows = await within(tx)
        .selectFrom('link_checks')
        .innerJoin('links', 'links.id', 'link_checks.link_id')
        .innerJoin('workspaces', 'workspaces.id', 'links.user_id')
        .selectAll('link_checks')
        .select([
          ...(['links.long_url', 'links.password_hash', 'links.disposable', 'links.max_clicks'] as const),
          ...(['links.max_clicks_used', 'links.archived_at', 'links.consumed_at'] as const),
          ...(['links.expired_at', 'links.starts_at', 'links.broken_at'] as const),
        ])
        .select((select) =>
          select.fn
            .coalesce('workspaces.deleted_at', 'workspaces.blocked_at', 'links.blocked_at')
            .as('blocked_at'),
        )
        .where('links.user_id', '<>', workspaceOfDeleted)
        .where(
          'link_checks.link_id',
          'in',
          claimed.map(({ link_id }) => link_id),
        )
        .execute()
      return rows as DueLink[]
    })
  }

  /** Postpones claimed links. */
  async postpone(links: readonly { link: DueLink; to: number }[]): Promise<void> {
    if (links.length === 0) return
    await this.db.transaction(async (tx) => {
      for (const { link, to } of links) await this.record(tx, link, { due_at: to })
    })
  }

  /** Records a check of a claimed link; false if the link has been changed, checked or excluded meanwhile. */
  async record(tx: Tx, { link_id, user_id, due_at }: DueLink, change: CheckChange): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('link_checks')
      .set(change)
      .where('link_id', '=', link_id)
      .where('user_id', '=', user_id)
      .where('due_at', '=', due_at)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Marks a link as broken, or no longer (null). */
  async mark(tx: Tx, { link_id, user_id }: DueLink, brokenAt: number | null): Promise<void> {
    await within(tx)
      .updateTable('links')
      .set({ broken_at: brokenAt })
      .where('id', '=', link_id)
      .where('user_id', '=', user_id)
      .execute()
    await this.announceAll(within(tx), user_id, [link_id])
  }

  /** The numbers of a page of the workspace's broken links, the longest broken first, and how many there are. */
  async broken(
    userId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ ids: number[]; total: number }> {
    const all = this.db.read
      .selectFrom('link_checks')
      .innerJoin('links', 'links.id', 'link_checks.link_id')
      .where('link_checks.user_id', '=', userId)
      .where('link_checks.failures', '>', sql.lit(2))
      .where('links.broken_at', 'is not', null)
      .where('links.archived_at', 'is', null)
    const { count } = await all
      .select((of) => of.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await all
      .select('links.id')
      .orderBy('links.broken_at')
      .orderBy('links.id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { ids: rows.map(({ id }) => id), total: Number(count) }
  }

  /** Some workspaces whose owners are still to be notified of broken links, and weren't of others after `since`. */
  async toReport(since: number, limit: number): Promise<number[]> {
    const rows = await this.db.read
      .selectFrom('link_checks')
      .leftJoin('watched_workspaces as watched', 'watched.user_id', 'link_checks.user_id')
      .select('link_checks.user_id')
      .distinct()
      .where('link_checks.to_report', '=', sql.lit(1))
      // Otherwise those who have to wait for their next report would hold up everybody else's.
      .where((where) =>
        where.or([where('watched.mailed_at', 'is', null), where('watched.mailed_at', '<=', since)]),
      )
      .limit(limit)
      .execute()
    return rows.map(({ user_id }) => user_id)
  }

  /** Claims the links to notify a workspace's owners of; none if they were notified of others after `since`. */
  takeReport(userId: number, { since, now }: { since: number; now: number }): Promise<number[]> {
    return this.db.transaction(async (tx) => {
      const query = within(tx)
      await this.db.lock(tx, [`link-health:${userId}`])
      const last = await query
        .selectFrom('watched_workspaces')
        .select('mailed_at')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (last?.mailed_at != null && last.mailed_at > since) return []
      const links = await query
        .updateTable('link_checks')
        .set({ to_report: 0 })
        .where('user_id', '=', userId)
        .where('to_report', '=', sql.lit(1))
        .returning('link_id')
        .execute()
      if (links.length === 0) return []
      await query
        .insertInto('watched_workspaces')
        .values({ user_id: userId, is_watched: 0, swept_to: null, mailed_at: now })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mailed_at: now }))
        .execute()
      return links.map(({ link_id }) => link_id)
    })
  }

  /** Deletes what is stored about an account; false if there was nothing. */
  erase(userId: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await within(tx).deleteFrom('watched_workspaces').where('user_id', '=', userId).execute()
      const some = within(tx)
        .selectFrom('link_checks')
        .select('link_id')
        .where('user_id', '=', userId)
        .limit(sweptAtOnce)
      const { numDeletedRows } = await within(tx)
        .deleteFrom('link_checks')
        .where('user_id', '=', userId)
        .where('link_id', 'in', some)
        .executeTakeFirst()
      return numDeletedRows > 0n
    })
  }
}
