// A page as a visitor may see it: what is behind a password is taken out before anything is drawn.
import type { Lock, MicrositePage, ShownComponent, ShownItem } from '@linnet/pages'
import type { StoredComponent } from '../microsites/index.ts'
import type { ShownItem as StoredItem } from '../shop/index.ts'
import { imagePaths } from './image-paths.ts'
import type { KnownPage } from './known-pages.ts'
import { isLocked } from './locks.ts'

/** What a visitor's try at the password of the component `id` has come to. */
export type Unlocking =
  | { id: string; key: string }
  /** It was wrong, or may be tried again after so many seconds. */
  | { id: string; key: null; retryAfter: number | null }

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

/** `origin` is the default short domain's. */
export function shownPage(
  known: KnownPage,
  origin: string,
  unlocking: Unlocking | null = null,
): MicrositePage {
  const { slug, title, description, kind, theme } = known.page
  const url = `${origin}/${slug}`
  const components = known.page.components.map((component) => shownComponent(component, unlocking))
  const paths = imagePaths([components.map(({ data }) => data), [...known.items.values()]])
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
  }
}

function shownComponent(component: StoredComponent, unlocking: Unlocking | null): ShownComponent {
  const { id, kind, data } = component
  const withLock = (shown: object, lock: Lock) => ({ id, kind, data: shown, lock }) as ShownComponent
  if (!isLocked(component)) return withLock(data, { locked: false, key: null })
  const tried = unlocking?.id === id ? unlocking : null
  if (tried && tried.key !== null) return withLock(data, { locked: false, key: tried.key })
  const stored = new Map(Object.entries(data))
  const shown = Object.fromEntries(shownOfLocked.flatMap((name) => entryOf(stored, name)))
  const retryAfter = tried?.retryAfter ?? null
  const canOpen = component.passwordHash !== null
  return withLock(shown, { locked: true, canOpen, wrong: tried !== null && retryAfter === null, retryAfter })
}

function shownItem({ id, title, price, currency, image, href }: StoredItem): ShownItem {
  return { id, title, price, currency, image, href }
}

function entryOf<Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}
