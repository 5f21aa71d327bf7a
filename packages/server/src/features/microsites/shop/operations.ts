// The dashboard's operations on shop items.
import { type Api, Refusal } from '@linnet/contract'
import type { Handler, Handlers } from '../../../platform/operations/handler.ts'
import { orderedIds } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import { itemRecord, requireCurrency, storedPrice } from './items.ts'
import type { ItemChange, NewItem, ShopStore } from './store.ts'

const mostItems = 500
// Lists are ordered by id, newest first, even within a millisecond.
const nextId = orderedIds('itm')

type ShopOperations = Api['shopItems']

interface ShopOperationNeeds {
  store: ShopStore
  clicks: Clicks
  requireAllowed(address: string, path: string): Promise<void>
}

export function shopOperations(needs: ShopOperationNeeds): Handlers<ShopOperations> {
  return { list: list(needs), create: create(needs), update: update(needs), remove: remove(needs) }
}

function list({ store, clicks }: ShopOperationNeeds): Handler<ShopOperations['list']> {
  return async ({ limit, after }, { caller }) => {
    await clicks.settle(caller.workspaceId)
    const rows = await store.page(caller.workspaceId, after ?? null, limit + 1)
    const page = rows.slice(0, limit)
    return {
      data: page.map(itemRecord),
      next_cursor: rows.length > limit ? (page.at(-1)?.public_id ?? null) : null,
    }
  }
}

function create({ store, requireAllowed }: ShopOperationNeeds): Handler<ShopOperations['create']> {
  return async ({ title, price, currency, image, href, active }, { caller, now, once }) => {
    requireCurrency(currency)
    if (href) await requireAllowed(href, 'href')
    const item: NewItem = {
      public_id: nextId(now),
      user_id: caller.workspaceId,
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
        throw new Refusal(
          'plan_limit',
          `An account can have at most ${mostItems} shop items. Delete some first.`,
        )
      return { data: itemRecord({ ...item, clicks: 0 }) }
    })
  }
}

function update({ store, clicks, requireAllowed }: ShopOperationNeeds): Handler<ShopOperations['update']> {
  return async ({ id, price, active, ...rest }, { caller, now }) => {
    requireCurrency(rest.currency)
    if (rest.href) await requireAllowed(rest.href, 'href')
    const change: ItemChange = { ...rest }
    if (price !== undefined) change.price = storedPrice(price)
    if (active !== undefined) change.active = Number(active)
    if (!(await store.update(caller.workspaceId, id, { ...change, updated_at: unixSeconds(now) })))
      throw new Refusal('not_found')
    await clicks.settle(caller.workspaceId)
    const row = await store.byPublicId(caller.workspaceId, id)
    if (!row) throw new Refusal('not_found')
    return { data: itemRecord(row) }
  }
}

function remove({ store }: ShopOperationNeeds): Handler<ShopOperations['remove']> {
  return async ({ id }, { caller, now }) => {
    const at = unixSeconds(now)
    if (!(await store.update(caller.workspaceId, id, { updated_at: at, deleted_at: at })))
      throw new Refusal('not_found')
    return { data: { id, deleted: true } }
  }
}
