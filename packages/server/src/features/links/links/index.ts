// Links and the codes that lead to them. The face of the feature.
import type { Api, Link } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { CacheFigures, MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Histogram } from '../../../platform/observability/metrics/index.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts, Erase } from '../../identity/accounts/index.ts'
import type { Destinations } from '../destinations/index.ts'
import type { Domains } from '../domains/index.ts'
import { archiveDueLinks } from './archiving.ts'
import { BlockedDestinations } from './blocked-destinations.ts'
import { eraseLinks } from './erasing.ts'
import { type Addresses, addressOf, findLink, linkRecord, statusOfLink } from './links.ts'
import { linkOperations } from './operations.ts'
import { ownHosts } from './own-hosts.ts'
import type { LinkTarget } from './policy.ts'
import type { DomainRules } from './rules.ts'
import { type LinkRow, LinkStore } from './store.ts'
import { Targets } from './targets.ts'

export { addressOf, defaultDomain, searchText, statusOfLink } from './links.ts'
export { locationOf } from './location.ts'
export { hasNoConditions, type LinkTarget } from './policy.ts'
export {
  type ChosenDomain,
  type DomainRules,
  domainNamed,
  lockDomain,
  requireDestination,
} from './rules.ts'
export { codeMaker, isUsableCode, requireUsableCode } from './slugs.ts'
export { codeTopic } from './store.ts'

/** A link that a block list keeps visitors from, of which its owner does not know yet. */
export interface NewlyListed {
  userId: number
  address: string
  /** Null where it is not on a list any more. */
  reason: string | null
  wasToldToday: boolean
}

export interface Links {
  operations: Handlers<Api['links']>
  /** What a code leads to where that is remembered; undefined where it is not, or leads to no link. */
  remembered(domainId: number, code: string): LinkTarget | undefined
  /** What a code leads to; at once where it is remembered. */
  resolve(domainId: number, code: string): MaybePromise<LinkTarget | undefined>
  /** All that is known of the link that a code leads to. */
  describe(target: LinkTarget): Promise<LinkRow>
  /**
   * Claims the one click of a one-click link: of all who try, one is told that the way is `free`, and so is everyone
   * once it is no longer for one click. The others learn what the link has become.
   */
  consume(target: LinkTarget): Promise<'free' | 'consumed' | 'expired' | 'archived'>
  /** The account's link that a path means, or a refusal. */
  find(wanted: { userId: number; short: string; domain?: string }): Promise<LinkRow>
  addressOf(link: { code: string; domain_name: string | null }): { domain: string; short_url: string }
  /** The link of this number as its owner reads it; null where there is none any more. */
  record(id: number): Promise<Link | null>
  /** Up to 500 links of an account after the one of a number, in the order of their numbers; read aside. */
  page(userId: number, after: number): Promise<{ number: number; record: Link }[]>
  /** The link of this identifier, whoever owns it, with its short address; null where there is none. */
  ofAnyone(publicId: string): Promise<{ id: number; userId: number; address: string } | null>
  /** Blocks a link for all its visitors, whatever its owner does, or lifts that (null); false where it was so already. */
  setBlocked(tx: Tx, id: number, block: { at: number; reason: string } | null): Promise<boolean>
  /** For a monitor: what is remembered of codes, and how long the others took. */
  figures(): { cache: CacheFigures; lookups: Histogram }
  /**
   * Takes links that a visit has found to lead to a host on a block list, each of them once; `now` in seconds. Whether their owner
   * was told of another one within a day is told with them.
   */
  takeListed(tx: Tx, now: number): Promise<NewlyListed[]>
  /** Archives the links whose day has come. */
  archiveDue(): Promise<void>
  /** Deletes some links of an account that is deleted, with their clicks; false where it has none. */
  erase: Erase
}

export interface LinksNeeds {
  db: Database
  clock: Clock
  /** Origin of the default short domain. */
  shortOrigin: string
  /** Other hosts under which this server is reached. */
  listeningOn: { host: string; port: number }
  /** Further hosts of the default domain. */
  otherHosts: readonly string[]
  accounts: Accounts
  domains: Domains
  clicks: Clicks
  outbox: Outbox
  destinations: Destinations
}

const linksAtOnce = 500
const listedAtOnce = 200
const daySeconds = 24 * 60 * 60

/** What links may lead to and stand on, wherever they are made. */
export function createDomainRules(
  needs: Pick<LinksNeeds, 'shortOrigin' | 'listeningOn' | 'otherHosts' | 'domains' | 'destinations'>,
): DomainRules {
  const { shortOrigin, domains, destinations } = needs
  return {
    requireAllowed: destinations.requireAllowed,
    isOwnHost: ownHosts(needs),
    defaultHost: new URL(shortOrigin).host,
    isCustomDomain: async (host) => (await domains.idOfHost(host)) !== null,
    verifiedDomain: domains.verified,
    verifiedNames: domains.verifiedNames,
    lockDomain: domains.lock,
  }
}

export function createLinks(needs: LinksNeeds): Links {
  const { db, clock, shortOrigin, outbox, accounts, destinations } = needs
  const store = new LinkStore(db)
  const addresses: Addresses = { origin: shortOrigin, listed: destinations.listed }
  const listedLinks = new BlockedDestinations(store)
  const targets = new Targets(store, {
    destinations,
    quarantineOf: accounts.quarantineOf,
    now: () => clock.now(),
    onListed: (id) => listedLinks.note(id),
  })
  destinations.onChange(() => targets.forgetAll())
  const rules = createDomainRules(needs)
  return {
    operations: linkOperations({
      store,
      addresses,
      rules,
      accounts: needs.accounts,
      clicks: needs.clicks,
      outbox,
    }),
    remembered: (domainId, code) => targets.remembered(domainId, code),
    resolve: (domainId, code) => targets.resolve(domainId, code),
    describe: ({ id }) => store.byId(null, id),
    consume: (target) =>
      store.transaction(async (tx) => {
        const now = clock.now()
        const won = await store.consume(tx, target.id, unixSeconds(now))
        const link = await store.byId(tx, target.id)
        if (won) await store.announce(tx, link)
        const status = won ? 'active' : statusOfLink(link, now)
        return status === 'active' ? 'free' : status
      }),
    find: (wanted) => findLink(store, addresses, wanted),
    addressOf: (link) => addressOf(addresses, link),
    record: async (id) => {
      const row = await store.find(id)
      return row ? linkRecord(addresses, row, clock.now()) : null
    },
    async page(userId, after) {
      const rows = await store.after(userId, after, linksAtOnce)
      const now = clock.now()
      return rows.map((row) => ({ number: row.id, record: linkRecord(addresses, row, now) }))
    },
    async ofAnyone(publicId) {
      const row = await store.byPublicId(publicId)
      if (!row) return null
      return { id: row.id, userId: row.user_id, address: addressOf(addresses, row).short_url }
    },
    async setBlocked(tx, id, block) {
      const changed = await store.setBlocked(tx, id, block)
      const row = await store.byId(tx, id)
      // Who lifts the block of a list says that the destination is a good one; who blocks takes that back.
      const judged =
        destinations.listed(row.long_url) !== null || destinations.suspicion(row.long_url) !== null
      const vouches = block === null && judged && row.vouched_at === null
      if (vouches || (block && row.vouched_at !== null))
        await store.setVouched(tx, id, vouches ? unixSeconds(clock.now()) : null)
      if (changed || vouches) await store.announce(tx, row)
      return changed || vouches
    },
    async takeListed(tx, now) {
      const rows = await listedLinks.take(tx, listedAtOnce, now)
      if (rows.length === 0) return []
      const owners = [...new Set(rows.map(({ user_id }) => user_id))]
      const ids = rows.map(({ id }) => id)
      const told = await store.toldSince(tx, owners, ids, now - daySeconds)
      return rows.map((row) => ({
        userId: row.user_id,
        address: addressOf(addresses, row).short_url,
        reason: linkRecord(addresses, row, now * 1000).blocked_reason,
        wasToldToday: told.has(row.user_id),
      }))
    },
    figures: () => ({ cache: targets.figures, lookups: targets.lookups }),
    archiveDue: () => archiveDueLinks({ store, addresses, outbox }, clock.now()),
    erase: (userId) => eraseLinks(store, needs.clicks, userId),
  }
}
