// Deleting for good what was deleted of what is counted beside links, with all that was counted of it.
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Clicks } from './index.ts'
import { type ClickSubject, subjectNumber } from './subjects.ts'

/** As a feature's store gives them; `deletedBy` in Unix seconds. */
interface Rows {
  some(gone: { deletedBy: number } | { userId: number }): Promise<{ id: number; created_at: number }[]>
  delete(ids: number[]): Promise<void>
}

export interface Swept {
  kind: ClickSubject
  rows: Rows
}

type Erasing = Pick<Clicks, 'settleAll' | 'eraseCounted'>

// Until then every process has heard that it is gone, and whatever is answered meanwhile is in a journal.
const graceSeconds = 60

/** Deletes what its owners deleted a minute before `now` (milliseconds): all of the first kind before the next. */
export async function sweepCounted(clicks: Erasing, all: readonly Swept[], now: number): Promise<void> {
  while (await eraseCountedOf(clicks, all, { deletedBy: unixSeconds(now) - graceSeconds }));
}

/** Deletes some of the first kind of which there is something; false where there is nothing. */
export async function eraseCountedOf(
  clicks: Erasing,
  all: readonly Swept[],
  gone: { deletedBy: number } | { userId: number },
): Promise<boolean> {
  for (const { kind, rows } of all) {
    const some = await rows.some(gone)
    if (some.length === 0) continue
    // What still waits would be counted after the rest was deleted.
    await clicks.settleAll()
    await clicks.eraseCounted(
      some.map(({ id }) => subjectNumber(kind, id)),
      Math.min(...some.map(({ created_at }) => created_at)),
    )
    await rows.delete(some.map(({ id }) => id))
    return true
  }
  return false
}
