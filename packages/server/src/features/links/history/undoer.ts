// How entries of the history are shown and undone. Each kind of entry has one undoer, which its feature registers.
import type { ChangedThing, FieldChange, Scope } from '@linnet/contract'
import type { RequestContext } from '../../../platform/operations/handler.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { HistoryRow } from './store.ts'

/** The kinds of entries. Each has one undoer. */
export type EntryKind = ChangedThing['kind']

/** What an undoer is given. */
export interface Undoing {
  /** The id of the change that is undone. */
  undoes: string
  context: RequestContext
}

/** How entries of a kind are shown and undone. */
export interface Undoer {
  /** Whether an entry can be undone at all. */
  isUndoable(entry: HistoryRow): boolean
  /** The scopes that a credential needs; `isOwn`: it made the change itself. */
  scopes(entry: HistoryRow, isOwn: boolean): Scope[]
  /** Refuses, before the transaction, what can't be checked in it: destinations that are no longer allowed. */
  check?(entries: readonly HistoryRow[], undoing: Undoing): Promise<void>
  /**
   * Puts back what was there before, and records it with `undoes`. Refuses with `undo_conflict` if something has changed
   * since.
   */
  putBack(tx: Tx, entry: HistoryRow, undoing: Undoing): Promise<ChangedThing>
  /** The changed fields as people read them. */
  shown(entry: HistoryRow): FieldChange[]
  /** The ids and names of the subjects that the workspace has, by number. */
  named(userId: number, subjects: readonly number[]): Promise<Map<number, { id: string; name: string }>>
}

/** Whether the entry was surely made by whoever makes this request. */
export function isOwn(
  { actor_kind, actor_id }: HistoryRow,
  { caller, change: { by } }: Pick<RequestContext, 'caller' | 'change'>,
): boolean {
  // Several members may have connected the same application, and entries don't say which of them it acted for.
  const isOfMany = caller.app !== null && caller.workspaceId !== caller.personId
  return !isOfMany && actor_kind === by.kind && actor_id === by.id
}
