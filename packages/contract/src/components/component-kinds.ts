// The kinds of component: for each, its data, and what the API, agents and the editor need to know of it. No field of the
// data is required, and unknown fields are dropped.
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { validate } from '../validation.ts'
import { text, UnixTime } from '../values.ts'
import { backgroundFields, buttonFields, passwordFields, spoilerFields } from './component-groups.ts'
import { AssetPath, Colour, DateTime, Href, Look, longText, MediaUrl, TimeZone } from './component-values.ts'

const Text = text(longText).optional()
const Font = Look(100).optional()
const Style = (known: string) => Look(longText, known).optional()
/** What all components of a kind share, except how pages show them, which is the kind's view in packages/pages. */
interface KindDescriptor<Fields extends z.ZodRawShape> {
  /** In English, for owners. Other languages have theirs in `componentKinds` of their folder. */
  name: string
  /** What it shows or does, in a phrase. */
  description: string
  /** Where the editor offers it. */
  group: 'basics' | 'pictures' | 'people' | 'shop'
  /** A microsite can have only one of it, which a database index enforces. */
  isUnique?: true
  /** It is shown even without data. */
  isShownEmpty?: true
  /** The field of a plan that says whether it includes this kind; without one, every plan does. */
  planField?: 'image_slide'
  /** Its own fields, besides those that all kinds have. */
  fields: Fields
}

const kind = <Fields extends z.ZodRawShape>({ fields, ...descriptor }: KindDescriptor<Fields>) => ({
  ...(descriptor as Omit<KindDescriptor<Fields>, 'fields'>),
  data: z.object({ ...fields, ...backgroundFields }),
})
/** The id of an item of the account's shop. */
export const ItemId = text(100)

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

/** By kind, in the order in which the contract names them. */
export const kindDescriptors = {
  PROFILE: kind({
    name: 'Profile',
    description: 'Your picture, your name and a line about you',
    group: 'basics',
    isUnique: true,
    isShownEmpty: true,
    fields: {
      title: Text,
      description: Text,
      image: AssetPath.optional(),
      titleColor: Colour.optional(),
    },
  }),
  LINK: kind({
    name: 'Link',
    description: 'A button that opens any URL',
    group: 'basics',
    fields: {
      value: Text.meta({ description: 'What the button says' }),
      href: Href.optional(),
      ...buttonFields,
      ...passwordFields,
    },
  }),
  HORIZONTAL_LINK: kind({
    name: 'Social icons',
    description: 'A row of icons for your profiles elsewhere',
    group: 'basics',
    fields: {
      style: Style('plain, circle, square, outline or labels'),
      links: z
        .array(z.object({ icon: Look(255).optional(), url: Href.optional() }))
        .max(50)
        .optional(),
    },
  }),
  TEXT: kind({
    name: 'Text',
    description: 'A paragraph, in which URLs become links',
    group: 'basics',
    fields: {
      content: Text,
      textColor: Colour.optional(),
      textPosition: Look(longText, 'left, center, right or justify').optional(),
      ...spoilerFields,
      ...passwordFields,
    },
  }),
  IMAGE: kind({
    name: 'Image',
    description: 'One image, with an optional link',
    group: 'pictures',
    fields: {
      image: AssetPath.optional(),
      content: Text.meta({
        description: "Caption, which also describes the image to people who can't see it",
      }),
      href: Href.optional(),
      ...spoilerFields,
      ...passwordFields,
    },
  }),
  MEDIA: kind({
    name: 'Video or music',
    description: 'A video or a song, from another site or a file',
    group: 'pictures',
    fields: {
      url: MediaUrl.optional(),
      autoPlay: z.boolean().optional(),
      ...spoilerFields,
      ...passwordFields,
    },
  }),
  DIVIDER: kind({
    name: 'Divider',
    description: 'A line or some space between two components',
    group: 'basics',
    isShownEmpty: true,
    fields: {
      style: Style('solid, dashed, dotted, double or space'),
      color: Colour.optional(),
      width: z.number().min(1).max(100).optional().meta({ description: 'Percent' }),
    },
  }),
  COUNTDOWN: kind({
    name: 'Countdown',
    description: 'The time left until a date',
    group: 'people',
    fields: { timestamp: UnixTime.optional(), textFont: Font },
  }),
  MAPS: kind({
    name: 'Map',
    description: 'Your location, with links to map apps',
    group: 'people',
    fields: {
      name: Text,
      address: Text,
      lat: z.number().min(-90).max(90).optional(),
      lng: z.number().min(-180).max(180).optional(),
      useLatLng: z.boolean().optional(),
      ...spoilerFields,
      ...passwordFields,
    },
  }),
  IMAGE_SLIDE: kind({
    name: 'Image slides',
    description: 'Several images to swipe through',
    group: 'pictures',
    planField: 'image_slide',
    fields: {
      slides: z
        .array(z.object({ image: AssetPath, href: Href.optional(), caption: text(140).optional() }))
        .min(1)
        .max(20)
        .optional(),
      autoPlay: z.boolean().optional(),
      interval: z.number().min(2).max(60).optional().meta({ description: 'Seconds' }),
      ...spoilerFields,
      ...passwordFields,
    },
  }),
  CV: kind({
    name: 'CV',
    description: 'Experience, education and skills',
    group: 'people',
    isUnique: true,
    fields: {
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
    },
  }),
  AUTOPLAY_MUSIC: kind({
    name: 'Background music',
    description: 'A song for the whole page',
    group: 'pictures',
    isUnique: true,
    fields: {
      url: MediaUrl.optional(),
      title: text(140).optional(),
      loop: z.boolean().optional(),
    },
  }),
  CONTACT: kind({
    name: 'Contact card',
    description: 'A button that saves your contact details',
    group: 'people',
    fields: {
      value: Text.meta({ description: 'What the button says' }),
      name: Text,
      phone: Text,
      email: Text,
      website: MediaUrl.optional(),
      address: Text,
      organization: Text,
      ...buttonFields,
      ...passwordFields,
    },
  }),
  CALENDAR: kind({
    name: 'Calendar event',
    description: 'An event, with a button that adds it to a calendar',
    group: 'people',
    fields: {
      title: Text,
      startDate: DateTime.optional(),
      endDate: DateTime.optional(),
      timezone: TimeZone.optional(),
      ...buttonFields,
    },
  }),
  SHOP_LISTING: kind({
    name: 'Shop',
    description: 'Several items from your catalogue',
    group: 'shop',
    fields: {
      title: text(140).optional(),
      shopItemIds: z.array(ItemId).min(1).max(50).optional(),
      style: Style('grid or list'),
    },
  }),
  SHOP_ITEM: kind({
    name: 'Shop item',
    description: 'One item from your catalogue',
    group: 'shop',
    fields: { shopItemId: ItemId.optional(), style: Style('wide, featured or compact') },
  }),
  SHOP_LEADERBOARD: kind({
    name: 'Most popular items',
    description: 'The most tapped items in your catalogue',
    group: 'shop',
    isShownEmpty: true,
    fields: {
      title: text(140).optional(),
      limit: z.int().min(1).max(20).optional(),
      style: Style('list or grid'),
      ...spoilerFields,
      ...passwordFields,
    },
  }),
}

export type ComponentKind = keyof typeof kindDescriptors
export const componentKinds = Object.keys(kindDescriptors) as ComponentKind[]

type DataSchemas = { readonly [Kind in ComponentKind]: (typeof kindDescriptors)[Kind]['data'] }

/** The schema of each kind's data. */
export const componentData = Object.fromEntries(
  componentKinds.map((kind) => [kind, kindDescriptors[kind].data]),
) as DataSchemas

/** Whether a component has nothing to show to visitors. */
export function isEmptyComponent(kind: ComponentKind, data: Record<string, unknown>): boolean {
  const isAround = (field: string) => field === 'hasPassword' || field in backgroundFields
  return !kindDescriptors[kind].isShownEmpty && Object.keys(data).every(isAround)
}

/** The name of the schema of a kind's data, such as `HorizontalLinkData`. */
export function shapeName(kind: ComponentKind): string {
  return `${kind.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Data`
}

/** The valid data of a kind: without unknown fields, and with the password if one was sent. */
export type ComponentData<Kind extends ComponentKind = ComponentKind> = z.output<DataSchemas[Kind]>

/** Whether a microsite can have only one component of the kind. */
export const isUniqueKind = (kind: ComponentKind): boolean => kindDescriptors[kind].isUnique === true

/** Whether components of a kind can be locked with a password. */
export function hasPassword(kind: ComponentKind): boolean {
  return 'password' in componentData[kind].shape
}

/** Validates a component's data by its kind; throws a Refusal that names each field under `data`. */
export function readComponentData<Kind extends ComponentKind>(
  kind: Kind,
  data: unknown,
): ComponentData<Kind> {
  const result = validate(componentData[kind], data)
  if (!result.details) return result.data as ComponentData<Kind>
  const details = result.details.map((detail) => ({
    ...detail,
    path: detail.path ? `data.${detail.path}` : 'data',
  }))
  throw new Refusal('validation_failed', undefined, details)
}
