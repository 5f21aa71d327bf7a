// A set of links by their numbers, as bits, so that sets of a million links are intersected in less than a millisecond.

const linksPerBlock = 4096
const wordsPerBlock = linksPerBlock / 32

/** An estimate of the memory of a block in bytes, with its entry in the map. */
const blockBytes = wordsPerBlock * 4 + 100

/** Numbers are grouped into blocks; blocks without links don't exist, because the links of an account may be far apart. */
export class LinkSet {
  private readonly blocks = new Map<number, Uint32Array>()

  get bytes(): number {
    return this.blocks.size * blockBytes
  }

  /** Adds a link, or removes it. */
  set(id: number, isMember: boolean): void {
    const key = Math.floor(id / linksPerBlock)
    let block = this.blocks.get(key)
    if (!block) {
      if (!isMember) return
      block = new Uint32Array(wordsPerBlock)
      this.blocks.set(key, block)
    }
    const bit = id % linksPerBlock
    const mask = 1 << (bit & 31)
    if (isMember) block[bit >> 5] = (block[bit >> 5] as number) | mask
    else block[bit >> 5] = (block[bit >> 5] as number) & ~mask
  }

  has(id: number): boolean {
    const block = this.blocks.get(Math.floor(id / linksPerBlock))
    const bit = id % linksPerBlock
    return block !== undefined && (((block[bit >> 5] as number) >>> (bit & 31)) & 1) === 1
  }

  /** The links that are in all of `sets`, and in none of `except`. */
  static intersection([first, ...others]: readonly LinkSet[], except: readonly LinkSet[] = []): LinkSet {
    const result = new LinkSet()
    for (const [key, block] of first?.blocks ?? []) {
      const required = others.map(({ blocks }) => blocks.get(key))
      if (required.includes(undefined)) continue
      const common = block.slice()
      for (const other of required as Uint32Array[]) keep(common, (at) => other[at] as number)
      for (const { blocks } of except) {
        const excluded = blocks.get(key)
        if (excluded) keep(common, (at) => ~(excluded[at] as number))
      }
      if (common.some((word) => word !== 0)) result.blocks.set(key, common)
    }
    return result
  }

  get size(): number {
    let sum = 0
    for (const block of this.blocks.values()) sum += countOf(block)
    return sum
  }

  /** The numbers from a position on, `limit` at most, ascending or descending. */
  slice(offset: number, limit: number, order: 'asc' | 'desc'): number[] {
    const found: number[] = []
    let skipped = 0
    const keys = Float64Array.from(this.blocks.keys()).sort()
    if (order === 'desc') keys.reverse()
    for (const key of keys) {
      const block = this.blocks.get(key) as Uint32Array
      const count = countOf(block)
      if (skipped + count <= offset) {
        skipped += count
        continue
      }
      const ids = numbersIn(block, key * linksPerBlock)
      if (order === 'desc') ids.reverse()
      found.push(...ids.slice(Math.max(0, offset - skipped), offset - skipped + limit))
      if (found.length >= limit) return found.slice(0, limit)
      skipped += count
    }
    return found
  }
}

/** Keeps only the links of a block that are also in a word of another one. */
function keep(block: Uint32Array, wordAt: (at: number) => number): void {
  for (let at = 0; at < wordsPerBlock; at++) block[at] = (block[at] as number) & wordAt(at)
}

function countOf(block: Uint32Array): number {
  let count = 0
  for (const word of block) if (word !== 0) count += bitsIn(word)
  return count
}

/** How many bits of a word are set: sums of pairs, then of fours, then of bytes. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

function numbersIn(block: Uint32Array, first: number): number[] {
  const ids: number[] = []
  for (const [at, word] of block.entries())
    for (let rest = word; rest !== 0; rest &= rest - 1)
      ids.push(first + at * 32 + 31 - Math.clz32(rest & -rest))
  return ids
}
