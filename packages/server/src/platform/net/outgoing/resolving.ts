// Finds the addresses of a name: as the machine does, or at name servers of the operator's choice.
import { lookup, Resolver } from 'node:dns/promises'

/** The addresses of a name, of both families. Throws, or gives none, where there are none. */
export type Resolve = (name: string) => Promise<string[]>

/** Asks the given servers (`address` or `address:port`); without any the machine, which knows its hosts file too. */
export function createResolve(servers: readonly string[]): Resolve {
  if (servers.length === 0)
    return async (name) => (await lookup(name, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  resolver.setServers(servers)
  return async (name) => {
    // Many names have addresses of one family only, and some servers fail at questions about the other.
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

const mostRemembered = 1000

/**
 * Asks once for the same name within `milliseconds` by the clock `now`. What is remembered is judged at each use like
 * what was just found; so is a name only as new as this when it moves to another address.
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
