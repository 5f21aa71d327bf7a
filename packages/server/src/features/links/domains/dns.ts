// Looks up the DNS record that verifies a domain, and where a name leads.
import { Resolver } from 'node:dns/promises'

// The errors that mean that there is no record, as opposed to no answer.
const noRecordCodes = new Set(['ENOTFOUND', 'ENODATA'])

export type LookUpTexts = (name: string) => Promise<string[]>

/** All methods throw if the name servers fail to answer, and return nothing if there is no record. */
export interface DnsLookup {
  texts: LookUpTexts
  /** The targets of a name's CNAME records. */
  aliases(name: string): Promise<string[]>
  /** IPv4 and IPv6 addresses; those of its target if the name is an alias. */
  addresses(name: string): Promise<string[]>
}

/** Looks up records at the given servers (`address` or `address:port`), or at those of the machine if there are none. */
export function createDnsLookup(servers: string[]): DnsLookup {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    // A string of up to 255 bytes, as ours is, comes in one piece (RFC 1035, section 3.3.14). Bun returns the pieces of
    // longer ones as separate strings: https://github.com/oven-sh/bun/issues/21370
    texts: async (name) => (await orNothing(resolver.resolveTxt(name))).map((pieces) => pieces.join('')),
    aliases: (name) => orNothing(resolver.resolveCname(name)),
    addresses: async (name) =>
      (await Promise.all([orNothing(resolver.resolve4(name)), orNothing(resolver.resolve6(name))])).flat(),
  }
}

async function orNothing<Found>(answer: Promise<Found[]>): Promise<Found[]> {
  try {
    return await answer
  } catch (error) {
    if (noRecordCodes.has((error as { code?: string }).code ?? '')) return []
    throw error
  }
}
