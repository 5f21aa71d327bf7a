// Clicks on their way from the journal to the database: many of one day, as columns of numbers.
import { foldedName } from '@linnet/contract/folded-names'
import { unpackCountry } from '../journal/format.ts'
import { refererSite } from '../visitors/referers.ts'
import { type Agent, readUserAgent } from '../visitors/user-agents.ts'
import { type CountedName, countedName } from './day-counts.ts'

/** More clicks in one batch mean fewer rows to write per click; this many take some 10 MB. */
export const batchClicks = 2 ** 18
// Anyone can make up user agents and hosts; a batch ends before they fill the memory.
const mostStrings = 20_000
const daySeconds = 86_400
const dayMilliseconds = daySeconds * 1000

/** Values in clicks, such as user agents, with a number and a meaning for each: most clicks share a few of them. */
class Numbered<Key, Meaning> {
  readonly meanings: Meaning[] = []
  private readonly numbers = new Map<Key, number>()

  constructor(private readonly find: (key: Key) => Meaning) {}

  get size(): number {
    return this.meanings.length
  }

  numberOf(key: Key): number {
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    this.meanings.push(this.find(key))
    this.numbers.set(key, this.meanings.length - 1)
    return this.meanings.length - 1
  }
}

/** A user agent with the numbers of its names, and a hash that distinguishes its visitors from others with the same address. */
export interface NumberedAgent extends Agent {
  deviceNumber: number
  browserNumber: number
  hash: number
}

/** The numbers that stand for strings in a batch. */
export class BatchNumbers {
  private readonly agentStrings = new Numbered((userAgent: string): NumberedAgent => {
    const agent = readUserAgent(userAgent)
    return {
      ...agent,
      deviceNumber: this.deviceNames.numberOf(agent.device),
      browserNumber: this.browserNames.numberOf(agent.browser),
      hash: Number(Bun.hash(userAgent) & 0xffff_ffffn),
    }
  })
  private readonly hosts = new Numbered((host: string) => this.siteNames.numberOf(refererSite(host)))
  private readonly siteNames = new Numbered(countedName)
  private readonly countryNames = new Numbered((packed: number) => countedName(unpackCountry(packed)))
  /** Number 0 means none. */
  private readonly placementNames = new Numbered((name: string) => ({ name, key: foldedName(name) }))
  private readonly deviceNames = new Numbered(countedName)
  private readonly browserNames = new Numbered(countedName)

  readonly agents: readonly NumberedAgent[] = this.agentStrings.meanings
  readonly sites: readonly CountedName[] = this.siteNames.meanings
  readonly countries: readonly CountedName[] = this.countryNames.meanings
  readonly devices: readonly CountedName[] = this.deviceNames.meanings
  readonly browsers: readonly CountedName[] = this.browserNames.meanings

  readonly placements: readonly { name: string; key: string }[] = this.placementNames.meanings

  constructor() {
    this.placementNames.numberOf('')
  }

  /** How many strings there are of the kinds that anyone can make up. */
  get strings(): number {
    return this.agentStrings.size + this.hosts.size + this.placementNames.size
  }

  agent(userAgent: string): number {
    return this.agentStrings.numberOf(userAgent)
  }

  /** The site of a referring host. */
  site(host: string): number {
    return this.hosts.meanings[this.hosts.numberOf(host)] as number
  }

  placement(name: string): number {
    return this.placementNames.numberOf(name)
  }

  /** The country with this packed code. */
  country(packed: number): number {
    return this.countryNames.numberOf(packed)
  }
}

/** A click whose strings are numbers of the batch. */
export interface NumberedClick {
  /** Milliseconds since the Unix epoch. */
  at: number
  linkId: number
  userId: number
  /** The visitor's address under the day's salt: 64 bits as two words. */
  visitorHigh: number
  visitorLow: number
  agent: number
  site: number
  country: number
  qr: boolean
  /** The rule and the destination as `packChoice` packs them; 0 if no rule decided. */
  choice: number
  /** 0 without a placement. */
  placement: number
}

/**
 * Up to `batchClicks` clicks of one day (UTC), as columns of numbers instead of an object for each, because
 * there are very many of them for a short time.
 */
export class ClickBatch {
  size = 0
  /** Days since the Unix epoch. */
  day = -1
  readonly links = new Float64Array(batchClicks)
  readonly users = new Float64Array(batchClicks)
  /** Seconds into the day. */
  readonly seconds = new Uint32Array(batchClicks)
  /** Hashes of the visitors: an address, under the day's salt, with a user agent. */
  readonly visitors = new Uint32Array(batchClicks)
  readonly agentNumbers = new Uint32Array(batchClicks)
  readonly siteNumbers = new Uint32Array(batchClicks)
  readonly countryNumbers = new Uint16Array(batchClicks)
  readonly scans = new Uint8Array(batchClicks)
  /** Packed choices of rules. */
  readonly choices = new Uint32Array(batchClicks)
  readonly placements = new Uint32Array(batchClicks)
  private readonly columns = [
    this.links,
    this.users,
    this.seconds,
    this.visitors,
    this.agentNumbers,
    this.siteNumbers,
    this.countryNumbers,
    this.scans,
    this.choices,
    this.placements,
  ]
  private isRepeated = false
  numbers = new BatchNumbers()

  /** Empties the batch; `isRepeated` if it must take the same clicks again, with any number of strings. */
  clear(isRepeated = false): void {
    this.size = 0
    this.day = -1
    this.isRepeated = isRepeated
    if (this.numbers.strings >= mostStrings) this.numbers = new BatchNumbers()
  }

  /** Whether it takes a click of this time (milliseconds): not if it is full, has too many strings, or is of another day. */
  takes(at: number): boolean {
    // An empty batch takes every click, because counting could not continue otherwise.
    if (this.size === 0) return true
    if (this.size === batchClicks || Math.floor(at / dayMilliseconds) !== this.day) return false
    return this.isRepeated || this.numbers.strings < 2 * mostStrings
  }

  /** Adds a click for which `takes` has returned true. */
  add(click: NumberedClick): void {
    if (this.size === 0) this.day = Math.floor(click.at / dayMilliseconds)
    const index = this.size++
    this.links[index] = click.linkId
    this.users[index] = click.userId
    this.seconds[index] = Math.floor(click.at / 1000) - this.day * daySeconds
    this.agentNumbers[index] = click.agent
    this.siteNumbers[index] = click.site
    this.countryNumbers[index] = click.country
    this.scans[index] = Number(click.qr)
    this.choices[index] = click.choice
    this.placements[index] = click.placement
    const { hash } = this.numbers.agents[click.agent] as NumberedAgent
    this.visitors[index] = mixedWords(click.visitorHigh, click.visitorLow, hash)
  }

  /** The numbers of the links that were clicked, and of the accounts for which their clicks count. */
  distinctLinks(): Map<number, Set<number>> {
    const links = new Map<number, Set<number>>()
    for (let index = 0; index < this.size; index++) {
      const linkId = this.links[index] as number
      const users = links.get(linkId)
      if (users) users.add(this.users[index] as number)
      else links.set(linkId, new Set([this.users[index] as number]))
    }
    return links
  }

  /** Gives each click to the account that `accountOf` returns; null drops it. Returns how many were dropped. */
  assign(accountOf: (linkId: number, userId: number) => number | null): number {
    const before = this.size
    this.size = 0
    for (let index = 0; index < before; index++) {
      const account = accountOf(this.links[index] as number, this.users[index] as number)
      if (account === null) continue
      this.users[index] = account
      for (const column of this.columns) column[this.size] = column[index] as number
      this.size++
    }
    return before - this.size
  }
}

/** Mixes three 32-bit words into one; each of its bits depends on all of theirs (MurmurHash3's finalizer). */
export function mixedWords(high: number, low: number, other: number): number {
  let hash = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b) ^ other
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
