// Resolves host names: with the system's resolver, or with the operator's name servers.
import { lookup, Resolver } from 'node:dns/promises'

/** The addresses of a name, of both families. Throws or returns none if it has none. */
export type Resolve = (name: string) => Promise<string[]>

/**
 * Asks the given servers (`address` or `address:port`); without any, the system's resolver, which also reads the hosts file.
 */
export function createResolve(servers: readonly string[]): Resolve {
  if (servers.length === 0)
    return async (name) => (await lookup(name, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  resolver.setServers(servers)
  return async (name) => {
    // Many names have addresses of only one family, and some servers fail for queries about the other.
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

const mostRemembered = 1000

/**
 * Resolves the same name only once within `milliseconds` by the clock `now`. Cached addresses are checked at each use like
 * new ones; if a name moves, its new address is used after at most this time.
 */
export function remembering(resolve: Resolve, milliseconds: number, now: () => number): Resolve {
  const found = new Map<string, { addresses: string[]; at: number }>()
  return async (name) => {
    const known = found.get(name)
    if (known && now() - known.at <= milliseconds) return known.addresses
    const addresses = await resolve(name)
    found.delete(name)
    if (addresses.length === 0) return addresses
    for (const oldest of found.keys()) {
      if (found.size < mostRemembered) break
      found.delete(oldest)
    }
    found.set(name, { addresses, at: now() })
    return addresses
  }
}
