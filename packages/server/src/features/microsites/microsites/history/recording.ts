// Adds entries to the history of a microsite, which is also that of its components.
import type { ChangeAction } from '@linnet/contract'
import type { Change } from '../../../../platform/operations/change.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { subjectNumber } from '../../../clicks/index.ts'
import type { History } from '../../../links/history/index.ts'
import type { VersionedMicrosite } from '../version-store.ts'
import type { ComponentChanges } from './component-changes.ts'
import type { PageChanges } from './page-changes.ts'

/** A change of a microsite: who makes it, when, and what it undoes, if it does. */
export interface Recorded {
  change: Change
  undoes?: string
  /** Milliseconds. */
  now: number
}

/** Records a change of a page; `null` is none. */
export async function recordPage(
  { history }: { history: History },
  tx: Tx,
  { id, userId }: VersionedMicrosite,
  { action, changes, change, undoes, now }: Recorded & { action: ChangeAction; changes: PageChanges | null },
): Promise<void> {
  if (changes === null) return
  const entry = { subject: subjectNumber('microsite', id), userId, action, changes, undoes, now }
  if (action === 'created') await history.recordFirst(tx, change, [{ ...entry, kind: 'microsite' }])
  else await history.record(tx, change, { ...entry, kind: 'microsite' })
}

export async function recordComponent(
  { history }: { history: History },
  tx: Tx,
  { id, userId }: VersionedMicrosite,
  { action, changes, change, undoes, now }: Recorded & { action: ChangeAction; changes: ComponentChanges },
): Promise<void> {
  const subject = subjectNumber('microsite', id)
  const entry = { subject, userId, action, changes: { ...changes }, undoes, now }
  await history.record(tx, change, { ...entry, kind: 'component' })
}
