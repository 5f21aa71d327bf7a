// Links and the codes that lead to them. The feature's public API.
import type { Api, Link } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { everyProcess, oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Audit } from '../../identity/audit/index.ts'
import type { Workspaces } from '../../identity/workspaces/index.ts'
import type { DestinationCards } from '../destination-cards/index.ts'
import type { Destinations } from '../destinations/index.ts'
import type { Domains } from '../domains/index.ts'
import type { History } from '../history/index.ts'
import type { Tags } from '../tags/index.ts'
import type { UtmTemplates } from '../utm-templates/index.ts'
import { aliasOperations } from './aliases/operations.ts'
import { AliasStore } from './aliases/store.ts'
import { ArchiveStore } from './archive-store.ts'
import { archiveDueLinks } from './archiving.ts'
import { BlockedDestinations, blockLink, type NewlyBlockedLink } from './blocked-destinations.ts'
import type { Images } from './checking-settings.ts'
import { CodeStore } from './code-store.ts'
import { eraseLinks } from './erasing.ts'
import { eraseDeletedLinks } from './history/deleting.ts'
import { freeHeldCode } from './history/held-codes.ts'
import { linkHistoryOperations } from './history/operations.ts'
import { scheduleUndoer } from './history/planning.ts'
import { LinkHistoryStore } from './history/store.ts'
import { createSwitching } from './history/switching.ts'
import { linkUndoer } from './history/undoing.ts'
import { type Addresses, addressOf, everyDestination, findLink, linkRecord } from './links.ts'
import { MovedLinksStore } from './moving/store.ts'
import { find, linkOperations } from './operations.ts'
import { ownHosts } from './own-hosts.ts'
import { type DomainRules, requireDestination } from './rules.ts'
import { type LinkRow, LinkStore } from './store.ts'
import { type Claim, claimClick } from './targets/claims.ts'
import type { DomainDefaults, LinkTarget } from './targets/policy.ts'
import { LinkTargets } from './targets/targets.ts'

export type { NewlyBlockedLink } from './blocked-destinations.ts'
export type { Images } from './checking-settings.ts'
export { codeTopic } from './code-store.ts'
export { addressOf, defaultDomain, goneSince, statusOfLink } from './links.ts'
export {
  type ChosenDomain,
  type DomainRules,
  domainNamed,
  lockDomain,
  requireDestination,
} from './rules.ts'
export { searchText } from './searching.ts'
export { type Card, storedCard } from './settings.ts'
export { codeMaker, isUsableCode, requireUsableCode } from './slugs.ts'
export { type LinkRow, type LinkSettings, linkSettings } from './store.ts'
export { archiveAddress } from './targets/archive.ts'
export type { Claim } from './targets/claims.ts'
export {
  type BrokenPolicy,
  type ChosenDestination,
  type DomainDefaults,
  hasSuspiciousDestination,
  type LinkPolicy,
  type LinkTarget,
  mayBeWatched,
  redirectsAtOnce,
  redirectsEveryPerson,
} from './targets/policy.ts'

export interface Links extends Module {
  operations: {
    links: Handlers<Api['links']>
    linkHistory: Handlers<Api['linkHistory']>
    aliases: Handlers<Api['aliases']>
  }
  /** What a code leads to, if it is cached; undefined if it isn't, or if there is no link. */
  remembered(domainId: number, code: string): LinkTarget | undefined
  /** What a code leads to; synchronous if it is cached. */
  resolve(domainId: number, code: string): MaybePromise<LinkTarget | undefined>
  /** The own code of the link to which an alias leads; undefined for any other code. */
  codeOfAlias(domainId: number, alias: string): MaybePromise<string | undefined>
  /** The aliases of links, by the links' numbers. */
  aliasesOf(ids: number[]): Promise<Map<number, string[]>>
  /** All columns of the link that a code leads to. */
  describe(target: LinkTarget): Promise<LinkRow>
  /** All columns of the link with this number; undefined if it has been deleted. */
  describeById(id: number, tx?: Tx | null): Promise<LinkRow | undefined>
  /** Locks a link of a workspace until the transaction ends; undefined if the workspace doesn't have it. */
  lockOwn(tx: Tx, userId: number, id: number): Promise<LinkRow | undefined>
  /** The ids and codes of those links that the workspace has, or has deleted within the last hour, by number. */
  named(userId: number, ids: readonly number[]): Promise<Map<number, { id: string; name: string }>>
  /** See `claimClick`. */
  claim(target: LinkTarget): Promise<Claim>
  /** The account's link that a path means, or a refusal. */
  find(wanted: { userId: number; short: string; domain?: string }): Promise<LinkRow>
  addressOf(link: { code: string; domain_name: string | null }): { domain: string; short_url: string }
  /** The link with this number as the API shows it; null if it has been deleted. */
  record(id: number, tx?: Tx | null): Promise<Link | null>
  /** The link with this number as those who judge it need it; null if it has been deleted. */
  judged(id: number): Promise<JudgedLink | null>
  /** Up to 500 links of an account after the one with this number, in the order of their numbers, read in a worker. */
  page(userId: number, after: number): Promise<{ number: number; record: Link }[]>
  /** The link with this id, whoever owns it, with its short URL; null if there is none. */
  ofAnyone(publicId: string): Promise<{ id: number; userId: number; address: string } | null>
  /** Blocks a link for all its visitors, whatever its owner does, or unblocks it (null); false if nothing changes. */
  setBlocked(tx: Tx, id: number, block: { at: number; reason: string } | null): Promise<boolean>
  /** Which destinations and domains links, and domains microsites, may have. */
  domainRules: DomainRules
  /** Refuses an address that links must not lead to, with this path. */
  requireDestination(address: string, path: string): Promise<void>
  /** Whether a workspace can't have a code. What it deleted within the last hour still holds one, and gives it up. */
  isTaken(domainId: number, code: string, userId: number): Promise<boolean>
  /** Frees a code that something deleted of this workspace still holds; false if nothing does. */
  freeHeldCode(tx: Tx, held: { domainId: number; code: string; userId: number }): Promise<boolean>
  /** Takes links that visits have found to lead to a host on a block list, each of them once; `now` in seconds. */
  takeNewlyBlocked(tx: Tx, now: number): Promise<NewlyBlockedLink[]>
}

export interface JudgedLink {
  link: Link
  /** Every place that it leads to, once, its `long_url` first. */
  destinations: string[]
  /** The same when an administrator blocked it; null if none did. */
  whenBlocked: string[] | null
}

export interface LinksNeeds {
  db: Database
  clock: Clock
  /** Origin of the default short domain. */
  shortOrigin: string
  /** The address that this server listens on. */
  listeningOn: { host: string; port: number }
  /** Further hosts of the default domain. */
  otherHosts: readonly string[]
  accounts: Accounts
  workspaces: Workspaces
  audit: Audit
  domains: Domains
  clicks: Clicks
  outbox: Outbox
  destinations: Destinations
  images: Images
  utmTemplates: UtmTemplates
  cards: DestinationCards
  tags: Tags
  history: History
  mailer: Mailer
  publicOrigin: string
}

const linksAtOnce = 500

/** Which destinations and domains links may have, wherever they are created. */
export function createDomainRules(
  needs: Pick<LinksNeeds, 'shortOrigin' | 'listeningOn' | 'otherHosts' | 'domains' | 'destinations'>,
): DomainRules {
  const { shortOrigin, domains, destinations } = needs
  return {
    requireAllowed: destinations.requireAllowed,
    isOwnHost: ownHosts(needs),
    defaultHost: new URL(shortOrigin).host,
    isCustomDomain: async (host) => (await domains.idOfHost(host)) !== null,
    customDomainsAmong: domains.verifiedAmong,
    verifiedDomain: domains.verified,
    verifiedNames: domains.verifiedNames,
    lockDomain: domains.lock,
  }
}

export function createLinks(needs: LinksNeeds): Links {
  const { db, clock, shortOrigin, outbox, clicks, destinations, domains, history } = needs
  const store = new LinkStore(db)
  const codes = new CodeStore(db)
  const aliases = new AliasStore(db)
  const archive = new ArchiveStore(db)
  const linkHistory = new LinkHistoryStore(db)
  const addresses: Addresses = {
    origin: shortOrigin,
    blockListEntry: destinations.blockListEntry,
    ignoresCase: (domainId) => domains.settingsOf(domainId).caseInsensitive,
  }
  const blockedDestinations = new BlockedDestinations(addresses)
  const targets = new LinkTargets(codes, {
    destinations,
    quarantineOf: needs.accounts.quarantineOf,
    defaultsOf: domains.settingsOf,
    now: () => clock.now(),
    onBlockListed: (id) => blockedDestinations.note(id),
  })
  destinations.onChange(() => targets.forgetAll())
  domains.onSettingsChange((domainId) => targets.forgetDomain(domainId))
  const rules = createDomainRules(needs)
  const all = { ...needs, store, codes, aliases, archive, addresses, rules, linkHistory }
  history.registerUndoer('link', linkUndoer(all))
  history.registerUndoer('schedule', scheduleUndoer(all))
  const switching = createSwitching(all)
  return {
    operations: {
      links: linkOperations({ ...all, moved: new MovedLinksStore(db) }),
      linkHistory: linkHistoryOperations({ ...all, find: (input, context) => find(all, input, context) }),
      aliases: aliasOperations(all),
    },
    remembered: (domainId, code) => targets.remembered(domainId, domains.codeAt(domainId, code)),
    resolve: (domainId, code) => targets.resolve(domainId, domains.codeAt(domainId, code)),
    codeOfAlias: (domainId, alias) => targets.codeOfAlias(domainId, domains.codeAt(domainId, alias)),
    aliasesOf: (ids) => aliases.ofMany(ids),
    domainRules: rules,
    requireDestination: (address, path) => requireDestination(rules, address, path),
    describe: ({ id }) => store.byId(null, id),
    describeById: (id, tx) => store.find(id, tx),
    lockOwn: (tx, userId, id) => store.lockOwn(tx, userId, id),
    named: (userId, ids) => linkHistory.named(userId, ids),
    claim: (target) => claimClick({ store, codes, clock }, target),
    find: (wanted) => findLink(store, addresses, wanted),
    addressOf: (link) => addressOf(addresses, link),
    ...readersOf({ store, addresses, clock, defaultsOf: domains.settingsOf }),
    setBlocked: (tx, id, block) =>
      blockLink({ store, codes, destinations, defaultsOf: domains.settingsOf, clock }, { tx, id }, block),
    isTaken: (domainId, code, userId) => codes.isTaken(domainId, code, userId),
    freeHeldCode: (tx, held) => freeHeldCode({ linkHistory, history }, tx, held),
    takeNewlyBlocked: (tx, now) => blockedDestinations.take(tx, now),
    metrics: () => targets.families(),
    jobs: [
      oneNode('archive links', 20_000, () =>
        archiveDueLinks({ store, codes, archive, addresses, outbox, history }, clock.now()),
      ),
      oneNode('switch links', 2000, () => switching.makeDue(clock.now())),
      everyProcess('report refused switches', 600_000, () => switching.notifyOwners()),
      oneNode('erase deleted links', 60_000, async () => {
        while (await eraseDeletedLinks({ store, history, clicks }, { now: clock.now() }));
      }),
    ],
    close: () => switching.notifyOwners(),
    personalData: { erase: (userId) => eraseLinks({ store, history, clicks }, userId) },
  }
}

/** How other features read links. */
function readersOf({
  store,
  addresses,
  clock,
  defaultsOf,
}: {
  store: LinkStore
  addresses: Addresses
  clock: Clock
  defaultsOf(domainId: number): DomainDefaults
}): Pick<Links, 'record' | 'judged' | 'page' | 'ofAnyone'> {
  return {
    async record(id, tx) {
      const row = await store.find(id, tx)
      return row ? linkRecord(addresses, row, clock.now()) : null
    },
    async judged(id) {
      const row = await store.find(id)
      if (!row) return null
      return {
        link: linkRecord(addresses, row, clock.now()),
        destinations: everyDestination(row, defaultsOf(row.domain_id)),
        whenBlocked:
          row.blocked_destinations === null ? null : (JSON.parse(row.blocked_destinations) as string[]),
      }
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
  }
}
