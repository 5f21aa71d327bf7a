// What a link asks of its visitors, as it is remembered: nearly all ask nothing, and share that.
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Destinations, Suspicion } from '../destinations/index.ts'
import { locationOf } from './location.ts'
import type { LinkTarget as StoredLinkTarget } from './store.ts'

export interface LinkPolicy {
  password_hash: string | null
  disposable: number
  consumed_at: number | null
  adult: number
  expired_at: number | null
  archived_at: number | null
  /** By an administrator: the link or its account; or because its destination is on a block list. */
  blocked_at: number | null
  /** Why visitors are told first where it leads; null: they are not. */
  suspicion: Suspicion | null
  /** Unix seconds: until then visitors are told so as well, for the account is new; null: it is not. */
  quarantined_until: number | null
  /** Whether some visits wait for anything: for a password, for consent, or for the one click. */
  asks: boolean
}

/** What is remembered of a link: very many of them, and nearly all have the same terms, which are held once. */
export interface LinkTarget {
  id: number
  user_id: number
  /** What the `Location` header says. */
  location: string
  terms: LinkPolicy
}

const noTerms: LinkPolicy = {
  password_hash: null,
  disposable: 0,
  consumed_at: null,
  adult: 0,
  expired_at: null,
  archived_at: null,
  blocked_at: null,
  suspicion: null,
  quarantined_until: null,
  asks: false,
}

/** Whether everybody is redirected at once, as far as is known now. */
export function hasNoConditions({ terms }: LinkTarget): boolean {
  return terms === noTerms
}

export interface PolicyNeeds {
  destinations: Pick<Destinations, 'listed' | 'suspicion'>
  /** Until when visitors are asked first, by when an account was made and trusted; null where they are not. */
  quarantineOf(account: { created_at: number; trusted_at: number | null }, now: number): number | null
  /** Milliseconds. */
  now(): number
  /** A link was met whose destination is on a block list, of which its owner does not know yet. */
  onListed(id: number): void
}

export function targetOf(needs: PolicyNeeds, stored: StoredLinkTarget | undefined): LinkTarget | undefined {
  if (!stored) return undefined
  const { id, user_id, long_url, owner_since, trusted_at, listed_at, vouched_at, ...kept } = stored
  const location = locationOf(long_url)
  const now = needs.now()
  const found = kept.blocked_at === null && vouched_at === null ? needs.destinations.listed(long_url) : null
  if (found && listed_at === null) needs.onListed(id)
  const judged = {
    ...kept,
    blocked_at: kept.blocked_at ?? (found ? (listed_at ?? unixSeconds(now)) : null),
    suspicion: vouched_at === null ? needs.destinations.suspicion(long_url) : null,
    quarantined_until: needs.quarantineOf({ created_at: owner_since, trusted_at }, now),
  }
  return { id, user_id, location, terms: termsOf(judged) }
}

function termsOf(judged: Omit<LinkPolicy, 'asks'>): LinkPolicy {
  const { password_hash, adult, disposable, suspicion, quarantined_until } = judged
  const asks =
    password_hash !== null ||
    adult === 1 ||
    disposable === 1 ||
    suspicion !== null ||
    quarantined_until !== null
  const terms = { ...judged, asks }
  const areNone = (Object.keys(noTerms) as (keyof LinkPolicy)[]).every(
    (name) => terms[name] === noTerms[name],
  )
  return areNone ? noTerms : terms
}
