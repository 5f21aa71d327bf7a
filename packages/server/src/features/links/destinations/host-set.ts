// A set of very many hosts, in some nine bytes each: their hashes, sorted within small shelves, so that no step is a long one.

const shelfCount = 4096
const firstRoom = 8

/** What is gathered before it is a set. */
export class HostSetBuilder {
  private readonly shelves: Float64Array[] = []
  private readonly lengths = new Uint32Array(shelfCount)

  add(host: string): void {
    const hash = hashOf(host)
    const at = hash % shelfCount
    const length = this.lengths[at] as number
    let shelf = this.shelves[at]
    if (shelf === undefined || length === shelf.length) {
      const roomier = new Float64Array(shelf ? shelf.length * 2 : firstRoom)
      if (shelf) roomier.set(shelf)
      this.shelves[at] = shelf = roomier
    }
    shelf[length] = hash
    this.lengths[at] = length + 1
  }

  /** Sorts a few shelves at a time; `pause` lets others have their turn in between. */
  async build(pause: () => Promise<void>): Promise<HostSet> {
    for (let at = 0; at < shelfCount; at++) {
      const shelf = this.shelves[at]
      if (shelf) this.shelves[at] = sortedOnce(shelf.subarray(0, this.lengths[at]))
      if (at % 64 === 63) await pause()
    }
    return new HostSet(this.shelves)
  }
}

export class HostSet {
  readonly size: number

  constructor(private readonly shelves: readonly (Float64Array | undefined)[]) {
    this.size = shelves.reduce((sum, shelf) => sum + (shelf?.length ?? 0), 0)
  }

  has(host: string): boolean {
    const hash = hashOf(host)
    const shelf = this.shelves[hash % shelfCount]
    return shelf !== undefined && isAmong(shelf, hash)
  }
}

/** 53 bits, as many as a number holds exactly: among ten million hosts, one visit in a thousand million is mistaken. */
function hashOf(host: string): number {
  return Number(BigInt.asUintN(53, Bun.hash.wyhash(host)))
}

function sortedOnce(hashes: Float64Array): Float64Array {
  const sorted = hashes.sort()
  let kept = 0
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at] as number
  // A copy, so that the room to grow is given back.
  return sorted.slice(0, kept)
}

function isAmong(sorted: Float64Array, wanted: number): boolean {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = sorted[middle] as number
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}
