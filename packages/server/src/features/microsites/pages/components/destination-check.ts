// What stops a tap before its destination: a block list, or a page that shows the destination first, as for links.
import { blockedPage } from '../../../../http/visitor-answers.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Destinations } from '../../../links/destinations/index.ts'
import { type Caution, cautionAnswer, reportAddress } from '../../../links/redirect/index.ts'
import type { ComponentVisit } from './address.ts'

/**
 * The answer instead of the destination; null if there is none. `onward`: the visitor has seen the destination and
 * continues.
 */
export type CheckDestination = (visit: ComponentVisit, href: string, onward: boolean) => Response | null

export interface HoldUpNeeds {
  destinations: Pick<Destinations, 'blockListEntry' | 'suspicion'>
  clock: { now(): number }
}

export interface DestinationCheckNeeds extends HoldUpNeeds {
  reportUrl: string
}

/** Why a tap doesn't lead straight to its destination; null if it does. */
export function holdUpOf(
  { destinations, clock }: HoldUpNeeds,
  { quarantinedUntil }: { quarantinedUntil: number | null },
  href: string,
): 'block-listed' | Caution | null {
  // Links such as `tel:` and `mailto:` show by themselves where they lead.
  if (!/^https?:/i.test(href)) return null
  if (destinations.blockListEntry(href)) return 'block-listed'
  const isNew = quarantinedUntil !== null && quarantinedUntil > unixSeconds(clock.now())
  return destinations.suspicion(href) ?? (isNew ? 'new_account' : null)
}

export function createDestinationCheck({ reportUrl, ...needs }: DestinationCheckNeeds): CheckDestination {
  return ({ request, requestId, cached: { page } }, href, onward) => {
    const because = holdUpOf(needs, page, href)
    if (because === 'block-listed') return blockedPage(request, requestId)
    if (because === null || onward) return null
    const shown = {
      because,
      address: href,
      reportUrl: reportAddress(reportUrl, page.url),
      sent: {},
    }
    return cautionAnswer(request, requestId, shown)
  }
}
