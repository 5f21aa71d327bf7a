// The operations on components. Each change holds the microsite, so that those of one come one after the other.
import { type Api, type ComponentData, type ComponentKind, hasPassword, Refusal } from '@linnet/contract'
import { linksIn } from '@linnet/pages'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { newId } from '../../../platform/security/ids.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { ComponentRow, ComponentStore } from './component-store.ts'
import {
  componentRecord,
  kindsOfParts,
  partsOf,
  placesIn,
  readData,
  requireKindInPlan,
  requireRoom,
  requireRoomForParts,
  secondOfKind,
} from './components.ts'
import { findMicrosite, refuseUnknown } from './microsites.ts'
import type { MicrositeStore } from './store.ts'

export interface ComponentOperationNeeds {
  store: MicrositeStore
  components: ComponentStore
  accounts: Accounts
  clicks: Clicks
  /** Refuses what leads to a host that a block list names. */
  requireAllAllowed(data: unknown, path: string): Promise<void>
}

export function componentOperations(needs: ComponentOperationNeeds): Handlers<Api['components']> {
  const { store, components, accounts, clicks } = needs

  /** Holds the microsite, whose page is another one now. */
  async function lock(tx: Tx, micrositeId: number, now: number): Promise<void> {
    if (!(await store.change(tx, micrositeId, { updated_at: unixSeconds(now) }))) refuseUnknown()
  }

  /** Runs what gives a component its kind. */
  async function refusingSecond<T>(kind: ComponentKind, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw components.isSecondOfKind(error) ? secondOfKind(kind) : error
    }
  }

  /** Refuses parts of a component for which the others, beside `except`, leave no room. */
  async function requirePartsRoom(
    tx: Tx,
    micrositeId: number,
    kind: ComponentKind,
    data: string,
    except: number | null,
  ): Promise<void> {
    const parts = partsOf(kind, data)
    if (parts === 0) return
    requireRoomForParts(parts, await components.ofKinds(tx, micrositeId, kindsOfParts, except))
  }

  /** Refuses data with a forbidden destination, including links inside a text. */
  async function requireDestinations(kind: ComponentKind, data: string): Promise<void> {
    const held = JSON.parse(data)
    await needs.requireAllAllowed(held, 'data')
    if (kind !== 'TEXT') return
    const { content } = held as ComponentData<'TEXT'>
    for (const href of linksIn(content)) await needs.requireAllAllowed(href, 'data.content')
  }

  async function owned(tx: Tx | null, micrositeId: number, componentId: string): Promise<ComponentRow> {
    return (await components.one(tx, micrositeId, componentId)) ?? refuseUnknownComponent()
  }

  return {
    async list({ slug, componentId }, { caller }) {
      const { id } = await findMicrosite(store, { userId: caller.userId, slug })
      const all = (await components.of(null, id)).map(componentRecord)
      if (componentId === undefined) return { data: all }
      const data = all.filter((component) => component.id === componentId)
      return data.length > 0 ? { data } : refuseUnknownComponent()
    },

    async create({ slug, kind, data: sent, tag }, { caller, now, once }) {
      const { userId } = caller
      const { id } = await findMicrosite(store, { userId, slug })
      requireKindInPlan(kind, accounts.planOf(caller))
      // A password is set by an update only.
      const { data } = readData(kind, sent)
      await requireDestinations(kind, data)
      await clicks.catchUp()
      return await refusingSecond(kind, () =>
        once(async (tx) => {
          await lock(tx, id, now)
          const others = await components.extent(tx, id, null)
          requireRoom(others, data)
          await requirePartsRoom(tx, id, kind, data, null)
          const row = await components.insert(tx, {
            public_id: newId('cmp', now),
            user_id: userId,
            microsite_id: id,
            kind,
            data,
            password_hash: null,
            tag: tag ?? null,
            active: 1,
            position: others.lastPosition + 1,
            created_at: unixSeconds(now),
            updated_at: unixSeconds(now),
          })
          return { data: componentRecord(row) }
        }),
      )
    },

    async update({ slug, componentId, active, kind, data: sent }, { caller, now }) {
      const { id } = await findMicrosite(store, { userId: caller.userId, slug })
      const before = await owned(null, id, componentId)
      // One that there is may stay what it is, also when the plan is another one by now.
      if (kind !== before.kind) requireKindInPlan(kind, accounts.planOf(caller))
      const { data, password } = readData(kind, sent)
      await requireDestinations(kind, data)
      const hash = password ? await hashPassword(password, { owner: true, by: String(caller.userId) }) : null
      const row = await refusingSecond(kind, () =>
        store.transaction(async (tx) => {
          await lock(tx, id, now)
          const current = await owned(tx, id, componentId)
          requireRoom(await components.extent(tx, id, current.id), data)
          await requirePartsRoom(tx, id, kind, data, current.id)
          const kept = hasPassword(kind) ? current.password_hash : null
          return await components.change(tx, current.id, {
            kind,
            data,
            password_hash: password === undefined ? kept : hash,
            active: Number(active),
            updated_at: unixSeconds(now),
          })
        }),
      )
      return { data: componentRecord(row) }
    },

    async remove({ slug, componentId }, { caller, now }) {
      const { id } = await findMicrosite(store, { userId: caller.userId, slug })
      await store.transaction(async (tx) => {
        await lock(tx, id, now)
        if (!(await components.markDeleted(tx, id, componentId, unixSeconds(now)))) refuseUnknownComponent()
      })
      return { data: { id: componentId, deleted: true } }
    },

    async order({ slug, orders }, { caller, now }) {
      const { id } = await findMicrosite(store, { userId: caller.userId, slug })
      const rows = await store.transaction(async (tx) => {
        await lock(tx, id, now)
        await components.move(tx, placesIn(orders, await components.of(tx, id)))
        return await components.of(tx, id)
      })
      return { data: rows.map(componentRecord) }
    },
  }
}

function refuseUnknownComponent(): never {
  throw new Refusal('not_found', 'This microsite has no such component. Check its id.')
}
