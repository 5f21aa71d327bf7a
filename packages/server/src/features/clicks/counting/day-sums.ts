// The counts of one day, of a link or an account: adding them up, and storing them.
import type { Choice } from '../journal/format.ts'

export const dimensions = ['referers', 'locations', 'devices', 'browsers'] as const
export type Dimension = (typeof dimensions)[number]

/** Clicks by name. */
export type Counts = Record<string, number>

/** Clicks by the names of each dimension. */
export type BreakdownCounts = Record<Dimension, Counts>

/** What a day's row stores besides its sums. */
export interface DayCounts {
  /** Clicks by hour of the day (UTC). */
  hours: Counts
  breakdowns: BreakdownCounts
  /** Clicks by `choiceName`, of a link whose rules decided; accounts have none. */
  choices: Counts
}

export function noCounts(): DayCounts {
  const breakdowns = { referers: empty(), locations: empty(), devices: empty(), browsers: empty() }
  return { hours: empty(), breakdowns, choices: empty() }
}

// Without a prototype, so that a site called `constructor` is only a name.
function empty(): Counts {
  return Object.create(null)
}

// Anyone can make up referring hosts: beyond this many names a day, the rest is counted as one.
const mostNames = 300
// A link has at most 500 choices at once, and its owner may replace some in the course of a day.
const mostChoices = 1000
const theRest = 'other'

/** How many names one of `storedDimensions` may have. */
export function mostNamesOf(dimension: number): number {
  return dimension > dimensions.length ? mostChoices : mostNames
}

/** The name under which the clicks of a choice are counted, such as `3.7`. */
export function choiceName({ rule, destination }: Choice): string {
  return `${rule}.${destination}`
}

/** The choice with this name; null for the clicks of further choices, which are counted as one. */
export function readChoice(name: string): Choice | null {
  if (name === theRest) return null
  const [rule, destination] = name.split('.')
  return { rule: Number(rule), destination: Number(destination) }
}

/** Adds counts by name; names that would make more than `most` of them are counted as `other`. */
export function addCounts(into: Counts, from: Counts, most: number): void {
  // The names are only counted if a new one comes up.
  let names = -1
  for (const name in from) {
    const clicks = from[name] as number
    const before = into[name]
    if (before !== undefined) {
      into[name] = before + clicks
      continue
    }
    if (names < 0) names = Object.keys(into).length
    if (names < most) {
      into[name] = clicks
      names++
    } else into[theRest] = (into[theRest] ?? 0) + clicks
  }
}

/** The hours, the breakdowns and the choices in the order in which they are stored. */
export function storedDimensions({ hours, breakdowns, choices }: DayCounts): Counts[] {
  return [hours, ...dimensions.map((dimension) => breakdowns[dimension]), choices]
}

/** Serializes the counts for their column: a JSON array without the names of the dimensions, or choices if there are none. */
export function writeCounts(counts: DayCounts): string {
  const stored = storedDimensions(counts)
  if (Object.keys(counts.choices).length === 0) stored.pop()
  return JSON.stringify(stored)
}

/** Adds up what `writeCounts` has written for several days, to `sums` if they are given. */
export function sumCounts(days: readonly string[], sums = noCounts()): DayCounts {
  const into = storedDimensions(sums)
  for (const day of days)
    for (const [index, counts] of storedDimensions(readCounts(day)).entries())
      addCounts(into[index] as Counts, counts, Number.POSITIVE_INFINITY)
  return sums
}

export function readCounts(counts: string): DayCounts {
  const [hours, referers, locations, devices, browsers, choices] = (JSON.parse(counts) as Counts[]).map(
    (stored) => Object.assign(empty(), stored),
  ) as [Counts, Counts, Counts, Counts, Counts, Counts?]
  return { hours, breakdowns: { referers, locations, devices, browsers }, choices: choices ?? empty() }
}
