// The SQL of shop items.
import { sql } from 'kysely'
import { CounterRows } from '../../../db/counter-rows.ts'
import { type Database, within } from '../../../db/database.ts'
import type { ShopItemTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type ItemRow = Omit<ShopItemTable, 'id'> & { id: number }
export type NewItem = Omit<ItemRow, 'id' | 'deleted_at'>
export type ItemChange = Partial<Pick<ItemRow, 'title' | 'price' | 'currency' | 'image' | 'href' | 'active'>>

export class ShopStore {
  readonly deletedRows: CounterRows

  /** `countedFrom` is added to the number of an item's row to get the number under which its taps are counted. */
  constructor(
    private readonly db: Database,
    private readonly countedFrom: number,
  ) {
    this.deletedRows = new CounterRows(db, 'shop_items')
  }

  /** Newest first, with their taps; only those before the item `after`, if given. */
  page(userId: number, after: string | null, limit: number) {
    const query = this.items(userId).orderBy('public_id', 'desc').limit(limit)
    return (after === null ? query : query.where('public_id', '<', after)).execute()
  }

  byPublicId(userId: number, publicId: string) {
    return this.items(userId).where('public_id', '=', publicId).executeTakeFirst()
  }

  /** The given items that are active. */
  async shown(userId: number, publicIds: readonly string[]) {
    if (publicIds.length === 0) return []
    return await this.items(userId).where('active', '=', 1).where('public_id', 'in', publicIds).execute()
  }

  /** The most tapped of the active items; older ones first if taps are equal. */
  leaders(userId: number, limit: number) {
    return this.items(userId)
      .where('active', '=', 1)
      .orderBy('clicks', 'desc')
      .orderBy('public_id')
      .limit(limit)
      .execute()
  }

  /** Adds an item; false if the account has `most` already. */
  async insert(tx: Tx, item: NewItem, most: number): Promise<boolean> {
    // So that each of several concurrent requests sees what the others added.
    await this.db.lock(tx, [`shop-items:${item.user_id}`])
    const { count } = await within(tx)
      .selectFrom('shop_items')
      .select((select) => select.fn.countAll().as('count'))
      .where('user_id', '=', item.user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    await within(tx).insertInto('shop_items').values(item).execute()
    await this.announce(tx, item.user_id)
    return true
  }

  /** False if the account has no item with that id. */
  update(
    userId: number,
    publicId: string,
    change: ItemChange & { updated_at: number; deleted_at?: number },
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { numUpdatedRows } = await within(tx)
        .updateTable('shop_items')
        .set(change)
        .where('user_id', '=', userId)
        .where('public_id', '=', publicId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await this.announce(tx, userId)
      return true
    })
  }

  private announce(tx: Tx, userId: number): Promise<void> {
    return this.db.announce(tx, `microsites:${userId}`)
  }

  private items(userId: number) {
    return this.db.read
      .selectFrom('shop_items')
      .leftJoin('link_totals', (join) =>
        join.on('link_totals.link_id', '=', sql<number>`shop_items.id + ${this.countedFrom}`),
      )
      .selectAll('shop_items')
      .select((select) => select.fn.coalesce('link_totals.clicks', sql<number>`0`).as('clicks'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
  }
}
