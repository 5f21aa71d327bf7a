// The view of each kind of component.
import type { ComponentKind } from '@linnet/contract'
import type { ComponentView } from './component.ts'
import { divider } from './divider.tsx'
import { horizontalLink } from './horizontal-link.tsx'
import { image } from './image.tsx'
import { link } from './link.tsx'
import { profile } from './profile.tsx'
import { shopItem } from './shop-item.tsx'
import { shopLeaderboard } from './shop-leaderboard.tsx'
import { shopListing } from './shop-listing.tsx'
import { text } from './text.tsx'

const notYet = { styles: '', draw: () => null }

export const views: { readonly [Kind in ComponentKind]: ComponentView<Kind> } = {
  PROFILE: profile,
  LINK: link,
  HORIZONTAL_LINK: horizontalLink,
  TEXT: text,
  IMAGE: image,
  MEDIA: notYet,
  DIVIDER: divider,
  COUNTDOWN: notYet,
  MAPS: notYet,
  IMAGE_SLIDE: notYet,
  CV: notYet,
  AUTOPLAY_MUSIC: notYet,
  CONTACT: notYet,
  CALENDAR: notYet,
  SHOP_LISTING: shopListing,
  SHOP_ITEM: shopItem,
  SHOP_LEADERBOARD: shopLeaderboard,
}
