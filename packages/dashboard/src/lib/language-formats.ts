// Formats numbers, dates and durations in a language and this browser's time zone.
import { type Language, messagesFor } from '@linnet/languages'
import { formats, type RelativeUnit } from '@linnet/languages/en/shell/formats'

const formatMessages = messagesFor('formats', formats)
// The first Intl.NumberFormat takes a slow phone 70 ms while the list of links is loading, and the first
// Intl.RelativeTimeFormat 60, so simple whole numbers and relative times are formatted without them.
const isSmall = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000
const units: [RelativeUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export interface Formats {
  number(value: number): string
  /** `12K`. */
  short(value: number): string
  percent(share: number): string
  /** Unix seconds as a day. */
  day(seconds: number): string
  /** Unix seconds as a date and time. */
  moment(seconds: number): string
  /** How long ago, or until. */
  ago(seconds: number, now?: number): string
  bytes(value: number): string
  /** A duration in seconds, in its largest unit: `3 days`. */
  span(seconds: number): string
  list(items: string[]): string
}

const made = new Map<Language, Formats>()

/** Cached, because creating them takes longer than rendering a row that uses them. */
export function formatsIn(language: Language): Formats {
  const formats = made.get(language) ?? makeFormats(language)
  made.set(language, formats)
  return formats
}

function makeFormats(locale: Language): Formats {
  const number = lazily(() => new Intl.NumberFormat(locale))
  const { grouping, justNow, relative } = formatMessages(locale)
  const short = lazily(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }))
  const percent = lazily(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }))
  const day = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
  const moment = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
  const list = lazily(() => new Intl.ListFormat(locale))
  const bytes = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  const formatted = (value: number) =>
    Number.isSafeInteger(value)
      ? String(value).replace(/\B(?=(?:\d{3}){1,5}$)/g, grouping)
      : number().format(value)
  const fromNow = (count: number, unit: RelativeUnit) => relative(count, unit, formatted(Math.abs(count)))
  return {
    number: formatted,
    short: (value) => (isSmall(value) ? String(value) : short().format(value)),
    percent: (share) => percent().format(share),
    day: (seconds) => day().format(seconds * 1000),
    moment: (seconds) => moment().format(seconds * 1000),
    ago(seconds, now = Date.now() / 1000) {
      const ahead = seconds - now
      for (const [unit, size] of units)
        if (Math.abs(ahead) >= size) return fromNow(Math.trunc(ahead / size), unit)
      return ahead > 0 ? fromNow(0, 'minute') : justNow
    },
    bytes: (value) =>
      value < 1_000_000
        ? bytes('kilobyte').format(value / 1000)
        : value < 1_000_000_000
          ? bytes('megabyte').format(value / 1_000_000)
          : bytes('gigabyte').format(value / 1_000_000_000),
    span(seconds) {
      const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1]
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
        Math.trunc(seconds / size),
      )
    },
    list: (items) => list().format(items),
  }
}

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
