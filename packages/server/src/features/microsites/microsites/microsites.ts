// A microsite as the API shows it: its record and address, and which one a path means.
import {
  detailOf,
  type Microsite,
  type PublishedMicrosite,
  Refusal,
  shortCodePattern,
} from '@linnet/contract'
import { themeNames } from '@linnet/pages'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { MicrositeRow, MicrositeStore } from './store.ts'

export const defaultTheme = 'default'

/** The address of a microsite, on the default domain. */
export function addressOf(origin: string, slug: string): string {
  return `${origin}/${slug}`
}

export function micrositeRecord(origin: string, row: MicrositeRow): Microsite {
  return {
    id: row.public_id,
    slug: row.slug,
    url: addressOf(origin, row.slug),
    title: row.title,
    kind: row.kind,
    theme: row.theme,
    description: row.description,
    hide: row.hidden === 1,
    status: row.published_at === null ? 'draft' : 'published',
    published_at: row.published_at,
    blocked_at: row.blocked_at,
    blocked_reason: row.blocked_reason,
    views: row.views,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** The event of publishing a microsite. */
export function published(data: Microsite): OutboxEvent {
  return { type: 'microsite.published', data: data satisfies Microsite as PublishedMicrosite }
}

/** The ids of microsites, which are also the cursors of their lists. */
export const publicIdPattern = /^mic_[0-9a-z]{26}$/

/** The account's microsite that a path means, by slug or else by id. Refuses with `not_found`. */
export async function findMicrosite(
  store: MicrositeStore,
  { userId, slug }: { userId: number; slug: string },
): Promise<MicrositeRow> {
  const row =
    (shortCodePattern.test(slug) ? await store.find(userId, { slug }) : undefined) ??
    (publicIdPattern.test(slug) ? await store.find(userId, { publicId: slug }) : undefined)
  return row ?? refuseUnknown()
}

export function refuseUnknown(): never {
  throw new Refusal('not_found', 'There is no such microsite in this account. Check the slug.')
}

/** Refuses an unknown theme. */
export function requireTheme(theme: string | undefined): void {
  if (theme === undefined || themeNames.includes(theme)) return
  throw new Refusal('validation_failed', undefined, [
    detailOf('theme', { code: 'not_one_of', params: { values: [...themeNames] } }),
  ])
}
