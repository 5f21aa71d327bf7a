// The counts of one day, of a link or an account: adding them up, and storing them.

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
}

export function noCounts(): DayCounts {
  return { hours: empty(), breakdowns: emptyBreakdowns() }
}

export function emptyBreakdowns(): BreakdownCounts {
  return { referers: empty(), locations: empty(), devices: empty(), browsers: empty() }
}

// Without a prototype, so that a site called `constructor` is only a name.
function empty(): Counts {
  return Object.create(null)
}

// Anyone can make up referring hosts: beyond this many names a day, the rest is counted as one.
export const mostNames = 300
const theRest = 'other'

/** Adds counts by name; names that would make more than `most` of them are counted as `other`. */
export function addBreakdowns(into: BreakdownCounts, from: BreakdownCounts, most: number): void {
  for (const dimension of dimensions) addCounts(into[dimension], from[dimension], most)
}

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

/** The hours and the breakdowns in the order in which they are stored. */
export function storedDimensions({ hours, breakdowns }: DayCounts): Counts[] {
  return [hours, ...dimensions.map((dimension) => breakdowns[dimension])]
}

/** Serializes the hours and breakdowns for their column: a JSON array without the names of the dimensions. */
export function writeCounts(counts: DayCounts): string {
  return JSON.stringify(storedDimensions(counts))
}

/** Reads the breakdowns that `writeCounts` has written. */
export function readBreakdowns(counts: string): BreakdownCounts {
  return readCounts(counts).breakdowns
}

export function readCounts(counts: string): DayCounts {
  const [hours, referers, locations, devices, browsers] = (JSON.parse(counts) as Counts[]).map((stored) =>
    Object.assign(empty(), stored),
  ) as [Counts, Counts, Counts, Counts, Counts]
  return { hours, breakdowns: { referers, locations, devices, browsers } }
}
