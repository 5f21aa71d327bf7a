// The data of components: one schema per kind. No field is required, and unknown fields are dropped.
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { validate } from '../validation.ts'
import { text, UnixTime } from '../values.ts'
import { backgroundFields, buttonFields, passwordFields, spoilerFields } from './component-groups.ts'
import { AssetPath, Colour, DateTime, Href, Look, longText, MediaUrl, TimeZone } from './component-values.ts'

const Text = text(longText).optional()
const Font = Look(100).optional()
const Style = (known: string) => Look(longText, known).optional()
/** The data of a kind: its own fields and those that all kinds share. */
const dataOf = <Own extends z.ZodRawShape>(fields: Own) => z.object({ ...fields, ...backgroundFields })
/** The id of an item of the account's shop. */
export const ItemId = text(100)

const Profile = dataOf({
  title: Text,
  description: Text,
  image: AssetPath.optional(),
  titleColor: Colour.optional(),
})

const Link = dataOf({
  value: Text.meta({ description: 'What the button says' }),
  href: Href.optional(),
  ...buttonFields,
  ...passwordFields,
})

const HorizontalLink = dataOf({
  style: Style('plain, circle, square, outline or labels'),
  links: z
    .array(z.object({ icon: Look(255).optional(), url: Href.optional() }))
    .max(50)
    .optional(),
})

const TextData = dataOf({
  content: Text,
  textColor: Colour.optional(),
  textPosition: Look(longText, 'left, center, right or justify').optional(),
  ...spoilerFields,
  ...passwordFields,
})

const Image = dataOf({
  image: AssetPath.optional(),
  content: Text.meta({ description: 'What stands below it, and what it shows for who cannot see it' }),
  href: Href.optional(),
  ...spoilerFields,
  ...passwordFields,
})

const Media = dataOf({
  url: MediaUrl.optional(),
  autoPlay: z.boolean().optional(),
  ...spoilerFields,
  ...passwordFields,
})

const Divider = dataOf({
  style: Style('solid, dashed, dotted, double or space'),
  color: Colour.optional(),
  width: z.number().min(1).max(100).optional().meta({ description: 'Percent' }),
})

const Countdown = dataOf({ timestamp: UnixTime.optional(), textFont: Font })

const Maps = dataOf({
  name: Text,
  address: Text,
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
  useLatLng: z.boolean().optional(),
  ...spoilerFields,
  ...passwordFields,
})

const ImageSlide = dataOf({
  slides: z
    .array(z.object({ image: AssetPath, href: Href.optional(), caption: text(140).optional() }))
    .min(1)
    .max(20)
    .optional(),
  autoPlay: z.boolean().optional(),
  interval: z.number().min(2).max(60).optional().meta({ description: 'Seconds' }),
  ...spoilerFields,
  ...passwordFields,
})

const stations = <Own extends z.ZodRawShape>(fields: Own) =>
  z
    .array(
      z.object({
        ...fields,
        description: Text,
        location: Text,
        startDate: Text,
        endDate: Text,
      }),
    )
    .max(100)
    .optional()

/** A skill level, as a word or a number. */
const Level = z.union([text(longText), z.number()]).optional()

const Cv = dataOf({
  fullName: Text,
  email: Text,
  phone: Text,
  summary: Text,
  experiences: stations({ name: text(longText), position: text(longText) }),
  educations: stations({ name: Text, degree: Text, major: Text }),
  skills: z
    .array(z.union([z.object({ name: Text, level: Level }), text(longText)]))
    .max(100)
    .optional(),
  ...passwordFields,
})

const AutoplayMusic = dataOf({
  url: MediaUrl.optional(),
  title: text(140).optional(),
  loop: z.boolean().optional(),
})

const Contact = dataOf({
  value: Text.meta({ description: 'What the button says' }),
  name: Text,
  phone: Text,
  email: Text,
  website: MediaUrl.optional(),
  address: Text,
  organization: Text,
  ...buttonFields,
  ...passwordFields,
})

const Calendar = dataOf({
  title: Text,
  startDate: DateTime.optional(),
  endDate: DateTime.optional(),
  timezone: TimeZone.optional(),
  ...buttonFields,
})

const ShopListing = dataOf({
  title: text(140).optional(),
  shopItemIds: z.array(ItemId).min(1).max(50).optional(),
  style: Style('grid or list'),
})

const ShopItemData = dataOf({ shopItemId: ItemId.optional(), style: Style('wide, featured or compact') })

const ShopLeaderboard = dataOf({
  title: text(140).optional(),
  limit: z.int().min(1).max(20).optional(),
  style: Style('list or grid'),
  ...spoilerFields,
  ...passwordFields,
})

/** By kind, in the order in which the contract names them. */
export const componentData = {
  PROFILE: Profile,
  LINK: Link,
  HORIZONTAL_LINK: HorizontalLink,
  TEXT: TextData,
  IMAGE: Image,
  MEDIA: Media,
  DIVIDER: Divider,
  COUNTDOWN: Countdown,
  MAPS: Maps,
  IMAGE_SLIDE: ImageSlide,
  CV: Cv,
  AUTOPLAY_MUSIC: AutoplayMusic,
  CONTACT: Contact,
  CALENDAR: Calendar,
  SHOP_LISTING: ShopListing,
  SHOP_ITEM: ShopItemData,
  SHOP_LEADERBOARD: ShopLeaderboard,
}

export type ComponentKind = keyof typeof componentData
export const componentKinds = Object.keys(componentData) as ComponentKind[]

// Kinds that are shown even without data: a line, the page's title, the most tapped links.
const shownWithoutData: readonly ComponentKind[] = ['DIVIDER', 'PROFILE', 'SHOP_LEADERBOARD']

/** Whether a component has nothing to show to visitors. */
export function isEmptyComponent(kind: ComponentKind, data: Record<string, unknown>): boolean {
  const isAround = (field: string) => field === 'hasPassword' || field in backgroundFields
  return !shownWithoutData.includes(kind) && Object.keys(data).every(isAround)
}

/** The name of the schema of a kind's data, such as `HorizontalLinkData`. */
export function shapeName(kind: ComponentKind): string {
  return `${kind.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Data`
}

/** The valid data of a kind: without unknown fields, and with the password if one was sent. */
export type ComponentData<Kind extends ComponentKind = ComponentKind> = z.output<(typeof componentData)[Kind]>

/** A microsite may have only one of each of these. */
export const uniqueKinds: readonly ComponentKind[] = ['PROFILE', 'CV', 'AUTOPLAY_MUSIC']

/** Whether components of a kind can be locked with a password. */
export function hasPassword(kind: ComponentKind): boolean {
  return 'password' in componentData[kind].shape
}

/** Validates a component's data by its kind; throws a Refusal that names each field below `data`. */
export function readComponentData<Kind extends ComponentKind>(
  kind: Kind,
  data: unknown,
): ComponentData<Kind> {
  const result = validate(componentData[kind], data)
  if (!result.details) return result.data as ComponentData<Kind>
  const details = result.details.map(({ path, message }) => ({
    path: path ? `data.${path}` : 'data',
    message,
  }))
  throw new Refusal('validation_failed', undefined, details)
}
