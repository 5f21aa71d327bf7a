// Asks the name servers for the record that proves a domain.
import { Resolver } from 'node:dns/promises'

// What a name server answers when there is nothing to prove the domain, as opposed to failing to answer.
const nothingThere = new Set(['ENOTFOUND', 'ENODATA'])

export type LookUpTexts = (name: string) => Promise<string[]>

/** Looks up TXT records, at the given servers (`address` or `address:port`) or at those of the machine. */
export function createTextLookup(servers: string[]): LookUpTexts {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (name) => {
    try {
      // A text of up to 255 bytes, as ours is, comes in one piece (RFC 1035, section 3.3.14). Bun hands the pieces of
      // longer ones out as texts of their own: https://github.com/oven-sh/bun/issues/21370
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      if (nothingThere.has((error as { code?: string }).code ?? '')) return []
      throw error
    }
  }
}
