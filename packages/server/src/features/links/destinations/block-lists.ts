// The block lists that the operator keeps as files: read beside everything else, and again when a file is another one.

import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type BlockList, entryFor, type FileState, isExcepted, readList, stateOf } from './list-file.ts'

/** Where a host was found. */
export interface Listed {
  /** The host that the list names: the one that was asked for, or one above it. */
  entry: string
  /** Unix seconds: when the list was written that names it. */
  since: number
}

export interface BlockListsNeeds {
  files: readonly string[]
  clock: Clock
  log: Log
  /** What was judged before may be judged otherwise now. */
  onChange(): void
}

interface Watched {
  path: string
  list: BlockList | null
  /** The file that the list was read from. */
  read: FileState | null
  /** What was told of already, so that a fault is told once. */
  told: string | null
}

// Who writes a file anew in place has most likely ended by then.
const settledMilliseconds = 1000
// A list that has lost more than half of its hosts is taken for one that is being written, for so long.
const shrunkMilliseconds = 10 * 60_000

export class BlockLists {
  private readonly watched: Watched[]
  private first: Promise<void> | null = null
  private reading: Promise<void> | null = null

  constructor(private readonly needs: BlockListsNeeds) {
    this.watched = needs.files.map((path) => ({ path, list: null, read: null, told: null }))
  }

  /** Waits until each file was looked at once. */
  ready(): Promise<void> {
    this.first ??= this.reread()
    return this.first
  }

  /** Reads the files that are other ones than before; one that can't be read leaves what there was. */
  reread(): Promise<void> {
    this.reading ??= this.readAll().finally(() => {
      this.reading = null
    })
    this.first ??= this.reading
    return this.reading
  }

  /** What one list excepts, none of them names. */
  find(host: string): Listed | null {
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

  /** True where the list is another one now. */
  private async readOne(file: Watched): Promise<boolean> {
    const { clock, log } = this.needs
    const before = await stateOf(file.path)
    if (before === null) return this.keep(file, 'it is not there, or is no file')
    if (isSame(before, file.read)) return false
    // While there is no list yet, a file that may still be written is better than none.
    if (file.list && isYoung(before, settledMilliseconds, clock.now())) return false
    const list = await readList(file.path).catch(() => null)
    if (list === null) return this.keep(file, 'it cannot be read')
    if (!isSame(before, await stateOf(file.path))) return this.keep(file, 'it changed while it was read')
    const had = file.list?.size ?? 0
    if (list.size === 0 && had > 0) return this.keep(file, 'there is no host in it')
    if (list.size < had / 2 && isYoung(before, shrunkMilliseconds, clock.now()))
      return this.keep(file, 'it has lost more than half of its hosts, and may not be written whole')
    if (list.strange > 0 || list.size === 0)
      log.warn('lines of a block list were not understood', {
        file: file.path,
        lines: list.strange,
        hosts: list.size,
      })
    log.info('a block list was read', { file: file.path, hosts: list.size })
    Object.assign(file, { list, read: before, told: null })
    return true
  }

  private keep(file: Watched, why: string): false {
    if (file.told !== why)
      this.needs.log.warn('a block list was not read', { file: file.path, why, kept: file.list?.size ?? 0 })
    file.told = why
    return false
  }
}

function isYoung({ modified }: FileState, milliseconds: number, now: number): boolean {
  // A file from the future is none that is being written.
  return now >= modified && now - modified < milliseconds
}

function isSame(one: FileState, other: FileState | null): boolean {
  return other !== null && one.modified === other.modified && one.bytes === other.bytes
}
