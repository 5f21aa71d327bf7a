// Sums a batch of clicks up in memory, so that the database is told once per link and day, not once per click.
import { utcDay } from '../../platform/clock.ts'
import type { JournalClick } from './journal-format.ts'
import { refererSite } from './referers.ts'
import { type Agent, readUserAgent } from './user-agents.ts'

export const dimensions = ['referers', 'locations', 'devices', 'browsers'] as const
export type Dimension = (typeof dimensions)[number]

/** Clicks by the names of each dimension. */
export type BreakdownCounts = Record<Dimension, Record<string, number>>

export interface DaySums {
  day: string
  clicks: number
  bots: number
  scans: number
  hours: number[]
  breakdowns: BreakdownCounts
}

export interface LinkDaySums extends DaySums {
  linkId: number
  userId: number
  /** Hashes of the visitors that are people. */
  visitors: Set<number>
}

export interface AccountDaySums extends DaySums {
  userId: number
}

/** A click with what its headers tell, as it is kept for export. */
export interface DescribedClick {
  click: JournalClick
  agent: Agent
  referer: string
}

export interface Tally {
  totals: Map<number, number>
  links: LinkDaySums[]
  accounts: AccountDaySums[]
  clicks: DescribedClick[]
}

/** Remembers what user agents and hosts mean: a few of them make up most of the clicks. */
class Memory<Value> {
  private readonly known = new Map<string, Value>()

  constructor(private readonly find: (text: string) => Value) {}

  get(text: string): Value {
    let value = this.known.get(text)
    if (value === undefined) {
      if (this.known.size >= 10_000) this.known.clear()
      value = this.find(text)
      this.known.set(text, value)
    }
    return value
  }
}

const agents = new Memory(readUserAgent)
const sites = new Memory(refererSite)

export function tally(clicks: JournalClick[]): Tally {
  const totals = new Map<number, number>()
  const links = new Map<string, LinkDaySums>()
  const accounts = new Map<string, AccountDaySums>()
  const described: DescribedClick[] = []
  for (const click of clicks) {
    const agent = agents.get(click.userAgent)
    const referer = sites.get(click.referer)
    const day = utcDay(click.at)
    const link = entry(links, `${click.linkId} ${day}`, () => ({
      ...emptyDay(day),
      linkId: click.linkId,
      userId: click.userId,
      visitors: new Set<number>(),
    }))
    const account = entry(accounts, `${click.userId} ${day}`, () => ({
      ...emptyDay(day),
      userId: click.userId,
    }))
    const one = { click, agent, referer }
    count(link, one)
    count(account, one)
    if (!agent.bot) link.visitors.add(visitorHash(click))
    totals.set(click.linkId, (totals.get(click.linkId) ?? 0) + 1)
    described.push(one)
  }
  return { totals, links: [...links.values()], accounts: [...accounts.values()], clicks: described }
}

function count(sums: DaySums, { click, agent, referer }: DescribedClick): void {
  const hour = Math.floor(click.at / 3_600_000) % 24
  sums.clicks++
  if (agent.bot) sums.bots++
  if (click.qr) sums.scans++
  sums.hours[hour] = (sums.hours[hour] ?? 0) + 1
  add(sums.breakdowns.referers, referer, 1)
  add(sums.breakdowns.locations, click.country, 1)
  add(sums.breakdowns.devices, agent.device, 1)
  add(sums.breakdowns.browsers, agent.browser, 1)
}

/** A visitor is an address (under the day's salt) with a user agent. */
function visitorHash(click: JournalClick): number {
  return Number(Bun.hash(`${click.visitorHigh} ${click.visitorLow} ${click.userAgent}`) & 0xffff_ffffn)
}

export function emptyDay(day: string): DaySums {
  return {
    day,
    clicks: 0,
    bots: 0,
    scans: 0,
    hours: new Array<number>(24).fill(0),
    breakdowns: emptyBreakdowns(),
  }
}

// Without a prototype, so that a site called `constructor` is only a name.
export function emptyBreakdowns(): BreakdownCounts {
  return {
    referers: Object.create(null),
    locations: Object.create(null),
    devices: Object.create(null),
    browsers: Object.create(null),
  }
}

// Anyone can make up referring hosts: past this many names a day the rest is summed up as one.
const mostNames = 300
const theRest = 'other'

function add(counts: Record<string, number>, name: string, clicks: number): void {
  counts[name] = (counts[name] ?? 0) + clicks
}

/** Adds the sums of one part to those of another, in place. */
export function addDay(into: DaySums, from: DaySums): void {
  into.clicks += from.clicks
  into.bots += from.bots
  into.scans += from.scans
  for (const [hour, clicks] of from.hours.entries()) into.hours[hour] = (into.hours[hour] ?? 0) + clicks
  addBreakdowns(into.breakdowns, from.breakdowns, mostNames)
}

/** Adds counts by name; names that would make more than `most` of them are counted as `other`. */
export function addBreakdowns(into: BreakdownCounts, from: BreakdownCounts, most: number): void {
  for (const dimension of dimensions) {
    const counts = into[dimension]
    let names = Object.keys(counts).length
    for (const [name, clicks] of Object.entries(from[dimension])) {
      if (name in counts) add(counts, name, clicks)
      else if (names < most) {
        add(counts, name, clicks)
        names++
      } else add(counts, theRest, clicks)
    }
  }
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
