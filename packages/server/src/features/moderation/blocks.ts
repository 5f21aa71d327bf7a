// Blocking and unblocking links and microsites, with an entry in the audit logs.
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import { type Actor, logAdministratorAction } from '../identity/accounts/index.ts'
import type { BlockMessages } from '../identity/administration/index.ts'
import type { Audit } from '../identity/audit/index.ts'
import type { Ownership } from '../identity/workspaces/index.ts'
import type { Links } from '../links/links/index.ts'
import type { Microsites } from '../microsites/microsites/index.ts'

export type TargetKind = 'link' | 'microsite'

/** A link or microsite that is reported, blocked or appealed for. */
export interface ModerationTarget {
  kind: TargetKind
  /** The number of its row. */
  id: number
  address: string
}

export interface BlockNeeds {
  audit: Audit
  links: Links
  microsites: Microsites
  messages: BlockMessages
}

export interface BlockChange {
  target: ModerationTarget
  owner: Ownership
  /** Null unblocks it. */
  reason: string | null
  actor: Actor
}

/** Blocks or unblocks a target, and writes that into the audit logs; false if nothing changes. */
export async function setBlocked(
  { audit, links, microsites }: BlockNeeds,
  tx: Tx,
  { target: { kind, id, address }, owner, reason, actor }: BlockChange,
): Promise<boolean> {
  const block = reason === null ? null : { at: unixSeconds(actor.now), reason }
  const set = kind === 'link' ? links.setBlocked : microsites.setBlocked
  if (!(await set(tx, id, block))) return false
  await logAdministratorAction(audit, tx, owner, actor, {
    action: `${kind}_${block ? 'blocked' : 'unblocked'}`,
    detail: { [kind]: address, ...(reason === null ? {} : { reason }) },
  })
  return true
}
