// Maps hosts to parts of the service: configured hosts, custom domains, and unknown names.
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import type { Part } from './incoming-request.ts'

/** What is served at a host. */
export interface ServedHost {
  parts: ReadonlySet<Part>
  /** The domain of its short links; 0 for the default domain. */
  domainId: number
}

export interface HostNeeds {
  origins: Record<Part, string>
  /** Other hosts of the default domain, without ports. */
  otherHosts: readonly string[]
  /** Whether unknown host names count as the default domain. */
  servesEveryHost: boolean
  /**
   * The verified custom domain with a host name, `unserved` for one that is unverified or was given up, null for a name that
   * no account has claimed.
   */
  domainAtHost(host: string): MaybePromise<number | 'unserved' | null>
}

const customDomainParts: ReadonlySet<Part> = new Set(['short'])
// A request to the server's IP address, or from its own machine, has no host that could belong to others. The URL parser has
// already normalized all spellings of an IPv4 address to this one.
const addressPattern = /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/

/** Returns the function that looks up a host in URL notation: null if nothing is served there. */
export function createHosts({
  origins,
  otherHosts,
  servesEveryHost,
  domainAtHost,
}: HostNeeds): (host: string) => MaybePromise<ServedHost | null> {
  const byHost = servedHosts(origins, ({ host }) => host)
  const defaultDomain = byHost.get(new URL(origins.short).host) as ServedHost
  // A proxy may pass a name on without its port, or with a different one.
  const byName = servedHosts(origins, ({ hostname }) => hostname)
  for (const name of otherHosts) if (!byName.has(name)) byName.set(name, defaultDomain)

  const servedDomain = (domain: number | 'unserved' | null): ServedHost | null => {
    if (domain === null) return servesEveryHost ? defaultDomain : null
    return domain === 'unserved' ? null : { parts: customDomainParts, domainId: domain }
  }
  return (host) => {
    const exact = byHost.get(host)
    if (exact) return exact
    const name = withoutPort(host)
    const configured = byName.get(name) ?? (addressPattern.test(name) ? defaultDomain : undefined)
    if (configured) return configured
    const domain = domainAtHost(host)
    return domain instanceof Promise ? domain.then(servedDomain) : servedDomain(domain)
  }
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '')
}

function servedHosts(origins: Record<Part, string>, nameOf: (url: URL) => string): Map<string, ServedHost> {
  const parts = new Map<string, Set<Part>>()
  for (const [part, origin] of Object.entries(origins) as [Part, string][]) {
    const name = nameOf(new URL(origin))
    parts.set(name, (parts.get(name) ?? new Set()).add(part))
  }
  return new Map([...parts].map(([name, set]) => [name, { parts: set, domainId: 0 }]))
}
