// A visitor as rules see one: what the request says is parsed only if a rule asks for it, and once.
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

export class Visitor {
  private knownAgent: RuleAgent | undefined
  private knownCountry: string | null | undefined
  private knownLanguage: string | null | undefined
  private knownHost: string | null | undefined
  private knownParameters: URLSearchParams | undefined
  private readonly knownTimes = new Map<string, LocalTime>()

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
    if (this.knownLanguage === undefined) this.knownLanguage = preferredLanguage(this.facts.languages)
    return this.knownLanguage
  }

  /** The host of the page that the visitor comes from, in lower case; null if it isn't known. */
  get refererHost(): string | null {
    if (this.knownHost === undefined)
      this.knownHost = URL.parse(this.facts.referer?.slice(0, longestHeader) ?? '')?.hostname || null
    return this.knownHost
  }

  get parameters(): URLSearchParams {
    this.knownParameters ??= new URLSearchParams(this.facts.query)
    return this.knownParameters
  }

  localTime(timeZone: string): LocalTime {
    const known = this.knownTimes.get(timeZone)
    if (known) return known
    const time = localTime(this.facts.now, timeZone)
    this.knownTimes.set(timeZone, time)
    return time
  }
}

/**
 * The language with the highest weight in the header Accept-Language (RFC 9110, section 12.5.4), the first of several; null
 * without one.
 */
function preferredLanguage(header: string | null): string | null {
  if (!header) return null
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
