// The history of how links are watched: what entries say of it, and how they are undone.
import { type ChangedThing, type FieldChange, Refusal } from '@linnet/contract'
import type { Change } from '../../../platform/operations/change.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { History, HistoryRow, Undoer, Undoing } from '../history/index.ts'
import type { CheckStore, Choices } from './store.ts'

export interface HealthHistoryNeeds {
  store: CheckStore
  history: Pick<History, 'record'>
}

/** By field, the stored values before and after. */
type ChoiceChanges = { [Name in keyof Choices]?: readonly [Choices[Name], Choices[Name]] }

interface WantedChoices {
  link: { id: number; userId: number }
  choices: Partial<Choices>
  change: Change
  undoes?: string
  /** Milliseconds. */
  now: number
}

/** Sets the choices for a link, and adds what changed to its history. Refuses if the workspace no longer has the link. */
export async function changeChoices(
  { store, history }: HealthHistoryNeeds,
  tx: Tx,
  { link: { id, userId }, choices, change, undoes, now }: WantedChoices,
): Promise<Choices> {
  const before = await store.lockChoices(tx, { id, userId })
  if (!before) throw new Refusal('not_found')
  const after = { ...before, ...choices }
  const changes = differences(before, after)
  if (!changes) return before
  await store.choose(tx, { id, userId }, choices)
  await history.record(tx, change, {
    ...{ subject: id, userId, kind: 'health', action: 'updated', changes, undoes, now },
  })
  return after
}

function differences(before: Choices, after: Choices): Record<string, readonly [unknown, unknown]> | null {
  const changes: ChoiceChanges = {}
  if (before.watch !== after.watch) changes.watch = [before.watch, after.watch]
  if (before.when_broken !== after.when_broken) changes.when_broken = [before.when_broken, after.when_broken]
  return Object.keys(changes).length > 0 ? { ...changes } : null
}

export function healthUndoer(needs: HealthHistoryNeeds): Undoer {
  return {
    isUndoable: () => true,
    scopes: () => ['links:write'],
    putBack: (tx, entry, undoing) => putBack(needs, tx, entry, undoing),
    shown: ({ changes }) => shownChanges(JSON.parse(changes) as ChoiceChanges),
    named: (userId, subjects) => needs.store.named(null, userId, subjects),
  }
}

async function putBack(
  needs: HealthHistoryNeeds,
  tx: Tx,
  entry: HistoryRow,
  { undoes, context: { change, now } }: Undoing,
): Promise<ChangedThing> {
  const { store } = needs
  const link = { id: entry.subject, userId: entry.user_id }
  const present = await store.lockChoices(tx, link)
  const thing = (await store.named(tx, link.userId, [link.id])).get(link.id)
  if (!present || !thing)
    throw new Refusal('undo_conflict', 'The link has been deleted or moved to another workspace since.')
  const { watch, when_broken } = JSON.parse(entry.changes) as ChoiceChanges
  if ((watch && present.watch !== watch[1]) || (when_broken && present.when_broken !== when_broken[1]))
    throw new Refusal(
      'undo_conflict',
      'How the link is watched has been changed since. Undo the later changes first, or change it again.',
    )
  const choices = {
    ...(watch && { watch: watch[0] }),
    ...(when_broken && { when_broken: when_broken[0] }),
  }
  await changeChoices(needs, tx, { link, choices, change, undoes, now })
  return { kind: 'health', ...thing, action: 'updated' }
}

function shownChanges({ watch, when_broken }: ChoiceChanges): FieldChange[] {
  return [
    ...(watch ? [{ field: 'watch', from: watch[0], to: watch[1] }] : []),
    ...(when_broken ? [{ field: 'when_broken', from: when_broken[0], to: when_broken[1] }] : []),
  ]
}
