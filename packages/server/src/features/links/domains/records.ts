// The current DNS records of a domain, so that its owner sees which ones are still missing.
import { type DomainRecords, Refusal } from '@linnet/contract'
import { isPublicAddress } from '../../../platform/net/outgoing/index.ts'
import type { DnsLookup } from './dns.ts'
import { challengeName, proofWord } from './domains.ts'
import type { DomainRow } from './store.ts'

// Whoever controls the domain writes the records, and whoever claims it sees them.
const mostShown = 10
const longestShown = 255

/**
 * Looks up all records at once. Refuses with `unavailable` if the name servers don't answer. They may know names in a private
 * network, and any name can be an alias of one. So private addresses, aliases that point to them, and TXT records that aren't
 * proofs are left out, even for a verified domain.
 */
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
  const isOurs = (alias: string) => alias.toLowerCase().replace(/\.$/, '') === hostname
  const isPublic = addresses.length > 0 && addresses.every(isPublicAddress)
  const shownAliases = aliases.filter((alias) => isPublic || isOurs(alias))
  return {
    proof: {
      found: shown(texts.filter((text) => text.includes(proofWord))),
      right: texts.includes(row.challenge),
    },
    address: {
      expected: hostname,
      found: shown(aliases.length > 0 ? shownAliases : addresses.filter(isPublicAddress)),
      leads_here: aliases.some(isOurs) || addresses.some((address) => ours.includes(address)),
    },
  }
}

/** The host may be an IP address itself. */
async function addressesOf(hostname: string, dns: DnsLookup): Promise<string[]> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return /^[\d.]+$|:/.test(bare) ? [bare] : await dns.addresses(bare)
}

function shown(texts: string[]): string[] {
  return texts.slice(0, mostShown).map((text) => text.slice(0, longestShown))
}
