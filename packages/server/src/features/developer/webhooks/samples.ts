// Samples of each event, in the same form as real ones, so that people can map their fields.
import {
  type CheckedLink,
  type ClickedLink,
  type EventType,
  exampleOf,
  Link,
  LinkHealth,
  PublishedMicrosite,
  type WebhookEvent,
} from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { writeEvent } from '../../events/index.ts'

/** The `data` of a sample. `origin` is that of the default short domain, `now` is in milliseconds. */
export function sampleData(type: EventType, origin: string, now: number): WebhookEvent['data'] {
  const link = sampleLink(origin, unixSeconds(now))
  switch (type) {
    case 'link.created':
      return link
    case 'link.updated':
      return { ...link, title: 'Launch day', clicks: 12 }
    case 'link.archived':
      return { ...link, clicks: 12, status: 'archived', archived_at: unixSeconds(now) }
    case 'link.deleted':
    case 'link.restored':
      return { ...link, clicks: 12 }
    case 'link.broken':
      return sampleCheck(link, unixSeconds(now))
    case 'link.recovered':
      return sampleCheck(link, null)
    case 'link.clicked':
      return sampleClick(link, false)
    case 'qr.scanned':
      return sampleClick(link, true)
    case 'microsite.published':
      return sampleMicrosite(origin, unixSeconds(now))
  }
}

/** The whole body of a sample, as it is sent. */
export function sampleEvent(type: EventType, origin: string, now: number): WebhookEvent {
  return JSON.parse(writeEvent(type, sampleData(type, origin, now), now).body) as WebhookEvent
}

// Ids that belong to nothing, because no generated one has only zeros.
const sampleId = (prefix: string) => `${prefix}_01k00000000000000000000000`

function sampleLink(origin: string, now: number): Link {
  const short = 'launch'
  return exampleOf(Link, {
    id: sampleId('lnk'),
    short,
    domain: new URL(origin).host,
    short_url: `${origin}/${short}`,
    status: 'active',
    created_at: now,
    updated_at: now,
  })
}

/** `brokenAt`: since when it is broken; null: it has recovered. */
function sampleCheck(link: Link, brokenAt: number | null): CheckedLink {
  const { created_at: now } = link
  const failed = { status: 'broken', outcome: 'not_found', answer_status: 404, failures: 3 } as const
  return {
    link: { ...link, broken_at: brokenAt },
    health: exampleOf(LinkHealth, {
      ...{
        checked_at: now,
        next_check_at: now + 86_400,
        answered_at: brokenAt === null ? now : now - 604_800,
      },
      ...(brokenAt === null ? {} : { ...failed, failing_since: brokenAt - 172_800, broken_at: brokenAt }),
    }),
  }
}

function sampleClick({ id, short, domain, long_url, created_at }: Link, qr: boolean): ClickedLink {
  return {
    link: { id, short, domain, long_url },
    click: {
      id: sampleId('clk'),
      at: created_at,
      country: 'ID',
      device: 'mobile',
      browser: 'Chrome',
      os: 'Android',
      referer: 'direct',
      bot: false,
      qr,
      placement: null,
      rule: null,
      destination: null,
      not_counted: null,
    },
  }
}

function sampleMicrosite(origin: string, now: number): PublishedMicrosite {
  const slug = 'ana'
  return exampleOf(PublishedMicrosite, {
    id: sampleId('mic'),
    slug,
    url: `${origin}/${slug}`,
    status: 'published',
    published_at: now,
    created_at: now,
    updated_at: now,
  })
}
