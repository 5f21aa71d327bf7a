// A visitor as rules see one: what the request says is parsed only if a rule asks for it, and once.
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { agentOf, type RuleAgent } from './agents.ts'
import { type LocalTime, localTime } from './local-time.ts'

/** Where the facts about a visitor come from: a request, or a question about what would happen. */
export interface VisitorFacts {
  userAgent: string
  /** The header Accept-Language. */
  languages: string | null
  /** The header Referer. */
  referer: string | null
  /** The query of the address, without the question mark. */
  query: string
  scan: boolean
  /** Milliseconds. */
  now: number
  /** ISO 3166-1 alpha-2; null if unknown. */
  country(): string | null
  /** Two words that stay the same for this visitor today (UTC), for shares. */
  pseudonym(): { high: number; low: number }
}

const longestHeader = 1000

// Visitors share few of these headers, and parsing one takes longer than all conditions of a rule.
const languages = new BoundedCache<{ preferred: string | null }>(5000)
const referers = new BoundedCache<{ host: string | null }>(5000)
// Longer ones are rare, and would fill the memory.
const longestRemembered = 200

export class Visitor {
  private knownAgent: RuleAgent | undefined = undefined
  private knownCountry: string | null | undefined = undefined
  private knownLanguage: string | null | undefined = undefined
  private knownHost: string | null | undefined = undefined
  private knownParameters: ReadonlyMap<string, ReadonlySet<string>> | null = null
  private knownZone = ''
  private knownTime: LocalTime | null = null

  constructor(readonly facts: VisitorFacts) {}

  get agent(): RuleAgent {
    this.knownAgent ??= agentOf(this.facts.userAgent)
    return this.knownAgent
  }

  get country(): string | null {
    if (this.knownCountry === undefined) this.knownCountry = this.facts.country()
    return this.knownCountry
  }

  /** The preferred language in lower case; null if none is given. */
  get language(): string | null {
    if (this.knownLanguage === undefined) this.knownLanguage = languageIn(this.facts.languages)
    return this.knownLanguage
  }

  /** The host of the page that the visitor comes from, in lower case; null if it isn't known. */
  get refererHost(): string | null {
    if (this.knownHost === undefined) this.knownHost = hostIn(this.facts.referer)
    return this.knownHost
  }

  /** The values of each parameter in the address, of the first hundred. */
  get parameters(): ReadonlyMap<string, ReadonlySet<string>> {
    this.knownParameters ??= parametersIn(this.facts.query)
    return this.knownParameters
  }

  /** All rules of a link are usually about the same zone. */
  localTime(timeZone: string): LocalTime {
    if (this.knownTime === null || this.knownZone !== timeZone) {
      this.knownZone = timeZone
      this.knownTime = localTime(this.facts.now, timeZone)
    }
    return this.knownTime
  }
}

// A rule compares a parameter with up to 50 values, and there may be 50 rules, so that more would be an attack.
const mostParameters = 100

function parametersIn(query: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  let left = mostParameters
  for (const [name, value] of new URLSearchParams(query)) {
    if (left-- === 0) break
    const values = found.get(name)
    if (values) values.add(value)
    else found.set(name, new Set([value]))
  }
  return found
}

function languageIn(header: string | null): string | null {
  if (!header) return null
  if (header.length > longestRemembered) return preferredLanguage(header)
  const known = languages.get(header)
  if (known) return known.preferred
  const preferred = preferredLanguage(header)
  languages.set(header, { preferred })
  return preferred
}

function hostIn(header: string | null): string | null {
  if (!header) return null
  if (header.length > longestRemembered) return parsedHost(header.slice(0, longestHeader))
  const known = referers.get(header)
  if (known) return known.host
  const host = parsedHost(header)
  referers.set(header, { host })
  return host
}

function parsedHost(address: string): string | null {
  return URL.parse(address)?.hostname || null
}

/**
 * The language with the highest weight in the header Accept-Language (RFC 9110, section 12.5.4), the first of several; null
 * without one.
 */
function preferredLanguage(header: string): string | null {
  let best: string | null = null
  let bestWeight = 0
  for (const range of header.slice(0, longestHeader).split(',')) {
    const [name = '', ...parameters] = range.split(';')
    const language = name.trim().toLowerCase()
    if (!/^[a-z]/.test(language)) continue
    const weight = weightIn(parameters)
    if (weight > bestWeight) {
      best = language
      bestWeight = weight
    }
  }
  return best
}

function weightIn(parameters: string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'q') continue
    const weight = Number(value)
    return weight >= 0 && weight <= 1 ? weight : 0
  }
  return 1
}
