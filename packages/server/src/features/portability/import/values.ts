// Reads the values of another program's record in their various formats: strings, counts, times, flags and addresses.
import { utcDay } from '../../../platform/time/clock.ts'
import type { Fields } from './reading/records.ts'
import type { Address } from './source-link.ts'

/** The first of these fields that isn't empty, as a string. */
export function stringIn(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields.get(name)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** A whole number of at least 0, also with separators as in spreadsheets (`1,234`). */
export function countIn(fields: Fields, ...names: string[]): number {
  const text = stringIn(fields, ...names).replace(/[\s,.'\u00a0\u202f](?=\d{3}(?:\D|$))/g, '')
  const count = Number(text)
  return Number.isFinite(count) && count > 0 ? Math.min(Math.floor(count), Number.MAX_SAFE_INTEGER) : 0
}

/** Names in a list of strings or of objects with a name, also as JSON in a cell, or separated by commas, semicolons or pipes. */
export function namesIn(fields: Fields, name: string): string[] {
  const value = jsonIn(fields, name)
  if (typeof value === 'string') return value.split(/[,;|]/).flatMap((one) => one.trim() || [])
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => {
    const text = typeof one === 'object' && one !== null ? one.name : one
    return typeof text === 'string' ? text : []
  })
}

/** A field that may be JSON in a cell. */
export function jsonIn(fields: Fields, name: string): unknown {
  const value = fields.get(name)
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export function flagIn(fields: Fields, ...names: string[]): boolean {
  return names.some((name) => {
    const value = fields.get(name)
    return typeof value === 'string'
      ? /^(?:true|t|yes|y|1|on)$/i.test(value.trim())
      : value === true || value === 1
  })
}

// The latest valid time, in the year 9999.
const latest = 253_402_300_799

/** A time in Unix seconds; null if there is none that can be read. A time without a zone is UTC. */
export function timeIn(fields: Fields, ...names: string[]): number | null {
  return timeOf(stringIn(fields, ...names))
}

export function timeOf(text: string): number | null {
  if (text === '' || /^0000-00-00/.test(text)) return null
  const seconds = /^\d{9,13}$/.test(text)
    ? numericTime(Number(text))
    : Math.floor(Date.parse(isoTime(text)) / 1000)
  return Number.isNaN(seconds) || seconds < 0 || seconds > latest ? null : seconds
}

/** A calendar date; null if there is none. */
export function dayIn(fields: Fields, ...names: string[]): string | null {
  const text = stringIn(fields, ...names)
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? timeOf(text) : null
  // Parsing would turn the 31st of February into a day in March.
  return moment !== null && utcDay(moment * 1000) === text ? text : null
}

/** Seconds, or milliseconds. */
function numericTime(number: number): number {
  return number > 99_999_999_999 ? Math.floor(number / 1000) : number
}

/** The format of databases in the ISO format: `2024-01-02 03:04:05.678+00` as `2024-01-02T03:04:05.678+00:00`. */
function isoTime(text: string): string {
  const [, day, time = '00:00:00', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i.exec(text) ??
    []
  if (day === undefined) return /(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\)?$/i.test(text) ? text : `${text} UTC`
  const hours = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
  return `${day}T${time}${fraction.slice(0, 4)}${/^[+-]/.test(hours) ? hours : 'Z'}`
}

/** Host and code of a short address, with or without scheme; null if it has no code. */
export function addressIn(text: string): Address | null {
  const [, host, path] =
    /^(?:[a-z]+:)?\/\/([^/?#]+)\/([^?#]*)/i.exec(text) ??
    /^([^/?#\s][^./?#\s]*\.[^/?#\s]+)\/([^?#]*)/.exec(text) ??
    []
  if (host === undefined || path === undefined) return null
  const code = decoded(path.replace(/(?<!\/)\/+$/, ''))
  return code === '' ? null : { host: host.toLowerCase(), code }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The values that are not null. */
export function withoutNulls<T>(...values: (T | null)[]): T[] {
  return values.filter((value) => value !== null)
}
