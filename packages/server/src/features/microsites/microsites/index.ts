// Microsites, which are link-in-bio pages, and the components that they are made of. The feature's public API.
import type { Api, Microsite } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type Clicks, purgeDeleted, purgeSome } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Destinations } from '../../links/destinations/index.ts'
import type { Domains } from '../../links/domains/index.ts'
import type { History } from '../../links/history/index.ts'
import type { DomainRules, Links } from '../../links/links/index.ts'
import type { Assets } from '../assets/index.ts'
import { componentOperations } from './component-operations.ts'
import { type ComponentRow, ComponentStore } from './component-store.ts'
import { componentUndoer } from './history/component-undoing.ts'
import { endDeletions } from './history/deleting.ts'
import { MicrositeHistoryStore } from './history/store.ts'
import { micrositeUndoer } from './history/undoing.ts'
import {
  addressOf,
  findMicrosite,
  micrositeRecord,
  publicIdPattern,
  type WantedMicrosite,
} from './microsites.ts'
import { micrositeOperations } from './operations.ts'
import { heldSeconds } from './restoring.ts'
import { type MicrositeRow, MicrositeStore } from './store.ts'
import { type StoredPage, storedPage } from './stored-page.ts'
import { versionOperations } from './version-operations.ts'
import { VersionStore } from './version-store.ts'

export type { StoredComponent, StoredPage } from './stored-page.ts'

export interface Microsites extends Module {
  operations: {
    microsites: Handlers<Api['microsites']>
    components: Handlers<Api['components']>
    micrositeVersions: Handlers<Api['micrositeVersions']>
  }
  /** The account's microsite that a path means, or a refusal. */
  find(wanted: WantedMicrosite): Promise<MicrositeRow>
  /** The account's published microsite on a domain, by its slug or id; null if there is none. */
  publishedOn(domainId: number, userId: number, slug: string): Promise<{ id: string; slug: string } | null>
  /** Its components in their order, including hidden ones. */
  componentsOf(micrositeId: number): Promise<ComponentRow[]>
  /** The microsite with this number as the API shows it; null if it has been deleted. */
  record(id: number): Promise<Microsite | null>
  /** The microsite with this id, whoever owns it, with its address; null if there is none. */
  ofAnyone(publicId: string): Promise<{ id: number; userId: number; address: string } | null>
  /** Blocks a microsite for all its visitors, or unblocks it (null); false if nothing changes or it has been deleted. */
  setBlocked(tx: Tx, id: number, block: { at: number; reason: string } | null): Promise<boolean>
  /**
   * What visitors see at a slug of a domain, as it is stored: nothing if there is no microsite, or only a draft, a hidden one, or one of a deleted account.
   * Refuses with `gone` if it is blocked. Changes are announced as `microsite:{number}`, and under the slug's topic when the
   * page appears or disappears.
   */
  pageOf(domainId: number, slug: string): MaybePromise<StoredPage | undefined>
}

export interface MicrositesNeeds {
  db: Database
  clock: Clock
  /** Origin of the default short domain. */
  shortOrigin: string
  accounts: Accounts
  clicks: Clicks
  outbox: Outbox
  requireAllAllowed: Destinations['requireAllAllowed']
  domains: Pick<Domains, 'codeAt'>
  assets: Pick<Assets, 'sizesOf'>
  history: History
  /** Whether a workspace can't have a code, and freeing one that something deleted of it still holds. */
  isTaken: Links['isTaken']
  freeHeldCode: Links['freeHeldCode']
  /** The domains that a microsite can be on. */
  rules: DomainRules
}

export function createMicrosites({ db, clock, shortOrigin: origin, ...needs }: MicrositesNeeds): Microsites {
  const store = new MicrositeStore(db)
  const { quarantineOf } = needs.accounts
  const components = new ComponentStore(db)
  const addresses = { origin, codeAt: needs.domains.codeAt }
  const versions = new VersionStore(db)
  const held = new MicrositeHistoryStore(db)
  const operationNeeds = { ...needs, ...addresses, store, components, versions, held }
  needs.history.registerUndoer('microsite', micrositeUndoer(operationNeeds))
  needs.history.registerUndoer('component', componentUndoer(operationNeeds))
  // Components first: if they went with their microsite, their clicks would stay behind.
  const swept = [
    { kind: 'component' as const, rows: components.deletedRows },
    { kind: 'microsite' as const, rows: store.deletedRows },
  ]
  return {
    operations: {
      microsites: micrositeOperations(operationNeeds),
      components: componentOperations(operationNeeds),
      micrositeVersions: versionOperations(operationNeeds),
    },
    find: (wanted) => findMicrosite(store, addresses, wanted),
    async publishedOn(domainId, userId, slug) {
      const named = { slug: addresses.codeAt(domainId, slug) }
      const rows = publicIdPattern.test(slug)
        ? await store.find(userId, { publicId: slug })
        : await store.find(userId, named)
      const row = rows.find(({ domain_id }) => domain_id === domainId)
      return row && row.published_at !== null ? { id: row.public_id, slug: row.slug } : null
    },
    componentsOf: (micrositeId) => components.of(null, micrositeId),
    record: async (id) => {
      const row = await store.byNumber(id)
      return row ? micrositeRecord(origin, row) : null
    },
    async ofAnyone(publicId) {
      const row = await store.byPublicId(publicId)
      return row ? { id: row.id, userId: row.user_id, address: addressOf(origin, row).url } : null
    },
    async setBlocked(tx, id, block) {
      if (!(await store.setBlocked(tx, id, block))) return false
      // The picture of its QR code is cached by the slug.
      const row = await store.byId(tx, id)
      if (row) await store.announceSlug(tx, row)
      return true
    },
    pageOf: (domainId, slug) =>
      storedPage({ store, components, quarantineOf, now: () => clock.now(), origin }, domainId, slug),
    jobs: [
      oneNode('sweep microsites', 60_000, async () => {
        while (await endDeletions(operationNeeds, clock.now()));
        while (await held.forgetContents(unixSeconds(clock.now()) - heldSeconds));
        await purgeDeleted(needs.clicks, swept, clock.now() - heldSeconds * 1000)
      }),
    ],
    personalData: {
      erase: async (userId) =>
        (await endDeletions(operationNeeds, clock.now(), userId)) ||
        (await purgeSome(needs.clicks, swept, { userId })),
    },
  }
}
