// Where a visit is sent: the destination that was chosen, with what the link passes on of the visitor's address.
import { forwarded } from './forwarding.ts'
import { destinationOf, type LinkVisit } from './link-visit.ts'

/** What the `Location` header says. */
export function locationFor(visit: Pick<LinkVisit, 'target' | 'choice' | 'query' | 'below'>): string {
  const { location } = destinationOf(visit)
  const { forwardsQuery, forwardsPath, password_hash } = visit.target.policy
  if (!forwardsQuery && !forwardsPath) return location
  return forwarded(location, {
    query: forwardsQuery ? visit.query : '',
    path: forwardsPath ? visit.below : '',
    // A visitor who puts a link's password into its address must not tell it to the destination.
    ...(password_hash === null ? {} : { without: 'password' }),
  })
}
