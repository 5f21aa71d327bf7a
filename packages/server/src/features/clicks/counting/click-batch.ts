// Clicks on their way from the journal to the database: many of one day, as columns of numbers.
import type { JournalClick } from '../journal/format.ts'
import { refererSite } from '../visitors/referers.ts'
import { type Agent, readUserAgent } from '../visitors/user-agents.ts'

/** More clicks in one batch mean fewer rows to write per click; this many take some 9 MB. */
export const batchClicks = 2 ** 18
// Anyone can make up user agents and hosts; a batch ends before they fill the memory.
const mostStrings = 20_000
const daySeconds = 86_400

/** Strings by number, with what each of them means: most clicks share a few of them. */
class NumberedStrings<Meaning> {
  readonly meanings: Meaning[] = []
  private readonly numbers = new Map<string, number>()

  constructor(private readonly find: (string: string) => Meaning) {}

  get size(): number {
    return this.meanings.length
  }

  numberOf(string: string): number {
    const known = this.numbers.get(string)
    if (known !== undefined) return known
    this.meanings.push(this.find(string))
    this.numbers.set(string, this.meanings.length - 1)
    return this.meanings.length - 1
  }
}

/** A user agent with a hash, which distinguishes its visitors from others with the same address. */
interface HashedAgent extends Agent {
  hash: number
}

const describe = (userAgent: string): HashedAgent => ({
  ...readUserAgent(userAgent),
  hash: Number(Bun.hash(userAgent) & 0xffff_ffffn),
})

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
  private readonly columns = [
    this.links,
    this.users,
    this.seconds,
    this.visitors,
    this.agentNumbers,
    this.siteNumbers,
    this.countryNumbers,
    this.scans,
  ]
  private isRepeated = false
  private agentStrings = new NumberedStrings(describe)
  private siteStrings = new NumberedStrings(refererSite)
  private countryCodes = new NumberedStrings((code: string) => code)

  get agents(): readonly Agent[] {
    return this.agentStrings.meanings
  }

  get sites(): readonly string[] {
    return this.siteStrings.meanings
  }

  get countries(): readonly string[] {
    return this.countryCodes.meanings
  }

  /** Empties the batch; `isRepeated` if it must take the same clicks again, with any number of strings. */
  clear(isRepeated = false): void {
    this.size = 0
    this.day = -1
    this.isRepeated = isRepeated
    if (this.agentStrings.size + this.siteStrings.size < mostStrings) return
    this.agentStrings = new NumberedStrings(describe)
    this.siteStrings = new NumberedStrings(refererSite)
  }

  /** Adds a click; false if the batch is full or of another day. */
  add(click: JournalClick): boolean {
    const seconds = Math.floor(click.at / 1000)
    const day = Math.floor(seconds / daySeconds)
    if (this.size === 0) this.day = day
    if (day !== this.day || this.size === batchClicks) return false
    // An empty batch takes every click, because counting could not continue otherwise.
    const strings = this.agentStrings.size + this.siteStrings.size
    if (this.size > 0 && strings >= 2 * mostStrings && !this.isRepeated) return false
    const index = this.size++
    const agent = this.agentStrings.numberOf(click.userAgent)
    this.links[index] = click.linkId
    this.users[index] = click.userId
    this.seconds[index] = seconds - day * daySeconds
    this.agentNumbers[index] = agent
    this.siteNumbers[index] = this.siteStrings.numberOf(click.referer)
    this.countryNumbers[index] = this.countryCodes.numberOf(click.country)
    this.scans[index] = Number(click.qr)
    this.visitors[index] = mix(
      click.visitorHigh,
      click.visitorLow,
      (this.agentStrings.meanings[agent] as HashedAgent).hash,
    )
    return true
  }

  /** The numbers of the links that were clicked. */
  distinctLinks(): number[] {
    return [...new Set(this.links.subarray(0, this.size))]
  }

  /** Keeps only the clicks for which `wanted` returns true, and returns how many were dropped. */
  keep(wanted: (linkId: number, userId: number) => boolean): number {
    const before = this.size
    this.size = 0
    for (let index = 0; index < before; index++) {
      if (!wanted(this.links[index] as number, this.users[index] as number)) continue
      for (const column of this.columns) column[this.size] = column[index] as number
      this.size++
    }
    return before - this.size
  }
}

/** Mixes three 32-bit words into one; each of its bits depends on all of theirs (MurmurHash3's finalizer). */
function mix(high: number, low: number, agent: number): number {
  let hash = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b) ^ agent
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
