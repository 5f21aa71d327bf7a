// Blocking links and microsites, and lifting that: the deed in the logs, and what the owner is told.
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import { type Account, type Actor, logAdministratorAction } from '../identity/accounts/index.ts'
import type { BlockMessages } from '../identity/administration/index.ts'
import type { Audit } from '../identity/audit/index.ts'
import type { Links } from '../links/links/index.ts'
import type { Microsites } from '../microsites/microsites/index.ts'

export type Kind = 'link' | 'microsite'

export interface BlockNeeds {
  audit: Audit
  links: Links
  microsites: Microsites
  messages: BlockMessages
}

export interface WantedBlock {
  kind: Kind
  id: number
  address: string
  owner: Account
  /** Null lifts the block. */
  reason: string | null
  doer: Actor
}

/** Blocks, or lifts that, and writes it into the logs; false where it was so already. */
export async function setBlocked(
  { audit, links, microsites }: BlockNeeds,
  tx: Tx,
  { kind, id, address, owner, reason, doer }: WantedBlock,
): Promise<boolean> {
  const block = reason === null ? null : { at: unixSeconds(doer.now), reason }
  const set = kind === 'link' ? links.setBlocked : microsites.setBlocked
  if (!(await set(tx, id, block))) return false
  await logAdministratorAction(audit, tx, owner, doer, {
    action: `${kind}_${block ? 'blocked' : 'unblocked'}`,
    detail: { [kind]: address, ...(reason === null ? {} : { reason }) },
  })
  return true
}
