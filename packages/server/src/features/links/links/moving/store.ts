// The SQL that moves links, with what belongs to each of them, to another workspace.
import { type Database, within } from '../../../../db/database.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { codeTopic } from '../code-store.ts'
import { defaultDomain } from '../links.ts'

export class MovedLinksStore {
  constructor(private readonly db: Database) {}

  /** The numbers and codes of those links that can move: those of the workspace on the default domain. Locks their rows. */
  async movable(tx: Tx, workspaceId: number, publicIds: readonly string[]) {
    // An update that changes nothing locks the rows, in one order, on both databases.
    await within(tx)
      .updateTable('links')
      .set({ user_id: workspaceId })
      .where('user_id', '=', workspaceId)
      .where('public_id', 'in', publicIds)
      .execute()
    return await within(tx)
      .selectFrom('links')
      .innerJoin('codes', 'codes.link_id', 'links.id')
      .select(['links.id', 'links.public_id', 'codes.code'])
      .where('links.user_id', '=', workspaceId)
      .where('links.public_id', 'in', publicIds)
      .where('codes.domain_id', '=', defaultDomain)
      .orderBy('links.id')
      .execute()
  }

  /** Moves links with their QR styles, and the reports and appeals about them. */
  async move(
    tx: Tx,
    links: readonly { id: number; code: string }[],
    { from, to, now }: { from: number; to: number; now: number },
  ): Promise<void> {
    const ids = links.map(({ id }) => id)
    const query = within(tx)
    await query
      .updateTable('links')
      .set({ user_id: to, updated_at: now, moved_at: now })
      .where('id', 'in', ids)
      .execute()
    for (const table of ['reports', 'appeals'] as const)
      await query.updateTable(table).set({ user_id: to }).where('link_id', 'in', ids).execute()
    await query
      .updateTable('qr_settings')
      .set({ user_id: to })
      .where('user_id', '=', from)
      .where('link_id', 'in', ids)
      .execute()
    // If the same file is imported again there, it creates the link again: this one is no longer there.
    await query.deleteFrom('imported_links').where('user_id', '=', from).where('link_id', 'in', ids).execute()
    for (const { code } of links) await this.db.announce(tx, codeTopic(defaultDomain, code))
  }
}
