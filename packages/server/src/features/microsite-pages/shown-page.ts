// A page as a visitor may see it: what is behind a password is taken out before anything is drawn.
import type { Lock, MicrositePage, ShownComponent } from '@linnet/pages'
import { imagePaths } from './image-paths.ts'
import type { KnownPage, StoredComponent } from './known-pages.ts'
import { isLocked } from './locks.ts'

/** What a visitor's try at one component's password has come to. */
export type Unlocking =
  | { component: StoredComponent; key: string }
  /** The password was wrong. */
  | { component: StoredComponent; key: null }

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
    items: known.items,
    leaders: known.leaders,
  }
}

function shownComponent(component: StoredComponent, unlocking: Unlocking | null): ShownComponent {
  const { id, kind, data } = component
  const tried = unlocking?.component.id === id ? unlocking : null
  const withLock = (data: Record<string, unknown>, lock: Lock) => ({ id, kind, data, lock }) as ShownComponent
  if (!isLocked(component)) return withLock(data, { locked: false, key: null })
  if (tried && tried.key !== null) return withLock(data, { locked: false, key: tried.key })
  const shown = Object.fromEntries(
    shownOfLocked.flatMap((name) => entryOf(new Map(Object.entries(data)), name)),
  )
  return withLock(shown, { locked: true, wrong: tried !== null, retryAfter: null })
}

function entryOf<Value>(map: ReadonlyMap<string, Value>, key: string): [string, Value][] {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}
