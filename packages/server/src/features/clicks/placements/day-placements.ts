// The clicks of a link by placement on one day: adding to them, and adding days up.
import { foldedName } from '@linnet/contract/folded-names'
import { otherPlacements } from '@linnet/contract/placement-names'

/** Clicks by placement; `other` has those that aren't counted by name. */
export type PlacementCounts = Map<string, number>

/**
 * Adds clicks to a day's, and returns what is to be stored. Names that are no longer counted by name become part of `other`, so
 * that a day has no more of them than its link.
 */
export function addToDay(stored: string, added: PlacementCounts, nameOf: (key: string) => string): string {
  const sums: PlacementCounts = new Map()
  for (const [name, clicks] of readPlacements(stored)) addTo(sums, nameOf(foldedName(name)), clicks)
  for (const [name, clicks] of added) addTo(sums, name, clicks)
  return JSON.stringify([...sums])
}

/** Adds up clicks, of several days or programs. Spellings of one name are one, with the last of them. */
export function sumPlacements(counts: Iterable<[name: string, clicks: number]>): PlacementCounts {
  const sums = new Map<string, { name: string; clicks: number }>()
  for (const [name, clicks] of counts) {
    const key = foldedName(name)
    sums.set(key, { name, clicks: (sums.get(key)?.clicks ?? 0) + clicks })
  }
  return new Map([...sums.values()].map(({ name, clicks }) => [name, clicks]))
}

/** The most clicked first, at most `most` names; then `other`, with the clicks of all further names. */
export function rankedPlacements(counts: PlacementCounts, most: number): { name: string; clicks: number }[] {
  const names = [...counts]
    .filter(([name]) => name !== otherPlacements)
    .map(([name, clicks]) => ({ name, clicks }))
    .filter(({ clicks }) => clicks > 0)
    .sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1))
  const rest = names.splice(most).reduce((sum, { clicks }) => sum + clicks, counts.get(otherPlacements) ?? 0)
  return rest > 0 ? [...names, { name: otherPlacements, clicks: rest }] : names
}

/** Reads what `addToDay` has written. */
export function readPlacements(stored: string): [name: string, clicks: number][] {
  return JSON.parse(stored) as [string, number][]
}

function addTo(sums: PlacementCounts, name: string, clicks: number): void {
  sums.set(name, (sums.get(name) ?? 0) + clicks)
}
