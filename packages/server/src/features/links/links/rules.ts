// What an account may write into a link, beyond what the schema says.
import { hostOf, invalidField, type Refusal } from '@linnet/contract'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { defaultDomain } from './links.ts'
import type { LinkRow } from './store.ts'

export interface DomainRules {
  /** Refuses a destination that a block list names, or the operator's policy does not allow. */
  requireAllowed(address: string, path: string): Promise<void>
  /** Whether a host, in the form of `hostOf`, leads back to this server. */
  isOwnHost(host: string): boolean
  /** The host of the default domain. */
  defaultHost: string
  /** Whether a host is anyone's verified custom domain. */
  isCustomDomain(host: string): Promise<boolean>
  /** Those of many hosts that are, read at once. */
  customDomainsAmong(hosts: readonly string[]): Promise<ReadonlySet<string>>
  /** The account's verified domain of that name, or null. */
  verifiedDomain(userId: number, name: string): Promise<{ id: number; name: string } | null>
  /** The names of up to `limit` verified domains of the account, the oldest first. */
  verifiedNames(userId: number, limit: number): Promise<string[]>
  /** Locks a domain, so that it isn't removed before the transaction ends; false if it has been removed already. */
  lockDomain(tx: Tx, id: number): Promise<boolean>
}

/**
 * Refuses a destination that links must not lead to: on a block list, or on one of the service's own short domains, because
 * a link to a link can be a loop.
 */
export async function requireDestination(
  rules: DomainRules,
  longUrl: string,
  path = 'long_url',
): Promise<void> {
  const host = hostOf(longUrl)
  if (rules.isOwnHost(host) || (await rules.isCustomDomain(host)))
    throw invalidField(path, { code: 'own_short_domain' })
  await rules.requireAllowed(longUrl, path)
}

/** Refuses a start that isn't before the end. */
export function requireOrder({ starts_at, expired_at }: Pick<LinkRow, 'starts_at' | 'expired_at'>): void {
  if (starts_at !== null && expired_at !== null && starts_at >= expired_at)
    throw invalidField('starts_at', { code: 'start_after_end' })
}

/** Refuses an expiry that has passed; null clears it. */
export function requireFuture(expiredAt: number | null | undefined, now: number): void {
  if (expiredAt !== null && expiredAt !== undefined && expiredAt <= unixSeconds(now))
    throw invalidField('expired_at', { code: 'not_future' })
}

/** Refuses an archiving date that has passed. */
export function requireTodayOrLater(archiveAt: string | null | undefined, now: number): void {
  if (archiveAt && archiveAt < utcDay(now)) throw invalidField('archive_at', { code: 'past_date' })
}

/** The domain that a link is put on. The default domain has no name of its own. */
export interface ChosenDomain {
  id: number
  name: string | null
}

/** The domain that `domain_alias` names: a verified one of the account, or the default domain. */
export async function domainNamed(
  rules: DomainRules,
  userId: number,
  alias: string | null | undefined,
): Promise<ChosenDomain> {
  const name = alias?.trim().toLowerCase()
  if (!name || name === rules.defaultHost) return { id: defaultDomain, name: null }
  const domain = await rules.verifiedDomain(userId, name)
  if (domain === null) throw await noSuchDomainBut(rules, userId)
  return domain
}

/** Locks a domain in the transaction that puts a link on it, so that it still exists at the end. */
export async function lockDomain(rules: DomainRules, tx: Tx, { id }: ChosenDomain): Promise<void> {
  if (id !== defaultDomain && !(await rules.lockDomain(tx, id))) throw noSuchDomain()
}

function noSuchDomain(): Refusal {
  return invalidField('domain_alias', { code: 'unverified_domain' })
}

const mostNamesShown = 5

/** The same refusal, with the domains that could be named instead. */
async function noSuchDomainBut(rules: DomainRules, userId: number): Promise<Refusal> {
  const names = await rules.verifiedNames(userId, mostNamesShown)
  const host = rules.defaultHost
  return invalidField(
    'domain_alias',
    names.length > 0
      ? { code: 'unverified_domain_of', params: { domains: names, host } }
      : { code: 'only_default_domain', params: { host } },
  )
}
