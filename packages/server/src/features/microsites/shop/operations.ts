// The dashboard's operations on shop items.
import { type Api, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { orderedIds } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import { itemRecord, requireCurrency, storedPrice } from './items.ts'
import type { ItemChange, NewItem, ShopStore } from './store.ts'

const mostItems = 500
// Listed newest first, also those of one millisecond.
const nextId = orderedIds('itm')

interface ShopOperationNeeds {
  store: ShopStore
  clicks: Clicks
  requireAllowed(address: string, path: string): Promise<void>
}

export function shopOperations({
  store,
  clicks,
  requireAllowed,
}: ShopOperationNeeds): Handlers<Api['shopItems']> {
  async function record(userId: number, id: string) {
    await clicks.settle(userId)
    const row = await store.byPublicId(userId, id)
    if (!row) throw new Refusal('not_found')
    return itemRecord(row)
  }

  return {
    async list({ limit, after }, { caller }) {
      await clicks.settle(caller.userId)
      const rows = await store.page(caller.userId, after ?? null, limit + 1)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map(itemRecord),
        next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
      }
    },

    async create({ title, price, currency, image, href, active }, { caller, now, once }) {
      requireCurrency(currency)
      if (href) await requireAllowed(href, 'href')
      const item: NewItem = {
        public_id: nextId(now),
        user_id: caller.userId,
        title,
        price: storedPrice(price),
        currency,
        image,
        href,
        active: Number(active),
        created_at: unixSeconds(now),
        updated_at: unixSeconds(now),
      }
      return await once(async (tx) => {
        if (!(await store.insert(tx, item, mostItems)))
          throw new Refusal('plan_limit', `An account may have ${mostItems} shop items. Delete some first.`)
        return { data: itemRecord({ ...item, clicks: 0 }) }
      })
    },

    async update({ id, price, active, ...rest }, { caller, now }) {
      requireCurrency(rest.currency)
      if (rest.href) await requireAllowed(rest.href, 'href')
      const change: ItemChange = { ...rest }
      if (price !== undefined) change.price = storedPrice(price)
      if (active !== undefined) change.active = Number(active)
      if (!(await store.update(caller.userId, id, { ...change, updated_at: unixSeconds(now) })))
        throw new Refusal('not_found')
      return { data: await record(caller.userId, id) }
    },

    async remove({ id }, { caller, now }) {
      const at = unixSeconds(now)
      if (!(await store.update(caller.userId, id, { updated_at: at, deleted_at: at })))
        throw new Refusal('not_found')
      return { data: { id, deleted: true } }
    },
  }
}
