// A cached link and its policy, which is what it requires of visitors and where it leads them: nearly all links require
// nothing, lead everybody to one place, and share one policy.
import { locationOf } from '../../../../platform/net/location-header.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Destinations, Suspicion } from '../../destinations/index.ts'
import { type CompiledRules, compileRules, destinationsIn } from '../../redirect-rules/index.ts'
import type { StoredLinkTarget } from '../code-store.ts'
import { type Card, cardOf } from '../settings.ts'
import { initialPolicy, type PolicyColumns } from '../store.ts'
import { archiveAddress } from './archive.ts'

/** What the redirect needs to know about a destination of a rule. */
export interface ChosenDestination {
  /** What the `Location` header says. */
  location: string
  /** Why visitors see it before they go there; null if they don't. */
  suspicion: Suspicion | null
}

export interface LinkPolicy
  extends Omit<
    PolicyColumns,
    'rules' | 'preview' | 'forward_query' | 'forward_path' | 'ended_url' | 'broken_at' | 'when_broken'
  > {
  /** An administrator blocked the link or its account, or one of its destinations is on a block list. */
  blocked_at: number | null
  /** Why visitors see the destination before they go there; null if they don't. */
  suspicion: Suspicion | null
  /** Unix seconds: until then visitors see the destination first, because the account is new; null if it is not. */
  quarantined_until: number | null
  /** Whether the visitor's query and path are passed on, by the link's choice or its domain's. */
  forwardsQuery: boolean
  forwardsPath: boolean
  rules: CompiledRules<ChosenDestination> | null
  /** Whether it has rules, and nothing else decides: every visitor is redirected at once. */
  hasOnlyRules: boolean
  /** Where visitors go while it is not active, by the link's choice or its domain's; null for a page. */
  ended: ChosenDestination | null
  /** What link-preview fetchers get. */
  card: Card | null
  /** What visitors get instead of a destination that is broken; null if it isn't, or if they get nothing else. */
  broken: BrokenPolicy | null
}

/** Another address, or a page with the destination and this copy of it. */
export type BrokenPolicy = { to: ChosenDestination } | { archive: string }

/** What is cached of a link: very many of them are, and nearly all share the same policy object. */
export interface LinkTarget {
  id: number
  domainId: number
  user_id: number
  /** What the `Location` header says. */
  location: string
  policy: LinkPolicy
}

const {
  rules: _rules,
  preview: _preview,
  forward_query: _query,
  forward_path: _path,
  ended_url: _ended,
  broken_at: _broken,
  when_broken: _choice,
  ...initial
} = initialPolicy

const openPolicy: LinkPolicy = {
  ...initial,
  blocked_at: null,
  suspicion: null,
  quarantined_until: null,
  forwardsQuery: false,
  forwardsPath: false,
  rules: null,
  hasOnlyRules: false,
  ended: null,
  card: null,
  broken: null,
}

const policyNames = Object.keys(openPolicy) as (keyof LinkPolicy)[]

/** Whether every visitor is redirected at once, as far as is known now: to the same place, or where the rules say. */
export function redirectsAtOnce({ policy }: LinkTarget): boolean {
  return policy === openPolicy || policy.hasOnlyRules
}

/**
 * The same of an active link that may have a card: people are redirected then, too. A start that has passed changes nothing, and
 * without an end nobody is led to the address for it.
 */
export function redirectsEveryPerson({ policy }: LinkTarget): boolean {
  return policyNames.every(
    (name) =>
      name === 'card' || name === 'starts_at' || name === 'ended' || policy[name] === openPolicy[name],
  )
}

/**
 * How much of a cache a link takes, in links without conditions: a character of stored rules takes some 9 bytes compiled, or 2
 * if other links have the same conditions.
 */
export function weightOf({ policy }: LinkTarget): number {
  return policy.rules === null ? 1 : 1 + Math.ceil(policy.rules.size / 40)
}

/** What a domain decides for links that leave it open. */
export interface DomainDefaults {
  forwardQuery: boolean
  forwardPath: boolean
  endedUrl: string | null
}

export interface PolicyNeeds {
  destinations: Pick<Destinations, 'blockListEntry' | 'suspicion'>
  /** Until when visitors of a new account's links see the destination first; null if they don't. */
  quarantineOf(account: { created_at: number; trusted_at: number | null }, now: number): number | null
  defaultsOf(domainId: number): DomainDefaults
  /** Milliseconds. */
  now(): number
  /** Called with a link whose destination is on a block list, and whose owner has not been notified. */
  onBlockListed(id: number): void
}

export function targetOf(
  needs: PolicyNeeds,
  domainId: number,
  stored: StoredLinkTarget | undefined,
): LinkTarget | undefined {
  if (!stored) return undefined
  const { id, user_id, long_url, owner_since, trusted_at, listed_at, vouched_at, ...columns } = stored
  const { rules, preview, forward_query, forward_path, ended_url, broken_at, when_broken, ...kept } = columns
  const now = needs.now()
  const isJudged = vouched_at === null
  const suspicionOf = (url: string) => (isJudged ? needs.destinations.suspicion(url) : null)
  const found = columns.blocked_at === null && isJudged ? blockListEntryOf(needs, stored) : null
  if (found && listed_at === null) needs.onBlockListed(id)
  const defaults = needs.defaultsOf(domainId)
  const policy: LinkPolicy = {
    ...kept,
    blocked_at: columns.blocked_at ?? (found ? (listed_at ?? unixSeconds(now)) : null),
    suspicion: suspicionOf(long_url),
    quarantined_until: needs.quarantineOf({ created_at: owner_since, trusted_at }, now),
    forwardsQuery: forward_query === null ? defaults.forwardQuery : forward_query === 1,
    forwardsPath: forward_path === null ? defaults.forwardPath : forward_path === 1,
    rules: compileRules(rules, chosen),
    hasOnlyRules: false,
    // Only links that can end need an address for it.
    ended: canEnd(kept) ? endedOf(ended_url, defaults.endedUrl) : null,
    card: cardOf(preview),
    broken:
      broken_at !== null && when_broken !== null && mayBeWatched(kept)
        ? brokenOf(broken_at, when_broken)
        : null,
    // Counted by the database; what is cached would be outdated at once.
    max_clicks_used:
      kept.max_clicks !== null && kept.max_clicks_used >= kept.max_clicks ? kept.max_clicks : 0,
  }
  policy.hasOnlyRules = hasOnlyRules(policy)
  return { id, domainId, user_id, location: locationOf(long_url), policy: sharedIfOpen(policy) }

  function brokenOf(brokenAt: number, choice: string): BrokenPolicy | null {
    if (choice === 'archive') return { archive: archiveAddress(long_url, { at: brokenAt, brokenAt }) }
    if (choice === 'domain') return { to: { location: '/', suspicion: null } }
    const to = endedOf(ended_url, defaults.endedUrl)
    return to && { to }
  }

  function chosen(url: string): ChosenDestination {
    return { location: locationOf(url), suspicion: suspicionOf(url) }
  }

  /** The domain's address isn't the link's, so that a block list which names it blocks no link. */
  function endedOf(own: string | null, ofDomain: string | null): ChosenDestination | null {
    if (own !== null) return chosen(own)
    if (ofDomain === null || needs.destinations.blockListEntry(ofDomain)) return null
    return { location: locationOf(ofDomain), suspicion: needs.destinations.suspicion(ofDomain) }
  }
}

/** Links that ask for a password or count their visitors are never checked, so that nothing is known about them. */
export function mayBeWatched({
  password_hash,
  disposable,
  max_clicks,
}: Pick<PolicyColumns, 'password_hash' | 'disposable' | 'max_clicks'>): boolean {
  return password_hash === null && disposable === 0 && max_clicks === null
}

type CanEnd = Pick<PolicyColumns, 'starts_at' | 'expired_at' | 'max_clicks' | 'disposable' | 'consumed_at'>

/** Whether a link is ever over, or not yet begun, for its visitors. */
export function canEnd({ starts_at, expired_at, max_clicks, disposable, consumed_at }: CanEnd): boolean {
  return (
    starts_at !== null ||
    expired_at !== null ||
    max_clicks !== null ||
    disposable === 1 ||
    consumed_at !== null
  )
}

/** All destinations that a link leads to. */
export function destinationsOf(link: {
  long_url: string
  ended_url: string | null
  rules: string | null
}): string[] {
  const { long_url, ended_url, rules } = link
  return [long_url, ...(ended_url === null ? [] : [ended_url]), ...destinationsIn(rules)]
}

function blockListEntryOf({ destinations }: PolicyNeeds, stored: StoredLinkTarget) {
  for (const url of destinationsOf(stored)) {
    const found = destinations.blockListEntry(url)
    if (found) return found
  }
  return null
}

function hasOnlyRules(policy: LinkPolicy): boolean {
  return (
    policy.rules !== null &&
    !hasSuspiciousDestination(policy.rules) &&
    policyNames.every((name) => name === 'rules' || policy[name] === openPolicy[name])
  )
}

/** Whether some visitors are led to an address that they see before they go there. */
export function hasSuspiciousDestination({ rules }: CompiledRules<ChosenDestination>): boolean {
  return rules.some(({ destinations }) => destinations.some(({ extra }) => extra.suspicion !== null))
}

function sharedIfOpen(policy: LinkPolicy): LinkPolicy {
  return policyNames.every((name) => policy[name] === openPolicy[name]) ? openPolicy : policy
}
