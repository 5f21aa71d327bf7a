// A page as a visitor may see it: what is behind a password is removed before anything is rendered.
import { type Lock, type MicrositePage, type ShownComponent, type ShownItem, viewOf } from '@linnet/pages'
import { imagePaths } from '../assets/index.ts'
import type { StoredComponent } from '../microsites/index.ts'
import type { ShownItem as StoredItem } from '../shop/index.ts'
import { type HoldUpNeeds, holdUpOf } from './components/destination-check.ts'
import { isLocked } from './components/locks.ts'
import { type CachedPage, namedItems } from './page-cache.ts'

/** The result of a visitor's try at the password of a component. */
export type Unlocking =
  | { key: string }
  /** The password was wrong, or may be tried again after so many seconds. */
  | { key: null; retryAfter: number | null }

// The style of a locked component is no secret; its text, links and images are.
const shownWhileLocked = [
  'passwordMessage',
  'textFont',
  'textPosition',
  'buttonEffect',
  'buttonColor',
  'buttonBorderColor',
  'buttonIconBackground',
  'buttonShadowColor',
]

/** `holdUps` is null if the page is rendered without links. */
export function visiblePage(cached: CachedPage, holdUps: HoldUpNeeds | null): MicrositePage {
  const components = cached.page.components.map((component) => visibleComponent(component, null))
  return pageOf(cached, holdUps, components)
}

/** The page with one component only, so that rendering costs the same however much else is on the page. */
export function visibleAlone(
  cached: CachedPage,
  holdUps: HoldUpNeeds,
  component: StoredComponent,
  unlocking: Unlocking | null,
): MicrositePage {
  const shown = visibleComponent(component, unlocking)
  const items = shown.lock.locked ? [] : namedItems([shown])
  const leaders = !shown.lock.locked && viewOf(shown.kind).showsLeaders ? cached.leaders : []
  const own = { ...cached, items: new Map(items.flatMap((id) => entryOf(cached.items, id))), leaders }
  return { ...pageOf(own, holdUps, [shown]), alone: true }
}

function pageOf(
  cached: CachedPage,
  holdUps: HoldUpNeeds | null,
  components: ShownComponent[],
): MicrositePage {
  const { slug, url, title, description, kind, theme } = cached.page
  const paths = imagePaths([components.map(({ data }) => data), [...cached.items.values()], cached.leaders])
  return {
    url,
    slug,
    title,
    description,
    kind,
    theme,
    previewImage: `${url}/preview.png`,
    components,
    images: new Map(paths.flatMap((path) => entryOf(cached.images, path))),
    items: new Map([...cached.items].map(([id, item]) => [id, shownItem(item)])),
    leaders: cached.leaders.map(shownItem),
    heldUp: new Set(holdUps ? components.flatMap((one) => heldUpIn(holdUps, cached, one)) : []),
  }
}

/** The addresses of a component that are blocked or need a warning first. */
function heldUpIn(holdUps: HoldUpNeeds, { page }: CachedPage, { kind, data }: ShownComponent): string[] {
  return webAddresses(data).filter((address) => {
    const because = holdUpOf(holdUps, page, address)
    // Media that a page plays doesn't lead visitors elsewhere, so new accounts may use it.
    return because !== null && !(viewOf(kind).playsMedia && because === 'new_account')
  })
}

/** The strings in a JSON value that are web addresses. */
function webAddresses(node: unknown): string[] {
  if (typeof node === 'string') return /^https?:/i.test(node) ? [node] : []
  return node !== null && typeof node === 'object' ? Object.values(node).flatMap(webAddresses) : []
}

function visibleComponent(component: StoredComponent, unlocking: Unlocking | null): ShownComponent {
  const { id, kind, data } = component
  const withLock = (shown: object, lock: Lock) => ({ id, kind, data: shown, lock }) as ShownComponent
  if (!isLocked(component)) return withLock(data, { locked: false, key: null })
  if (unlocking && unlocking.key !== null) return withLock(data, { locked: false, key: unlocking.key })
  const stored = new Map(Object.entries(data))
  const shown = Object.fromEntries(shownWhileLocked.flatMap((name) => entryOf(stored, name)))
  const retryAfter = unlocking?.retryAfter ?? null
  const canOpen = component.passwordHash !== null
  return withLock(shown, {
    locked: true,
    canOpen,
    wrong: unlocking !== null && retryAfter === null,
    retryAfter,
  })
}

function shownItem({ id, title, price, currency, image, href }: StoredItem): ShownItem {
  return { id, title, price, currency, image, href }
}

function entryOf<Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}
