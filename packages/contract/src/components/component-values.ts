// The types of values in a component's data: colours, image paths, links, times and time zones.
import { z } from 'zod'
import { type Fault, faultMessage } from '../faults.ts'
import { hasNo } from '../validation.ts'
import { addressFault, text, upTo, webAddress } from '../values.ts'

/** For fields without a length in the contract. */
export const longText = 10_000

/** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, stored as written. */
export const Colour = z
  .string()
  .max(20)
  // Without flags, because patterns in JSON Schema have none.
  .regex(/^#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/, faultMessage({ code: 'not_colour' }))
  .meta({ examples: ['#b32c43'] })

/** The description of every field that chooses a style. */
export const lookMeaning = 'Unknown values are drawn as the default'

/** A value that chooses a style, one of `known`. Any string is stored; an unknown one is rendered as the default. */
export const Look = (max: number, known?: string) =>
  text(max).meta({ description: known === undefined ? lookMeaning : `${known}. ${lookMeaning}` })

const assetPath = /^[/.a-zA-Z0-9_-]+\.(?:jpg|jpeg|png|svg|webp|gif|bmp)$/

/** The path of an image on this server, as an upload returns it; never an address elsewhere. */
export const AssetPath = assetPathOf(longText)

/** The same, with a maximum length. */
export function assetPathOf(longest: number) {
  return z
    .string()
    .max(longest, upTo)
    .refine((path) => assetPath.test(path) && !path.includes('//') && !path.includes('..'), {
      error: faultMessage({ code: 'not_image_path' }),
    })
    .meta({ pattern: assetPath.source, examples: ['/assets/k3v9x2.webp'] })
}

/** The address of something on the web, such as a video or an audio file. */
export const MediaUrl = webAddress(longText)

/** A link that people follow: `http:`, `https:`, `mailto:` or `tel:`. */
export const Href = hrefOf(longText)

/** The same, with a maximum length. */
export function hrefOf(longest: number) {
  return z
    .string()
    .max(longest, upTo)
    .check(hasNo(hrefFault))
    .meta({ format: 'uri', examples: ['https://example.com/'] })
}

function hrefFault(value: string): Fault | null {
  if (!/^(?:mailto|tel):/i.test(value)) {
    const fault = addressFault(value)
    return fault === null || /^https?:/i.test(value) ? fault : { code: 'not_link' }
  }
  if (!value.isWellFormed()) return { code: 'ill_formed_text' }
  if (/[\s\p{Cc}"<>\\^`{|}]/u.test(value)) return { code: 'link_characters' }
  return /^(?:mailto|tel):./i.test(value) && URL.canParse(value) ? null : { code: 'link_empty' }
}

const dateTime =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/

/** An existing date with a time (ISO 8601): with an offset, or in the time zone of the field beside it. */
export const DateTime = z
  .string()
  .max(100)
  .refine((value) => isDateTime(value), faultMessage({ code: 'no_such_date_time' }))
  .meta({ format: 'date-time', examples: ['2026-11-20T18:30:00'] })

function isDateTime(value: string): boolean {
  const date = dateTime.exec(value)?.[1]
  if (date === undefined) return false
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** A time zone by its name in the tz database. */
export const TimeZone = z
  .string()
  .max(100)
  .refine((name) => isTimeZone(name), faultMessage({ code: 'not_time_zone' }))
  .meta({ examples: ['Asia/Jakarta'] })

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
