// The operations on components. Each change locks the microsite, so that its changes run one after another.
import { type Api, type ComponentKind, hasPassword, Refusal } from '@linnet/contract'
import { linksIn, viewOf } from '@linnet/pages'
import type { Caller, Handler, Handlers } from '../../../platform/operations/handler.ts'
import { newId } from '../../../platform/security/ids.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { History } from '../../links/history/index.ts'
import type { ComponentRow, ComponentStore } from './component-store.ts'
import {
  componentRecord,
  entriesOf,
  kindsWithEntries,
  positionsIn,
  readData,
  requireKindInPlan,
  requireRoom,
  requireRoomForEntries,
  secondOfKind,
} from './components.ts'
import { type ComponentChanges, stateOf } from './history/component-changes.ts'
import { recordComponent } from './history/recording.ts'
import { findMicrosite, type MicrositeAddresses, refuseUnknown } from './microsites.ts'
import type { MicrositeStore } from './store.ts'
import { isSame } from './version-content.ts'
import type { VersionStore } from './version-store.ts'
import { type Editing, keepVersion } from './versions.ts'

type ComponentOperations = Api['components']

export interface ComponentOperationNeeds extends MicrositeAddresses {
  store: MicrositeStore
  components: ComponentStore
  versions: VersionStore
  history: History
  accounts: Accounts
  clicks: Clicks
  /** Refuses a destination whose host is on a block list, anywhere in the data. */
  requireAllAllowed(data: unknown, path: string): Promise<void>
}

export function componentOperations(needs: ComponentOperationNeeds): Handlers<ComponentOperations> {
  return {
    list: list(needs),
    create: create(needs),
    update: update(needs),
    remove: remove(needs),
    order: order(needs),
  }
}

function list(needs: ComponentOperationNeeds): Handler<ComponentOperations['list']> {
  const { store, components } = needs
  return async ({ slug, componentId }, { caller }) => {
    const { id } = await findMicrosite(store, needs, { userId: caller.workspaceId, slug })
    const all = (await components.of(null, id)).map(componentRecord)
    if (componentId === undefined) return { data: all }
    const data = all.filter((component) => component.id === componentId)
    return data.length > 0 ? { data } : refuseUnknownComponent()
  }
}

function create(needs: ComponentOperationNeeds): Handler<ComponentOperations['create']> {
  const { store, components, accounts, clicks } = needs
  return async ({ slug, kind, data: sent, tag }, { caller, now, change, once }) => {
    const { workspaceId: userId } = caller
    const { id } = await findMicrosite(store, needs, { userId, slug })
    requireKindInPlan(kind, accounts.planOf(caller))
    // Only an update sets a password.
    const { data } = readData(kind, sent)
    await requireDestinations(needs, kind, data)
    await clicks.catchUp()
    return await refusingSecond(needs, kind, () =>
      once(async (tx) => {
        await lock(needs, tx, { micrositeId: id, caller, change, now })
        const { lastPosition } = await requireFits(needs, tx, {
          micrositeId: id,
          kind,
          data,
          except: null,
        })
        const row = await components.insert(tx, {
          public_id: newId('cmp', now),
          user_id: userId,
          microsite_id: id,
          kind,
          data,
          password_hash: null,
          tag: tag ?? null,
          active: 1,
          position: lastPosition + 1,
          created_at: unixSeconds(now),
          updated_at: unixSeconds(now),
        })
        const changes: ComponentChanges = { component: [null, stateOf(row)] }
        await recordComponent(needs, tx, { id, userId }, { action: 'created', changes, change, now })
        return { data: componentRecord(row) }
      }),
    )
  }
}

function update(needs: ComponentOperationNeeds): Handler<ComponentOperations['update']> {
  const { store, components, accounts } = needs
  return async ({ slug, componentId, active, kind, data: sent }, { caller, now, change }) => {
    const { workspaceId: userId } = caller
    const { id } = await findMicrosite(store, needs, { userId, slug })
    const before = await find(needs, { tx: null, micrositeId: id }, componentId)
    // A component keeps its kind even if the plan no longer includes it.
    if (kind !== before.kind) requireKindInPlan(kind, accounts.planOf(caller))
    const { data, password } = readData(kind, sent)
    await requireDestinations(needs, kind, data)
    const hash = password
      ? await hashPassword(password, { owner: true, by: String(caller.workspaceId) })
      : null
    const row = await refusingSecond(needs, kind, () =>
      store.transaction(async (tx) => {
        await lock(needs, tx, { micrositeId: id, caller, change, now })
        const current = await find(needs, { tx, micrositeId: id }, componentId)
        await requireFits(needs, tx, { micrositeId: id, kind, data, except: current.id })
        const unchangedHash = hasPassword(kind) ? current.password_hash : null
        const after = await components.change(tx, current.id, {
          kind,
          data,
          password_hash: password === undefined ? unchangedHash : hash,
          active: Number(active),
          updated_at: unixSeconds(now),
        })
        const changes: ComponentChanges = { component: [stateOf(current), stateOf(after)] }
        if (!isSame(current, after))
          await recordComponent(needs, tx, { id, userId }, { action: 'updated', changes, change, now })
        return after
      }),
    )
    return { data: componentRecord(row) }
  }
}

function remove(needs: ComponentOperationNeeds): Handler<ComponentOperations['remove']> {
  const { store, components } = needs
  return async ({ slug, componentId }, { caller, now, change }) => {
    const { workspaceId: userId } = caller
    const { id } = await findMicrosite(store, needs, { userId, slug })
    await store.transaction(async (tx) => {
      await lock(needs, tx, { micrositeId: id, caller, change, now })
      const before = await find(needs, { tx, micrositeId: id }, componentId)
      await components.markTheseDeleted(tx, userId, [before.id], unixSeconds(now))
      const changes: ComponentChanges = { component: [stateOf(before), null] }
      await recordComponent(needs, tx, { id, userId }, { action: 'deleted', changes, change, now })
    })
    return { data: { id: componentId, deleted: true } }
  }
}

function order(needs: ComponentOperationNeeds): Handler<ComponentOperations['order']> {
  const { store, components } = needs
  return async ({ slug, orders }, { caller, now, change }) => {
    const { workspaceId: userId } = caller
    const { id } = await findMicrosite(store, needs, { userId, slug })
    const rows = await store.transaction(async (tx) => {
      await lock(needs, tx, { micrositeId: id, caller, change, now })
      const before = await components.of(tx, id)
      await components.move(tx, positionsIn(orders, before))
      const changes: ComponentChanges = { order: [before.map(({ public_id }) => public_id), orders] }
      if (before.some(({ public_id }, index) => public_id !== orders[index]))
        await recordComponent(needs, tx, { id, userId }, { action: 'reordered', changes, change, now })
      return await components.of(tx, id)
    })
    return { data: rows.map(componentRecord) }
  }
}

/** Locks the microsite by marking it as changed, and keeps what visitors have seen if a new editing session begins. */
async function lock(
  needs: ComponentOperationNeeds,
  tx: Tx,
  { micrositeId: id, caller, ...editing }: Editing & { micrositeId: number; caller: Caller },
): Promise<void> {
  if (!(await needs.store.change(tx, id, { updated_at: unixSeconds(editing.now) }))) refuseUnknown()
  await keepVersion(needs, tx, { id, userId: caller.workspaceId }, editing)
}

/** The component with this id, read outside of a transaction if `tx` is null. Refuses with `not_found`. */
async function find(
  { components }: ComponentOperationNeeds,
  { tx, micrositeId }: { tx: Tx | null; micrositeId: number },
  componentId: string,
): Promise<ComponentRow> {
  return (await components.one(tx, micrositeId, componentId)) ?? refuseUnknownComponent()
}

/** Refuses data for which the microsite's components other than `except` leave no room; returns how much those hold. */
export async function requireFits(
  { components }: Pick<ComponentOperationNeeds, 'components'>,
  tx: Tx,
  {
    micrositeId,
    kind,
    data,
    except,
  }: { micrositeId: number; kind: ComponentKind; data: string; except: number | null },
): ReturnType<ComponentStore['extent']> {
  const others = await components.extent(tx, micrositeId, except)
  requireRoom(others, data)
  const entries = entriesOf(kind, data)
  if (entries > 0)
    requireRoomForEntries(entries, await components.ofKinds(tx, micrositeId, kindsWithEntries, except))
  return others
}

/** Refuses data with a forbidden destination, including links inside text. */
export async function requireDestinations(
  { requireAllAllowed }: Pick<ComponentOperationNeeds, 'requireAllAllowed'>,
  kind: ComponentKind,
  json: string,
): Promise<void> {
  const data = JSON.parse(json)
  await requireAllAllowed(data, 'data')
  const field = viewOf(kind).linkedText
  if (field) for (const href of linksIn(data[field])) await requireAllAllowed(href, `data.${field}`)
}

/** Runs work that gives a component its kind, and refuses a second one of a kind that may exist only once. */
async function refusingSecond<T>(
  { components }: ComponentOperationNeeds,
  kind: ComponentKind,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw components.isSecondOfKind(error) ? secondOfKind(kind) : error
  }
}

function refuseUnknownComponent(): never {
  throw new Refusal('not_found', 'This microsite has no such component. Check its id.')
}
