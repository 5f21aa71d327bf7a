// Microsites, link-in-bio pages, and the components that they are made of. The face of the feature.
import type { Api, Microsite } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type Clicks, purgeDeleted, purgeSome } from '../../clicks/index.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { Destinations } from '../../links/destinations/index.ts'
import { componentOperations } from './component-operations.ts'
import { type ComponentRow, ComponentStore } from './component-store.ts'
import { addressOf, findMicrosite, micrositeRecord } from './microsites.ts'
import { micrositeOperations } from './operations.ts'
import { type MicrositeRow, MicrositeStore } from './store.ts'
import { type StoredPage, storedPage } from './stored-page.ts'

export type { StoredComponent, StoredPage } from './stored-page.ts'

export interface Microsites extends Module {
  operations: { microsites: Handlers<Api['microsites']>; components: Handlers<Api['components']> }
  /** The account's microsite that a path means, or a refusal. */
  find(wanted: { userId: number; slug: string }): Promise<MicrositeRow>
  /** Its components in their order, those that are not shown as well. */
  componentsOf(micrositeId: number): Promise<ComponentRow[]>
  addressOf(slug: string): string
  /** The microsite of this number as its owner reads it; null where there is none any more. */
  record(id: number): Promise<Microsite | null>
  /** The microsite of this identifier, whoever owns it, with its address; null where there is none. */
  ofAnyone(publicId: string): Promise<{ id: number; userId: number; address: string } | null>
  /** Blocks a microsite for all its visitors, or lifts that (null); false where it was so already, or it is gone. */
  setBlocked(tx: Tx, id: number, block: { at: number; reason: string } | null): Promise<boolean>
  /**
   * What visitors see at a slug: nothing where there is no microsite, or a draft, a hidden one, or one of an account that
   * is deleted. Refuses with `gone` where it is blocked. Changes of it are announced as `microsite:{number}`, and as the slug's topic where it comes or goes.
   */
  pageOf(slug: string): MaybePromise<StoredPage | undefined>
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
}

export function createMicrosites({ db, clock, shortOrigin: origin, ...needs }: MicrositesNeeds): Microsites {
  const store = new MicrositeStore(db)
  const { quarantineOf } = needs.accounts
  const components = new ComponentStore(db)
  const parts = { ...needs, store, components, origin }
  // The parts before the whole, with which they would go uncounted.
  const swept = [
    { kind: 'component' as const, rows: components.gone },
    { kind: 'microsite' as const, rows: store.gone },
  ]
  return {
    operations: { microsites: micrositeOperations(parts), components: componentOperations(parts) },
    find: (wanted) => findMicrosite(store, wanted),
    componentsOf: (micrositeId) => components.of(null, micrositeId),
    addressOf: (slug) => addressOf(origin, slug),
    record: async (id) => {
      const row = await store.byNumber(id)
      return row ? micrositeRecord(origin, row) : null
    },
    async ofAnyone(publicId) {
      const row = await store.byPublicId(publicId)
      return row ? { id: row.id, userId: row.user_id, address: addressOf(origin, row.slug) } : null
    },
    async setBlocked(tx, id, block) {
      if (!(await store.setBlocked(tx, id, block))) return false
      // The picture of its code is found by the slug.
      const row = await store.byId(tx, id)
      if (row) await store.announceSlug(tx, row.slug)
      return true
    },
    pageOf: (slug) => storedPage({ store, components, quarantineOf, now: () => clock.now() }, slug),
    jobs: [oneNode('sweep microsites', 60_000, () => purgeDeleted(needs.clicks, swept, clock.now()))],
    personalData: { erase: (userId) => purgeSome(needs.clicks, swept, { userId }) },
  }
}
