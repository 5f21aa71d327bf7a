// Counts the clicks of a batch by what they have in common: by number first, and by name at the end.
import { unpackChoice } from '../journal/format.ts'
import type { PlacementClicks } from '../placements/sketch.ts'
import type { ClickBatch, NumberedAgent } from './click-batch.ts'
import { type AddedCounts, type CountedName, countedName, type NamedClicks } from './day-counts.ts'
import { choiceName } from './day-sums.ts'

const hourNames: readonly CountedName[] = Array.from({ length: 24 }, (_, hour) => countedName(String(hour)))

/** Clicks by a number; only numbers that occur cost anything. */
class NumberCounter {
  private readonly counts: number[] = []
  private occurring: number[] = []

  add(number: number, clicks: number): void {
    const before = this.counts[number]
    if (before) this.counts[number] = before + clicks
    else {
      this.counts[number] = clicks
      this.occurring.push(number)
    }
  }

  /** Calls `report` with each number that occurs and its count. */
  each(report: (number: number, clicks: number) => void): void {
    for (const number of this.occurring) report(number, this.counts[number] as number)
  }

  addTo(other: NumberCounter): void {
    for (const number of this.occurring) other.add(number, this.counts[number] as number)
  }

  /** Returns the clicks by name, and starts again at zero. */
  take(names: readonly CountedName[]): NamedClicks {
    const { occurring, counts } = this
    const taken = {
      names: occurring.map((number) => names[number] as CountedName),
      clicks: occurring.map((number) => counts[number] as number),
    }
    this.clear()
    return taken
  }

  clear(): void {
    for (const number of this.occurring) this.counts[number] = 0
    this.occurring = []
  }
}

/** What clicks add to the day of a link or an account. */
export interface DayAdditions {
  clicks: number
  bots: number
  scans: number
  counts: AddedCounts
  /** By placement as written; accounts have none. */
  placements: PlacementClicks[]
}

/** The sums of clicks of a batch, counted one by one. */
export class Counters {
  private readonly hours = new NumberCounter()
  private readonly agents = new NumberCounter()
  private readonly sites = new NumberCounter()
  private readonly countries = new NumberCounter()
  private readonly devices = new NumberCounter()
  private readonly browsers = new NumberCounter()
  /** By rule and destination: packed numbers that lie far apart, and that most links don't have. */
  private readonly choices = new Map<number, number>()
  /** By placement, with bots counted separately. Most links have none. */
  private readonly placements = new Map<number, { clicks: number; people: number }>()
  private scans = 0

  constructor(private readonly batch: ClickBatch) {}

  /** Counts the click of the batch that has this index. */
  count(index: number): void {
    const { seconds, agentNumbers, siteNumbers, countryNumbers, scans, choices, placements } = this.batch
    this.hours.add(((seconds[index] as number) / 3600) | 0, 1)
    this.agents.add(agentNumbers[index] as number, 1)
    this.sites.add(siteNumbers[index] as number, 1)
    this.countries.add(countryNumbers[index] as number, 1)
    this.scans += scans[index] as number
    const choice = choices[index] as number
    if (choice !== 0) this.choices.set(choice, (this.choices.get(choice) ?? 0) + 1)
    const placement = placements[index] as number
    if (placement !== 0) this.countPlacement(placement, agentNumbers[index] as number)
  }

  /** Adds everything that an account counts too to its counts: all but choices and placements, which are those of one link. */
  addTo(other: Counters): void {
    this.hours.addTo(other.hours)
    this.agents.addTo(other.agents)
    this.sites.addTo(other.sites)
    this.countries.addTo(other.countries)
    other.scans += this.scans
  }

  /** Returns the sums, and starts again at zero. */
  take(): DayAdditions {
    const { agents, sites, countries, devices, browsers } = this.batch.numbers
    let clicks = 0
    let bots = 0
    this.agents.each((number, count) => {
      const { bot, deviceNumber, browserNumber } = agents[number] as NumberedAgent
      clicks += count
      if (bot) bots += count
      this.devices.add(deviceNumber, count)
      this.browsers.add(browserNumber, count)
    })
    this.agents.clear()
    const { scans } = this
    this.scans = 0
    const counts = [
      this.hours.take(hourNames),
      this.sites.take(sites),
      this.countries.take(countries),
      this.devices.take(devices),
      this.browsers.take(browsers),
    ]
    if (this.choices.size > 0) counts.push(this.takeChoices())
    return { clicks, bots, scans, counts, placements: this.placements.size > 0 ? this.takePlacements() : [] }
  }

  private countPlacement(placement: number, agent: number): void {
    const sum = this.placements.get(placement) ?? { clicks: 0, people: 0 }
    sum.clicks++
    if (!this.batch.numbers.agents[agent]?.bot) sum.people++
    this.placements.set(placement, sum)
  }

  private takePlacements(): PlacementClicks[] {
    const { placements } = this.batch.numbers
    const taken = [...this.placements].map(([number, sums]) => ({
      ...(placements[number] as { name: string; key: string }),
      ...sums,
    }))
    this.placements.clear()
    return taken
  }

  private takeChoices(): NamedClicks {
    const taken = {
      names: [...this.choices.keys()].map((choice) => countedName(choiceName(unpackChoice(choice)))),
      clicks: [...this.choices.values()],
    }
    this.choices.clear()
    return taken
  }
}
