// Taps on components: counted, and led on to what is stored in the component, or only told of by the page's script.

import { notFound } from '../../../../http/visitor-answers.ts'
import { locationOf } from '../../../links/links/index.ts'
import type { Count } from '../counting.ts'
import type { Asked } from './address.ts'
import { type Destination, destinationOf } from './destinations.ts'
import type { Judge } from './judging.ts'

export interface LeadingNeeds {
  count: Count
  /** Of the default short domain. */
  origin: string
  judge: Judge
}

/** Counts a tap and leads on to what the component, or one of its links, names, unless that must not be or is shown first. */
export function leadOn(asked: Asked, onward: boolean, { count, origin, judge }: LeadingNeeds): Response {
  const destination = destinationOf(asked, origin)
  if (!destination) return notFound(asked.request, asked.requestId)
  const kept = judge(asked, destination.href, onward)
  if (kept) return kept
  countTap(asked, destination, count)
  return new Response(null, {
    // After a form, so that the browser asks for the destination with GET.
    status: asked.request.method === 'POST' ? 303 : 302,
    headers: {
      Location: locationOf(destination.href),
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'strict-origin',
      'X-Robots-Tag': 'noindex',
      'X-Request-Id': asked.requestId,
    },
  })
}

/** Counts a tap that the page's script tells of, because the link stands in the page, such as `mailto:`: 204. */
export function noteTap(asked: Asked, count: Count, origin: string): Response {
  const destination = destinationOf(asked, origin)
  if (asked.part !== null && !destination) return notFound(asked.request, asked.requestId)
  countTap(asked, destination, count)
  return new Response(null, {
    status: 204,
    headers: { 'Cache-Control': 'private, no-store', 'X-Request-Id': asked.requestId },
  })
}

/** Counts for the component, and for the item of the shop that was tapped. */
export function countTap(asked: Asked, destination: Destination | null, count: Count): void {
  const { known, component } = asked
  const { userId } = known.page
  count(asked, { kind: 'component', number: component.number, userId })
  if (destination?.item) count(asked, { kind: 'item', number: destination.item.number, userId })
}
