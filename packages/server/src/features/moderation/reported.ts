// What a pasted address means: a link, a microsite, or nothing of ours.
import { Refusal, shortCodePattern } from '@linnet/contract'
import { decodedSegment } from '../../platform/net/path-segment.ts'
import type { Domains } from '../links/domains/index.ts'
import type { Links } from '../links/links/index.ts'
import type { Microsites } from '../microsites/microsites/index.ts'

export interface ReportedNeeds {
  links: Links
  microsites: Microsites
  domains: Domains
  /** Host of the default short domain, with its port. */
  shortHost: string
  /** Further hosts of the default domain, without ports. */
  otherHosts: readonly string[]
}

/** The link or microsite that was reported. */
export interface ReportedTarget {
  ownerId: number
  linkId: number | null
  micrositeId: number | null
  /** Every place that the link leads to, its `long_url` first; null for a microsite. */
  destinations: string[] | null
  /** The address as we write it, however it was pasted. */
  address: string
}

const longestAddress = 2048

/**
 * What visitors find at an address on any of our domains, with or without a scheme, a `+` or a query, or at a code alone. Null
 * if that is nothing, `blocked` if they only see that it is blocked.
 */
export async function findReported(
  needs: ReportedNeeds,
  text: string,
): Promise<ReportedTarget | 'blocked' | null> {
  const location = locationOf(text)
  if (!location) return null
  const { host, code } = location
  const isDefault =
    host === null || host === needs.shortHost || needs.otherHosts.includes(host.replace(/:\d+$/, ''))
  const domainId = isDefault ? 0 : await needs.domains.idOfHost(host)
  if (domainId === null) return null
  return (await linkAt(needs, domainId, code)) ?? (await micrositeAt(needs, domainId, code))
}

async function linkAt({ links }: ReportedNeeds, domainId: number, code: string) {
  const target = await links.resolve(domainId, code)
  if (!target) return null
  if (target.policy.blocked_at !== null) return 'blocked'
  if (target.policy.archived_at !== null) return null
  const found = await links.judged(target.id)
  if (!found) return null
  return {
    ownerId: target.user_id,
    linkId: target.id,
    micrositeId: null,
    destinations: found.destinations,
    address: found.link.short_url,
  }
}

async function micrositeAt(
  { microsites, domains }: ReportedNeeds,
  domainId: number,
  slug: string,
): Promise<ReportedTarget | 'blocked' | null> {
  try {
    const page = await microsites.pageOf(domainId, domains.codeAt(domainId, slug))
    if (!page) return null
    const { userId: ownerId, number: micrositeId } = page
    return { ownerId, linkId: null, micrositeId, destinations: null, address: page.url }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'gone') return 'blocked'
    throw error
  }
}

/** The host, null if none is given, and the code. */
function locationOf(pasted: string): { host: string | null; code: string } | null {
  const text = pasted.trim()
  if (text === '' || text.length > longestAddress) return null
  const hasHost = /^[^/?#]*[.:]/.test(text)
  const address = /^https?:\/\//i.test(text)
    ? text
    : hasHost
      ? `http://${text}`
      : `http://short.invalid/${text.replace(/^\//, '')}`
  if (!URL.canParse(address)) return null
  const { host, pathname } = new URL(address)
  const code = decodedSegment(pathname.split('/')[1] ?? '').replace(/\+$/, '')
  return shortCodePattern.test(code) ? { host: hasHost ? host : null, code } : null
}
