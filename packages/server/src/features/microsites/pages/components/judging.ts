// What keeps a tap from its destination: a block list, or a page that shows first where it leads, as for links.

import { blockedPage } from '../../../../http/visitor-answers.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Destinations } from '../../../links/destinations/index.ts'
import { type Caution, cautionAnswer, reportAddress } from '../../../links/redirect/index.ts'
import type { Asked } from './address.ts'

/** The answer in place of the destination; null where the way is free. `onward`: it was shown, and they go on. */
export type Judge = (asked: Asked, href: string, onward: boolean) => Response | null

export interface HoldUpNeeds {
  destinations: Pick<Destinations, 'listed' | 'suspicion'>
  clock: { now(): number }
}

export interface JudgeNeeds extends HoldUpNeeds {
  reportUrl: string
  /** Origin of the default short domain. */
  origin: string
}

/** What holds up a tap of a page; null where the way is free. */
export function holdUpOf(
  { destinations, clock }: HoldUpNeeds,
  { quarantinedUntil }: { quarantinedUntil: number | null },
  href: string,
): 'listed' | Caution | null {
  // What is dialled or written to shows where it leads by itself.
  if (!/^https?:/i.test(href)) return null
  if (destinations.listed(href)) return 'listed'
  const isNew = quarantinedUntil !== null && quarantinedUntil > unixSeconds(clock.now())
  return destinations.suspicion(href) ?? (isNew ? 'new_account' : null)
}

export function createJudge({ reportUrl, origin, ...needs }: JudgeNeeds): Judge {
  return ({ request, requestId, known: { page } }, href, onward) => {
    const because = holdUpOf(needs, page, href)
    if (because === 'listed') return blockedPage(request, requestId)
    if (because === null || onward) return null
    const shown = {
      because,
      address: href,
      reportUrl: reportAddress(reportUrl, `${origin}/${page.slug}`),
      sent: {},
    }
    return cautionAnswer(request, requestId, shown)
  }
}
