// Notifies owners of links that visitors can't open any more, because their destination is on a block list.
import { unixSeconds } from '../../platform/time/clock.ts'
import type { RunTransaction } from '../../platform/transaction.ts'
import { logAdministratorAction } from '../identity/accounts/index.ts'
import type { BlockMessages } from '../identity/administration/index.ts'
import { type Audit, theServer } from '../identity/audit/index.ts'
import type { Ownership, Workspaces } from '../identity/workspaces/index.ts'
import type { Links, NewlyBlockedLink } from '../links/links/index.ts'

export interface ReportNewlyBlockedNeeds {
  links: Links
  workspaces: Workspaces
  audit: Audit
  messages: BlockMessages
  transaction: RunTransaction
}

/** Reports each link once, with one message for each owner, at most once a day. `now` in milliseconds. */
export async function reportNewlyBlocked(
  { links, workspaces, audit, messages, transaction }: ReportNewlyBlockedNeeds,
  now: number,
): Promise<void> {
  const owners = new Map<number, Ownership | null>()
  const taken = await transaction(async (tx) => {
    const rows = await links.takeNewlyBlocked(tx, unixSeconds(now))
    for (const { userId, address, reason } of rows) {
      if (!owners.has(userId)) owners.set(userId, await workspaces.ownershipOf(userId))
      const owner = owners.get(userId)
      if (!owner || reason === null) continue
      const actor = { administrator: null, client: theServer, now }
      await logAdministratorAction(audit, tx, owner, actor, {
        action: 'link_blocked',
        detail: { link: address, reason },
      })
    }
    return rows
  })
  for (const [userId, found] of Map.groupBy(taken, ({ userId }) => userId)) {
    const owner = owners.get(userId)
    const toNotify = found.filter(needsNotice)
    if (owner && toNotify.length > 0) messages.listed(owner, toNotify)
  }
}

function needsNotice(found: NewlyBlockedLink): found is NewlyBlockedLink & { reason: string } {
  return found.reason !== null && !found.ownerNotifiedToday
}
