// What the name servers say of a domain by now, so that its owner sees which record is still to be set.
import { type DomainRecords, Refusal } from '@linnet/contract'
import type { DnsLookup } from './dns.ts'
import { challengeName } from './domains.ts'
import type { DomainRow } from './store.ts'

// What stands there is written by whoever has the domain, and shown to whoever claims it.
const mostShown = 10
const longestShown = 255

/** Looks all records up at once. Refuses with `unavailable` where the name servers don't answer. */
export async function recordsOf(row: DomainRow, dns: DnsLookup, shortOrigin: string): Promise<DomainRecords> {
  const { hostname } = new URL(shortOrigin)
  const [texts, aliases, addresses, ours] = await Promise.all([
    dns.texts(challengeName(row.name)),
    dns.aliases(row.name),
    dns.addresses(row.name),
    addressesOf(hostname, dns),
  ]).catch(() => {
    throw new Refusal('unavailable', 'The name servers did not answer. Try again shortly.')
  })
  const found = aliases.length > 0 ? aliases : addresses
  return {
    proof: { found: shown(texts), right: texts.includes(row.challenge) },
    address: {
      expected: hostname,
      found: shown(found),
      leads_here:
        aliases.some((alias) => alias.toLowerCase().replace(/\.$/, '') === hostname) ||
        addresses.some((address) => ours.includes(address)),
    },
  }
}

/** A host may be an address itself. */
async function addressesOf(hostname: string, dns: DnsLookup): Promise<string[]> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return /^[\d.]+$|:/.test(bare) ? [bare] : await dns.addresses(bare)
}

function shown(texts: string[]): string[] {
  return texts.slice(0, mostShown).map((text) => text.slice(0, longestShown))
}
