// The stored content of a page that visitors see: the microsite at a slug, with its components in their order.
import { type ComponentData, type ComponentKind, Refusal } from '@linnet/contract'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Accounts } from '../../identity/accounts/index.ts'
import type { ComponentRow, ComponentStore } from './component-store.ts'
import { addressOf } from './microsites.ts'
import type { MicrositeStore, VisibleRow } from './store.ts'

export interface StoredPageNeeds {
  store: MicrositeStore
  components: ComponentStore
  quarantineOf: Accounts['quarantineOf']
  /** Milliseconds. */
  now(): number
  /** Origin of the default short domain. */
  origin: string
}

export interface StoredPage {
  /** The number of its row, by which its views are counted and its changes announced. */
  number: number
  /** Its id in the API. */
  id: string
  userId: number
  domainId: number
  slug: string
  /** Its address. */
  url: string
  title: string
  description: string
  kind: string
  /** Unix seconds: until then taps show the destination first because the account is new; null if it is not. */
  quarantinedUntil: number | null
  theme: string
  /** Unix seconds, of the microsite or any of its components. */
  updatedAt: number
  /** The active ones. */
  components: StoredComponent[]
  /** Of their data, as it is stored. */
  characters: number
}

export type StoredComponent = {
  [Kind in ComponentKind]: {
    /** The number of its row, by which its taps are counted. */
    number: number
    id: string
    kind: Kind
    /** All data, even if the component has a password. */
    data: ComponentData<Kind>
    passwordHash: string | null
  }
}[ComponentKind]

/**
 * The page at a slug of a domain; undefined, synchronously on SQLite, if visitors see none. Refuses with `gone` if an administrator has
 * blocked it or its account.
 */
export function storedPage(
  { store, components, quarantineOf, now, origin }: StoredPageNeeds,
  domainId: number,
  slug: string,
): MaybePromise<StoredPage | undefined> {
  const withComponents = async (row: VisibleRow): Promise<StoredPage> => {
    if (row.blocked_at !== null || row.account_blocked_at !== null) throw new Refusal('gone')
    const rows = await components.activeOf(row.id)
    return {
      number: row.id,
      id: row.public_id,
      userId: row.user_id,
      domainId: row.domain_id,
      slug: row.slug,
      url: addressOf(origin, row).url,
      title: row.title,
      description: row.description,
      kind: row.kind,
      quarantinedUntil: quarantineOf({ created_at: row.owner_since, trusted_at: row.trusted_at }, now()),
      theme: row.theme,
      updatedAt: row.updated_at,
      components: rows.map(storedComponent),
      characters: rows.reduce((sum, { data }) => sum + data.length, 0),
    }
  }
  const row = store.visible(domainId, slug)
  if (row instanceof Promise) return row.then((found) => found && withComponents(found))
  return row && withComponents(row)
}

function storedComponent({ id, public_id, kind, data, password_hash }: ComponentRow): StoredComponent {
  // Its data was validated when it was written.
  return {
    number: id,
    id: public_id,
    kind,
    data: JSON.parse(data),
    passwordHash: password_hash,
  } as StoredComponent
}
