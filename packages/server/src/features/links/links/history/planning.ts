// Planning the switches of a link: as a change of its own, which is in the link's history and can be undone.
import { type ChangedThing, type FieldChange, Refusal } from '@linnet/contract'
import type { Change } from '../../../../platform/operations/change.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import type { HistoryRow, Undoer, Undoing } from '../../history/index.ts'
import { goneSince } from '../links.ts'
import { requireDestination } from '../rules.ts'
import type { LinkRow } from '../store.ts'
import type { PuttingBackNeeds } from './putting-back.ts'
import type { PlannedSwitch } from './store.ts'

export type PlanningNeeds = Pick<PuttingBackNeeds, 'store' | 'linkHistory' | 'history' | 'rules'>

/** The stored switches before and after. */
interface ScheduleChanges {
  schedule: readonly [PlannedSwitch[], PlannedSwitch[]]
}

interface WantedSwitches {
  /** Locked. */
  link: LinkRow
  switches: readonly PlannedSwitch[]
  change: Change
  undoes?: string
  /** Milliseconds. */
  now: number
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Replaces the planned switches of a link, and returns them in order. */
export async function planSwitches(
  { store, linkHistory, history }: PlanningNeeds,
  tx: Tx,
  { link, switches, change, undoes, now }: WantedSwitches,
): Promise<PlannedSwitch[]> {
  const { id, user_id: userId } = link
  const before = await linkHistory.switches(tx, id)
  await linkHistory.replaceSwitches(tx, { id, userId }, switches)
  const after = await linkHistory.switches(tx, id)
  if (same(before, after)) return after
  await store.change(tx, id, { updated_at: unixSeconds(now) })
  await history.record(tx, change, {
    ...{ subject: id, userId, kind: 'schedule', action: 'updated', undoes, now },
    changes: { schedule: [before, after] },
  })
  return after
}

export function scheduleUndoer(needs: PlanningNeeds): Undoer {
  return {
    isUndoable: () => true,
    scopes: () => ['links:write'],
    async check(entries, { context: { now } }) {
      for (const { changes } of entries)
        for (const { long_url } of ahead(scheduleIn(changes)[0], now))
          await requireDestination(needs.rules, long_url)
    },
    putBack: (tx, entry, undoing) => putBack(needs, tx, entry, undoing),
    shown: ({ changes }): FieldChange[] => {
      const [from, to] = scheduleIn(changes)
      return [{ field: 'schedule', from, to }]
    },
    named: (userId, subjects) => needs.linkHistory.named(userId, subjects),
  }
}

const scheduleIn = (changes: string) => (JSON.parse(changes) as ScheduleChanges).schedule

/** Those whose time has not come: the others were carried out, and don't come back. */
function ahead(switches: readonly PlannedSwitch[], now: number): PlannedSwitch[] {
  return switches.filter(({ at }) => at > unixSeconds(now))
}

async function putBack(
  needs: PlanningNeeds,
  tx: Tx,
  { subject: id, user_id: userId, changes }: HistoryRow,
  { undoes, context: { change, now } }: Undoing,
): Promise<ChangedThing> {
  const link = await needs.store.lockOwn(tx, userId, id)
  if (!link) throw goneSince()
  const [from, to] = scheduleIn(changes)
  const present = await needs.linkHistory.switches(tx, id)
  if (!same(ahead(present, now), ahead(to, now)))
    throw new Refusal(
      'undo_conflict',
      'The planned switches of the link have been changed since. Undo the later changes first, or plan them again.',
    )
  const switches = ahead(from, now)
  await planSwitches(needs, tx, { link, switches, change, undoes, now })
  return { kind: 'schedule', id: link.public_id, name: link.code, action: 'updated' }
}
