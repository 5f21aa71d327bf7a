// The types of values in fields: strings, times, dates and destinations, with their limits.
import { z } from 'zod'
import { type Fault, faultMessage } from './faults.ts'
import { hasInvisible, isVisible } from './names/visible-text.ts'
import { longestShortCode, shortCodePattern } from './short-codes.ts'
import { hasNo, wrongType } from './validation.ts'

/** A value that is too long gets no further checks, so that none of them reads very long input. */
export const upTo = { abort: true }

/**
 * A string that both databases can store and return unchanged: well-formed Unicode (no lone surrogates) without
 * NUL, at most `max` UTF-16 units long.
 */
export function text(max: number) {
  return z
    .string()
    .max(max, upTo)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), faultMessage({ code: 'nul_character' }))
}

/**
 * What is wrong with a displayed name, if anything: it must be one line, without invisible characters or ones that
 * change the writing direction.
 */
export function nameFault(name: string): Fault | null {
  if (name.length > 100) return { code: 'too_long', params: { most: 100, unit: 'character' } }
  return hasInvisible(name) ? { code: 'invisible_characters' } : null
}

/** A name given by people, without spaces around it. It may be empty; fields that require one say so themselves. */
export const Name = text(100).trim().check(hasNo(nameFault))

/** A displayed heading: a string with something visible, stored as it was written. */
export function heading(max: number) {
  return text(max).refine((value) => isVisible(value), faultMessage({ code: 'blank' }))
}

/** An identifier in a path, such as `key_…`; the database decides whether it exists. */
export const Identifier = text(100)

/** Unix time in seconds, until the year 9999. */
export const UnixTime = z
  .int({
    error: ({ code, input }) =>
      code === 'invalid_type' && input !== undefined
        ? faultMessage(wrongType([typeof input === 'number' ? 'whole_unix_time' : 'unix_time'], input))
        : undefined,
  })
  .min(0, faultMessage({ code: 'not_unix_time' }))
  .max(253_402_300_799, faultMessage({ code: 'unix_time_too_late' }))

/** Until when an account is in quarantine. */
export const QuarantinedUntil = UnixTime.nullable().meta({
  description:
    'Until then, visitors see the destination of its links first; null if the account is not in quarantine',
})

/** How many a paginated list has. */
export const Total = z.int().meta({ description: 'Across all pages' })

/** Where a list continues. */
export function cursor(max: number) {
  return text(max).optional().meta({ description: 'The next_cursor of the previous page' })
}

/** A calendar date that exists, `YYYY-MM-DD`. */
export const CalendarDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, faultMessage({ code: 'not_date' }))
  .refine((value) => isCalendarDate(value), faultMessage({ code: 'no_such_date' }))
  .meta({ format: 'date', examples: ['2026-11-20'] })

function isCalendarDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value
}

/** A requested code: any string, so that a bad one is refused as `slug_invalid`. */
export const WantedCode = z
  .string()
  .max(8192)
  .meta({
    // The description has the real limits. Longer ones are read, so that they are refused as `slug_invalid` as well.
    maxLength: longestShortCode,
    pattern: shortCodePattern.source,
    description: 'Short code of 1 to 48 characters A-Z a-z 0-9 - _, case-sensitive',
    examples: ['launch'],
  })

/**
 * A web address: `http:` or `https:` with a host, without user name or password, at most `max` UTF-16 units long. It is
 * stored and sent exactly as given, so what the WHATWG parser would silently repair (whitespace around it, control
 * characters, missing slashes) is refused.
 */
export function webAddress(max: number) {
  return z.string().max(max, upTo).check(hasNo(addressFault)).meta({ format: 'uri' })
}

/** A destination, at most 8,192 characters. */
export const LongUrl = webAddress(8192).meta({
  format: 'uri',
  description: 'Destination, http or https, kept exactly as sent',
  examples: ['https://example.com/a?b=c'],
})

/** What is wrong with an address as a destination, if anything. */
export function addressFault(value: string): Fault | null {
  if (!value.isWellFormed()) return { code: 'ill_formed_text' }
  if (/^\s|\s$/u.test(value)) return { code: 'outer_white_space' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value)) return { code: 'control_characters' }
  if (!/^https?:\/\/[^/\\?#]/i.test(value)) return { code: 'not_web_address' }
  const url = URL.parse(value)
  if (url === null) return { code: 'unreadable_address' }
  // Browsers read a backslash as a slash; other programs read what precedes the @ as a user, and connect elsewhere.
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(value))
    return { code: 'address_credentials' }
  if (isHostTooLong(url.hostname)) return hostTooLong
  // No host name has an empty label, as in `a..b` (RFC 1035, section 3.1), and without its trailing dot such a host may not
  // parse.
  return hasEmptyLabel(url.hostname) ? { code: 'unreadable_address' } : null
}

/** The longest name in DNS (RFC 1035, section 2.3.4), without the root's dot at its end. */
export const longestHost = 253
const longestLabel = 63
export const hostTooLong: Fault = {
  code: 'host_too_long',
  params: { host: longestHost, label: longestLabel },
}

/** Whether a parsed URL's host is longer than DNS permits. */
export function isHostTooLong(hostname: string): boolean {
  const name = withoutRootDot(hostname)
  return name.length > longestHost || name.split('.').some((label) => label.length > longestLabel)
}

function hasEmptyLabel(hostname: string): boolean {
  return withoutRootDot(hostname).split('.').includes('')
}

/** An address's host, without a trailing dot and without the default port. */
export function hostOf(address: string): string {
  const url = new URL(address)
  return withoutRootDot(url.hostname) + (url.port ? `:${url.port}` : '')
}

function withoutRootDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

/** The fields of every record that an administrator can block. */
export const blockedFields = {
  blocked_at: UnixTime.nullable().meta({
    description: 'When the operator blocked it; null if it is not blocked',
    examples: [null],
  }),
  blocked_reason: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
}

// The length is checked first: checking the format of a million characters takes a third of a second.
export const Email = z
  .string()
  .max(254, upTo)
  .check(z.email())
  .refine((value) => value.isWellFormed(), faultMessage({ code: 'ill_formed_text' }))

/** A name of the IANA time zone database, such as `Asia/Jakarta`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => isTimeZone(name), faultMessage({ code: 'not_time_zone' }))
  .meta({ examples: ['Asia/Jakarta'] })

function isTimeZone(name: string): boolean {
  // No offsets, which the runtime accepts as well, because they aren't time zones.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
