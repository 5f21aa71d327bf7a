// Brings a version of a microsite back: all of it, after everything in it has been checked again, or nothing.
import { type ComponentKind, Refusal, undoSeconds } from '@linnet/contract'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Plan } from '../../identity/accounts/index.ts'
import type { History } from '../../links/history/index.ts'
import { requireDestinations } from './component-operations.ts'
import type { ComponentRow, ComponentStore } from './component-store.ts'
import { type ComponentContent, readData, requireKindInPlan, requirePageFits } from './components.ts'
import { type PageChanges, pageChanges } from './history/page-changes.ts'
import { type Recorded, recordPage } from './history/recording.ts'
import { refuseUnknown, requireTheme } from './microsites.ts'
import type { MicrositeStore } from './store.ts'
import { isSame, type VersionContent } from './version-content.ts'
import type { VersionedMicrosite, VersionStore } from './version-store.ts'
import { keepVersion } from './versions.ts'

/** Deleted components keep their rows and statistics for this long, so that they can come back. */
export const heldSeconds = undoSeconds

export interface RestoringNeeds {
  store: MicrositeStore
  components: ComponentStore
  versions: VersionStore
  history: History
  /** Refuses a destination whose host is on a block list, anywhere in the data. */
  requireAllAllowed(data: unknown, path: string): Promise<void>
}

/** The content as it would be accepted today, or a refusal that names the component by its place. */
export async function checkedContent(
  needs: RestoringNeeds,
  { page, components }: VersionContent,
): Promise<VersionContent> {
  requireTheme(page.theme)
  requirePageFits(components)
  const checked: ComponentContent[] = []
  for (const [index, component] of components.entries())
    try {
      const kind = component.kind as ComponentKind
      const { data } = readData(kind, JSON.parse(component.data))
      await requireDestinations(needs, kind, data)
      checked.push({ ...component, data })
    } catch (error) {
      throw error instanceof Refusal ? refusalOf(error, index) : error
    }
  return { page, components: checked }
}

function refusalOf({ code, message, details }: Refusal, index: number): Refusal {
  const named = details?.map((detail) => ({ ...detail, path: `components.${index}.${detail.path}` }))
  return new Refusal(code, message, named)
}

/**
 * Makes the microsite what checked content, that of the version `to`, says. What visitors have seen until now becomes a version.
 */
export async function rollBack(
  needs: RestoringNeeds,
  tx: Tx,
  microsite: VersionedMicrosite,
  { content, to, plan, ...recorded }: Recorded & { content: VersionContent; to: string; plan: Plan },
): Promise<void> {
  const { store, components, versions } = needs
  const time = unixSeconds(recorded.now)
  if (!(await store.change(tx, microsite.id, { updated_at: time }))) refuseUnknown()
  const before = await versions.latest(tx, microsite)
  const row = await store.byId(tx, microsite.id)
  if (!before || !row) refuseUnknown()
  const present = await components.of(tx, microsite.id)
  const kindNow = new Map(present.map(({ public_id, kind }) => [public_id, kind]))
  // A component keeps its kind even if the plan no longer includes it.
  for (const { public_id, kind } of content.components)
    if (kindNow.get(public_id) !== kind) requireKindInPlan(kind as ComponentKind, plan)
  await keepVersion(needs, tx, microsite, { ...recorded, isNew: true })
  await store.change(tx, microsite.id, { ...content.page, updated_at: time })
  await replaceComponents(needs, tx, microsite, { wanted: content.components, present, now: recorded.now })
  const changes: PageChanges = {
    ...pageChanges(row, { ...row, ...content.page }),
    version: [before.public_id, to],
  }
  await recordPage(needs, tx, microsite, { ...recorded, action: 'rolled_back', changes })
}

interface Replacement {
  wanted: ComponentContent[]
  present: ComponentRow[]
  /** Milliseconds. */
  now: number
}

async function replaceComponents(
  { components }: RestoringNeeds,
  tx: Tx,
  { id, userId }: VersionedMicrosite,
  { wanted, present, now }: Replacement,
): Promise<void> {
  const time = unixSeconds(now)
  const held = await components.deletedSince(tx, id, userId, time - heldSeconds)
  const rows = new Map([...held, ...present].map((row) => [row.public_id, row]))
  const states = wanted.map((component, index) => ({ ...component, position: index + 1 }))
  const isKept = (one: (typeof states)[number]) =>
    present.some(
      (row) => row.public_id === one.public_id && row.position === one.position && isSame(one, row),
    )
  const changing = states.filter((one) => !isKept(one))
  const kept = new Set(states.filter(isKept).map(({ public_id }) => public_id))
  // First of all: otherwise there could be two of a kind that may exist only once.
  const leaving = present.filter(({ public_id }) => !kept.has(public_id)).map((row) => row.id)
  await components.markTheseDeleted(tx, userId, leaving, time)
  for (const { public_id, created_at, ...state } of changing) {
    const row = rows.get(public_id)
    const isUnchanged = row !== undefined && isSame({ public_id, created_at, ...state }, row)
    const updated_at = isUnchanged ? row.updated_at : time
    if (row) await components.putBack(tx, { id: row.id, userId }, { ...state, updated_at })
    else {
      const place = { user_id: userId, microsite_id: id }
      const newComponent = { ...state, ...place, public_id: newId('cmp', now), created_at, updated_at }
      await components.insert(tx, newComponent)
    }
  }
}
