// Keeps the request windows of an SQLite instance across restarts: a small mapped file of who was admitted when.
//
// It is a ring of entries after a header. An entry is one of a window's moments, so that no window has more than some
// 600 of them however large its limit is. What is copied into mapped memory survives a killed process and costs no
// system call. Names of windows are hashed to 64 bits; should two ever share a hash, each is told of the other's
// admissions. Words are in the byte order of the machine.
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { Log } from '../observability/log.ts'
import type { Clock } from '../time/clock.ts'
import { goneMilliseconds, SlidingWindow, stepOf, type Verdict } from './rate-limit.ts'

const magic = 0x4c4e4131 // "LNA1"
const headerBytes = 64
// The era's name follows the magic number.
const eraBytes = 36
// Two words of hash, the moment as a 64-bit float, the number admitted then, and a word to make the next one even.
const entryBytes = 24
const entryWords = entryBytes / 4
const momentAt = 2
const countAt = 4
const firstEntries = 10_000
// Limits how large strangers can make the file by claiming addresses, because it is written on the main thread.
const mostOfStrangers = 100_000
// Two processes may read the machine's clock so many milliseconds apart.
const clockSlack = 20
// An entry that is as old has left every window.
const deadMilliseconds = goneMilliseconds + clockSlack

/** Where a window notes its admissions. */
export interface LedgerPlace {
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
  /** When the disk is tried again after it had no room. */
  private patienceUntil = 0

  /** Opens the file, which no other process may have open, and reads what an earlier one has admitted. */
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
      // Nothing tells how long ago another era has ended: so all of its last minute counts as if it were now.
      entry.moment = known ? Math.min(now, entry.moment + clockSlack) : now
      const hash = (BigInt(entry.high) << 32n) | BigInt(entry.low)
      const window = this.earlier.get(hash) ?? new SlidingWindow()
      window.add(entry.moment, entry.count)
      this.earlier.set(hash, window)
    }
    this.earlierUntil = now + goneMilliseconds
    if (known) this.goOn()
    else this.write(Math.max(firstEntries, 2 * live.length), live)
  }

  /** The window of this name as an earlier process left it, or an empty one. */
  window(name: string): { window: SlidingWindow; place: LedgerPlace } {
    const hash = BigInt.asUintN(64, BigInt(Bun.hash(name)))
    const window = this.earlier.get(hash) ?? new SlidingWindow()
    this.earlier.delete(hash)
    return { window, place: { low: Number(hash & 0xffffffffn), high: Number(hash >> 32n), word: this.next } }
  }

  /**
   * Notes an admission that was booked in a window of this limit; it is kept when this returns, unless it is a stranger's and
   * there are very many of those.
   */
  admit(place: LedgerPlace, { at, limit }: Verdict, isOwn = true): void {
    const { words, moments } = this.ring
    if (this.isLast(place, at, limit)) {
      moments[(place.word + momentAt) >> 1] = at
      words[place.word + countAt] = (words[place.word + countAt] as number) + 1
      return
    }
    const oldest = entryAt(this.ring, this.next)
    const isFull = oldest.count > 0 && oldest.moment > at - deadMilliseconds
    const room = words.length / entryWords
    // Nor may they fill space that grew for others, or it would grow again.
    if (!isOwn && room > (isFull ? mostOfStrangers : 4 * mostOfStrangers)) return
    if (isFull) this.grow(at)
    place.word = this.next
    put(this.ring, place.word, { low: place.low, high: place.high, moment: at, count: 1 })
    this.next = this.after(place.word)
  }

  /** Takes an admission back, where its entry is still the window's last: otherwise it errs on the safe side. */
  giveBack(place: LedgerPlace, { at, limit }: Verdict): void {
    if (!this.isLast(place, at, limit)) return
    const { words } = this.ring
    words[place.word + countAt] = Math.max(0, (words[place.word + countAt] as number) - 1)
  }

  /** Forgets what earlier processes have left, once it counts no more. */
  prune(): void {
    if (this.clock.elapsed() > this.earlierUntil) this.earlier.clear()
  }

  private isLast({ word, low, high }: LedgerPlace, at: number, limit: number): boolean {
    const entry = entryAt(this.ring, word)
    const step = stepOf(limit)
    return (
      entry.low === low && entry.high === high && Math.floor(entry.moment / step) === Math.floor(at / step)
    )
  }

  private after(word: number): number {
    return word + entryWords < this.ring.words.length ? word + entryWords : headerBytes / 4
  }

  /** Makes room where the ring holds less than a minute. On a full disk its oldest entries are given up instead. */
  private grow(now: number): void {
    if (now < this.patienceUntil) return
    const entries = entriesOf(this.ring)
    const live = entries.filter(({ moment }) => moment > now - deadMilliseconds)
    this.write(2 * entries.length, live)
  }

  /** Goes on in the file that there is, behind its newest entry. */
  private goOn(): void {
    this.ring = mapped(this.file)
    let newest = 0
    for (let word = headerBytes / 4; word < this.ring.words.length; word += entryWords) {
      const { moment } = entryAt(this.ring, word)
      if (moment < newest || moment === 0) continue
      newest = moment
      this.next = this.after(word)
    }
  }

  /** Writes a new file for so many entries, these among them, and puts it in the place of the old one. */
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
        // The zeros are really written: what is mapped must have its space on the disk.
        for (let written = 0; written < image.length; )
          written += writeSync(descriptor, image, written, image.length - written, written)
      } finally {
        closeSync(descriptor)
      }
      renameSync(unfinished, this.file)
      this.ring = mapped(this.file)
    } catch (error) {
      rmSync(unfinished, { force: true })
      this.patienceUntil = this.clock.elapsed() + deadMilliseconds
      this.log.error('request limits may not outlive a restart: free some disk space', error)
      // A file that there is goes on as it is; where there is none, only this process remembers.
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
      this.log.warn('the file of request limits is damaged; they begin anew', { file: this.file })
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
  // Half written it must mean the old entry, or none.
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
