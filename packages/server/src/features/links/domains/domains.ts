// Custom domains: what a name must look like, how it is proved, and the record that the dashboard shows.
import { type Domain, invalidField } from '@linnet/contract'
import { getDomain } from 'tldts'
import { newId, randomText } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { DomainRow } from './store.ts'

/** What a proof begins with. */
export const proofWord = 'linnet-verification'

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * The name in the form in which it is compared: lower case, without a dot at its end, international names in their
 * ASCII form. Empty where it is not a host alone.
 */
export function comparable(name: string): string {
  const given = name.trim().toLowerCase().replace(/\.$/, '')
  return isBare(given) && URL.canParse(`http://${given}`) ? new URL(`http://${given}`).hostname : ''
}

/** The comparable name. Refuses what is no host name that one can own, such as an address or a public suffix. */
export function normalDomain(name: string): string {
  const hostname = comparable(name)
  const labels = hostname.split('.')
  const fits = labels.length > 1 && labels.every((part) => label.test(part)) && hostname.length <= 253
  if (!fits || getDomain(hostname) === null)
    throw invalidField('domain', 'must be a domain name of yours, such as go.example.com')
  return hostname
}

/** Nothing but a host: no scheme, path, user or query that the URL parser would take off. */
function isBare(given: string): boolean {
  return !/[/?#@:%\\\s]/.test(given)
}

export function newClaim(userId: number, name: string, now: number): Omit<DomainRow, 'id'> {
  return {
    public_id: newId('dom', now),
    user_id: userId,
    name,
    challenge: `${proofWord}=${randomText(32)}`,
    verified_at: null,
    created_at: unixSeconds(now),
  }
}

/** How many domains an account can claim; the command line has no limit. */
export const mostDomains = 50

/** Where the TXT record that proves a domain is looked for. */
export function challengeName(name: string): string {
  return `_linnet.${name}`
}

export function domainRecord(row: DomainRow): Domain {
  return {
    id: row.public_id,
    domain: row.name,
    verified: row.verified_at !== null,
    verified_at: row.verified_at,
    record: { type: 'TXT', name: challengeName(row.name), value: row.challenge },
    created_at: row.created_at,
  }
}
