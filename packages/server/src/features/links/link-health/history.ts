// The history of how links are watched: what entries say of it, and how they are undone.
import { type ChangedThing, type FieldChange, Refusal } from '@linnet/contract'
import type { Change } from '../../../platform/operations/change.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { History, HistoryRow, Undoer, Undoing } from '../history/index.ts'
import { goneSince, type LinkRow, type Links } from '../links/index.ts'
import type { CheckStore, Choices } from './store.ts'

export interface HealthHistoryNeeds {
  store: CheckStore
  history: Pick<History, 'record'>
  links: Pick<Links, 'lockOwn' | 'named'>
}

/** By field, the stored values before and after. */
type ChoiceChanges = { [Name in keyof Choices]?: readonly [Choices[Name], Choices[Name]] }

interface WantedChoices {
  /** Locked. */
  link: LinkRow
  choices: Partial<Choices>
  change: Change
  undoes?: string
  /** Milliseconds. */
  now: number
}

/** Sets the choices for a link, and adds what changed to its history. */
export async function changeChoices(
  { store, history }: HealthHistoryNeeds,
  tx: Tx,
  { link, choices, change, undoes, now }: WantedChoices,
): Promise<void> {
  const { id, user_id: userId } = link
  const before = await choicesOf(store, tx, link)
  const changes = differences(before, { ...before, ...choices })
  if (!changes) return
  await store.choose(tx, { id, userId }, choices)
  await history.record(tx, change, {
    ...{ subject: id, userId, kind: 'health', action: 'updated', changes, undoes, now },
  })
}

async function choicesOf(store: CheckStore, tx: Tx, { id, user_id, when_broken }: LinkRow): Promise<Choices> {
  const chosen = (await store.ofLink(tx, user_id, id))?.chosen ?? null
  return { watch: chosen === null ? null : chosen === 1, when_broken }
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
    named: (userId, subjects) => needs.links.named(userId, subjects),
  }
}

async function putBack(
  needs: HealthHistoryNeeds,
  tx: Tx,
  entry: HistoryRow,
  { undoes, context: { change, now } }: Undoing,
): Promise<ChangedThing> {
  const link = await needs.links.lockOwn(tx, entry.user_id, entry.subject)
  if (!link) throw goneSince()
  const present = await choicesOf(needs.store, tx, link)
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
  return { kind: 'health', id: link.public_id, name: link.code, action: 'updated' }
}

function shownChanges({ watch, when_broken }: ChoiceChanges): FieldChange[] {
  return [
    ...(watch ? [{ field: 'watch', from: watch[0], to: watch[1] }] : []),
    ...(when_broken ? [{ field: 'when_broken', from: when_broken[0], to: when_broken[1] }] : []),
  ]
}
