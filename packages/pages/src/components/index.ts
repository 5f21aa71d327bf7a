// The view of each kind of component.
import type { ComponentKind } from '@linnet/contract'
import { autoplayMusic } from './autoplay-music.tsx'
import { calendar } from './calendar.tsx'
import type { ComponentView } from './component.ts'
import { contact } from './contact.tsx'
import { countdown } from './countdown.tsx'
import { cv } from './cv.tsx'
import { divider } from './divider.tsx'
import { horizontalLink } from './horizontal-link.tsx'
import { image } from './image.tsx'
import { imageSlide } from './image-slide.tsx'
import { link } from './link.tsx'
import { maps } from './maps.tsx'
import { media } from './media.tsx'
import { profile } from './profile.tsx'
import { shopItem } from './shop-item.tsx'
import { shopLeaderboard } from './shop-leaderboard.tsx'
import { shopListing } from './shop-listing.tsx'
import { text } from './text.tsx'

const views: { readonly [Kind in ComponentKind]: ComponentView<Kind> } = {
  PROFILE: profile,
  LINK: link,
  HORIZONTAL_LINK: horizontalLink,
  TEXT: text,
  IMAGE: image,
  MEDIA: media,
  DIVIDER: divider,
  COUNTDOWN: countdown,
  MAPS: maps,
  IMAGE_SLIDE: imageSlide,
  CV: cv,
  AUTOPLAY_MUSIC: autoplayMusic,
  CONTACT: contact,
  CALENDAR: calendar,
  SHOP_LISTING: shopListing,
  SHOP_ITEM: shopItem,
  SHOP_LEADERBOARD: shopLeaderboard,
}

/** Of any kind, for code that handles all of them: its data must be of the same kind. */
export const viewOf = (kind: ComponentKind) => views[kind] as ComponentView<ComponentKind>
