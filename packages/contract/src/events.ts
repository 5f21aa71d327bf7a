// Events: what an endpoint is sent when something happens, as typed and described to those who receive it.
import { z } from 'zod'
import { eventTypes } from './event-types.ts'
import { Link } from './links.ts'
import { UnixTime } from './values.ts'

export const EventType = z.enum(eventTypes)

/** One click, without anything that tells who it was. */
export const Click = z
  .object({
    id: z.string().meta({ examples: ['clk_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    at: UnixTime,
    country: z
      .string()
      .meta({ description: 'ISO 3166-1 alpha-2; ZZ where it is not known', examples: ['ID'] }),
    device: z.string().meta({ description: 'desktop, mobile, tablet, bot or other' }),
    browser: z.string(),
    os: z.string(),
    referer: z.string().meta({ description: "The referring site's registrable host, or direct" }),
    bot: z.boolean().meta({ description: 'A declared crawler or fetcher of link previews' }),
    qr: z.boolean().meta({ description: 'A scan of a QR code' }),
  })
  .meta({ id: 'Click' })
export type Click = z.output<typeof Click>

/** What `link.clicked` and `qr.scanned` carry; a scan's two events tell of the same click. */
export const ClickedLink = z.object({
  link: z.object({ id: z.string(), short: z.string(), domain: z.string(), long_url: z.string() }),
  click: Click,
})
export type ClickedLink = z.output<typeof ClickedLink>

/** A link-in-bio page, as its event carries it. */
export const PublishedMicrosite = z
  .object({
    id: z.string(),
    slug: z.string(),
    url: z.string(),
    title: z.string(),
    kind: z.string(),
    theme: z.string(),
    description: z.string(),
    hide: z.boolean(),
    status: z.literal('published'),
    published_at: UnixTime,
    views: z.int(),
    created_at: UnixTime,
    updated_at: UnixTime,
  })
  .meta({ id: 'PublishedMicrosite' })
export type PublishedMicrosite = z.output<typeof PublishedMicrosite>

function event<Type extends (typeof eventTypes)[number], Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    id: z.string().meta({
      description: 'The same on every retry: whoever has seen it may ignore it',
      examples: ['evt_01k9xq3v5m8e6t2w4y7z0a1b2c'],
    }),
    type: z.literal(type),
    created_at: UnixTime.meta({ description: 'When it happened' }),
    data,
  })
}

/** The body of a delivery, for each type. */
export const events = [
  event('link.created', Link),
  event('link.updated', Link),
  event('link.archived', Link),
  event('link.clicked', ClickedLink),
  event('microsite.published', PublishedMicrosite),
  event('qr.scanned', ClickedLink),
] as const

/** When each fires. */
export const eventMeanings: Record<z.output<typeof EventType>, string> = {
  'link.created': 'A new link is created',
  'link.updated': "A link's URL or title is changed",
  'link.archived': 'A link is archived',
  'link.clicked': 'A visitor is redirected: one event per click',
  'microsite.published': 'A microsite is published',
  'qr.scanned': 'A QR code is scanned',
}

/** The body of a delivery, by its type. */
export const WebhookEvent = z.discriminatedUnion('type', events).meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.output<typeof WebhookEvent>
