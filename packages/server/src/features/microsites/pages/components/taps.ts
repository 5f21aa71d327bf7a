// Taps on components: counted, and redirected to what is stored in the component, or only reported by the page's script.
import { notFound } from '../../../../http/visitor-answers.ts'
import { locationOf } from '../../../../platform/net/location-header.ts'
import type { Count } from '../counting.ts'
import type { ComponentVisit } from './address.ts'
import type { CheckDestination } from './destination-check.ts'
import { type Destination, destinationOf } from './destinations.ts'

export interface TapNeeds {
  count: Count
  checkDestination: CheckDestination
}

/** Counts a tap and redirects to the destination of the component or of one of its links, unless that is blocked or shown first. */
export function followTap(
  visit: ComponentVisit,
  onward: boolean,
  { count, checkDestination }: TapNeeds,
): Response {
  const destination = destinationOf(visit)
  if (!destination) return notFound(visit.request, visit.requestId)
  const answer = checkDestination(visit, destination.href, onward)
  if (answer) return answer
  countTap(visit, destination, count)
  return new Response(null, {
    // After a form, so that the browser asks for the destination with GET.
    status: visit.request.method === 'POST' ? 303 : 302,
    headers: {
      Location: locationOf(destination.href),
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'strict-origin',
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** Counts a tap that the page's script reports because the link itself is in the page, such as `mailto:`. Answers 204. */
export function noteTap(visit: ComponentVisit, count: Count): Response {
  const destination = destinationOf(visit)
  if (visit.linkName !== null && !destination) return notFound(visit.request, visit.requestId)
  countTap(visit, destination, count)
  return new Response(null, {
    status: 204,
    headers: { 'Cache-Control': 'private, no-store' },
  })
}

/** Counts a tap for the component, and for the shop item that was tapped. */
export function countTap(visit: ComponentVisit, destination: Destination | null, count: Count): void {
  const { cached, component } = visit
  const { userId } = cached.page
  count(visit, { kind: 'component', number: component.number, userId })
  if (destination?.item) count(visit, { kind: 'item', number: destination.item.number, userId })
}
