// Conditions of a rule as functions, in the order in which they are cheap to check.
import type { ConditionName, Conditions } from '@linnet/contract'
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { dayWithin, minuteOfDay, weekdayOf } from './local-time.ts'
import type { Visitor } from './visitor.ts'

export interface Condition {
  name: ConditionName
  holds(visitor: Visitor): boolean
}

/** Builds each condition that a rule has; one that it doesn't have is null. */
const builders: Record<
  Exclude<ConditionName, 'time_zone'>,
  (when: Conditions) => Condition['holds'] | null
> = {
  scan: ({ scan }) => (scan === undefined ? null : ({ facts }) => facts.scan === scan),
  from: ({ from }) => (from === undefined ? null : ({ facts }) => facts.now >= from * 1000),
  until: ({ until }) => (until === undefined ? null : ({ facts }) => facts.now < until * 1000),
  days: ({ days, hours, time_zone }) => (days ? onDays(days, hours, time_zone ?? 'UTC') : null),
  // With days, the hours are part of that condition, because the day depends on them.
  hours: ({ days, hours, time_zone }) => (hours && !days ? withinHours(hours, time_zone ?? 'UTC') : null),
  country: ({ country }) => anyOf(country, (visitor) => visitor.country),
  os: ({ os }) => anyOf(os, ({ agent }) => agent.os),
  device: ({ device }) => anyOf(device, ({ agent }) => agent.device),
  browser: ({ browser }) => anyOf(browser, ({ agent }) => agent.browser),
  language: ({ language }) => inOneOf(language, (visitor) => visitor.languageRanges),
  referer: ({ referer }) => inOneOf(referer, (visitor) => visitor.refererSites),
  query: ({ query }) => (query ? hasParameters(query) : null),
}

// Links often have the same conditions, such as "an iPhone". Shared, they are in the processor's cache when a visit needs them.
const shared = new BoundedCache<readonly Condition[]>(10_000)
// Longer ones are rare, and would fill the memory.
const longestShared = 300

export function conditionsOf(when: Conditions): readonly Condition[] {
  const key = JSON.stringify(when)
  if (key.length > longestShared) return built(when)
  const known = shared.get(key)
  if (known) return known
  const conditions = built(when)
  shared.set(key, conditions)
  return conditions
}

function built(when: Conditions): Condition[] {
  const names = Object.keys(builders) as (keyof typeof builders)[]
  return names.flatMap((name) => {
    const holds = builders[name](when)
    return holds ? [{ name, holds }] : []
  })
}

function anyOf(
  values: readonly string[] | undefined,
  factOf: (visitor: Visitor) => string | null,
): Condition['holds'] | null {
  if (!values) return null
  const [only] = values
  if (values.length === 1) return (visitor) => factOf(visitor) === only
  const wanted: ReadonlySet<string | null> = new Set(values)
  return (visitor) => wanted.has(factOf(visitor))
}

/** For a language, this is basic filtering by ranges (RFC 4647, section 3.3.1). */
function inOneOf(
  values: readonly string[] | undefined,
  factsOf: (visitor: Visitor) => readonly string[],
): Condition['holds'] | null {
  if (!values) return null
  const wanted: ReadonlySet<string> = new Set(values)
  return (visitor) => {
    const facts = factsOf(visitor)
    for (let index = 0; index < facts.length; index++) if (wanted.has(facts[index] as string)) return true
    return false
  }
}

function withinHours([from = '', until = '']: readonly string[], timeZone: string): Condition['holds'] {
  const hours = { from: minuteOfDay(from), until: minuteOfDay(until) }
  return (visitor) => dayWithin(visitor.localTime(timeZone), hours) !== null
}

function onDays(
  days: readonly string[],
  hours: readonly string[] | undefined,
  timeZone: string,
): Condition['holds'] {
  const wanted = new Set(days)
  const within = hours && { from: minuteOfDay(hours[0] ?? ''), until: minuteOfDay(hours[1] ?? '') }
  return (visitor) => {
    const time = visitor.localTime(timeZone)
    const day = within ? dayWithin(time, within) : time.day
    return day !== null && wanted.has(weekdayOf(day))
  }
}

function hasParameters(wanted: NonNullable<Conditions['query']>): Condition['holds'] {
  const all = Object.entries(wanted).map(([name, value]) => ({
    name,
    values: value === true ? null : typeof value === 'string' ? [value] : value,
  }))
  return (visitor) => {
    if (visitor.facts.query === '') return false
    const { parameters } = visitor
    return all.every(({ name, values }) => {
      const given = parameters.get(name)
      return given !== undefined && (values === null || values.some((one) => given.has(one)))
    })
  }
}
