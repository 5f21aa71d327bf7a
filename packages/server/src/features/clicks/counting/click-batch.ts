// Clicks on their way from the journal to the database: many of one day, as columns of numbers.
import type { JournalClick } from '../journal/format.ts'
import { refererSite } from '../visitors/referers.ts'
import { type Agent, readUserAgent } from '../visitors/user-agents.ts'

/** More clicks in one batch make fewer rows to write for each of them; this many take some 8 MB while they are. */
export const batchClicks = 2 ** 18
// Anyone can make up user agents and hosts; a batch ends before they fill the memory.
const mostTexts = 20_000
const daySeconds = 86_400

/** Texts by number, with what was found out about each: a few of them make up most of the clicks. */
class Texts<Meaning> {
  readonly meanings: Meaning[] = []
  private readonly numbers = new Map<string, number>()

  constructor(private readonly find: (text: string) => Meaning) {}

  get size(): number {
    return this.meanings.length
  }

  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.meanings.push(this.find(text))
    this.numbers.set(text, this.meanings.length - 1)
    return this.meanings.length - 1
  }
}

/** A user agent with the hash that tells its visitors from others of the same address. */
interface HashedAgent extends Agent {
  hash: number
}

const describe = (text: string): HashedAgent => ({
  ...readUserAgent(text),
  hash: Number(Bun.hash(text) & 0xffff_ffffn),
})

/**
 * Up to `batchClicks` clicks of one day (UTC). Numbers in columns instead of an object for each: there are a great
 * many of them, and they are gone soon.
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
  private isAgain = false
  private agentTexts = new Texts(describe)
  private siteTexts = new Texts(refererSite)
  private countryCodes = new Texts((code: string) => code)

  get agents(): readonly Agent[] {
    return this.agentTexts.meanings
  }

  get sites(): readonly string[] {
    return this.siteTexts.meanings
  }

  get countries(): readonly string[] {
    return this.countryCodes.meanings
  }

  /** Makes it empty; `isAgain` where it shall take the same clicks as before, however many texts it was left with. */
  clear(isAgain = false): void {
    this.size = 0
    this.day = -1
    this.isAgain = isAgain
    if (this.agentTexts.size + this.siteTexts.size < mostTexts) return
    this.agentTexts = new Texts(describe)
    this.siteTexts = new Texts(refererSite)
  }

  /** Adds a click; false where the batch has no room for it, or is of another day. */
  add(click: JournalClick): boolean {
    const seconds = Math.floor(click.at / 1000)
    const day = Math.floor(seconds / daySeconds)
    if (this.size === 0) this.day = day
    if (day !== this.day || this.size === batchClicks) return false
    // Never refused while it is empty, or the drain would stand still.
    const texts = this.agentTexts.size + this.siteTexts.size
    if (this.size > 0 && texts >= 2 * mostTexts && !this.isAgain) return false
    const index = this.size++
    const agent = this.agentTexts.numberOf(click.userAgent)
    this.links[index] = click.linkId
    this.users[index] = click.userId
    this.seconds[index] = seconds - day * daySeconds
    this.agentNumbers[index] = agent
    this.siteNumbers[index] = this.siteTexts.numberOf(click.referer)
    this.countryNumbers[index] = this.countryCodes.numberOf(click.country)
    this.scans[index] = Number(click.qr)
    this.visitors[index] = mix(
      click.visitorHigh,
      click.visitorLow,
      (this.agentTexts.meanings[agent] as HashedAgent).hash,
    )
    return true
  }

  /** The numbers of the links that were clicked. */
  distinctLinks(): number[] {
    return [...new Set(this.links.subarray(0, this.size))]
  }

  /** Keeps only the clicks that `wanted` lets through, and answers how many were dropped. */
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

/** Three words as one, each bit of which depends on all of theirs (the finalizer of MurmurHash3). */
function mix(high: number, low: number, agent: number): number {
  let hash = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b) ^ agent
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
