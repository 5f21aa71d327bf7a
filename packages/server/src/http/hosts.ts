// Maps hosts to parts of the service: configured hosts, custom domains, and unknown names.
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import type { Part } from './router.ts'

/** What answers at a host. */
export interface Place {
  parts: ReadonlySet<Part>
  /** Whose short codes are meant; 0 for the default domain. */
  domainId: number
}

export interface HostNeeds {
  origins: Record<Part, string>
  /** Further hosts of the default domain, without ports. */
  otherHosts: readonly string[]
  /** Whether a name that nobody knows counts as the default domain. */
  servesEveryHost: boolean
  /**
   * The proved custom domain that a host names, `unserved` for one that awaits its proof or was given up, null for a name
   * that no account has claimed.
   */
  domainAtHost(host: string): MaybePromise<number | 'unserved' | null>
}

const customDomainParts: ReadonlySet<Part> = new Set(['short'])
// Whoever reaches a server by its address, or on its own machine, has named nothing that could be somebody else's. The URL
// parser has brought all spellings of an IPv4 address into this one.
const namesNothing = /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/

/**
 * Gives what finds the place of a host, as URLs have it: null where nothing is served there. A configured host is one
 * look into a map.
 */
export function createHosts({
  origins,
  otherHosts,
  servesEveryHost,
  domainAtHost,
}: HostNeeds): (host: string) => MaybePromise<Place | null> {
  const byHost = placesOf(origins, ({ host }) => host)
  const defaultDomain = byHost.get(new URL(origins.short).host) as Place
  // A proxy may pass a name on without its port, or with a different one.
  const byName = placesOf(origins, ({ hostname }) => hostname)
  for (const name of otherHosts) if (!byName.has(name)) byName.set(name, defaultDomain)

  const placeAt = (domain: number | 'unserved' | null): Place | null => {
    if (domain === null) return servesEveryHost ? defaultDomain : null
    return domain === 'unserved' ? null : { parts: customDomainParts, domainId: domain }
  }
  return (host) => {
    const exact = byHost.get(host)
    if (exact) return exact
    const name = withoutPort(host)
    const place = byName.get(name) ?? (namesNothing.test(name) ? defaultDomain : undefined)
    if (place) return place
    const domain = domainAtHost(host)
    return domain instanceof Promise ? domain.then(placeAt) : placeAt(domain)
  }
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '')
}

function placesOf(origins: Record<Part, string>, nameOf: (url: URL) => string): Map<string, Place> {
  const parts = new Map<string, Set<Part>>()
  for (const [part, origin] of Object.entries(origins) as [Part, string][]) {
    const name = nameOf(new URL(origin))
    parts.set(name, (parts.get(name) ?? new Set()).add(part))
  }
  return new Map([...parts].map(([name, set]) => [name, { parts: set, domainId: 0 }]))
}
