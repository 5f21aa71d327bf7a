// The values of the panel's form, and the update that is made of them.
import type { Api, Link } from '@linnet/contract'
import { outlines } from '@linnet/contract/outlines'
import { localMinute, secondsOf } from '../../../lib/local-minute.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'

type UpdatedField = keyof NonNullable<Api['links']['update']['body']>['shape']
/** What the panel doesn't show yet. */
const unshown = [
  'note',
  'forward_query',
  'forward_path',
  'starts_at',
  'max_clicks',
  'ended_url',
  'rules',
  'preview',
] as const
/** What an update sets under the name that it has in the link. */
type OwnField = Exclude<keyof Link & UpdatedField, (typeof unshown)[number]>

/** What the form has in another form than the link. */
type Converted = 'expired_at' | 'tags'

/** Named like the fields of the update operation, so that its errors find them. An empty string means null. */
export type LinkValues = {
  [Field in Exclude<OwnField, Converted>]: NonNullable<Link[Field]> | (null extends Link[Field] ? '' : never)
} & {
  custom_slug: string
  /** Empty for the default domain. */
  domain_alias: string
  /** A new password; empty to keep the current one. */
  password: string
  has_password: boolean
  /** Date and time in this browser's zone, to the minute, or empty. */
  expired_at: string
  /** One name per line: drafts compare strings. */
  tags: string
}

/** Fields that drafts never write into a storage. */
export const unstoredFields = ['password'] as const

export function valuesOf(link: Link, defaultHost: string): LinkValues {
  const { long_url, title, ...settings } = ownValues(link)
  return {
    long_url,
    title,
    custom_slug: link.short,
    domain_alias: link.domain === defaultHost ? '' : link.domain,
    password: '',
    has_password: link.has_password,
    ...settings,
    expired_at: link.expired_at === null ? '' : localMinute(link.expired_at),
    tags: link.tags.join('\n'),
  }
}

function ownValues(link: Link): Pick<LinkValues, Exclude<OwnField, Converted>> {
  const updated = outlines.links?.update?.body ?? []
  const fields = updated.filter(
    (field): field is OwnField => field in link && !unshown.some((name) => name === field),
  )
  return Object.fromEntries(fields.map((field) => [field, link[field] ?? ''])) as LinkValues
}

/** The body of the update: the changed fields alone. */
export function bodyOf(changes: Partial<LinkValues>) {
  const { long_url, has_password, password, expired_at, tags, ...unconverted } = changes
  return {
    ...unconverted,
    ...(long_url === undefined ? {} : { long_url: completeUrl(long_url) }),
    ...(has_password === false ? { password: '' } : password ? { password } : {}),
    ...(expired_at === undefined ? {} : { expired_at: secondsOf(expired_at) }),
    ...(tags === undefined ? {} : { tags: namesIn(tags) }),
  }
}

/** The names in the form's tags. */
export const namesIn = (tags: string): string[] => tags.split('\n').filter(Boolean)
