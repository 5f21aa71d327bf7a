// Which links can be exported to files: those that redirect every visitor at once, now and in future. The server must
// check visits of all others first, and a file would reveal their destinations unchecked.
import { type Link, shortCodePattern } from '@linnet/contract'
import { locationOf } from '../../../platform/net/location-header.ts'

/** Why a link can't be exported, or null if it can. `ownerBlocked`: whether the whole account is blocked. */
export function reasonAgainst(link: Link, ownerBlocked: boolean): string | null {
  if (ownerBlocked || link.blocked_at !== null) return 'blocked by the operator'
  if (link.status === 'scheduled') return 'has not started yet'
  if (link.status !== 'active') return link.status
  if (link.archived_at !== null) return 'archived'
  if (link.has_password) return 'protected by a password'
  if (link.disposable) return 'works for one click only'
  if (link.adult) return 'asks visitors for consent first'
  if (link.expired_at !== null) return 'has an expiry date'
  if (link.max_clicks !== null) return 'works for a number of clicks only'
  if (link.rules.length > 0) return 'leads some visitors elsewhere by its rules'
  if (link.forward_query || link.forward_path) return "passes visitors' parameters or paths on"
  if (link.archive_at !== null) return 'will be archived automatically'
  if (!shortCodePattern.test(link.short)) return "a code that can't be written to files"
  return plainLocation(link) === null ? "a destination that can't be written to files" : null
}

/** The `Location` header in printable ASCII; null if it needs other characters. */
export function plainLocation({ long_url }: Pick<Link, 'long_url'>): string | null {
  if (!/^https?:\/\//i.test(long_url) || !URL.canParse(long_url)) return null
  const location = locationOf(long_url)
  return /^[\x20-\x7e]+$/.test(location) ? location : null
}
