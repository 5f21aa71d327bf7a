// The types of values in fields: strings, times, dates and destinations, with their limits.
import { z } from 'zod'
import { mustBe } from './validation.ts'

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
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must be text without NUL characters')
}

/**
 * Why a string can't be a displayed name, or null if it can: it must be one line, without invisible characters or ones that
 * change the writing direction. The two joiners are allowed, because Persian, Hindi and emoji need them.
 */
export function nameFault(name: string): string | null {
  if (name.length > 100) return 'must have at most 100 characters'
  return /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u.test(name)
    ? 'must not contain invisible or control characters'
    : null
}

/** A name given by people, without spaces around it. It may be empty; fields that require one say so themselves. */
export const Name = text(100)
  .trim()
  .refine((name) => nameFault(name) === null, {
    error: (issue) => nameFault(String(issue.input)) ?? 'must be a name',
  })

/** A displayed heading: a string with something visible, stored as it was written. */
export function heading(max: number) {
  return text(max).refine((value) => isVisible(value), 'must not be empty')
}

/** Whether a string contains something visible. */
function isVisible(value: string): boolean {
  return /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)
}

/** An identifier in a path, such as `key_…`; the database decides whether it exists. */
export const Identifier = text(100)

/** Unix time in seconds, until the year 9999. */
export const UnixTime = z
  .int({
    error: ({ code, input }) =>
      code === 'invalid_type' && input !== undefined
        ? mustBe(
            typeof input === 'number' ? 'a whole number of Unix seconds' : 'a number of Unix seconds',
            input,
          )
        : undefined,
  })
  .min(0, 'must be a Unix time in seconds')
  .max(253_402_300_799, 'must be a Unix time in seconds, until the year 9999; this one has milliseconds?')

/** A calendar date that exists, `YYYY-MM-DD`. */
export const CalendarDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date as YYYY-MM-DD')
  .refine((value) => isCalendarDate(value), 'must be a date that exists')
  .meta({ format: 'date', examples: ['2026-11-20'] })

function isCalendarDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value
}

/** A short code: 1 to 48 characters, case-sensitive. The server decides whether it may be used. */
export const shortCodePattern = /^[A-Za-z0-9_-]{1,48}$/

/** A requested code: any string, so that a bad one is refused as `slug_invalid`. */
export const WantedCode = z
  .string()
  .max(8192)
  .meta({
    // The description has the real limits. Longer ones are read, so that they are refused as `slug_invalid` as well.
    maxLength: 48,
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
  return z
    .string()
    .max(max, upTo)
    .refine((value) => addressFault(value) === null, {
      error: (issue) => addressFault(String(issue.input)) ?? 'must be a web address',
    })
    .meta({ format: 'uri' })
}

/** A destination, at most 8,192 characters. */
export const LongUrl = webAddress(8192).meta({
  format: 'uri',
  description: 'Destination, http or https, kept exactly as sent',
  examples: ['https://example.com/a?b=c'],
})

/** Why an address can't be a destination, or null if it can. */
export function addressFault(value: string): string | null {
  if (!value.isWellFormed()) return 'must be well-formed text'
  if (/^\s|\s$/u.test(value)) return 'must not begin or end with white space'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value)) return 'must not contain control characters'
  if (!/^https?:\/\/[^/\\?#]/i.test(value)) return 'must be an http: or https: address with a host'
  const url = URL.parse(value)
  if (url === null) return 'must be a web address that can be parsed'
  // Browsers read a backslash as a slash; other programs read what precedes the @ as a user, and connect elsewhere.
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(value))
    return 'must not contain a user name or password'
  return isHostTooLong(url.hostname) ? hostTooLong : null
}

/** The longest name in DNS (RFC 1035, section 2.3.4), without the root's dot at its end. */
export const longestHost = 253
const longestLabel = 63
export const hostTooLong = `must have a host of at most ${longestHost} characters, with at most ${longestLabel} between dots`

/** Whether a parsed URL's host is longer than DNS permits. */
export function isHostTooLong(hostname: string): boolean {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  return name.length > longestHost || name.split('.').some((label) => label.length > longestLabel)
}

/** An address's host, without a trailing dot and without the default port. */
export function hostOf(address: string): string {
  const url = new URL(address)
  return url.hostname.replace(/\.$/, '') + (url.port ? `:${url.port}` : '')
}

/** The fields of every record that an administrator can block. */
export const blockedFields = {
  blocked_at: UnixTime.nullable().meta({
    description: 'Since when visitors are told that the operator blocked it; null where it is not',
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
  .refine((value) => value.isWellFormed(), 'must be well-formed text')
