// The SQL of deleting links, of their planned switches, and of what their history tells of them.
import { type Database, within } from '../../../../db/database.ts'
import type { PlannedSwitchTable } from '../../../../db/schema.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { subjectNumber } from '../../../clicks/index.ts'
import { storedCode } from '../../domains/index.ts'
import { workspaceOfDeleted } from '../../history/index.ts'

export type DueSwitch = PlannedSwitchTable
export type PlannedSwitch = Pick<PlannedSwitchTable, 'at' | 'long_url'>

export class LinkHistoryStore {
  constructor(private readonly db: Database) {}

  /** Gives a link to nobody, or back to its workspace. It is archived meanwhile, because older nodes don't know the difference. */
  async give(
    tx: Tx,
    id: number,
    to: { userId: number; archivedAt: number | null; now: number },
  ): Promise<void> {
    // In two statements: what logs changes for the search, by which links are counted, logs either a move or a new state.
    for (const columns of [{ user_id: to.userId }, { archived_at: to.archivedAt, updated_at: to.now }])
      await within(tx).updateTable('links').set(columns).where('id', '=', id).execute()
  }

  /** What holds a code, as the history numbers it; undefined if nothing does. */
  async holderOf(tx: Tx | null, domainId: number, code: string): Promise<number | undefined> {
    const row = await (tx ? within(tx) : this.db.read)
      .selectFrom('codes')
      .select(['link_id', 'microsite_id'])
      .where('domain_id', '=', domainId)
      .where('code', '=', storedCode(domainId, code))
      .executeTakeFirst()
    return row && (row.link_id ?? subjectNumber('microsite', row.microsite_id ?? 0))
  }

  async freeCode(tx: Tx, domainId: number, code: string): Promise<void> {
    await within(tx)
      .deleteFrom('codes')
      .where('domain_id', '=', domainId)
      .where('code', '=', storedCode(domainId, code))
      .execute()
  }

  /** Whether a link was created by an import. */
  async isImported(id: number): Promise<boolean> {
    const row = await this.db.read
      .selectFrom('imported_links')
      .select('link_id')
      .where('link_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** If the same file is imported again, it creates a deleted link again. */
  async forgetImport(tx: Tx, userId: number, id: number): Promise<void> {
    await within(tx)
      .deleteFrom('imported_links')
      .where('user_id', '=', userId)
      .where('link_id', '=', id)
      .execute()
  }

  /** The ids and codes of those links that the workspace has, or that were deleted. */
  async named(userId: number, ids: readonly number[]): Promise<Map<number, { id: string; name: string }>> {
    const rows = await this.db
      .readInWorker(userId)
      .selectFrom('links')
      .leftJoin('codes', 'codes.link_id', 'links.id')
      .select(['links.id', 'links.public_id', 'codes.code'])
      .where('links.id', 'in', ids)
      .where('links.user_id', 'in', [userId, workspaceOfDeleted])
      .execute()
    return new Map(rows.map(({ id, public_id, code }) => [id, { id: public_id, name: code ?? '' }]))
  }

  /** The planned switches of a link, the next one first. */
  switches(tx: Tx | null, id: number): Promise<PlannedSwitch[]> {
    return (tx ? within(tx) : this.db.read)
      .selectFrom('planned_switches')
      .select(['at', 'long_url'])
      .where('link_id', '=', id)
      .orderBy('at')
      .execute()
  }

  async replaceSwitches(
    tx: Tx,
    { id, userId }: { id: number; userId: number },
    switches: readonly PlannedSwitch[],
  ): Promise<void> {
    await within(tx).deleteFrom('planned_switches').where('link_id', '=', id).execute()
    if (switches.length > 0)
      await within(tx)
        .insertInto('planned_switches')
        .values(switches.map((one) => ({ ...one, link_id: id, user_id: userId })))
        .execute()
  }

  /** Switches whose time has come, the earliest first. */
  due(now: number, most: number): Promise<PlannedSwitchTable[]> {
    return this.db.read
      .selectFrom('planned_switches')
      .selectAll()
      .where('at', '<=', now)
      .orderBy('at')
      .limit(most)
      .execute()
  }

  /** Takes a switch, so that nobody else carries it out; false if it is gone. */
  async takeSwitch(tx: Tx, { link_id, at }: Pick<PlannedSwitchTable, 'link_id' | 'at'>): Promise<boolean> {
    const { numDeletedRows } = await within(tx)
      .deleteFrom('planned_switches')
      .where('link_id', '=', link_id)
      .where('at', '=', at)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  async moveSwitches(tx: Tx, ids: readonly number[], userId: number): Promise<void> {
    await within(tx)
      .updateTable('planned_switches')
      .set({ user_id: userId })
      .where('link_id', 'in', ids)
      .execute()
  }
}
