// What a link is to its owner: the record, its state, and which link a path means.
import { type Link, Refusal, shortCodePattern } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Destinations, listedReason } from '../destinations/index.ts'
import type { LinkRow, LinkStore, LinkTarget } from './store.ts'

/** The default domain; it has no row, because it is called what `SHORT_URL` says. */
export const defaultDomain = 0

export interface Addresses {
  /** Origin of the default short domain. */
  origin: string
  /** Whether a block list names the host of a destination. */
  listed: Destinations['listed']
}

/** The state of a link at a moment (milliseconds). */
export function statusOfLink(
  link: Pick<LinkTarget, 'archived_at' | 'consumed_at' | 'expired_at'>,
  now: number,
): Link['status'] {
  if (link.archived_at !== null) return 'archived'
  if (link.consumed_at !== null) return 'consumed'
  if (link.expired_at !== null && link.expired_at <= unixSeconds(now)) return 'expired'
  return 'active'
}

/** The host by which a link's domain is known, and the address that people are given. */
export function addressOf(
  { origin }: Pick<Addresses, 'origin'>,
  link: { code: string; domain_name: string | null },
): { domain: string; short_url: string } {
  const { host, protocol } = new URL(origin)
  const domain = link.domain_name ?? host
  return { domain, short_url: `${protocol}//${domain}/${link.code}` }
}

/** By whom visitors are kept from a link, and why: an administrator, or a block list; null where by nobody. */
function blockOf({ listed }: Addresses, row: LinkRow): { at: number; reason: string | null } | null {
  if (row.blocked_at !== null) return { at: row.blocked_at, reason: row.blocked_reason }
  const found = row.vouched_at === null ? listed(row.long_url) : null
  if (!found) return null
  return { at: row.listed_at ?? Math.max(found.since, row.created_at), reason: listedReason(found) }
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
    disposable: row.disposable === 1,
    adult: row.adult === 1,
    expired_at: row.expired_at,
    archive_at: row.archive_at,
    archived_at: row.archived_at,
    blocked_at: block?.at ?? null,
    blocked_reason: block?.reason ?? null,
    clicks: row.clicks,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const publicIdPattern = /^lnk_[0-9a-z]{26}$/

/**
 * The account's link that a path means: the code on the domain asked for, or on the default domain, or else the
 * only link of that code on another domain; at last the link of that identifier. Refuses with `not_found`.
 */
export async function findLink(
  store: LinkStore,
  addresses: Addresses,
  { userId, short, domain }: { userId: number; short: string; domain?: string },
): Promise<LinkRow> {
  const wanted = domain?.trim().toLowerCase().replace(/\.$/, '')
  const fits = (row: LinkRow) => wanted === undefined || addressOf(addresses, row).domain === wanted
  const elsewhere: LinkRow[] = []
  if (shortCodePattern.test(short)) {
    const all = await store.candidates(userId, { code: short })
    const found = all.filter(fits)
    const [first] = found
    const link =
      found.find((row) => row.domain_id === defaultDomain) ?? (found.length === 1 ? first : undefined)
    if (link) return link
    if (first)
      throw new Refusal(
        'not_found',
        `Several domains have that code. Name one of them as domain (?domain=): ${domainsOf(addresses, found)}.`,
      )
    elsewhere.push(...all)
  }
  if (publicIdPattern.test(short)) {
    const all = await store.candidates(userId, { publicId: short })
    const [link] = all.filter(fits)
    if (link) return link
    elsewhere.push(...all)
  }
  throw new Refusal(
    'not_found',
    elsewhere.length > 0
      ? `That link is not on the domain that was named. It is on ${domainsOf(addresses, elsewhere)}.`
      : 'There is no such link in this account. Check the code and the domain.',
  )
}

const mostDomainsTold = 5

/** The domains that links are on, as many as a sentence bears. */
function domainsOf(addresses: Addresses, rows: readonly LinkRow[]): string {
  const names = [...new Set(rows.map((row) => addressOf(addresses, row).domain))]
  const more = names.length - mostDomainsTold
  return names.slice(0, mostDomainsTold).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** What a search looks in. */
export function searchText(code: string, longUrl: string, title: string): string {
  return searchForm(`${code}\n${longUrl}\n${title}`)
}

/** A text as searches compare it: any case, accents in one encoding, and one small sigma (the only such letter). */
export function searchForm(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ')
}
