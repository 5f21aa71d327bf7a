// Which links a file may tell: those that lead every visitor on at once, now and for ever. For the others a server asks
// something first, and a file that tells where they lead would answer before it is asked.
import { type Link, shortCodePattern } from '@linnet/contract'
import { locationOf } from '../../links/links/index.ts'

/** Why a link stays out; null where it may stand in a file. `ownerBlocked`: the whole account is. */
export function reasonAgainst(link: Link, ownerBlocked: boolean): string | null {
  if (ownerBlocked || link.blocked_at !== null) return 'blocked by the operator'
  if (link.status !== 'active') return link.status
  if (link.archived_at !== null) return 'archived'
  if (link.has_password) return 'behind a password'
  if (link.disposable) return 'for one click only'
  if (link.adult) return 'asks visitors for consent first'
  if (link.expired_at !== null) return 'expires at a moment'
  if (link.archive_at !== null) return 'will be archived on a day'
  if (!shortCodePattern.test(link.short)) return 'a code that files cannot hold'
  return plainLocation(link) === null ? 'a destination that files cannot hold' : null
}

/** What the `Location` header says, in printable ASCII; null where that can't be had. */
export function plainLocation({ long_url }: Pick<Link, 'long_url'>): string | null {
  if (!/^https?:\/\//i.test(long_url) || !URL.canParse(long_url)) return null
  const location = locationOf(long_url)
  return /^[\x20-\x7e]+$/.test(location) ? location : null
}
