// Custom domains: what a name must look like, how it is verified, and the record that the dashboard shows.
import { type Domain, invalidField } from '@linnet/contract'
import { getDomain } from 'tldts'
import { newId, randomText } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { DomainRow } from './store.ts'

/** The beginning of the TXT record's value. */
export const proofWord = 'linnet-verification'

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * The name in the form in which names are compared: in lower case, without a final dot, international names in their ASCII
 * form. Empty if it is not just a host.
 */
export function comparable(name: string): string {
  const trimmed = name.trim().toLowerCase().replace(/\.$/, '')
  return isHostOnly(trimmed) && URL.canParse(`http://${trimmed}`) ? new URL(`http://${trimmed}`).hostname : ''
}

/** The comparable name. Refuses a name that nobody can own, such as an IP address or a public suffix. */
export function normalDomain(name: string): string {
  const hostname = comparable(name)
  const labels = hostname.split('.')
  const fits = labels.length > 1 && labels.every((one) => label.test(one)) && hostname.length <= 253
  if (!fits || getDomain(hostname) === null) throw invalidField('domain', { code: 'not_domain' })
  return hostname
}

/** Whether it has no scheme, path, user or query, which the URL parser would remove. */
function isHostOnly(name: string): boolean {
  return !/[/?#@:%\\\s]/.test(name)
}

export function newClaim(userId: number, name: string, now: number): Omit<DomainRow, 'id'> {
  return {
    public_id: newId('dom', now),
    user_id: userId,
    name,
    challenge: `${proofWord}=${randomText(32)}`,
    verified_at: null,
    created_at: unixSeconds(now),
    proof_due_at: null,
    proof_failures: null,
    unproved_at: null,
  }
}

/** How many domains an account can claim; the command line has no limit. */
export const mostDomains = 50

/** The name of the TXT record that verifies a domain. */
export function challengeName(name: string): string {
  return `_linnet.${name}`
}

export function domainRecord(row: DomainRow): Domain {
  return {
    id: row.public_id,
    domain: row.name,
    verified: row.verified_at !== null,
    verified_at: row.verified_at,
    unproved_at: row.unproved_at,
    record: { type: 'TXT', name: challengeName(row.name), value: row.challenge },
    created_at: row.created_at,
  }
}
