// A page as a visitor may see it: what is behind a password is taken out before anything is drawn.
import type { Lock, MicrositePage, ShownComponent, ShownItem } from '@linnet/pages'
import type { StoredComponent } from '../microsites/index.ts'
import type { ShownItem as StoredItem } from '../shop/index.ts'
import { type HoldUpNeeds, holdUpOf } from './components/judging.ts'
import { isLocked } from './components/locks.ts'
import { imagePaths } from './image-paths.ts'
import { type KnownPage, namedItems } from './page-cache.ts'

/** What a visitor's try at the password of a component has come to. */
export type Unlocking =
  | { key: string }
  /** It was wrong, or may be tried again after so many seconds. */
  | { key: null; retryAfter: number | null }

// How a locked component looks is no secret; what it says, where it leads and which pictures it has are.
const shownOfLocked = [
  'passwordMessage',
  'textFont',
  'textPosition',
  'buttonEffect',
  'buttonColor',
  'buttonBorderColor',
  'buttonIconBackground',
  'buttonShadowColor',
]

/** `origin` is the default short domain's. Null for `holdUps`: where what is drawn of it has no links. */
export function shownPage(known: KnownPage, origin: string, holdUps: HoldUpNeeds | null): MicrositePage {
  const components = known.page.components.map((component) => shownComponent(component, null))
  return pageOf(known, origin, holdUps, components)
}

/** One component alone: drawing it costs as much as it does, however much else is on the page. */
export function shownAlone(
  known: KnownPage,
  origin: string,
  holdUps: HoldUpNeeds,
  component: StoredComponent,
  unlocking: Unlocking | null,
): MicrositePage {
  const shown = shownComponent(component, unlocking)
  const items = shown.lock.locked ? [] : namedItems([shown])
  const leaders = !shown.lock.locked && shown.kind === 'SHOP_LEADERBOARD' ? known.leaders : []
  const own = { ...known, items: new Map(items.flatMap((id) => entryOf(known.items, id))), leaders }
  return { ...pageOf(own, origin, holdUps, [shown]), alone: true }
}

function pageOf(
  known: KnownPage,
  origin: string,
  holdUps: HoldUpNeeds | null,
  components: ShownComponent[],
): MicrositePage {
  const { slug, title, description, kind, theme } = known.page
  const url = `${origin}/${slug}`
  const paths = imagePaths([components.map(({ data }) => data), [...known.items.values()], known.leaders])
  return {
    url,
    slug,
    title,
    description,
    kind,
    theme,
    previewImage: `${url}/preview.png`,
    components,
    images: new Map(paths.flatMap((path) => entryOf(known.images, path))),
    items: new Map([...known.items].map(([id, item]) => [id, shownItem(item)])),
    leaders: known.leaders.map(shownItem),
    heldUp: new Set(holdUps ? components.flatMap((one) => heldUpIn(holdUps, known, one)) : []),
  }
}

/** The addresses of a component that are blocked or need a warning first. */
function heldUpIn(holdUps: HoldUpNeeds, { page }: KnownPage, { kind, data }: ShownComponent): string[] {
  const plays = kind === 'MEDIA' || kind === 'AUTOPLAY_MUSIC'
  return webAddresses(data).filter((address) => {
    const because = holdUpOf(holdUps, page, address)
    // Media that a page plays takes nobody elsewhere, so new accounts may use it.
    return because !== null && !(plays && because === 'new_account')
  })
}

/** The strings in a JSON value that are web addresses. */
function webAddresses(node: unknown): string[] {
  if (typeof node === 'string') return /^https?:/i.test(node) ? [node] : []
  return node !== null && typeof node === 'object' ? Object.values(node).flatMap(webAddresses) : []
}

function shownComponent(component: StoredComponent, unlocking: Unlocking | null): ShownComponent {
  const { id, kind, data } = component
  const withLock = (shown: object, lock: Lock) => ({ id, kind, data: shown, lock }) as ShownComponent
  if (!isLocked(component)) return withLock(data, { locked: false, key: null })
  if (unlocking && unlocking.key !== null) return withLock(data, { locked: false, key: unlocking.key })
  const stored = new Map(Object.entries(data))
  const shown = Object.fromEntries(shownOfLocked.flatMap((name) => entryOf(stored, name)))
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
