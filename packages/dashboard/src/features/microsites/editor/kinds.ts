// The kinds of component as the editor shows them: names, descriptions and icons, in groups.
import { type ComponentKind, componentKinds, kindDescriptors } from '@linnet/contract/component-kinds'
import { type Language, messagesFor } from '@linnet/languages'
import { componentKinds as english } from '@linnet/languages/en/microsites/kinds'
import type { Icon } from '../../../components/icon.ts'
import {
  AlignLeft,
  AppWindow,
  CalendarPlus,
  CircleUser,
  Clapperboard,
  Contact,
  FileUser,
  GalleryHorizontal,
  Image,
  Link,
  MapPin,
  Minus,
  Music,
  Share2,
  ShoppingBag,
  Store,
  Timer,
  Trophy,
} from '../../../components/icons.ts'

const translated = messagesFor('componentKinds', english)

interface KindMessages {
  name: string
  description: string
}

/** What a kind is called, and what it is for. */
export const kindMessages =
  (language: Language) =>
  (kind: ComponentKind): KindMessages =>
    translated(language)[kind] ?? kindDescriptors[kind]

// In the order in which the editor offers them, group by group; a kind that is missing here comes last, with a plain icon.
const icons: Partial<Record<ComponentKind, Icon>> = {
  LINK: Link,
  HORIZONTAL_LINK: Share2,
  PROFILE: CircleUser,
  TEXT: AlignLeft,
  DIVIDER: Minus,
  IMAGE: Image,
  IMAGE_SLIDE: GalleryHorizontal,
  MEDIA: Clapperboard,
  AUTOPLAY_MUSIC: Music,
  CONTACT: Contact,
  CV: FileUser,
  CALENDAR: CalendarPlus,
  COUNTDOWN: Timer,
  MAPS: MapPin,
  SHOP_LISTING: Store,
  SHOP_ITEM: ShoppingBag,
  SHOP_LEADERBOARD: Trophy,
}

export const kindIcon = (kind: ComponentKind): Icon => icons[kind] ?? AppWindow

const offered = [...new Set([...(Object.keys(icons) as ComponentKind[]), ...componentKinds])]

export const kindGroups = (['basics', 'pictures', 'people', 'shop'] as const).map((name) => ({
  name,
  kinds: offered.filter((kind) => kindDescriptors[kind].group === name),
}))

/** The text by which the owner recognizes a component; empty if it has none. */
export function mainText(data: Record<string, unknown>): string {
  for (const name of ['value', 'title', 'content', 'name', 'fullName', 'address', 'url', 'href']) {
    const text = data[name]
    if (typeof text === 'string' && text.trim()) return text.trim().slice(0, 200)
  }
  const count = [data.links, data.slides, data.shopItemIds].find(Array.isArray)?.length
  return count ? `× ${count}` : ''
}
