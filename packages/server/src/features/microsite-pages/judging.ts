// What keeps a tap from its destination: a block list, or a page that shows first where it leads, as for links.
import { unixSeconds } from '../../platform/clock.ts'
import type { Destinations } from '../destinations/index.ts'
import { blockedPage, type Caution, cautionAnswer, reportAddress } from '../redirect/index.ts'
import type { Asked } from './component-address.ts'

/** The answer in place of the destination; null where the way is free. `onward`: it was shown, and they go on. */
export type Judge = (asked: Asked, href: string, onward: boolean) => Response | null

export interface JudgeNeeds {
  destinations: Pick<Destinations, 'listed' | 'suspicion'>
  clock: { now(): number }
  reportUrl: string
  /** Origin of the default short domain. */
  origin: string
}

export function createJudge({ destinations, clock, reportUrl, origin }: JudgeNeeds): Judge {
  return ({ request, requestId, known: { page } }, href, onward) => {
    // What is dialled or written to shows where it leads by itself.
    if (!/^https?:/i.test(href)) return null
    if (destinations.listed(href)) return blockedPage(request, requestId)
    if (onward) return null
    const isNew = page.quarantinedUntil !== null && page.quarantinedUntil > unixSeconds(clock.now())
    const because: Caution | null = destinations.suspicion(href) ?? (isNew ? 'new_account' : null)
    if (because === null) return null
    const shown = {
      because,
      address: href,
      reportUrl: reportAddress(reportUrl, `${origin}/${page.slug}`),
      sent: {},
    }
    return cautionAnswer(request, requestId, shown)
  }
}
