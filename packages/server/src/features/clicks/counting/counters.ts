// Counts the clicks of a batch by what they have in common: by number first, and by name at the end.
import type { ClickBatch } from './click-batch.ts'
import { addCount, type Counts, type DaySums, emptyDay } from './day-sums.ts'

/** Clicks by a number; only numbers that occur cost anything. */
class NumberCounter {
  private readonly counts: number[] = []
  private occurring: number[] = []

  count(number: number): void {
    const before = this.counts[number]
    if (before) this.counts[number] = before + 1
    else {
      this.counts[number] = 1
      this.occurring.push(number)
    }
  }

  /** Calls `report` with each number that occurs and its count, and starts again at zero. */
  take(report: (number: number, clicks: number) => void): void {
    for (const number of this.occurring) {
      report(number, this.counts[number] as number)
      this.counts[number] = 0
    }
    this.occurring = []
  }
}

/** The sums of clicks of a batch, counted one by one. */
export class Counters {
  private readonly hours = new NumberCounter()
  private readonly agents = new NumberCounter()
  private readonly sites = new NumberCounter()
  private readonly countries = new NumberCounter()
  private scans = 0

  constructor(private readonly batch: ClickBatch) {}

  /** Counts the click of the batch that has this index. */
  count(index: number): void {
    const { seconds, agentNumbers, siteNumbers, countryNumbers, scans } = this.batch
    this.hours.count(((seconds[index] as number) / 3600) | 0)
    this.agents.count(agentNumbers[index] as number)
    this.sites.count(siteNumbers[index] as number)
    this.countries.count(countryNumbers[index] as number)
    this.scans += scans[index] as number
  }

  /** Returns the sums, and starts again at zero. */
  take(): DaySums {
    const sums = emptyDay()
    const { referers, locations, devices, browsers } = sums.breakdowns
    const { agents, sites, countries } = this.batch
    const named = (counts: Counts, names: readonly string[]) => (number: number, clicks: number) =>
      addCount(counts, names[number] as string, clicks)
    this.hours.take((hour, clicks) => addCount(sums.hours, String(hour), clicks))
    this.sites.take(named(referers, sites))
    this.countries.take(named(locations, countries))
    this.agents.take((number, clicks) => {
      const { device, browser, bot } = agents[number] as (typeof agents)[number]
      addCount(devices, device, clicks)
      addCount(browsers, browser, clicks)
      sums.clicks += clicks
      if (bot) sums.bots += clicks
    })
    sums.scans = this.scans
    this.scans = 0
    return sums
  }
}
