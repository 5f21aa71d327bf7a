// Keeps the request windows of an SQLite instance across restarts: a small mapped file of who was admitted when. It is a
// ring of entries after a header. An entry is one of a window's moments, so no window has more than some 600 of them,
// however large its limit is. Mapped memory survives a killed process, and writing to it takes no system call. Names of
// windows are hashed to 64 bits; if two ever share a hash, each counts the other's admissions too. Words are in the
// machine's byte order.
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { Log } from '../observability/log.ts'
import type { Clock } from '../time/clock.ts'
import { expiryMilliseconds, SlidingWindow, stepOf, type Verdict } from './rate-limit.ts'

const magic = 0x4c4e4131 // "LNA1"
const headerBytes = 64
// The era's name follows the magic number.
const eraBytes = 36
// Two words of hash, the moment as a 64-bit float, the number admitted then, and a word of padding.
const entryBytes = 24
const entryWords = entryBytes / 4
const momentAt = 2
const countAt = 4
const firstEntries = 10_000
// Limits the file's size however many addresses are claimed, because it is written on the main thread.
const mostAnonymousWindows = 100_000
// Two processes may read the machine's clock this many milliseconds apart.
const clockSlack = 20
// An entry of this age has expired in every window.
const deadMilliseconds = expiryMilliseconds + clockSlack

/** Where a window records its admissions. */
export interface LedgerEntryPosition {
  low: number
  high: number
  /** The first word of the entry written last. */
  word: number
}

interface Entry {
  low: number
  high: number
  moment: number
  count: number
}

export class AdmissionLedger {
  private ring!: Ring
  /** The word where the next entry begins. */
  private next = headerBytes / 4
  private readonly earlier = new Map<bigint, SlidingWindow>()
  private earlierUntil: number
  /** When to retry the disk after it was full. */
  private retryAt = 0

  /** Opens the file, which no other process may have open, and reads the admissions of earlier processes. */
  constructor(
    private readonly file: string,
    private readonly clock: Pick<Clock, 'elapsed' | 'era'>,
    private readonly log: Log,
  ) {
    const now = clock.elapsed()
    const found = this.read()
    const known = found?.era === clock.era
    const newest = found?.entries.reduce((most, { moment }) => Math.max(most, moment), 0) ?? 0
    const end = known ? now : newest
    const live = found?.entries.filter(({ moment }) => moment > end - deadMilliseconds) ?? []
    for (const entry of live.sort((a, b) => a.moment - b.moment)) {
      // How long ago another era ended is unknown, so everything in its last minute counts as if it were now.
      entry.moment = known ? Math.min(now, entry.moment + clockSlack) : now
      const hash = (BigInt(entry.high) << 32n) | BigInt(entry.low)
      const window = this.earlier.get(hash) ?? new SlidingWindow()
      window.add(entry.moment, entry.count)
      this.earlier.set(hash, window)
    }
    this.earlierUntil = now + expiryMilliseconds
    if (known) this.resume()
    else this.write(Math.max(firstEntries, 2 * live.length), live)
  }

  /** The window of this name as an earlier process left it, or an empty one. */
  window(name: string): { window: SlidingWindow; position: LedgerEntryPosition } {
    const hash = BigInt.asUintN(64, BigInt(Bun.hash(name)))
    const window = this.earlier.get(hash) ?? new SlidingWindow()
    this.earlier.delete(hash)
    return {
      window,
      position: { low: Number(hash & 0xffffffffn), high: Number(hash >> 32n), word: this.next },
    }
  }

  /**
   * Records an admission that was booked in a window with this limit. It then outlives the process, unless it is anonymous
   * and there are very many of those.
   */
  admit(position: LedgerEntryPosition, { at, limit }: Verdict, isOwn = true): void {
    const { words, moments } = this.ring
    if (this.isLast(position, at, limit)) {
      moments[(position.word + momentAt) >> 1] = at
      words[position.word + countAt] = (words[position.word + countAt] as number) + 1
      return
    }
    const oldest = entryAt(this.ring, this.next)
    const isFull = oldest.count > 0 && oldest.moment > at - deadMilliseconds
    const room = words.length / entryWords
    // Anonymous entries may not fill the space that was added for others either, or the file would grow again.
    if (!isOwn && room > (isFull ? mostAnonymousWindows : 4 * mostAnonymousWindows)) return
    if (isFull) this.grow(at)
    position.word = this.next
    put(this.ring, position.word, { low: position.low, high: position.high, moment: at, count: 1 })
    this.next = this.after(position.word)
  }

  /** Takes back an admission if its entry is still the window's last. Otherwise it stays, which errs on the safe side. */
  giveBack(position: LedgerEntryPosition, { at, limit }: Verdict): void {
    if (!this.isLast(position, at, limit)) return
    const { words } = this.ring
    words[position.word + countAt] = Math.max(0, (words[position.word + countAt] as number) - 1)
  }

  /** Forgets the admissions of earlier processes once they no longer count. */
  prune(): void {
    if (this.clock.elapsed() > this.earlierUntil) this.earlier.clear()
  }

  private isLast({ word, low, high }: LedgerEntryPosition, at: number, limit: number): boolean {
    const entry = entryAt(this.ring, word)
    const step = stepOf(limit)
    return (
      entry.low === low && entry.high === high && Math.floor(entry.moment / step) === Math.floor(at / step)
    )
  }

  private after(word: number): number {
    return word + entryWords < this.ring.words.length ? word + entryWords : headerBytes / 4
  }

  /** Enlarges the ring when it holds less than a minute. On a full disk, the oldest entries are overwritten instead. */
  private grow(now: number): void {
    if (now < this.retryAt) return
    const entries = entriesOf(this.ring)
    const live = entries.filter(({ moment }) => moment > now - deadMilliseconds)
    this.write(2 * entries.length, live)
  }

  /** Continues in the existing file, after its newest entry. */
  private resume(): void {
    this.ring = mapped(this.file)
    let newest = 0
    for (let word = headerBytes / 4; word < this.ring.words.length; word += entryWords) {
      const { moment } = entryAt(this.ring, word)
      if (moment < newest || moment === 0) continue
      newest = moment
      this.next = this.after(word)
    }
  }

  /** Replaces the file with one that has room for this many entries and contains these. */
  private write(room: number, entries: Entry[]): void {
    const image = new Uint8Array(headerBytes + room * entryBytes)
    const ring = ringIn(image)
    ring.words[0] = magic
    image.set(new TextEncoder().encode(this.clock.era).subarray(0, eraBytes), 4)
    entries.forEach((entry, index) => {
      put(ring, headerBytes / 4 + index * entryWords, entry)
    })
    const unfinished = `${this.file}.unfinished`
    try {
      const descriptor = openSync(unfinished, 'w', 0o600)
      try {
        // Zeros are actually written, so that the disk has space for the whole mapping.
        for (let written = 0; written < image.length; )
          written += writeSync(descriptor, image, written, image.length - written, written)
      } finally {
        closeSync(descriptor)
      }
      renameSync(unfinished, this.file)
      this.ring = mapped(this.file)
    } catch (error) {
      rmSync(unfinished, { force: true })
      this.retryAt = this.clock.elapsed() + deadMilliseconds
      this.log.error('request limits may not outlive a restart: free some disk space', error)
      // An existing file stays in use as it is; without one, the entries are in this process's memory only.
      this.ring ??= ring
      return
    }
    this.next = headerBytes / 4 + entries.length * entryWords
  }

  private read(): { era: string; entries: Entry[] } | null {
    if (!existsSync(this.file)) return null
    const content = readFileSync(this.file)
    const isWhole = content.length > headerBytes && (content.length - headerBytes) % entryBytes === 0
    if (!isWhole || content.readUInt32LE(0) !== magic) {
      this.log.warn('the file of request limits is damaged; starting with empty limits', { file: this.file })
      return null
    }
    return {
      era: content.toString('latin1', 4, 4 + eraBytes),
      entries: entriesOf(ringIn(new Uint8Array(content))),
    }
  }
}

/** The file's words, and the same as 64-bit floats. */
interface Ring {
  words: Uint32Array
  moments: Float64Array
}

function ringIn({ buffer, byteOffset, length }: Uint8Array): Ring {
  return {
    words: new Uint32Array(buffer, byteOffset, length >> 2),
    moments: new Float64Array(buffer, byteOffset, length >> 3),
  }
}

function mapped(file: string): Ring {
  return ringIn(Bun.mmap(file, { shared: true }))
}

function entryAt({ words, moments }: Ring, word: number): Entry {
  return {
    low: words[word] as number,
    high: words[word + 1] as number,
    moment: moments[(word + momentAt) >> 1] as number,
    count: words[word + countAt] as number,
  }
}

function put({ words, moments }: Ring, word: number, { low, high, moment, count }: Entry): void {
  // A half-written entry must read as the old one, or as none.
  words[word + countAt] = 0
  words[word] = low
  words[word + 1] = high
  moments[(word + momentAt) >> 1] = moment
  words[word + countAt] = count
}

function entriesOf(ring: Ring): Entry[] {
  const entries: Entry[] = []
  for (let word = headerBytes / 4; word < ring.words.length; word += entryWords) {
    const entry = entryAt(ring, word)
    if (entry.count > 0) entries.push(entry)
  }
  return entries
}
