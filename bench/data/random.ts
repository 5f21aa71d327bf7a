// Random numbers that are the same in every run, and draws by Zipf's law from them.

/** Numbers below 1 from a seed: mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c. */
export function randomsOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws 0, 1, 2, …: n with a chance in proportion to 1 / (n + 1), which is Zipf's law with s = 1. */
export function zipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** The numbers below `count` in a random order, so that popularity doesn't depend on age. */
export function shuffled(count: number, random: () => number): Uint32Array {
  const numbers = Uint32Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const number = numbers[last] as number
    numbers[last] = numbers[other] as number
    numbers[other] = number
  }
  return numbers
}
