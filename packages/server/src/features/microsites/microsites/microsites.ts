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
import { addressOf as addressOfLink, defaultDomain } from '../../links/links/index.ts'
import type { MicrositeRow, MicrositeStore } from './store.ts'

export const defaultTheme = 'default'

/** The host of a microsite's domain, and the address of its page. `origin` is that of the default short domain. */
export function addressOf(
  origin: string,
  { domain_name, slug }: Pick<MicrositeRow, 'domain_name' | 'slug'>,
): { domain: string; url: string } {
  const { domain, short_url } = addressOfLink({ origin }, { domain_name, code: slug })
  return { domain, url: short_url }
}

export function micrositeRecord(origin: string, row: MicrositeRow): Microsite {
  return {
    id: row.public_id,
    slug: row.slug,
    ...addressOf(origin, row),
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

/** Which microsite a path means: its slug or id, and its domain if the query names one. */
export interface WantedMicrosite {
  userId: number
  slug: string
  domain?: string
}

/** What finding a microsite needs to know of domains. */
export interface MicrositeAddresses {
  /** Origin of the default short domain. */
  origin: string
  /** A code as a domain stores it. */
  codeAt(domainId: number, code: string): string
}

/**
 * The account's microsite that a path means: the slug on the given domain, on the default domain, or on another domain if it
 * is the only one; otherwise the one with that id. Refuses with `not_found`.
 */
export async function findMicrosite(
  store: MicrositeStore,
  { origin, codeAt }: MicrositeAddresses,
  { userId, slug, domain }: WantedMicrosite,
): Promise<MicrositeRow> {
  const wanted = domain?.trim().toLowerCase().replace(/\.$/, '')
  const fits = (row: MicrositeRow) => wanted === undefined || addressOf(origin, row).domain === wanted
  if (shortCodePattern.test(slug)) {
    const found = (await ofSlug(store, codeAt, userId, slug)).filter(fits)
    const row = found.find(({ domain_id }) => domain_id === defaultDomain)
    if (row) return row
    const [only, ...others] = found
    if (others.length > 0)
      throw new Refusal(
        'not_found',
        'Several domains have a microsite with this slug. Choose one of them with the parameter domain.',
      )
    if (only) return only
  }
  const [row] = publicIdPattern.test(slug) ? await store.find(userId, { publicId: slug }) : []
  return row && fits(row) ? row : refuseUnknown()
}

/** The account's microsites with a slug; those on domains that ignore case have it in lower case. */
async function ofSlug(
  store: MicrositeStore,
  codeAt: MicrositeAddresses['codeAt'],
  userId: number,
  slug: string,
): Promise<MicrositeRow[]> {
  const same = await store.find(userId, { slug })
  const lower = slug.toLowerCase()
  if (lower === slug) return same
  const others = await store.find(userId, { slug: lower })
  return [...same, ...others.filter(({ domain_id }) => codeAt(domain_id, slug) === lower)]
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

/** The refusal of an invalid cursor of a list. */
export function badCursor(): Refusal {
  return new Refusal(
    'malformed_request',
    'The cursor is invalid. Send next_cursor of the previous page as after, or leave out after to begin with the first page.',
    [detailOf('after', { code: 'bad_cursor' })],
  )
}
