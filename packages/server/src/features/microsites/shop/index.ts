// The shop items that an account's microsites show. The feature's public API.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import { type Clicks, purgeDeleted, purgeSome, subjectNumber } from '../../clicks/index.ts'
import { type ShownItem, shownItem } from './items.ts'
import { shopOperations } from './operations.ts'
import { ShopStore } from './store.ts'

export type { ShownItem } from './items.ts'

export interface Shop extends Module {
  operations: { shopItems: Handlers<Api['shopItems']> }
  /** The given items of an account that are active, by id. */
  shownItems(userId: number, ids: readonly string[]): Promise<Map<string, ShownItem>>
  /** The most tapped of all active items, most tapped first, by the taps counted so far. */
  leaders(userId: number, limit: number): Promise<ShownItem[]>
}

export interface ShopNeeds {
  db: Database
  clock: Clock
  clicks: Clicks
  /** Refuses a destination whose host is on a block list. */
  requireAllowed(address: string, path: string): Promise<void>
}

export function createShop({ db, clock, clicks, requireAllowed }: ShopNeeds): Shop {
  const store = new ShopStore(db, subjectNumber('item', 0))
  const items = [{ kind: 'item' as const, rows: store.deletedRows }]
  return {
    operations: { shopItems: shopOperations({ store, clicks, requireAllowed }) },
    async shownItems(userId, ids) {
      return new Map((await store.shown(userId, ids)).map((row) => [row.public_id, shownItem(row)]))
    },
    async leaders(userId, limit) {
      return (await store.leaders(userId, limit)).map(shownItem)
    },
    jobs: [oneNode('sweep shop items', 60_000, () => purgeDeleted(clicks, items, clock.now()))],
    personalData: { erase: (userId) => purgeSome(clicks, items, { userId }) },
  }
}
