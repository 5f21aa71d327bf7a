// Adds the sums of days to a report, hour by hour: a day of another time zone has hours of two UTC days.
import { type Counts, readCounts, readPlacements } from '../../clicks/index.ts'
import { addClicks } from '../names.ts'
import type { SummedDay } from './report-store.ts'
import type { NameCounts } from './single-clicks.ts'
import type { Timeline } from './timeline.ts'

const hoursADay = 24
const hourSeconds = 3600

/**
 * Spreads a total over hours by their weights, in whole numbers that add up to the total. Bots, scans and visitors are only
 * known by the day, so they are assumed to be where the clicks are.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return weights.map(() => 0)
  let weight = 0
  let given = 0
  return weights.map((some) => {
    weight += some
    const share = Math.round((total * weight) / all) - given
    given += share
    return share
  })
}

/** What had to be estimated, because days of UTC are not those of the time zone. */
export interface Estimated {
  hours: boolean
  visitors: boolean
  botsInBreakdowns: boolean
}

export class DaySums {
  readonly estimated: Estimated = { hours: false, visitors: false, botsInBreakdowns: false }

  constructor(
    private readonly timeline: Timeline,
    private readonly crawlers: boolean,
  ) {}

  /** Adds a day's visitors, which individual clicks don't have, and everything else of it if `isWhole`. */
  add(day: SummedDay, isWhole: boolean, names: NameCounts | null): void {
    const { hours, breakdowns } = readCounts(day.counts)
    const weights = Array.from({ length: hoursADay }, (_, hour) => hours[hour] ?? 0)
    const midnight = Date.parse(`${day.day}T00:00:00Z`) / 1000
    const buckets = weights.map((_, hour) => this.timeline.indexOf(midnight + hour * hourSeconds))
    const clicked = buckets.filter((_, hour) => (weights[hour] as number) > 0)
    const isInOne = new Set(clicked).size <= 1
    if (day.visitors > 0 && new Set(clicked.map((bucket) => this.timeline.dayOf(bucket))).size > 1)
      this.estimated.visitors = true
    addTo(this.timeline.visitors, buckets, spread(day.visitors, weights))
    if (!isWhole || buckets.every((bucket) => bucket < 0)) return
    this.addCounts(day, { weights, buckets, isInOne })
    // The names of a UTC day can't be divided, so they only count if most of it is in the range.
    if (
      names &&
      buckets.filter((bucket) => bucket >= 0 && bucket !== this.timeline.before).length * 2 >= hoursADay
    )
      this.addNames(day, breakdowns, names)
  }

  private addCounts(
    day: SummedDay,
    { weights, buckets, isInOne }: { weights: number[]; buckets: number[]; isInOne: boolean },
  ): void {
    if (!isInOne && day.bots + day.scans > 0) this.estimated.hours = true
    const bots = spread(day.bots, weights)
    const people = this.crawlers ? weights : weights.map((clicks, hour) => clicks - (bots[hour] as number))
    // No more scans than clicks, because it isn't known which scans were by crawlers.
    const scans = spread(day.scans, weights).map((some, hour) => Math.min(some, people[hour] as number))
    addTo(this.timeline.clicks, buckets, people)
    addTo(this.timeline.bots, buckets, bots)
    addTo(this.timeline.scans, buckets, scans)
  }

  private addNames(
    day: SummedDay,
    { referers, locations, devices, browsers }: ReturnType<typeof readCounts>['breakdowns'],
    names: NameCounts,
  ): void {
    if (day.bots > 0 && !this.crawlers) this.estimated.botsInBreakdowns = true
    addAll(names.referers, referers)
    addAll(names.locations, locations)
    addAll(names.devices, this.crawlers ? devices : { ...devices, bot: 0 })
    addAll(names.browsers, browsers)
    for (const [name, clicks] of readPlacements(day.placements ?? '[]'))
      addClicks(names.placements, name, clicks)
  }
}

function addAll(names: NameCounts['devices'], counts: Counts): void {
  for (const name in counts) addClicks(names, name, counts[name] as number)
}

function addTo(column: Float64Array, buckets: number[], counts: number[]): void {
  for (const [hour, bucket] of buckets.entries())
    if (bucket >= 0) column[bucket] = (column[bucket] as number) + (counts[hour] as number)
}
