// How changes of components are shown and undone.
import { type ChangeAction, type ChangedThing, type ComponentKind, Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import type { Plan } from '../../../identity/accounts/index.ts'
import type { HistoryRow, Undoer, Undoing } from '../../../links/history/index.ts'
import { requireDestinations, requireFits } from '../component-operations.ts'
import { requireKindInPlan } from '../components.ts'
import { heldSeconds } from '../restoring.ts'
import { isSame } from '../version-content.ts'
import type { VersionedMicrosite } from '../version-store.ts'
import { keepVersion } from '../versions.ts'
import { type ComponentChanges, type ComponentState, shownComponentChanges } from './component-changes.ts'
import { changedSince, goneSince } from './conflicts.ts'
import { recordComponent } from './recording.ts'
import { locked, type MicrositeUndoerNeeds, micrositeOf, namedMicrosites, scopesOf } from './undoing.ts'

export function componentUndoer(needs: MicrositeUndoerNeeds): Undoer {
  return {
    isUndoable: () => true,
    scopes: scopesOf,
    async check(entries) {
      for (const entry of entries) {
        const [from] = changesIn(entry).component ?? [null]
        if (from) await requireDestinations(needs, from.kind as ComponentKind, from.data)
      }
    },
    putBack: (tx, entry, undoing) => putBack(needs, tx, entry, undoing),
    shown: (entry) => shownComponentChanges(changesIn(entry)),
    named: (userId, subjects) => namedMicrosites(needs, userId, subjects),
  }
}

function changesIn({ changes }: HistoryRow): ComponentChanges {
  return JSON.parse(changes) as ComponentChanges
}

async function putBack(
  needs: MicrositeUndoerNeeds,
  tx: Tx,
  entry: HistoryRow,
  { undoes, context: { change, caller, now } }: Undoing,
): Promise<ChangedThing> {
  const microsite = micrositeOf(entry)
  const { public_id, slug } = await locked(needs, tx, microsite, now)
  await keepVersion(needs, tx, microsite, { change, now })
  const { component, order } = changesIn(entry)
  let action: ChangeAction = 'reordered'
  if (order) await putBackOrder(needs, tx, microsite, order)
  else if (component) {
    const plan = needs.accounts.planOf(caller)
    action = await putBackState(needs, tx, microsite, { change: component, plan, now })
  }
  const changes: ComponentChanges = {
    ...(component && { component: [component[1], component[0]] }),
    ...(order && { order: [order[1], order[0]] }),
  }
  await recordComponent(needs, tx, microsite, { change, undoes, now, action, changes })
  return { kind: 'component', id: public_id, name: slug, action }
}

async function putBackOrder(
  { components }: MicrositeUndoerNeeds,
  tx: Tx,
  microsite: VersionedMicrosite,
  [from, to]: NonNullable<ComponentChanges['order']>,
): Promise<void> {
  const rows = await components.of(tx, microsite.id)
  if (rows.length !== to.length || rows.some(({ public_id }, index) => public_id !== to[index]))
    throw changedSince(['order'])
  const places = new Map(from.map((id, index) => [id, index + 1]))
  await components.move(tx, new Map(rows.map(({ id, public_id }) => [id, places.get(public_id) ?? 0])))
}

interface StateBack {
  change: NonNullable<ComponentChanges['component']>
  plan: Plan
  /** Milliseconds. */
  now: number
}

async function putBackState(
  needs: MicrositeUndoerNeeds,
  tx: Tx,
  microsite: VersionedMicrosite,
  { change: [from, to], plan, now }: StateBack,
): Promise<ChangeAction> {
  const { components } = needs
  const { userId } = microsite
  const time = unixSeconds(now)
  const { public_id } = (from ?? to) as ComponentState
  const row = await components.evenDeleted(tx, microsite, public_id)
  const isHeld = row !== undefined && row.deleted_at !== null && row.deleted_at > time - heldSeconds
  if (to === null ? !isHeld : !row || row.deleted_at !== null) throw goneSince('component')
  if (!row) throw goneSince('component')
  if (to !== null && !isSame(to, row)) throw changedSince(['component'])
  if (from === null) {
    await components.markTheseDeleted(tx, userId, [row.id], time)
    return 'deleted'
  }
  const kind = from.kind as ComponentKind
  if (to?.kind !== kind) requireKindInPlan(kind, plan)
  await requireFits(needs, tx, { micrositeId: microsite.id, kind, data: from.data, except: row.id })
  const { public_id: _id, created_at: _created, ...state } = from
  const position = to === null ? from.position : row.position
  try {
    const putBack = { ...state, position, updated_at: time }
    await components.attempt(tx, () => components.putBack(tx, { id: row.id, userId }, putBack))
  } catch (error) {
    throw components.isSecondOfKind(error)
      ? new Refusal('undo_conflict', `The microsite now has another ${kind}, and can only have one.`)
      : error
  }
  return to === null ? 'undeleted' : 'updated'
}
