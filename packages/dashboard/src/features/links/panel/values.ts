// The values of the panel's form, and the update that is made of them.
import type { Api, ArgumentsOf, Link } from '@linnet/contract'
import { outlines } from '@linnet/contract/outlines'
import { localMinute, secondsOf } from '../../../lib/local-minute.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { type EditedRule, editedRules, givenRules } from '../../rules/edited-rules.ts'

type Update = NonNullable<Api['links']['update']['body']>['shape']
/** What an update sets under the name that it has in the link. */
type OwnField = keyof Link & keyof Update
/** What the form has in another form than the link. */
type Converted = 'expired_at' | 'starts_at' | 'max_clicks' | 'rules' | 'preview' | 'tags'

/** The card, with empty strings for what isn't set. */
export interface PreviewValues {
  title: string
  description: string
  /** The id of an uploaded image. */
  image: string
}

/** Named like the fields of the update operation, so that its errors find them. An empty string means null. */
export type LinkValues = {
  [Field in Exclude<OwnField, Converted>]: NonNullable<Link[Field]> | (null extends Link[Field] ? '' : never)
} & {
  custom_slug: string
  /** Whether the code before a rename still leads to the link. */
  keep_code: boolean
  /** Empty for the default domain. */
  domain_alias: string
  /** A new password; empty to keep the current one. */
  password: string
  has_password: boolean
  /** Date and time in this browser's zone, to the minute, or empty. */
  expired_at: string
  /** The same. */
  starts_at: string
  /** As it is typed. */
  max_clicks: string
  rules: EditedRule[]
  preview: PreviewValues
  /** Whether the save fills in what the card doesn't have. */
  fetch_preview: boolean
  /** One name per line. */
  tags: string
}

/** Fields that drafts never write into a storage. */
export const unstoredFields = ['password'] as const

export function valuesOf(link: Link, defaultHost: string): LinkValues {
  const { long_url, title, ...settings } = ownValues(link)
  const { preview } = link
  return {
    long_url,
    title,
    custom_slug: link.short,
    keep_code: false,
    domain_alias: link.domain === defaultHost ? '' : link.domain,
    password: '',
    has_password: link.has_password,
    ...settings,
    expired_at: minuteOf(link.expired_at),
    starts_at: minuteOf(link.starts_at),
    max_clicks: link.max_clicks === null ? '' : String(link.max_clicks),
    rules: editedRules(link.rules),
    tags: link.tags.join('\n'),
    preview: {
      title: preview?.title ?? '',
      description: preview?.description ?? '',
      image: preview?.image ?? '',
    },
    fetch_preview: false,
  }
}

const minuteOf = (seconds: number | null) => (seconds === null ? '' : localMinute(seconds))

function ownValues(link: Link): Pick<LinkValues, Exclude<OwnField, Converted>> {
  const updated = outlines.links?.update?.body ?? []
  const fields = updated.filter((field): field is OwnField => field in link)
  return Object.fromEntries(fields.map((field) => [field, link[field] ?? ''])) as LinkValues
}

const orNull = <Value>(value: Value) => (value === '' ? null : value)

/** The names in the form's tags. */
export const namesIn = (tags: string): string[] => tags.split('\n').filter(Boolean)

/** What the update takes of the fields that have another form there. */
const conversions: { [Field in keyof LinkValues]?: (value: LinkValues[Field]) => unknown } = {
  long_url: completeUrl,
  ended_url: (url) => orNull(completeUrl(url)),
  note: orNull,
  expired_at: secondsOf,
  starts_at: secondsOf,
  max_clicks: (typed) => (typed === '' ? null : Number(typed)),
  forward_query: orNull,
  forward_path: orNull,
  rules: givenRules,
  tags: namesIn,
  preview: (card) => (Object.values(card).some(Boolean) ? card : null),
}

type UpdateBody = Omit<ArgumentsOf<Api['links']['update']>, 'short' | 'domain'>

/** The body of the update: the changed fields alone. */
export function bodyOf({ has_password, password, ...changes }: Partial<LinkValues>): UpdateBody {
  const body = Object.fromEntries(
    Object.entries(changes).map(([field, value]) => {
      const convert = conversions[field as keyof LinkValues] as ((value: unknown) => unknown) | undefined
      return [field, convert ? convert(value) : value]
    }),
  )
  return { ...body, ...(has_password === false ? { password: '' } : password ? { password } : {}) }
}
