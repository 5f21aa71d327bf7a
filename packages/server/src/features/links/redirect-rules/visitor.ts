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
const languages = new BoundedCache<readonly string[]>(5000)
const referers = new BoundedCache<readonly string[]>(5000)
// Longer ones are rare, and would fill the memory.
const longestRemembered = 200

export class Visitor {
  private knownAgent: RuleAgent | undefined = undefined
  private knownCountry: string | null | undefined = undefined
  private knownRanges: readonly string[] | null = null
  private knownSites: readonly string[] | null = null
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

  /** The language ranges that the preferred language is in, in lower case, such as `pt-br` and `pt`; empty if none is given. */
  get languageRanges(): readonly string[] {
    this.knownRanges ??= remembered(languages, this.facts.languages, rangesIn)
    return this.knownRanges
  }

  /**
   * The host of the page that the visitor comes from, in lower case, and the domains that it is in, such as `m.example.com`,
   * `example.com` and `com`; empty if it isn't known.
   */
  get refererSites(): readonly string[] {
    this.knownSites ??= remembered(referers, this.facts.referer, sitesIn)
    return this.knownSites
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

function remembered(
  cache: BoundedCache<readonly string[]>,
  header: string | null,
  read: (header: string) => readonly string[],
): readonly string[] {
  if (!header) return nothing
  if (header.length > longestRemembered) return read(header.slice(0, longestHeader))
  const known = cache.get(header)
  if (known) return known
  const found = read(header)
  cache.set(header, found)
  return found
}
const nothing: readonly string[] = []

function rangesIn(header: string): readonly string[] {
  const language = preferredLanguage(header)
  if (language === null) return nothing
  const parts = language.split('-', mostParts)
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'))
}

function sitesIn(header: string): readonly string[] {
  const parts = URL.parse(header)?.hostname.split('.').slice(-mostParts) ?? []
  return parts.map((_, index) => parts.slice(index).join('.'))
}

// No language range or host of a rule has more parts.
const mostParts = 10

/**
 * The language with the highest weight in the header Accept-Language (RFC 9110, section 12.5.4), the first of several; null
 * without one.
 */
function preferredLanguage(header: string): string | null {
  let best: string | null = null
  let bestWeight = 0
  for (const range of header.split(',')) {
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
