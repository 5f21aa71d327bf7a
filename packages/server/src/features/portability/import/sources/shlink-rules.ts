// Shlink's redirect rules: each of its conditions as one of ours. A rule with a condition that has no equivalent is left out as a
// whole, because without that condition it would hold for others too.
import type { SourceRule } from '../source-link.ts'
import { timeOf } from '../values.ts'

type When = Record<string, unknown>

interface ShlinkCondition {
  type: string
  key: string
  value: string
}

/** Conditions that hold together, or why there are none. */
type Meaning = { when: When } | { fault: string }

const systems: Record<string, string[]> = {
  android: ['android'],
  ios: ['ios'],
  mobile: ['ios', 'android'],
  windows: ['windows'],
  macos: ['macos'],
  linux: ['linux'],
}

/** As this program names the browsers, in lower case. */
const browsers: Record<string, string> = {
  chrome: 'chrome',
  firefox: 'firefox',
  edge: 'microsoft edge',
  safari: 'safari',
  opera: 'opera',
  android_browser: 'android browser',
}

/** What each type of condition means (module/Core/src/RedirectRule/Entity/RedirectCondition.php). */
const meanings: Record<string, (condition: ShlinkCondition) => Meaning> = {
  device: ({ value }) => deviceMeaning(value),
  language: ({ value }) => ({ when: { language: [value.toLowerCase().replaceAll('_', '-')] } }),
  'query-param': ({ key, value }) => ({ when: { query: { [key]: value } } }),
  'any-value-query-param': ({ key }) => ({ when: { query: { [key]: true } } }),
  'valueless-query-param': ({ key }) => ({ when: { query: { [key]: '' } } }),
  'geolocation-country-code': ({ value }) => ({ when: { country: [value.toUpperCase()] } }),
  'before-date': ({ value }) => timeMeaning('until', value),
  'after-date': ({ value }) => timeMeaning('from', value),
  browser: ({ value }) =>
    browsers[value] ? { when: { browser: [browsers[value]] } } : { fault: 'it asks for an unknown browser' },
  'ip-address': () => ({ fault: 'it asks for an IP address' }),
  'geolocation-city-name': () => ({ fault: 'it asks for a city' }),
}

/** The rules of a short URL, as `GET /rest/v3/short-urls/{shortCode}/redirect-rules` lists them, in the order of priority. */
export function shlinkRules(given: unknown): { rules: SourceRule[]; notes: string[] } {
  const all = Array.isArray(given) ? given.filter((one) => typeof one === 'object' && one !== null) : []
  const priority = (rule: { priority?: unknown }) => (typeof rule.priority === 'number' ? rule.priority : 0)
  const notes: string[] = []
  const rules = all
    .toSorted((one, other) => priority(one) - priority(other))
    .flatMap(({ longUrl, conditions }) => {
      const meaning = joined(conditionsIn(conditions))
      if ('when' in meaning) return [{ when: meaning.when, to: [{ long_url: longUrl }] }]
      notes.push(`a redirect rule is not imported: ${meaning.fault}`)
      return []
    })
  return { rules, notes }
}

function conditionsIn(given: unknown): ShlinkCondition[] {
  if (!Array.isArray(given)) return []
  return given.map((one) => {
    const { type, matchKey, matchValue } = (one ?? {}) as Record<string, unknown>
    return { type: String(type), key: String(matchKey ?? ''), value: String(matchValue ?? '') }
  })
}

/** ChromeOS is a desktop there, and another system of another kind of device here. */
function deviceMeaning(device: string): Meaning {
  if (device === 'desktop') return { when: { device: ['desktop'] } }
  return systems[device] ? { when: { os: systems[device] } } : { fault: `it asks for the device ${device}` }
}

function timeMeaning(name: 'from' | 'until', date: string): Meaning {
  const time = timeOf(date)
  return time === null ? { fault: 'it asks for a date that cannot be read' } : { when: { [name]: time } }
}

/** All conditions of a rule together. */
function joined(conditions: ShlinkCondition[]): Meaning {
  const when: When = {}
  for (const condition of conditions) {
    const meaning = Object.hasOwn(meanings, condition.type)
      ? meanings[condition.type]?.(condition)
      : { fault: 'it has an unknown condition' }
    if (!meaning || 'fault' in meaning) return meaning ?? { fault: 'it has an unknown condition' }
    for (const [name, value] of Object.entries(meaning.when)) {
      const both = name in when ? narrowed(name, when[name], value) : value
      if (both === null) return { fault: 'its conditions cannot hold together here' }
      when[name] = both
    }
  }
  return { when }
}

/** One condition in place of two of the same kind that have to hold together; null if there is none. */
function narrowed(name: string, one: unknown, other: unknown): unknown {
  if (name === 'from') return Math.max(Number(one), Number(other))
  if (name === 'until') return Math.min(Number(one), Number(other))
  if (name === 'query') {
    const [known, added] = [one as When, other as When]
    const isContrary = Object.keys(added).some(
      (key) => Object.hasOwn(known, key) && known[key] !== added[key],
    )
    return isContrary ? null : { ...known, ...added }
  }
  const values = (one as string[]).filter((value) => (other as string[]).includes(value))
  return values.length > 0 ? values : null
}
