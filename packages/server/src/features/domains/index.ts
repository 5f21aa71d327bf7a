// Custom domains of accounts. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import { BoundedCache } from '../../platform/bounded-cache.ts'
import { type Clock, unixSeconds } from '../../platform/clock.ts'
import { type Command, CommandError, type CommandShape } from '../../platform/command.ts'
import type { Handlers } from '../../platform/handler.ts'
import type { Tx } from '../../platform/transaction.ts'
import { createTextLookup } from './dns.ts'
import { comparable, domainRecord, newClaim, normalDomain } from './domains.ts'
import { domainOperations } from './operations.ts'
import { DomainStore } from './store.ts'

export interface Domains {
  operations: Handlers<Api['domains']>
  commands: Command[]
  /** The domain that a `Host` header names, if it is a proved one; null otherwise. */
  idOfHost(host: string): Promise<number | null> | number | null
  /** The proved domain of that name of this account, or null. */
  verified(userId: number, name: string): Promise<{ id: number; name: string } | null>
  /** Keeps a proved domain from being given up until the transaction ends; false where it has been. */
  hold(tx: Tx, id: number): Promise<boolean>
}

export interface DomainsNeeds {
  db: Database
  clock: Clock
  dnsServers: string[]
  userIdByEmail(email: string): Promise<number | null>
}

// Any Host can be asked for, so what is remembered of them must be bounded.
const rememberedHosts = 10_000

export function createDomains({ db, clock, dnsServers, userIdByEmail }: DomainsNeeds): Domains {
  const store = new DomainStore(db)
  const hosts = new BoundedCache<number | null>(rememberedHosts)
  store.subscribe((topic) => {
    if (topic === null) hosts.clear()
    else if (topic.startsWith('domain:')) hosts.delete(topic.slice('domain:'.length))
  })

  async function load(name: string): Promise<number | null> {
    const fill = hosts.beginFill()
    const id = (await store.verifiedByName(name))?.id ?? null
    fill(name, id)
    return id
  }

  return {
    operations: domainOperations(store, createTextLookup(dnsServers)),
    commands: domainCommands(store, clock, userIdByEmail),
    idOfHost(host) {
      const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
      if (!/^[a-z0-9.-]{1,253}$/.test(name)) return null
      // A host that was unknown a moment ago may have been added on the command line.
      if (hosts.get(name) === null) store.catchUp()
      const known = hosts.get(name)
      return known === undefined ? load(name) : known
    },
    async verified(userId, name) {
      const row = await store.byName(userId, comparable(name))
      return row && row.verified_at !== null ? { id: row.id, name: row.name } : null
    },
    hold: (tx, id) => store.hold(tx, id),
  }
}

/** How the commands are called. */
export const domainCommandShapes = {
  add: {
    name: 'domain add',
    summary: 'Give an account a custom domain',
    options: {
      email: {
        kind: 'value',
        required: true,
        meaning: 'E-mail address of the account',
        placeholder: 'EMAIL',
      },
      domain: { kind: 'value', required: true, meaning: 'The domain', placeholder: 'DOMAIN' },
      verified: { kind: 'flag', meaning: 'It is known to be theirs: ask for no DNS record' },
    },
  },
} satisfies Record<string, CommandShape>

function domainCommands(
  store: DomainStore,
  clock: Clock,
  userIdByEmail: (email: string) => Promise<number | null>,
): Command[] {
  return [
    {
      ...domainCommandShapes.add,
      async run({ email = '', domain = '', verified }) {
        const name = normalDomain(domain)
        const userId = await userIdByEmail(email)
        if (userId === null) throw new CommandError(`there is no account with the e-mail ${email}`)
        const row = await store.claim(newClaim(userId, name, clock.now()))
        if (verified === undefined || row.verified_at !== null) return { ...domainRecord(row) }
        const verified_at = unixSeconds(clock.now())
        if (!(await store.setVerified(row, verified_at)))
          throw new CommandError(`another account has proved the domain ${name}`)
        return { ...domainRecord({ ...row, verified_at }) }
      },
      tell(result) {
        const { domain, verified, record } = result as ReturnType<typeof domainRecord>
        return verified
          ? `Domain ${domain} can carry links now.`
          : `Set this DNS record, then check it in the dashboard:\n${record.name} TXT ${record.value}`
      },
    },
  ]
}
