// Codes that something deleted still holds: they wait an hour for their owner, who may take them at once.
import type { Tx } from '../../../../platform/transaction.ts'
import type { History } from '../../history/index.ts'
import type { LinkHistoryStore } from './store.ts'

interface HeldCode {
  domainId: number
  code: string
  userId: number
}

/** Frees a code that something deleted of this workspace still holds, which ends its undo; false if nothing does. */
export async function freeHeldCode(
  { linkHistory, history }: { linkHistory: LinkHistoryStore; history: History },
  tx: Tx,
  { domainId, code, userId }: HeldCode,
): Promise<boolean> {
  const holder = await linkHistory.holderOf(tx, domainId, code)
  if (holder === undefined || !(await history.deleted.endUndo(tx, userId, holder))) return false
  await linkHistory.freeCode(tx, domainId, code)
  return true
}
