// The folder of one journal: which process it belongs to, and the segment files in it.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../../../platform/files/file-lock.ts'
import { newId } from '../../../platform/security/ids.ts'
import { magic, segmentBytes, segmentName, segmentNumber, spareName } from './format.ts'

/** A journal that this process holds until `release`; nobody else writes or drains it meanwhile. */
export interface JournalFolder {
  path: string
  /** Names the journal in the database, beside the position up to which it is counted. */
  id: string
  release(): void
}

const mostJournals = 1024

/** Which of the processes that share a folder this is: `number` counts from 0. */
export interface Place {
  number: number
  of: number
}

/**
 * Claims a journal below `directory` to write, which comes first and is made where there is none; and those that
 * processes left which are gone. Each of several processes has its own number, so that none takes for left what
 * another is about to claim; the first of them looks after the rest.
 */
export function claimJournals(directory: string, { number, of }: Place): JournalFolder[] {
  const own = claim(directory, number) ?? claimFree(directory, of)
  if (number !== 0) return [own]
  const left = numbersOf(directory).filter((other) => other >= of && join(directory, `${other}`) !== own.path)
  return [own, ...left.flatMap((other) => claim(directory, other) ?? [])]
}

/** The journals below a folder of which nobody holds one, and how many somebody does. */
export function claimLeft(directory: string): { claimed: JournalFolder[]; held: number } {
  const numbers = numbersOf(directory)
  const claimed = numbers.flatMap((number) => claim(directory, number) ?? [])
  return { claimed, held: numbers.length - claimed.length }
}

/** How many journals below a folder a process holds, and how many with clicks nobody does. Claims none. */
export function countJournals(directory: string): { held: number; left: number } {
  const figures = { held: 0, left: 0 }
  if (!existsSync(directory)) return figures
  for (const number of numbersOf(directory)) {
    const path = join(directory, String(number))
    const lock = join(path, 'lock')
    const release = existsSync(lock) ? lockFile(lock) : () => {}
    release?.()
    if (!release) figures.held++
    else if (segmentsOf(path).length > 0) figures.left++
  }
  return figures
}

function numbersOf(directory: string): number[] {
  return readdirSync(directory)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

/** Claims the journal of a number, made where there is none; null where another process holds it. */
function claim(directory: string, number: number): JournalFolder | null {
  const path = join(directory, String(number))
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const release = lockFile(join(path, 'lock'))
  if (!release) return null
  removeUnfinished(path)
  return { path, id: identify(path), release }
}

/** Claims the first journal that nobody holds, from a number on. */
function claimFree(directory: string, from: number): JournalFolder {
  for (let number = from; number < from + mostJournals; number++) {
    const claimed = claim(directory, number)
    if (claimed) return claimed
  }
  throw new Error(`no journal could be opened in ${directory}`)
}

function identify(path: string): string {
  const file = join(path, 'id')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known) return known
  const id = newId('jrn', Date.now())
  // Whole or not at all: two journals without a name would be taken for one.
  writeFileSync(`${file}.unfinished`, `${id}\n`, { flush: true })
  renameSync(`${file}.unfinished`, file)
  return id
}

/** The numbers of the segments in a folder, ascending. */
export function segmentsOf(path: string): number[] {
  return readdirSync(path)
    .map(segmentNumber)
    .filter((number) => number !== null)
    .sort((a, b) => a - b)
}

/** What the segments in a folder, with the spare one, take of the disk. */
export function journalBytes(path: string): number {
  return [spareName, ...segmentsOf(path).map(segmentName)]
    .map((name) => statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}

const unfinishedPrefix = `${spareName}.unfinished-`

/** Removes the spare segments that dead processes have not finished. */
function removeUnfinished(path: string): void {
  for (const name of readdirSync(path)) if (name.startsWith(unfinishedPrefix)) rmSync(join(path, name))
}

export function hasSpare(path: string): boolean {
  return existsSync(join(path, spareName))
}

/**
 * Writes the next segment beforehand, so that a click never waits for the disk, and so that clicks go on being
 * counted for a while when the disk is full: the zeros are really written, the space is taken.
 */
export function prepareSpare(path: string): void {
  if (hasSpare(path)) return
  // A name of its own, for the writer and the drain may both be at it.
  const unfinished = join(path, `${unfinishedPrefix}${crypto.randomUUID()}`)
  const zeros = Buffer.alloc(256 * 1024)
  const file = openSync(unfinished, 'w', 0o600)
  try {
    for (let written = 0; written < segmentBytes; )
      written += writeSync(file, zeros, 0, zeros.length, written)
    writeSync(file, new Uint8Array(new Uint32Array([magic]).buffer), 0, 4, 0)
    fsyncSync(file)
  } catch (error) {
    closeSync(file)
    rmSync(unfinished, { force: true })
    throw error
  }
  closeSync(file)
  renameSync(unfinished, join(path, spareName))
}

/** Makes the spare segment the numbered one, and maps it into memory. */
export function openSegment(path: string, number: number): Uint8Array<ArrayBuffer> {
  prepareSpare(path)
  const file = join(path, segmentName(number))
  renameSync(join(path, spareName), file)
  return Bun.mmap(file, { shared: true })
}

export function removeSegment(path: string, number: number): void {
  rmSync(join(path, segmentName(number)), { force: true })
}
