// Custom domains of accounts. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Command } from '../../../platform/command.ts'
import { BoundedCache, type MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { domainCommands } from './commands.ts'
import { createDnsLookup } from './dns.ts'
import { comparable } from './domains.ts'
import { domainOperations } from './operations.ts'
import { DomainStore } from './store.ts'

export { domainCommandShapes } from './commands.ts'

export interface Domains {
  operations: Handlers<Api['domains']>
  commands: Command[]
  /**
   * The proved domain that a `Host` header names; `unserved` where it awaits its proof or was given up; null for a name that
   * nobody has claimed.
   */
  atHost(host: string): MaybePromise<number | 'unserved' | null>
  /** The verified domain that a host names; null if there is none. */
  idOfHost(host: string): Promise<number | null> | number | null
  /** The proved domain of that name of this account, or null. */
  verified(userId: number, name: string): Promise<{ id: number; name: string } | null>
  /** The names of up to `limit` proved domains of this account, the oldest first. */
  verifiedNames(userId: number, limit: number): Promise<string[]>
  /** Keeps a proved domain from being given up until the transaction ends; false where it has been. */
  lock(tx: Tx, id: number): Promise<boolean>
  /** Deletes some domains of an account that is deleted and has no links any more; false where it has none. */
  erase(userId: number): Promise<boolean>
}

type Standing = number | 'unserved' | null

export interface DomainsNeeds {
  db: Database
  clock: Clock
  dnsServers: string[]
  /** Where short links live, which is where custom domains must lead. */
  shortOrigin: string
  userIdByEmail(email: string): Promise<number | null>
}

// Any Host can be asked for, so what is remembered of them must be bounded.
const rememberedHosts = 10_000
// A single label (localhost) or an IPv4 address, with or without a port: nobody can prove these, so nobody is asked.
const neverDomain = /^(?:[^.]*|[\d.]+)(?::\d+)?$/

export function createDomains({ db, clock, dnsServers, shortOrigin, userIdByEmail }: DomainsNeeds): Domains {
  const store = new DomainStore(db)
  const dns = createDnsLookup(dnsServers)
  const hosts = new BoundedCache<Standing>(rememberedHosts)
  store.subscribe((topic) => {
    if (topic === null) hosts.clear()
    else if (topic.startsWith('domain:')) hosts.delete(topic.slice('domain:'.length))
  })

  function atHost(host: string): MaybePromise<Standing> {
    if (neverDomain.test(host)) return null
    const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
    if (!/^[a-z0-9.-]{1,253}$/.test(name)) return null
    const remembered = hosts.get(name)
    // A host that was unknown until now may have been added on the command line.
    if (typeof remembered !== 'number' && remembered !== undefined) store.catchUp()
    const known = hosts.get(name)
    return known === undefined
      ? (hosts.load(name, () => store.standing(name)) as MaybePromise<Standing>)
      : known
  }

  return {
    operations: domainOperations(store, dns, shortOrigin),
    commands: domainCommands({ store, clock, lookUpTexts: dns.texts, userIdByEmail }),
    atHost,
    idOfHost(host) {
      const found = atHost(host)
      return found instanceof Promise ? found.then(provedOf) : provedOf(found)
    },
    async verified(userId, name) {
      const row = await store.byName(userId, comparable(name))
      return row && row.verified_at !== null ? { id: row.id, name: row.name } : null
    },
    verifiedNames: (userId, limit) => store.verifiedNames(userId, limit),
    lock: (tx, id) => store.lock(tx, id),
    erase: (userId) => store.erase(userId, unixSeconds(clock.now())),
  }
}

function provedOf(standing: Standing): number | null {
  return typeof standing === 'number' ? standing : null
}
