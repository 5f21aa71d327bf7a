// Links whose destination is on a block list: their owners are notified of each link once. Also administrators' blocks.
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Destinations } from '../destinations/index.ts'
import {
  markListed,
  ownersNotifiedSince,
  setBlockedDestinations,
  setLinkBlocked,
  setVouched,
} from './block-store.ts'
import type { CodeStore } from './code-store.ts'
import { type Addresses, addressOf, everyDestination, linkRecord } from './links.ts'
import type { LinkStore } from './store.ts'
import { type DomainDefaults, destinationsOf } from './targets/policy.ts'

// Links beyond this are noted at a later visit, once they have left the cache.
const mostNoted = 10_000
const linksAtOnce = 200
const daySeconds = 24 * 60 * 60

/** A link that a block list hides from visitors, and whose owner has not been notified. */
export interface NewlyBlockedLink {
  userId: number
  address: string
  /** Null if it is no longer on a list. */
  reason: string | null
  /** Whether the owner was notified of another link within a day. */
  ownerNotifiedToday: boolean
}

/** Collects links that visits have found to lead to a blocked destination. */
export class BlockedDestinations {
  private readonly noted = new Set<number>()

  constructor(private readonly addresses: Addresses) {}

  note(id: number): void {
    if (this.noted.size < mostNoted) this.noted.add(id)
  }

  /** Takes some of the noted links, except those that were already taken, here or elsewhere. `now` in seconds. */
  async take(tx: Tx, now: number): Promise<NewlyBlockedLink[]> {
    const noted = [...this.noted].slice(0, linksAtOnce)
    if (noted.length === 0) return []
    const rows = await markListed(tx, noted, now)
    for (const id of noted) this.noted.delete(id)
    if (rows.length === 0) return []
    const owners = [...new Set(rows.map(({ user_id }) => user_id))]
    const ids = rows.map(({ id }) => id)
    const notified = await ownersNotifiedSince(tx, { userIds: owners, except: ids, since: now - daySeconds })
    return rows.map((row) => ({
      userId: row.user_id,
      address: addressOf(this.addresses, row).short_url,
      reason: linkRecord(this.addresses, row, now * 1000).blocked_reason,
      ownerNotifiedToday: notified.has(row.user_id),
    }))
  }
}

export interface LinkBlockNeeds {
  store: LinkStore
  codes: CodeStore
  destinations: Destinations
  defaultsOf(domainId: number): DomainDefaults
  clock: { now(): number }
}

/** Blocks a link for all its visitors, or unblocks it (null); false if nothing changes. */
export async function blockLink(
  { store, codes, destinations, defaultsOf, clock }: LinkBlockNeeds,
  { tx, id }: { tx: Tx; id: number },
  block: { at: number; reason: string } | null,
): Promise<boolean> {
  const changed = await setLinkBlocked(tx, id, block)
  const row = await store.byId(tx, id)
  // The update above has locked the row, so that its owner can't change this meanwhile.
  if (changed && block) await setBlockedDestinations(tx, id, everyDestination(row, defaultsOf(row.domain_id)))
  // Unblocking a link to a listed or suspicious destination vouches for it; blocking it revokes that.
  const isSuspect = destinationsOf(row).some(
    (url) => destinations.blockListEntry(url) !== null || destinations.suspicion(url) !== null,
  )
  const vouches = block === null && isSuspect && row.vouched_at === null
  if (vouches || (block && row.vouched_at !== null))
    await setVouched(tx, id, vouches ? unixSeconds(clock.now()) : null)
  if (changed || vouches) await codes.announce(tx, row)
  return changed || vouches
}
