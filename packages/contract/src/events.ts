// Events: the types and descriptions of what endpoints receive.
import { z } from 'zod'
import { eventTypes } from './event-types.ts'
import { CheckedLink } from './operations/link-health.ts'
import { Link } from './operations/links.ts'
import { PublishedMicrosite } from './operations/microsites.ts'
import { clickDecision } from './operations/statistics.ts'
import { UnixTime } from './values.ts'

export const EventType = z.enum(eventTypes)

/** A click, without anything that identifies the visitor. */
export const Click = z
  .object({
    id: z.string().meta({ examples: ['clk_01k9xq3v5m8e6t2w4y7z0a1b2c'] }),
    at: UnixTime.meta({ examples: [1_790_000_000] }),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2; ZZ for unknown', examples: ['ID'] }),
    device: z.string().meta({ description: 'desktop, mobile, tablet, bot or other', examples: ['mobile'] }),
    browser: z.string().meta({ examples: ['Chrome'] }),
    os: z.string().meta({ examples: ['Android'] }),
    referer: z
      .string()
      .meta({ description: "The referring site's registrable host, or direct", examples: ['example.org'] }),
    bot: z.boolean().meta({ description: 'A declared crawler or link-preview fetcher', examples: [false] }),
    qr: z.boolean().meta({ description: 'A scan of a QR code', examples: [true] }),
    ...clickDecision,
  })
  .meta({ id: 'Click' })
export type Click = z.output<typeof Click>

/** The data of `link.clicked`, and of `qr.scanned` for a link's code: both events of one scan have the same click. */
export const ClickedLink = z.object({
  link: Link.pick({ id: true, short: true, domain: true, long_url: true }),
  click: Click,
})
export type ClickedLink = z.output<typeof ClickedLink>

/** The data of `qr.scanned` for a microsite's code. */
export const ScannedMicrosite = z.object({
  microsite: PublishedMicrosite.pick({ id: true, slug: true, title: true }),
  click: Click,
})
export type ScannedMicrosite = z.output<typeof ScannedMicrosite>

function event<Type extends (typeof eventTypes)[number], Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    id: z.string().meta({
      description: 'The same on every retry, so that receivers can ignore repeated events',
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
  event('link.deleted', Link),
  event('link.restored', Link),
  event('link.broken', CheckedLink),
  event('link.recovered', CheckedLink),
  event('link.clicked', ClickedLink),
  event('microsite.published', PublishedMicrosite),
  event('qr.scanned', z.union([ClickedLink, ScannedMicrosite])),
] as const

/** When each fires. */
export const eventMeanings: Record<z.output<typeof EventType>, string> = {
  'link.created': 'A new link is created',
  'link.updated': "A link's URL, rules, card, title, tags, short code or domain is changed",
  'link.archived': 'A link is archived',
  'link.deleted': 'A link is deleted for good',
  'link.restored': 'The deletion of a link is undone',
  'link.broken': 'The destination of a watched link has failed three checks over 48 hours',
  'link.recovered': 'The destination of a broken link works again',
  'link.clicked': 'A visitor is redirected: one event per click',
  'microsite.published': 'A microsite is published',
  'qr.scanned': "A link's or a microsite's QR code is scanned",
}

/** The body of a delivery, by its type. */
export const WebhookEvent = z.discriminatedUnion('type', events).meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.output<typeof WebhookEvent>
