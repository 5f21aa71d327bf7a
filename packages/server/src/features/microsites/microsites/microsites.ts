// What a microsite is to its owner: the record, which one a path means, and its address.
import { type Microsite, type PublishedMicrosite, Refusal, shortCodePattern } from '@linnet/contract'
import { themeNames } from '@linnet/pages'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { MicrositeRow, MicrositeStore } from './store.ts'

export const defaultTheme = 'default'

/** Where a microsite is, on the default domain. */
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

/** What others are told when a microsite is published. */
export function published(data: Microsite): OutboxEvent {
  return { type: 'microsite.published', data: data satisfies Microsite as PublishedMicrosite }
}

/** The identifiers of microsites, which are their places in a list, too. */
export const publicIdPattern = /^mic_[0-9a-z]{26}$/

/** The account's microsite that a path means: of that slug, or else of that identifier. Refuses with `not_found`. */
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

/** Refuses the name of a theme that there is not. */
export function requireTheme(theme: string | undefined): void {
  if (theme === undefined || themeNames.includes(theme)) return
  throw new Refusal('validation_failed', undefined, [
    { path: 'theme', message: `must be one of ${themeNames.join(', ')}` },
  ])
}
