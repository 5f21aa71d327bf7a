// Answers of a report that are made of the sums of days: by their hours, which any zone's days are made of.
import { type Counts, readCounts } from '../../clicks/index.ts'
import { addCounted } from '../names.ts'
import type { SummedDay } from './report-store.ts'
import type { NameCounts } from './single-clicks.ts'
import type { Timeline } from './timeline.ts'

const hoursADay = 24
const hourSeconds = 3600

/**
 * Spreads a total over hours by their weights, whole ones that make up the total exactly. Bots, scans and visitors are
 * known of a day alone: so they are where the clicks are.
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

/** How the days that were added fit: what of them had to be estimated. */
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

  /** Adds a day's visitors, which nothing else knows, and all else of it where `isWhole`. */
  add(day: SummedDay, isWhole: boolean, names: NameCounts | null): void {
    const { hours, breakdowns } = readCounts(day.counts)
    const weights = Array.from({ length: hoursADay }, (_, hour) => hours[hour] ?? 0)
    const midnight = Date.parse(`${day.day}T00:00:00Z`) / 1000
    const places = weights.map((_, hour) => this.timeline.placeOf(midnight + hour * hourSeconds))
    const clicked = places.filter((_, hour) => (weights[hour] as number) > 0)
    const isInOne = new Set(clicked).size <= 1
    if (day.visitors > 0 && new Set(clicked.map((place) => this.timeline.dayOf(place))).size > 1)
      this.estimated.visitors = true
    addTo(this.timeline.visitors, places, spread(day.visitors, weights))
    if (!isWhole || places.every((place) => place < 0)) return
    this.addClicks(day, weights, places, isInOne)
    // A day of UTC that only begins or ends in the range is not of it: its names can't be parted.
    if (
      names &&
      places.filter((place) => place >= 0 && place !== this.timeline.before).length * 2 >= hoursADay
    )
      this.addNames(day, breakdowns, names)
  }

  private addClicks(day: SummedDay, weights: number[], places: number[], isInOne: boolean): void {
    if (!isInOne && day.bots + day.scans > 0) this.estimated.hours = true
    const bots = spread(day.bots, weights)
    const people = this.crawlers ? weights : weights.map((clicks, hour) => clicks - (bots[hour] as number))
    // No more scans than clicks: which of them were crawlers' is not known.
    const scans = spread(day.scans, weights).map((some, hour) => Math.min(some, people[hour] as number))
    addTo(this.timeline.clicks, places, people)
    addTo(this.timeline.bots, places, bots)
    addTo(this.timeline.scans, places, scans)
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
  }
}

function addAll(names: NameCounts['devices'], counts: Counts): void {
  for (const name in counts) addCounted(names, name, counts[name] as number)
}

function addTo(column: Float64Array, places: number[], counts: number[]): void {
  for (const [hour, place] of places.entries())
    if (place >= 0) column[place] = (column[place] as number) + (counts[hour] as number)
}
