// The history of links and microsites: who changed what, undoing it, and what was deleted within the last hour. The feature's
// public API. It doesn't know what it keeps the history of: features that change something add entries, and register how
// their kinds of entries are shown and undone.
import {
  type Api,
  type ChangeAction,
  type FieldChange,
  type HistoryEntry,
  mostHistoryEntries,
  undoSeconds,
} from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Change } from '../../../platform/operations/change.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type NameOf, namesOf } from './actors.ts'
import { describe, historyOperations } from './operations.ts'
import { type DeletedThing, type EntryPlace, type HistoryRow, HistoryStore, type NewEntry } from './store.ts'
import type { EntryKind, Undoer } from './undoer.ts'

export type { DeletedThing, EntryPlace, HistoryRow } from './store.ts'
export { type EntryKind, isOwn, type Undoer, type Undoing } from './undoer.ts'

/** The number of the workspace of what was deleted within the last hour. Nobody belongs to it. */
export const workspaceOfDeleted = -1

/** What a change did to one thing. */
export interface Entry {
  /** The number of the link, or that of the microsite as `subjectNumber` gives it. */
  subject: number
  userId: number
  kind: EntryKind
  action: ChangeAction
  /** By field, the stored values before and after. */
  changes: Record<string, readonly [from: unknown, to: unknown]>
  /** The change that this one undoes. */
  undoes?: string
  /** Milliseconds. */
  now: number
}

export interface History extends Module {
  operations: { history: Handlers<Api['history']> }
  /** Adds an entry, in the transaction that changes the subject and has locked its row. */
  record(tx: Tx, change: Change, entry: Entry): Promise<void>
  /** Adds the first entries of new subjects. */
  recordFirst(tx: Tx, change: Change, entries: readonly Entry[]): Promise<void>
  /** Entries of a subject, the newest first, before the one with this id. */
  page(subject: number, page: { before?: string; limit: number }): Promise<HistoryPage>
  /** Reads the names of whoever made these entries of a workspace, or other rows that record who made them. */
  names(entries: readonly Pick<HistoryRow, 'user_id' | 'actor_kind' | 'actor_id'>[]): Promise<NameOf>
  /** Some entries of a workspace, the oldest change first, after this place (null: the first). */
  someOf(userId: number, after: EntryPlace | null): Promise<SomeEntries>
  /** All entries of a subject, the newest first, as they are stored. */
  entries(tx: Tx | null, subject: number): Promise<HistoryRow[]>
  /** What was done to a subject after an entry, except changes that were undone and those that undid them. */
  since(tx: Tx, entry: HistoryRow): Promise<HistoryRow[]>
  /** Registers how entries of a kind are shown and undone. */
  registerUndoer(kind: EntryKind, undoer: Undoer): void
  /** Gives the history of subjects to the workspace that they move to. */
  move(tx: Tx, subjects: readonly number[], userId: number): Promise<void>
  /** Forgets the history of subjects that are erased. */
  forget(tx: Tx, subjects: readonly number[]): Promise<void>
  deleted: DeletedThings
}

export interface HistoryPage {
  entries: HistoryEntry[]
  /** The id of the last entry if there are more; or null. */
  next: string | null
  /** Whether the last entry is the first that the subject has ever had. */
  isWhole: boolean
}

export interface SomeEntries {
  entries: (HistoryEntry & { kind: EntryKind; thing: string | null })[]
  /** The place of the last entry; null if there are none left. */
  next: EntryPlace | null
}

/** What was deleted within the last hour: it can come back until then. */
export interface DeletedThings {
  /** Records that something belongs to nobody now. `kept` is what its row no longer says. */
  keep(tx: Tx, thing: { subject: number; userId: number; kept: unknown; now: number }): Promise<void>
  /** Removes that record; undefined if the thing can no longer come back. */
  take(tx: Tx, userId: number, subject: number): Promise<DeletedThing | undefined>
  /** Makes the deletion final, because its owner reuses its code; false if it wasn't this workspace's. */
  endUndo(tx: Tx, userId: number, subject: number): Promise<boolean>
  /**
   * Makes deletions final that are more than an hour old (or, with `userId`, all of that workspace), and returns some of what
   * is to be erased, with subjects from `from` to `until`.
   */
  due(
    range: { from: number; until: number },
    which: { now: number } | { userId: number },
  ): Promise<DeletedThing[]>
  /** Forgets what has been erased. */
  forget(subjects: readonly number[]): Promise<void>
}

const deletedAtOnce = 200
const entriesAtOnce = 50
// Entries with hundreds of destinations are long. A link keeps fewer of these.
const longChanges = 20_000
const mostCharacters = 4_000_000

export function createHistory({ db }: { db: Database }): History {
  const store = new HistoryStore(db)
  const undoers = new Map<EntryKind, Undoer>()
  const undoerOf = (kind: string) => {
    const undoer = undoers.get(kind as EntryKind)
    if (!undoer) throw new Error(`nothing undoes ${kind}`)
    return undoer
  }
  return {
    operations: { history: historyOperations({ store, undoerOf }) },
    async record(tx, change, entry) {
      const row = rowOf(change, entry)
      const revision = await store.add(tx, row)
      change.isRecorded = true
      if (revision > mostHistoryEntries)
        await store.deleteUpTo(tx, entry.subject, revision - mostHistoryEntries)
      if (row.changes.length > longChanges) await store.deleteBeyond(tx, entry.subject, mostCharacters)
    },
    async recordFirst(tx, change, entries) {
      if (entries.length === 0) return
      await store.addFirst(
        tx,
        entries.map((entry) => rowOf(change, entry)),
      )
      change.isRecorded = true
    },
    async page(subject, { before, limit }) {
      const found = await store.ofSubject(null, subject, { before, most: limit + 1 })
      const rows = found.slice(0, limit)
      const isLast = found.length <= limit
      const last = rows.at(-1)
      const names = await namesOf(store, rows)
      return {
        entries: rows.map((row) => entryRecord(row, names, undoerOf(row.kind).shown(row))),
        next: isLast ? null : (last?.change_id ?? null),
        // Without any entry, nothing has changed since it was created.
        isWhole: isLast && (last ? last.revision === 1 : before === undefined),
      }
    },
    async someOf(userId, after) {
      const rows = await store.ofWorkspace(userId, after, entriesAtOnce)
      const names = await namesOf(store, rows)
      const things = await describe(rows, undoerOf, userId)
      const entries = rows.map((row) => ({
        ...entryRecord(row, names, things.get(row)?.changes ?? []),
        ...{ kind: row.kind as EntryKind, thing: things.get(row)?.id || null },
      }))
      return { entries, next: rows.at(-1) ?? null }
    },
    names: (entries) => namesOf(store, entries),
    entries: (tx, subject) => store.ofSubject(tx, subject, { most: mostHistoryEntries }),
    async since(tx, { subject, revision: from }) {
      const all = await store.ofSubject(tx, subject, { most: mostHistoryEntries })
      return stillDone(all.filter(({ revision }) => revision > from))
    },
    registerUndoer: (kind, undoer) => void undoers.set(kind, undoer),
    move: (tx, subjects, userId) => store.move(tx, subjects, userId),
    forget: (tx, subjects) => store.forget(tx, subjects),
    deleted: deletedThings(store),
    personalData: { erase: (userId) => store.erase(userId) },
  }
}

/** Those of a subject's entries, newest first, that weren't undone, or were redone, without those that undid others of them. */
function stillDone(rows: readonly HistoryRow[]): HistoryRow[] {
  const undone = new Set<string>()
  for (const { change_id, undone_by } of rows)
    if (undone_by !== null && !undone.has(undone_by)) undone.add(change_id)
  return rows.filter(({ change_id, undoes }) => !undone.has(change_id) && !undone.has(undoes ?? ''))
}

function deletedThings(store: HistoryStore): DeletedThings {
  return {
    keep: (tx, { subject, userId, kept, now }) =>
      store.keepDeleted(tx, {
        subject,
        user_id: userId,
        deleted_at: unixSeconds(now),
        kept: JSON.stringify(kept),
      }),
    take: (tx, userId, subject) => store.takeDeleted(tx, userId, subject),
    endUndo: (tx, userId, subject) => store.endUndo(tx, userId, subject),
    due: (range, which) =>
      store.due(
        range,
        'userId' in which ? which : { before: unixSeconds(which.now) - undoSeconds },
        deletedAtOnce,
      ),
    forget: (subjects) => store.forgetDeleted(subjects),
  }
}

function rowOf({ id, by }: Change, { subject, userId, kind, action, changes, undoes, now }: Entry): NewEntry {
  return {
    subject,
    user_id: userId,
    change_id: id,
    kind,
    action,
    at: unixSeconds(now),
    actor_kind: by.kind,
    actor_id: by.id,
    changes: JSON.stringify(changes),
    undoes: undoes ?? null,
  }
}

function entryRecord(row: HistoryRow, nameOf: NameOf, changes: FieldChange[]): HistoryEntry {
  const { change_id, at, action, actor_kind, undone_by, undoes } = row
  return {
    id: change_id,
    at,
    by: { kind: actor_kind as HistoryEntry['by']['kind'], name: nameOf(row) },
    action: action as ChangeAction,
    changes,
    undone: undone_by !== null,
    undoes,
  }
}
