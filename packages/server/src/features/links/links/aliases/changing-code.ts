// Changing the code or domain of a link: its aliases move along, and the old code may become one of them.
import { Refusal } from '@linnet/contract'
import type { Tx } from '../../../../platform/transaction.ts'
import type { CodeStore, Place } from '../code-store.ts'
import { freeHeldCode } from '../history/held-codes.ts'
import type { LinkRow } from '../store.ts'
import { type AliasNeeds, addAlias } from './aliases.ts'

export interface CodeChange extends Place {
  /** Whether the old code still leads to the link. */
  keepsOld: boolean
  /** Milliseconds. */
  now: number
}

/**
 * Changes the code or domain of a link whose row is locked; returns whether the new code was an alias of it until then. Refuses
 * with `slug_taken`, or fails with an error that `CodeStore.isTakenCode` recognizes.
 */
export async function changeCode(
  needs: AliasNeeds & { codes: CodeStore },
  tx: Tx,
  before: LinkRow,
  to: CodeChange,
): Promise<boolean> {
  const { codes, aliases } = needs
  const { id } = before
  const isMoving = to.domain_id !== before.domain_id
  const keepsOld = to.keepsOld && to.code !== before.code
  // Before the first change of codes: two transactions that both have changed some couldn't both stop all others.
  if (isMoving || keepsOld) await aliases.stopTakingCodes(tx)
  await codes.announce(tx, before)
  await aliases.announce(tx, id)
  // A code that was an alias of this link becomes its own code again.
  const alias = await aliases.remove(tx, { domain_id: before.domain_id, code: to.code, link_id: id })
  await freeHeldCode(needs, tx, { domainId: to.domain_id, code: to.code, userId: before.user_id })
  if (!(await codes.move(tx, id, to))) throw new Refusal('slug_taken')
  if (isMoving && !(await aliases.move(tx, id, to.domain_id)))
    throw new Refusal(
      'slug_taken',
      'An alias of this link is already in use on that domain. Remove the alias first.',
    )
  if (keepsOld)
    await addAlias(needs, tx, { ...before, domain_id: to.domain_id }, { code: before.code, now: to.now })
  return alias !== null
}
