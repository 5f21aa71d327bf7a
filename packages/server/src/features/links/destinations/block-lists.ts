// The operator's block lists: files that are read in the background, and again whenever they change.

import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type BlockList, entryFor, type FileState, isExcepted, readList, stateOf } from './list-file.ts'

/** Where a host was found on a list. */
export interface BlockListEntry {
  /** The list's entry: the host itself or a parent domain. */
  entry: string
  /** When the list was written (Unix seconds). */
  since: number
}

export interface BlockListsNeeds {
  files: readonly string[]
  clock: Clock
  log: Log
  /** Called when a list has changed. */
  onChange(): void
}

interface WatchedFile {
  path: string
  list: BlockList | null
  /** The file that the list was read from. */
  read: FileState | null
  /** The fault that was logged last, so that it isn't logged again. */
  loggedFault: string | null
}

// By then, a program that rewrites the file in place has most likely finished.
const settledMilliseconds = 1000
// A list that has lost more than half of its hosts is assumed to be incomplete for this long.
const shrunkMilliseconds = 10 * 60_000

export class BlockLists {
  private readonly watched: WatchedFile[]
  private first: Promise<void> | null = null
  private reading: Promise<void> | null = null

  constructor(private readonly needs: BlockListsNeeds) {
    this.watched = needs.files.map((path) => ({ path, list: null, read: null, loggedFault: null }))
  }

  /** Waits until each file has been read once. */
  ready(): Promise<void> {
    this.first ??= this.reread()
    return this.first
  }

  /** Reads the files that have changed. If one can't be read, its last list stays in use. */
  reread(): Promise<void> {
    this.reading ??= this.readAll().finally(() => {
      this.reading = null
    })
    this.first ??= this.reading
    return this.reading
  }

  /** An exception in one list applies to all of them. */
  find(host: string): BlockListEntry | null {
    if (this.watched.some(({ list }) => list && isExcepted(list, host))) return null
    for (const { list, read } of this.watched) {
      const entry = list && entryFor(list, host)
      if (entry && read) return { entry, since: Math.floor(read.modified / 1000) }
    }
    return null
  }

  private async readAll(): Promise<void> {
    for (const file of this.watched) if (await this.readOne(file)) this.needs.onChange()
  }

  /** True if the list has changed. */
  private async readOne(file: WatchedFile): Promise<boolean> {
    const { clock, log } = this.needs
    const before = await stateOf(file.path)
    if (before === null) return this.keep(file, 'it is missing, or not a file')
    if (isSame(before, file.read)) return false
    // If there is no list yet, a file that may be incomplete is better than none.
    if (file.list && isYoung(before, settledMilliseconds, clock.now())) return false
    const list = await readList(file.path).catch(() => null)
    if (list === null) return this.keep(file, "it can't be read")
    if (!isSame(before, await stateOf(file.path))) return this.keep(file, 'it changed while it was read')
    const had = file.list?.size ?? 0
    if (list.size === 0 && had > 0) return this.keep(file, 'it contains no hosts')
    if (list.size < had / 2 && isYoung(before, shrunkMilliseconds, clock.now()))
      return this.keep(file, 'it has lost more than half of its hosts, and may be incomplete')
    if (list.unknownLines > 0 || list.size === 0)
      log.warn('a block list has lines that could not be parsed', {
        file: file.path,
        lines: list.unknownLines,
        hosts: list.size,
      })
    log.info('a block list was loaded', { file: file.path, hosts: list.size })
    Object.assign(file, { list, read: before, loggedFault: null })
    return true
  }

  private keep(file: WatchedFile, fault: string): false {
    if (file.loggedFault !== fault)
      this.needs.log.warn('a block list was not read', {
        file: file.path,
        why: fault,
        kept: file.list?.size ?? 0,
      })
    file.loggedFault = fault
    return false
  }
}

function isYoung({ modified }: FileState, milliseconds: number, now: number): boolean {
  // A time in the future doesn't mean that the file is being written.
  return now >= modified && now - modified < milliseconds
}

function isSame(one: FileState, other: FileState | null): boolean {
  return other !== null && one.modified === other.modified && one.bytes === other.bytes
}
