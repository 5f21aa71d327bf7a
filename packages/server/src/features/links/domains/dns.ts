// Asks the name servers for the record that proves a domain, and where a name leads.
import { Resolver } from 'node:dns/promises'

// What a name server answers when there is nothing to prove the domain, as opposed to failing to answer.
const nothingThere = new Set(['ENOTFOUND', 'ENODATA'])

export type LookUpTexts = (name: string) => Promise<string[]>

/** All throw where the name servers fail to answer, and give nothing where there is nothing. */
export interface DnsLookup {
  texts: LookUpTexts
  /** The other name that a name stands for. */
  aliases(name: string): Promise<string[]>
  /** Of both families; those of the other name where it stands for one. */
  addresses(name: string): Promise<string[]>
}

/** Looks records up at the given servers (`address` or `address:port`) or at those of the machine. */
export function createDnsLookup(servers: string[]): DnsLookup {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    // A text of up to 255 bytes, as ours is, comes in one piece (RFC 1035, section 3.3.14). Bun hands the pieces of
    // longer ones out as texts of their own: https://github.com/oven-sh/bun/issues/21370
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
    if (nothingThere.has((error as { code?: string }).code ?? '')) return []
    throw error
  }
}
