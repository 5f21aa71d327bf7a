// The operations that list the changes of a workspace and undo them.
import {
  type Api,
  type ChangeAction,
  type ChangedThing,
  type ChangeRecord,
  lacksScope,
  Refusal,
  undoSeconds,
} from '@linnet/contract'
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import { changeOf } from '../../../platform/operations/change.ts'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { isKey, type NameOf, namesOf } from './actors.ts'
import type { HistoryRow, HistoryStore } from './store.ts'
import { type EntryKind, isOwn, type Undoer } from './undoer.ts'

interface HistoryNeeds {
  store: HistoryStore
  undoerOf(kind: string): Undoer
}

const thingsShown = 20

export function historyOperations(needs: HistoryNeeds): Handlers<Api['history']> {
  return {
    async undo({ token, dry_run }, context) {
      return { data: { undone: await undoChange(needs, token, context, dry_run) } }
    },
    changes: ({ kind, by, limit, before }, context) =>
      listChanges(needs, { kind, by, limit, before }, context),
    async undoMany({ ids }, context) {
      const undone: string[] = []
      const failed: { id: string; message: string; changed_since: string[] }[] = []
      const newestFirst = [...new Set(ids)].sort().reverse()
      for (const id of newestFirst) {
        const change = changeOf(context.caller, { isAgent: false, now: context.now })
        try {
          await undoChange(needs, id, { ...context, change }, false)
          undone.push(id)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          const since = error.details?.filter(({ code }) => code === 'changed_since') ?? []
          failed.push({ id, message: error.message, changed_since: since.map(({ path }) => path) })
        }
      }
      return { data: { undone, failed } }
    },
  }
}

/** Undoes all entries of a change in one transaction, and returns what they changed. */
async function undoChange(
  { store, undoerOf }: HistoryNeeds,
  token: string,
  context: RequestContext,
  isDryRun = false,
): Promise<ChangedThing[]> {
  const { caller, now, change } = context
  const userId = caller.workspaceId
  const entries = await store.ofChange(null, userId, token)
  requireUndoable(entries, now)
  if (!entries.every((entry) => undoerOf(entry.kind).isUndoable(entry)))
    throw new Refusal('undo_conflict', 'A move to another workspace can’t be undone. Move the links back.')
  for (const entry of entries)
    for (const scope of undoerOf(entry.kind).scopes(entry, isOwn(entry, context)))
      if (!caller.scopes.has(scope)) throw lacksScope(scope, 'Undoing this change')
  const undoing = { undoes: token, context }
  for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind))
    await undoerOf(kind).check?.(ofKind, undoing)
  const putBack = async (tx: Tx) => {
    const marked = await store.markUndone(tx, { userId, changeId: token, by: change.id })
    if (marked !== entries.length) throw alreadyUndone()
    const things: ChangedThing[] = []
    const slices = new TimeSlicer(Number.POSITIVE_INFINITY)
    for (const entry of entries) {
      things.push(await undoerOf(entry.kind).putBack(tx, entry, undoing))
      // There may be a thousand.
      await slices.yieldIfDue()
    }
    return things
  }
  return await context.transaction(isDryRun)(putBack)
}

function requireUndoable(entries: readonly HistoryRow[], now: number): void {
  const [entry] = entries
  if (!entry)
    throw new Refusal(
      'not_found',
      'This account has no change with this token. It may have been undone or deleted long ago.',
    )
  if (entries.some(({ undone_by }) => undone_by !== null)) throw alreadyUndone()
  if (entry.at + undoSeconds < unixSeconds(now))
    throw new Refusal(
      'undo_conflict',
      'A change can only be undone within an hour. A link can still be rolled back to an earlier entry of its history.',
    )
}

function alreadyUndone(): Refusal {
  return new Refusal('undo_conflict', 'This change has already been undone.')
}

interface WantedChanges {
  kind?: string
  by?: string
  limit: number
  before?: string
}

async function listChanges(
  { store, undoerOf }: HistoryNeeds,
  { kind, by, limit, before }: WantedChanges,
  { caller: { workspaceId: userId }, now }: RequestContext,
) {
  const ids = await store.changeIds(userId, { actorKind: kind, actorId: by, before }, limit + 1)
  const shown = ids.slice(0, limit)
  const rows = await store.ofChanges(userId, shown, thingsShown)
  const nameOf = await namesOf(store, rows)
  const things = await describe(rows, undoerOf, userId)
  const groups = Map.groupBy(rows, ({ change_id }) => change_id)
  return {
    data: [...groups.values()].map((entries) => changeRecord(entries, { nameOf, things, undoerOf, now })),
    next_cursor: ids.length > limit ? (shown.at(-1) ?? null) : null,
  }
}

export type Described = Map<HistoryRow, ChangeRecord['things'][number]>

/** What these entries changed, in the words that people read. */
export async function describe(
  rows: readonly HistoryRow[],
  undoerOf: HistoryNeeds['undoerOf'],
  userId: number,
): Promise<Described> {
  const described: Described = new Map()
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const undoer = undoerOf(kind)
    const named = await undoer.named(userId, [...new Set(ofKind.map(({ subject }) => subject))])
    for (const row of ofKind) {
      const { id, name } = named.get(row.subject) ?? { id: '', name: '' }
      const action = row.action as ChangeAction
      described.set(row, { kind: kind as EntryKind, id, name, action, changes: undoer.shown(row) })
    }
  }
  return described
}

function changeRecord(
  entries: readonly (HistoryRow & { total: number })[],
  {
    nameOf,
    things,
    undoerOf,
    now,
  }: { nameOf: NameOf; things: Described; undoerOf: HistoryNeeds['undoerOf']; now: number },
): ChangeRecord {
  const first = entries[0] as HistoryRow & { total: number }
  const { change_id, at, actor_kind, actor_id, undone_by, undoes, total } = first
  const until = at + undoSeconds
  const isUndoable =
    undone_by === null &&
    until >= unixSeconds(now) &&
    entries.every((entry) => undoerOf(entry.kind).isUndoable(entry))
  return {
    id: change_id,
    at,
    by: {
      kind: actor_kind as ChangeRecord['by']['kind'],
      name: nameOf(first),
      id: isKey(actor_id) || (actor_kind !== 'person' && actor_id !== '') ? actor_id : null,
    },
    things: entries.flatMap((entry) => things.get(entry) ?? []),
    total: Number(total),
    undone: undone_by !== null,
    undoes,
    undoable_until: isUndoable ? until : null,
  }
}
