// The folder of one journal: which process it belongs to, and the segment files in it.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
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

/** A journal that this process has locked until `release`: no other process writes or counts it meanwhile. */
export interface JournalFolder {
  path: string
  /** The journal's name in the database, which stores how far it is counted. */
  id: string
  release(): void
}

const mostJournals = 1024

/** Which of the processes that share a folder this is: `number` counts from 0. */
export interface WorkerNumber {
  number: number
  of: number
}

/**
 * Claims a journal in `directory` to write, which is created if there is none and comes first in the list,
 * and those that dead processes left. Each process has its own number, so that none claims a journal that
 * another one is about to claim; the first process claims the rest.
 */
export function claimJournals(directory: string, { number, of }: WorkerNumber): JournalFolder[] {
  const own = claim(directory, number) ?? claimFree(directory, of)
  if (number !== 0) return [own]
  const leftovers = numbersOf(directory).filter(
    (other) => other >= of && join(directory, `${other}`) !== own.path,
  )
  return [own, ...leftovers.flatMap((other) => claim(directory, other) ?? [])]
}

/** Claims the journals in a folder that no process has locked, and counts the others. */
export function claimLeftovers(directory: string): { claimed: JournalFolder[]; held: number } {
  const numbers = numbersOf(directory)
  const claimed = numbers.flatMap((number) => claim(directory, number) ?? [])
  return { claimed, held: numbers.length - claimed.length }
}

/** How many journals in a folder are locked by a process, and how many with clicks are not. Claims none. */
export function countJournals(directory: string): { held: number; left: number } {
  const counts = { held: 0, left: 0 }
  if (!existsSync(directory)) return counts
  for (const number of numbersOf(directory)) {
    const path = join(directory, String(number))
    const lock = join(path, 'lock')
    const release = existsSync(lock) ? lockFile(lock) : () => {}
    release?.()
    if (!release) counts.held++
    else if (segmentsOf(path).length > 0) counts.left++
  }
  return counts
}

function numbersOf(directory: string): number[] {
  return readdirSync(directory)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

/** Claims the journal with this number, or creates it; null if another process has locked it. */
function claim(directory: string, number: number): JournalFolder | null {
  const path = join(directory, String(number))
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const release = lockFile(join(path, 'lock'))
  if (!release) return null
  removeUnfinished(path)
  return { path, id: identify(path), release }
}

/** Claims the first journal that no process has locked, starting with the number `from`. */
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
  // Written completely or not at all: an empty name would be shared by several journals.
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

// In what is written, no 64 bytes are all zero: neither headers nor the texts of records allow that.
const sampledBytes = 64
const blockBytes = 64 * 1024

/** How much of a segment is written, in blocks of 64 KiB, by a few reads: all segments are equally long. */
export function writtenBytes(path: string, number: number): number {
  const file = openSync(join(path, segmentName(number)), 'r')
  const sample = new Uint8Array(sampledBytes)
  const isWritten = (block: number) =>
    readSync(file, sample, 0, sampledBytes, block * blockBytes) > 0 && sample.some((byte) => byte !== 0)
  try {
    // The first block counts as written; what follows is written up to one block, and empty from there on.
    let [written, empty] = [1, segmentBytes / blockBytes]
    while (written < empty) {
      const middle = (written + empty) >> 1
      if (isWritten(middle)) written = middle + 1
      else empty = middle
    }
    return written * blockBytes
  } finally {
    closeSync(file)
  }
}

/** How much disk space the segments in a folder take, including the spare one. */
export function journalBytes(path: string): number {
  return [spareName, ...segmentsOf(path).map(segmentName)]
    .map((name) => statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}

const unfinishedPrefix = `${spareName}.unfinished-`

/** Removes spare segments that dead processes did not finish. */
function removeUnfinished(path: string): void {
  for (const name of readdirSync(path)) if (name.startsWith(unfinishedPrefix)) rmSync(join(path, name))
}

export function hasSpare(path: string): boolean {
  return existsSync(join(path, spareName))
}

/**
 * Writes the next segment in advance, so that no click waits for the disk, and so that clicks can still be recorded for a
 * while when the disk is full: the zeros are really written, so the space is allocated.
 */
export function prepareSpare(path: string): void {
  if (hasSpare(path)) return
  // A unique name, because the writer and the click worker may do this at the same time.
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

/** Renames the spare segment to a numbered one, and maps it into memory. */
export function openSegment(path: string, number: number): Uint8Array<ArrayBuffer> {
  prepareSpare(path)
  const file = join(path, segmentName(number))
  renameSync(join(path, spareName), file)
  return Bun.mmap(file, { shared: true })
}

export function removeSegment(path: string, number: number): void {
  rmSync(join(path, segmentName(number)), { force: true })
}
