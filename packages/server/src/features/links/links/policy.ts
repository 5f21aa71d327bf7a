// A cached link and its policy, which is what it requires of visitors: nearly all links require nothing, and share one
// policy.
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Destinations, Suspicion } from '../destinations/index.ts'
import type { StoredLinkTarget } from './code-store.ts'
import { initialPolicy, type PolicyColumns } from './store.ts'

export interface LinkPolicy extends PolicyColumns {
  /** An administrator blocked the link or its account, or its destination is on a block list. */
  blocked_at: number | null
  /** Why visitors see the destination before they go there; null if they don't. */
  suspicion: Suspicion | null
  /** Unix seconds: until then visitors see the destination first, because the account is new; null if it is not. */
  quarantined_until: number | null
  /** Whether some visits are not redirected at once: for a password, consent, a caution page or the one click. */
  hasConditions: boolean
}

/** What is cached of a link: very many of them are, and nearly all share the same policy object. */
export interface LinkTarget {
  id: number
  user_id: number
  /** What the `Location` header says. */
  location: string
  policy: LinkPolicy
}

const openPolicy: LinkPolicy = {
  ...initialPolicy,
  blocked_at: null,
  suspicion: null,
  quarantined_until: null,
  hasConditions: false,
}

/** Whether every visitor is redirected at once, as far as is known now. */
export function hasNoConditions({ policy }: LinkTarget): boolean {
  return policy === openPolicy
}

export interface PolicyNeeds {
  destinations: Pick<Destinations, 'blockListEntry' | 'suspicion'>
  /** Until when visitors of a new account's links see the destination first; null if they don't. */
  quarantineOf(account: { created_at: number; trusted_at: number | null }, now: number): number | null
  /** Milliseconds. */
  now(): number
  /** Called with a link whose destination is on a block list, and whose owner has not been notified. */
  onBlockListed(id: number): void
}

export function targetOf(needs: PolicyNeeds, stored: StoredLinkTarget | undefined): LinkTarget | undefined {
  if (!stored) return undefined
  const { id, user_id, long_url, owner_since, trusted_at, listed_at, vouched_at, ...columns } = stored
  const location = locationOf(long_url)
  const now = needs.now()
  const found =
    columns.blocked_at === null && vouched_at === null ? needs.destinations.blockListEntry(long_url) : null
  if (found && listed_at === null) needs.onBlockListed(id)
  const conditions = {
    ...columns,
    blocked_at: columns.blocked_at ?? (found ? (listed_at ?? unixSeconds(now)) : null),
    suspicion: vouched_at === null ? needs.destinations.suspicion(long_url) : null,
    quarantined_until: needs.quarantineOf({ created_at: owner_since, trusted_at }, now),
  }
  return { id, user_id, location, policy: policyOf(conditions) }
}

function policyOf(conditions: Omit<LinkPolicy, 'hasConditions'>): LinkPolicy {
  const { password_hash, adult, disposable, suspicion, quarantined_until } = conditions
  const hasConditions =
    password_hash !== null ||
    adult === 1 ||
    disposable === 1 ||
    suspicion !== null ||
    quarantined_until !== null
  const policy = { ...conditions, hasConditions }
  const isOpen = (Object.keys(openPolicy) as (keyof LinkPolicy)[]).every(
    (name) => policy[name] === openPolicy[name],
  )
  return isOpen ? openPolicy : policy
}

/** What the `Location` header says: the destination as it was given, unless a header can't carry it. */
export function locationOf(longUrl: string): string {
  return /^[\x20-\x7e]*$/.test(longUrl) ? longUrl : new URL(longUrl).href
}
