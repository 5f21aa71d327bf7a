// Microsites, link-in-bio pages, and the components that they are made of. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Database } from '../../db/database.ts'
import type { Soon } from '../../platform/bounded-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handler.ts'
import type { Outbox } from '../../platform/outbox.ts'
import type { Accounts, Erase } from '../accounts/index.ts'
import { type Clicks, eraseCountedOf, sweepCounted } from '../clicks/index.ts'
import { componentOperations } from './component-operations.ts'
import { type ComponentRow, ComponentStore } from './component-store.ts'
import { addressOf, findMicrosite } from './microsites.ts'
import { micrositeOperations } from './operations.ts'
import { type MicrositeRow, MicrositeStore } from './store.ts'
import { type StoredPage, storedPage } from './stored-page.ts'

export type { StoredComponent, StoredPage } from './stored-page.ts'

export interface Microsites {
  operations: Handlers<Api['microsites']>
  components: Handlers<Api['components']>
  /** The account's microsite that a path means, or a refusal. */
  find(wanted: { userId: number; slug: string }): Promise<MicrositeRow>
  /** Its components in their order, those that are not shown as well. */
  componentsOf(micrositeId: number): Promise<ComponentRow[]>
  addressOf(slug: string): string
  /**
   * What visitors see at a slug: nothing where there is no microsite, or a draft, a hidden one, or one of an account that
   * is deleted. Changes of it are announced as `microsite:{number}`, and as the slug's topic where it comes or goes.
   */
  pageOf(slug: string): Soon<StoredPage | undefined>
  /** Deletes for good what was deleted a while ago. */
  sweep(): Promise<void>
  /** Deletes some of what an account that is deleted had; false where it has nothing. */
  erase: Erase
}

export interface MicrositesNeeds {
  db: Database
  clock: Clock
  /** Origin of the default short domain. */
  shortOrigin: string
  accounts: Accounts
  clicks: Clicks
  outbox: Outbox
}

export function createMicrosites({ db, clock, shortOrigin: origin, ...needs }: MicrositesNeeds): Microsites {
  const store = new MicrositeStore(db)
  const components = new ComponentStore(db)
  const parts = { ...needs, store, components, origin }
  // The parts before the whole, with which they would go uncounted.
  const swept = [
    { kind: 'component' as const, rows: components.gone },
    { kind: 'microsite' as const, rows: store.gone },
  ]
  return {
    operations: micrositeOperations(parts),
    components: componentOperations(parts),
    find: (wanted) => findMicrosite(store, wanted),
    componentsOf: (micrositeId) => components.of(null, micrositeId),
    addressOf: (slug) => addressOf(origin, slug),
    pageOf: (slug) => storedPage(store, components, slug),
    sweep: () => sweepCounted(needs.clicks, swept, clock.now()),
    erase: (userId) => eraseCountedOf(needs.clicks, swept, { userId }),
  }
}
