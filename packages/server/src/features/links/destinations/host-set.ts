// A set of very many hosts in about nine bytes each: their hashes, sorted within small buckets, so that no step takes long.

const bucketCount = 4096
const firstCapacity = 8

/** Collects hosts for a set. */
export class HostSetBuilder {
  private readonly buckets: Float64Array[] = []
  private readonly lengths = new Uint32Array(bucketCount)

  add(host: string): void {
    const hash = hashOf(host)
    const at = hash % bucketCount
    const length = this.lengths[at] as number
    let bucket = this.buckets[at]
    if (bucket === undefined || length === bucket.length) {
      const larger = new Float64Array(bucket ? bucket.length * 2 : firstCapacity)
      if (bucket) larger.set(bucket)
      this.buckets[at] = bucket = larger
    }
    bucket[length] = hash
    this.lengths[at] = length + 1
  }

  /** Sorts a few buckets at a time; `pause` lets other work run in between. */
  async build(pause: () => Promise<void>): Promise<HostSet> {
    for (let at = 0; at < bucketCount; at++) {
      const bucket = this.buckets[at]
      if (bucket) this.buckets[at] = sortedUnique(bucket.subarray(0, this.lengths[at]))
      if (at % 64 === 63) await pause()
    }
    return new HostSet(this.buckets)
  }
}

export class HostSet {
  readonly size: number

  constructor(private readonly buckets: readonly (Float64Array | undefined)[]) {
    this.size = buckets.reduce((sum, bucket) => sum + (bucket?.length ?? 0), 0)
  }

  has(host: string): boolean {
    const hash = hashOf(host)
    const bucket = this.buckets[hash % bucketCount]
    return bucket !== undefined && includes(bucket, hash)
  }
}

/** 53 bits, as many as a number holds exactly. With ten million hosts, one lookup in a thousand million is wrong. */
function hashOf(host: string): number {
  return Number(BigInt.asUintN(53, Bun.hash.wyhash(host)))
}

function sortedUnique(hashes: Float64Array): Float64Array {
  const sorted = hashes.sort()
  let count = 0
  for (let at = 0; at < sorted.length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at] as number
  // A copy, so that the spare capacity is freed.
  return sorted.slice(0, count)
}

function includes(sorted: Float64Array, wanted: number): boolean {
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
