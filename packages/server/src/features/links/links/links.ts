// A link as the API shows it: its record, its status and address, and which link a path means.
import { type Link, Refusal, shortCodePattern } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { blockListReason, type Destinations } from '../destinations/index.ts'
import { namesIn } from '../tags/index.ts'
import { shownSettings } from './settings.ts'
import type { LinkRow, LinkStore } from './store.ts'
import { canEnd, type DomainDefaults, destinationsOf } from './targets/policy.ts'

/** The number of the default domain. It has no row: its name comes from `SHORT_URL`. */
export const defaultDomain = 0

export interface Addresses {
  /** Origin of the default short domain. */
  origin: string
  /** Whether a block list names the host of a destination. */
  blockListEntry: Destinations['blockListEntry']
  /** Whether a domain's codes are in lower case, and asked for in any case. */
  ignoresCase(domainId: number): boolean
}

/** The refusal to undo a change of a link that the workspace no longer has. */
export function goneSince(): Refusal {
  return new Refusal('undo_conflict', 'The link has been deleted or moved to another workspace since.')
}

/** The status of a link at a moment (milliseconds). */
export function statusOfLink(
  link: Pick<
    LinkRow,
    'archived_at' | 'consumed_at' | 'expired_at' | 'starts_at' | 'max_clicks' | 'max_clicks_used'
  >,
  now: number,
): Link['status'] {
  if (link.archived_at !== null) return 'archived'
  if (link.consumed_at !== null) return 'consumed'
  if (link.max_clicks !== null && link.max_clicks_used >= link.max_clicks) return 'consumed'
  if (link.expired_at !== null && link.expired_at <= unixSeconds(now)) return 'expired'
  if (link.starts_at !== null && link.starts_at > unixSeconds(now)) return 'scheduled'
  return 'active'
}

/** The host of a link's domain, and the short URL that people share. */
export function addressOf(
  { origin }: Pick<Addresses, 'origin'>,
  link: { code: string; domain_name: string | null },
): { domain: string; short_url: string } {
  const { host, protocol } = new URL(origin)
  const domain = link.domain_name ?? host
  return { domain, short_url: `${protocol}//${domain}/${link.code}` }
}

/** Since when a link is blocked and why, by an administrator or a block list; null if it is not. */
function blockOf({ blockListEntry }: Addresses, row: LinkRow): { at: number; reason: string | null } | null {
  if (row.blocked_at !== null) return { at: row.blocked_at, reason: row.blocked_reason }
  if (row.vouched_at !== null) return null
  const found = destinationsOf(row).map(blockListEntry).find(Boolean)
  if (!found) return null
  return { at: row.listed_at ?? Math.max(found.since, row.created_at), reason: blockListReason(found) }
}

/**
 * Every place that a link leads to, once, its `long_url` first. Its owner may also have chosen one for ended links of a whole
 * domain; that of the default domain is the operator's.
 */
export function everyDestination(row: LinkRow, { endedUrl }: Pick<DomainDefaults, 'endedUrl'>): string[] {
  const ofDomain = row.domain_id !== defaultDomain && canEnd(row) ? endedUrl : null
  return [...new Set(destinationsOf({ ...row, ended_url: row.ended_url ?? ofDomain }))]
}

export function linkRecord(addresses: Addresses, row: LinkRow, now: number): Link {
  const block = blockOf(addresses, row)
  return {
    id: row.public_id,
    short: row.code,
    ...addressOf(addresses, row),
    long_url: row.long_url,
    title: row.title,
    status: statusOfLink(row, now),
    has_password: row.password_hash !== null,
    ...shownSettings(row),
    tags: namesIn(row.tags),
    archived_at: row.archived_at,
    broken_at: row.broken_at,
    blocked_at: block?.at ?? null,
    blocked_reason: block?.reason ?? null,
    clicks: row.clicks,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const publicIdPattern = /^lnk_[0-9a-z]{26}$/

/**
 * The account's link that a path means: the code on the given domain, on the default domain, or on another domain if it is
 * the only one; otherwise the link with that identifier. Refuses with `not_found`.
 */
export async function findLink(
  store: LinkStore,
  addresses: Addresses,
  { userId, short, domain }: { userId: number; short: string; domain?: string },
): Promise<LinkRow> {
  const wanted = domain?.trim().toLowerCase().replace(/\.$/, '')
  const isOnDomain = (row: LinkRow) => wanted === undefined || addressOf(addresses, row).domain === wanted
  const elsewhere: LinkRow[] = []
  if (shortCodePattern.test(short)) {
    const all = await linksOfCode(store, addresses, userId, short)
    const found = all.filter(isOnDomain)
    const [first] = found
    const link =
      found.find((row) => row.domain_id === defaultDomain) ?? (found.length === 1 ? first : undefined)
    if (link) return link
    if (first)
      throw new Refusal(
        'not_found',
        `Several domains have this code. Choose one of them with the parameter domain: ${domainsOf(addresses, found)}.`,
      )
    elsewhere.push(...all)
  }
  if (publicIdPattern.test(short)) {
    const all = await store.candidates(userId, { publicId: short })
    const [link] = all.filter(isOnDomain)
    if (link) return link
    elsewhere.push(...all)
  }
  throw new Refusal(
    'not_found',
    elsewhere.length > 0
      ? `This link is not on the given domain. It is on ${domainsOf(addresses, elsewhere)}.`
      : 'There is no such link in this account. Check the code and the domain.',
  )
}

/** The account's links with a code; those on domains that ignore case have it in lower case. */
async function linksOfCode(
  store: LinkStore,
  { ignoresCase }: Addresses,
  userId: number,
  code: string,
): Promise<LinkRow[]> {
  const lower = code.toLowerCase()
  const same = await store.candidates(userId, { code })
  if (lower === code) return same
  const others = await store.candidates(userId, { code: lower })
  return [...same, ...others.filter((row) => ignoresCase(row.domain_id))]
}

const mostDomainsShown = 5

/** The domains that links are on, as many as fit into a sentence. */
function domainsOf(addresses: Addresses, rows: readonly LinkRow[]): string {
  const names = [...new Set(rows.map((row) => addressOf(addresses, row).domain))]
  const more = names.length - mostDomainsShown
  return names.slice(0, mostDomainsShown).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
