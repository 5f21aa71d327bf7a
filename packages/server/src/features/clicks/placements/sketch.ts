// Which placements of a link are counted by name: a bounded sketch of the most frequent names that visitors use.
import { foldedName } from '@linnet/contract/folded-names'
import { mostPlacements, otherPlacements } from '@linnet/contract/placement-names'

/** The clicks of a batch on one link with one spelling of a placement. */
export interface PlacementClicks {
  name: string
  /** The name as it is compared. */
  key: string
  clicks: number
  /** Of these, the clicks that weren't by bots. */
  people: number
}

/** The placements of a link as its row stores them. */
export interface StoredPlacements {
  planned: string
  counted: string
}

interface Known {
  name: string
  /** At least as many as its clicks. */
  weight: number
  isPlanned: boolean
}

/**
 * The names of a link, at most `mostPlacements`. Once there are as many, a new name begins with the least weight of all, because
 * it may have been replaced before, and the names with the greatest weights stay ("Space-Saving", Metwally, Agrawal and El Abbadi
 * 2005, for a batch at a time). So every name that makes up more than a two-hundredth of the clicks is among them, whatever names
 * visitors make up. Planned names always stay.
 */
export class PlacementSketch {
  private known = new Map<string, Known>()

  constructor({ planned, counted }: StoredPlacements) {
    for (const name of readNames(planned))
      this.known.set(foldedName(name), { name, weight: 0, isPlanned: true })
    for (const [name, weight] of JSON.parse(counted) as [string, number][]) {
      const key = foldedName(name)
      const before = this.known.get(key)
      if (before) before.weight = weight
      // Others may have been planned meanwhile.
      else if (this.known.size < mostPlacements) this.known.set(key, { name, weight, isPlanned: false })
    }
  }

  /** Adds clicks. Bots add to names, but no new ones. */
  add(added: readonly PlacementClicks[]): void {
    const unknown = new Map<string, PlacementClicks>()
    for (const one of added) {
      if (one.key === otherPlacements) continue
      const before = this.known.get(one.key)
      if (before) before.weight += one.clicks
      else if (one.people > 0) {
        const same = unknown.get(one.key)
        unknown.set(one.key, same ? { ...same, people: same.people + one.people } : one)
      }
    }
    if (unknown.size > 0) this.admit([...unknown.values()])
  }

  /** The name under which a placement is counted. */
  nameOf(key: string): string {
    return this.known.get(key)?.name ?? otherPlacements
  }

  /** What is stored as `counted`, the most frequent first: planned names too, in case they are no longer planned later. */
  write(): string {
    const names = [...this.known.values()].filter(({ weight }) => weight > 0)
    return JSON.stringify(names.sort((a, b) => b.weight - a.weight).map(({ name, weight }) => [name, weight]))
  }

  /** The planned names in their order, then the others, the most frequent first. */
  names(): { name: string; key: string; isPlanned: boolean }[] {
    const all = [...this.known].map(([key, { name, isPlanned }]) => ({ name, key, isPlanned }))
    return [...all.filter(({ isPlanned }) => isPlanned), ...all.filter(({ isPlanned }) => !isPlanned)]
  }

  private admit(added: readonly PlacementClicks[]): void {
    const all = [...this.known]
    const planned = all.filter(([, { isPlanned }]) => isPlanned)
    const others = all.filter(([, { isPlanned }]) => !isPlanned)
    const isFull = all.length >= mostPlacements
    const least = isFull ? Math.min(...others.map(([, { weight }]) => weight)) : 0
    // Sorting is stable: of equal weights, those of names that were there before come first.
    const ranked = [
      ...others,
      ...added.map(({ name, key, people }): [string, Known] => [
        key,
        { name, weight: least + people, isPlanned: false },
      ]),
    ].sort(([, one], [, other]) => other.weight - one.weight)
    this.known = new Map([...planned, ...ranked.slice(0, mostPlacements - planned.length)])
  }
}

/** The names that `planned` stores. */
export function readNames(planned: string): string[] {
  return JSON.parse(planned) as string[]
}
