// Claims the clicks of links that redirect a limited number of visitors: each is given away exactly once, on any number of nodes.
import { type Clock, unixSeconds } from '../../../../platform/time/clock.ts'
import type { CodeStore } from '../code-store.ts'
import { statusOfLink } from '../links.ts'
import type { LinkStore } from '../store.ts'
import type { LinkTarget } from './policy.ts'

/** `free`: this visit may go on; otherwise what the link has become. */
export type Claim = 'free' | 'scheduled' | 'consumed' | 'expired' | 'archived'

/**
 * Claims a click: as many visits get `free` as the link redirects, and the others get what the link has become. Once the link
 * has no limit any more, every visit gets `free`.
 */
export function claimClick(
  { store, codes, clock }: { store: LinkStore; codes: CodeStore; clock: Clock },
  target: LinkTarget,
): Promise<Claim> {
  return store.transaction(async (tx) => {
    const now = clock.now()
    const won = await store.claim(tx, target.id, unixSeconds(now))
    const link = await store.byId(tx, target.id)
    const status = statusOfLink(link, now)
    // Visits are asked to claim until caches know that nothing is left.
    if (won && status === 'consumed') await codes.announce(tx, link)
    const isLimited = link.disposable === 1 || link.max_clicks !== null
    if (won || (status === 'active' && !isLimited)) return 'free'
    // A link that was blocked a moment ago has clicks left, and gives none of them.
    return status === 'active' ? 'archived' : status
  })
}
