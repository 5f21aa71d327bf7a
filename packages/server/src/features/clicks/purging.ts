// Permanently deletes rows that were marked as deleted, together with the clicks that were counted under their numbers.
import { unixSeconds } from '../../platform/time/clock.ts'
import { type ClickSubject, subjectNumber } from './subjects.ts'

/** Which rows: those that were deleted by a given time (Unix seconds), or all of a deleted account. */
type PurgeFilter = { deletedBy: number } | { userId: number }

/** Rows of one kind, as the store of their feature returns them. */
interface PurgeableRows {
  some(filter: PurgeFilter): Promise<{ id: number; created_at: number }[]>
  delete(ids: number[]): Promise<void>
}

export interface PurgeableSubjects {
  kind: ClickSubject
  rows: PurgeableRows
}

/** Deletes the clicks of such rows. */
export interface SubjectEraser {
  /** Resolves once every click recorded here so far is in the statistics, however long that takes. */
  settleAll(): Promise<void>
  /** Deletes what was counted since a given time (Unix seconds) under numbers of `subjectNumber`. */
  eraseSubjects(numbers: number[], since: number): Promise<void>
}

// By then every process knows that the row is deleted, and clicks that were answered in between are in a journal.
const graceSeconds = 60

/** Purges what was deleted at least a minute before `now` (milliseconds): all of the first kind before the next. */
export async function purgeDeleted(
  clicks: SubjectEraser,
  subjects: readonly PurgeableSubjects[],
  now: number,
): Promise<void> {
  while (await purgeSome(clicks, subjects, { deletedBy: unixSeconds(now) - graceSeconds }));
}

/** Purges some rows of the first kind that has any; false if none has. */
export async function purgeSome(
  clicks: SubjectEraser,
  subjects: readonly PurgeableSubjects[],
  filter: PurgeFilter,
): Promise<boolean> {
  for (const { kind, rows } of subjects) {
    const some = await rows.some(filter)
    if (some.length === 0) continue
    // Pending clicks would otherwise be counted after the rest was deleted.
    await clicks.settleAll()
    await clicks.eraseSubjects(
      some.map(({ id }) => subjectNumber(kind, id)),
      Math.min(...some.map(({ created_at }) => created_at)),
    )
    await rows.delete(some.map(({ id }) => id))
    return true
  }
  return false
}
