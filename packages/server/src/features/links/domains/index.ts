// Custom domains of accounts. The feature's public API.
import { type Api, Refusal } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Command } from '../../../platform/command.ts'
import { BoundedCache, type MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { everyProcess, oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import { type Audit, theServer } from '../../identity/audit/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import { domainCommands } from './commands.ts'
import { createDnsLookup } from './dns.ts'
import { comparable } from './domains.ts'
import { domainOperations } from './operations.ts'
import { proveDue, tellFormerOwners } from './proving.ts'
import type { DomainSettings } from './settings.ts'
import { type SettingsListener, SettingsMemory } from './settings-memory.ts'
import { SettingsStore } from './settings-store.ts'
import { DomainStore } from './store.ts'
import type { Verification } from './verifying.ts'

export { stopTakingCodes } from './codes-store.ts'
export { domainCommandShapes } from './commands.ts'
export { type DomainBrand, type DomainFile, type DomainSettings, defaultSettings } from './settings.ts'
export { type StoredSettings, settingsTopic } from './settings-store.ts'
export { isAlias, storedCode } from './stored-code.ts'

export interface Domains extends Module {
  operations: { domains: Handlers<Api['domains']> }
  commands: Command[]
  /**
   * The verified domain that a `Host` header names; `unserved` if it isn't verified yet or was given up; null for a name that
   * nobody has claimed.
   */
  atHost(host: string): MaybePromise<number | 'unserved' | null>
  /** The verified domain that a host names; null if there is none. */
  idOfHost(host: string): Promise<number | null> | number | null
  /** The account's verified domain of that name, or null. */
  verified(userId: number, name: string): Promise<{ id: number; name: string } | null>
  /** The names of up to `limit` verified domains of this account, the oldest first. */
  verifiedNames(userId: number, limit: number): Promise<string[]>
  /** Those of these hosts that are verified domains, without their ports, whoever owns them; not cached. */
  verifiedAmong(hosts: readonly string[]): Promise<ReadonlySet<string>>
  /** Locks a verified domain, so that it isn't removed before the transaction ends; false if it has been already. */
  lock(tx: Tx, id: number): Promise<boolean>
  /** Locks a domain, verified or not, so that it isn't removed before the transaction ends; refuses if it has been already. */
  lockClaim(tx: Tx, id: number): Promise<void>
  /** The account's domain with this id, verified or not; null if there is none. */
  owned(userId: number, id: string): Promise<{ id: number; name: string } | null>
  /** The verified domain of this name with its owner, or null. */
  verifiedOfAnyone(
    name: string,
  ): Promise<{ id: number; publicId: string; name: string; userId: number } | null>
  /** What the owner of a domain has set (0: the default domain), from memory; what holds without settings in a command. */
  settingsOf(domainId: number): DomainSettings
  /** A code as a domain stores it: in lower case where case is ignored. */
  codeAt(domainId: number, code: string): string
  /** Calls `listener` on every node after the settings of a domain have changed; with null if those of any may have. */
  onSettingsChange(listener: SettingsListener): void
  /** Resolves once `settingsOf` of this process has what was committed for a domain. */
  refreshSettings(domainId: number): Promise<void>
}

/** The number of a verified domain, or why there is none. */
type DomainStatus = number | 'unserved' | null

export interface DomainsNeeds {
  db: Database
  clock: Clock
  dnsServers: string[]
  /** Origin of the default short domain, to which custom domains must point. */
  shortOrigin: string
  accounts: Pick<Accounts, 'userIdByEmail'>
  audit: Audit
  mailer: Mailer
  workspaces: Pick<Workspaces, 'owners'>
  publicOrigin: string
}

// Requests can name any Host, so the cache must be bounded.
const mostCachedHosts = 10_000
// A single label (localhost) or an IPv4 address, with or without a port: nobody can verify these, so nothing is looked up.
const neverDomain = /^(?:[^.]*|[\d.]+)(?::\d+)?$/

export function createDomains(needs: DomainsNeeds): Domains {
  const { db, clock, dnsServers, shortOrigin, accounts, audit } = needs
  const store = new DomainStore(db)
  const dns = createDnsLookup(dnsServers)
  const settings = new SettingsMemory(new SettingsStore(db))
  const verification = verificationOf(needs, store)
  const stopping = new AbortController()
  const hosts = new BoundedCache<DomainStatus>(mostCachedHosts)
  store.subscribe((topic) => {
    if (topic === null) hosts.clear()
    else if (topic.startsWith('domain:')) hosts.delete(topic.slice('domain:'.length))
  })

  function atHost(host: string): MaybePromise<DomainStatus> {
    if (neverDomain.test(host)) return null
    const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
    if (!/^[a-z0-9.-]{1,253}$/.test(name)) return null
    const cached = hosts.get(name)
    // A host that was unknown until now may have been added on the command line.
    if (typeof cached !== 'number' && cached !== undefined) store.catchUp()
    const known = hosts.get(name)
    return known === undefined
      ? (hosts.load(name, () => store.statusOf(name)) as MaybePromise<DomainStatus>)
      : known
  }

  return {
    operations: { domains: domainOperations({ ...verification, audit }, dns, shortOrigin) },
    commands: domainCommands({
      ...verification,
      ...{ clock, lookUpTexts: dns.texts, userIdByEmail: accounts.userIdByEmail },
    }),
    atHost,
    idOfHost(host) {
      const found = atHost(host)
      return found instanceof Promise ? found.then(verifiedOnly) : verifiedOnly(found)
    },
    async verified(userId, name) {
      const row = await store.byName(userId, comparable(name))
      return row && row.verified_at !== null ? { id: row.id, name: row.name } : null
    },
    verifiedNames: (userId, limit) => store.verifiedNames(userId, limit),
    verifiedAmong: (hosts) => verifiedAmong(store, hosts),
    lock: (tx, id) => store.lock(tx, id),
    async lockClaim(tx, id) {
      if (!(await store.lockClaim(tx, id))) throw new Refusal('not_found')
    },
    async owned(userId, publicId) {
      const row = await store.byPublicId(userId, publicId)
      return row ? { id: row.id, name: row.name } : null
    },
    async verifiedOfAnyone(name) {
      const row = await store.verifiedByName(comparable(name))
      return row ? { id: row.id, publicId: row.public_id, name: row.name, userId: row.user_id } : null
    },
    settingsOf: (domainId) => settings.of(domainId),
    codeAt: (domainId, code) => (settings.of(domainId).caseInsensitive ? code.toLowerCase() : code),
    onSettingsChange: (listener) => settings.onChange(listener),
    refreshSettings: (domainId) => settings.refresh(domainId),
    open: () => settings.open(),
    jobs: [
      everyProcess('read missed settings of domains', 5_000, () => settings.catchUp()),
      oneNode('prove domains again', 60_000, () =>
        proveDue({ ...needs, store, lookUpTexts: dns.texts }, clock.now(), stopping.signal),
      ),
    ],
    async interrupt() {
      stopping.abort()
    },
    personalData: { erase: (userId) => store.erase(userId, unixSeconds(clock.now())) },
  }
}

function verifiedOnly(status: DomainStatus): number | null {
  return typeof status === 'number' ? status : null
}

/** What happens when a domain changes hands. */
function verificationOf(needs: DomainsNeeds, store: DomainStore): Verification {
  return {
    store,
    logLoss: (tx, { user_id, name }, now) =>
      needs.audit.write(tx, {
        userId: user_id,
        action: 'domain_lost',
        detail: { domain: name },
        client: theServer,
        now,
      }),
    tellFormerOwners: (former) => tellFormerOwners(needs, former),
  }
}

async function verifiedAmong(store: DomainStore, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  const names = new Map(hosts.map((host) => [host, comparable(host.replace(/:\d*$/, ''))]))
  const verified = new Set(await store.verifiedAmong([...new Set(names.values())]))
  return new Set(hosts.filter((host) => verified.has(names.get(host) ?? '')))
}
