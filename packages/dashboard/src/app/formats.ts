// Numbers, dates and spans of time as people of the chosen language write them, in the time zone of this browser.
import { useMemo } from 'react'
import { type Language, useLanguage } from './language.ts'

const locales: Record<Language, string> = { en: 'en', id: 'id' }
const units: [Intl.RelativeTimeFormatUnit, number][] = [
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
  /** Unix seconds to the minute. */
  moment(seconds: number): string
  /** How long ago, or until. */
  ago(seconds: number, now?: number): string
  bytes(value: number): string
  /** How long something lasts, of seconds, in its largest unit: `3 days`. */
  span(seconds: number): string
  list(items: string[]): string
}

export function formatsIn(language: Language): Formats {
  const locale = locales[language]
  const number = new Intl.NumberFormat(locale)
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const list = new Intl.ListFormat(locale)
  const bytes = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
  return {
    number: (value) => number.format(value),
    short: (value) => short.format(value),
    percent: (share) => percent.format(share),
    day: (seconds) => day.format(seconds * 1000),
    moment: (seconds) => moment.format(seconds * 1000),
    ago(seconds, now = Date.now() / 1000) {
      const away = seconds - now
      for (const [unit, size] of units)
        if (Math.abs(away) >= size) return relative.format(Math.trunc(away / size), unit)
      return relative.format(0, 'minute')
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
    list: (items) => list.format(items),
  }
}

export function useFormats(): Formats {
  const language = useLanguage()
  return useMemo(() => formatsIn(language), [language])
}
