// Counts different visitors: the set of a link's visitors on one day, in at most 32 KiB.
//
// Small sets are exact: a list of 32-bit hashes, little-endian like all machines that Bun runs on. A set that would exceed
// 32 KiB becomes a HyperLogLog sketch of 2^15 registers, whose standard error is 0.57 %. The estimator is that of O. Ertl,
// "New cardinality estimation algorithms for HyperLogLog sketches" (2017), section 4, which needs no correction tables.

const bits = 15
const registers = 1 << bits
const exact = 0
const dense = 1
const mostExact = registers / 4

export const emptySketch = new Uint8Array([exact])
/** The set of a compacted day: its visitors are no longer known. */
export const noSketch = new Uint8Array()

/** Adds 32-bit hashes to the set; returns the same object if it has all of them already. */
export function addVisitors(sketch: Uint8Array, hashes: Iterable<number>): Uint8Array {
  return sketch[0] === dense ? addToRegisters(sketch, hashes) : addToList(sketch, hashes)
}

function addToList(sketch: Uint8Array, hashes: Iterable<number>): Uint8Array {
  const added = newOnes(sketch, hashes)
  if (added.length === 0) return sketch
  const before = lengthOf(sketch)
  if (before + added.length > mostExact) {
    const empty = new Uint8Array(1 + registers)
    empty[0] = dense
    const known = Array.from({ length: before }, (_, index) => hashAt(sketch, index))
    return addToRegisters(addToRegisters(empty, known), added)
  }
  const result = new Uint8Array(sketch.length + added.length * 4)
  result.set(sketch)
  let at = sketch.length
  for (const hash of added) {
    result[at] = hash
    result[at + 1] = hash >>> 8
    result[at + 2] = hash >>> 16
    result[at + 3] = hash >>> 24
    at += 4
  }
  return result
}

function newOnes(sketch: Uint8Array, hashes: Iterable<number>): number[] {
  const missing = new Set(hashes)
  const known = lengthOf(sketch)
  for (let index = 0; index < known; index++) missing.delete(hashAt(sketch, index))
  return [...missing]
}

function lengthOf(list: Uint8Array): number {
  return (list.length - 1) / 4
}

/** Read byte by byte: a view of 32-bit numbers would need a copy, because they are not aligned. */
function hashAt(list: Uint8Array, index: number): number {
  const at = 1 + index * 4
  const byte = (place: number) => list[at + place] as number
  return (byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)) >>> 0
}

function addToRegisters(sketch: Uint8Array, hashes: Iterable<number>): Uint8Array {
  let result = sketch
  for (const hash of hashes) {
    const register = 1 + (hash >>> (32 - bits))
    const rank = Math.clz32((hash << bits) | (1 << (bits - 1))) + 1
    if (rank <= (result[register] as number)) continue
    if (result === sketch) result = sketch.slice()
    result[register] = rank
  }
  return result
}

/** How many different visitors are in the set, exactly or as an estimate. */
export function countVisitors(sketch: Uint8Array): number {
  if (sketch[0] !== dense) return lengthOf(sketch)
  const most = 32 - bits
  const histogram = new Array<number>(most + 2).fill(0)
  for (let index = 1; index <= registers; index++) {
    const rank = sketch[index] as number
    histogram[rank] = (histogram[rank] as number) + 1
  }
  let sum = registers * tau(1 - (histogram[most + 1] as number) / registers)
  for (let rank = most; rank >= 1; rank--) sum = 0.5 * (sum + (histogram[rank] as number))
  sum += registers * sigma((histogram[0] as number) / registers)
  const estimate = (registers * registers) / (2 * Math.LN2 * sum)
  return Math.round(hashesToVisitors(estimate))
}

/** How many visitors it takes to get this many different 32-bit hashes, because some visitors share one. */
function hashesToVisitors(hashes: number): number {
  const space = 2 ** 32
  return hashes < space ? -space * Math.log1p(-hashes / space) : hashes
}

function sigma(x: number): number {
  if (x === 1) return Number.POSITIVE_INFINITY
  let power = x
  let weight = 1
  let sum = x
  for (let before = Number.NaN; sum !== before; ) {
    power *= power
    before = sum
    sum += power * weight
    weight += weight
  }
  return sum
}

function tau(x: number): number {
  if (x === 0 || x === 1) return 0
  let root = x
  let weight = 1
  let sum = 1 - x
  for (let before = Number.NaN; sum !== before; ) {
    root = Math.sqrt(root)
    before = sum
    weight *= 0.5
    sum -= (1 - root) ** 2 * weight
  }
  return sum / 3
}
