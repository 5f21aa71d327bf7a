// Formats durations and dates in a language.
import { type Language, languages } from '@linnet/languages'

const units = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'week', seconds: 7 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** "3 days ago", or null if it was less than a minute ago or is in the future. */
export function agoIn(language: Language, moment: number, now: number): string | null {
  const elapsed = now - moment
  const largest = units.find(({ seconds }) => elapsed >= seconds)
  if (largest === undefined) return null
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  return format.format(-Math.floor(elapsed / largest.seconds), largest.unit)
}

/** "in 42 seconds" or "in 3 minutes"; rounded up. */
export function afterIn(language: Language, span: number): string {
  const seconds = Math.max(1, Math.ceil(span))
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  return seconds <= 90 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute')
}

/** "18 November 2026", in UTC. */
export function dayIn(language: Language, moment: number): string {
  const locale = languages[language].locale
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(moment * 1000)
}

/** "18 Nov 2026, 14:05 UTC". */
export function momentIn(language: Language, moment: number): string {
  const locale = languages[language].locale
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(moment * 1000)} UTC`
}

/** In ISO 8601, or undefined if it isn't a valid date. */
export function isoOf(moment: number): string | undefined {
  const date = new Date(moment * 1000)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
