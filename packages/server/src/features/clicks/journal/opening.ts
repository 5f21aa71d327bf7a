// Opens the journals of a process: the one that it writes, and those that dead processes left to be counted.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalToCount } from '../counting/journal-counter.ts'
import type { ClickStore } from '../store.ts'
import {
  claimJournals,
  type JournalFolder,
  journalBytes,
  segmentsOf,
  type WorkerNumber,
  writtenBytes,
} from './folder.ts'
import { segmentBytes } from './format.ts'

const mostAwaitedBytes = 2 * segmentBytes

export interface OpenJournals {
  /** The journal that this process writes. */
  own: JournalToCount
  /** All journals, beginning with `own`. */
  all: JournalToCount[]
  /** Whether earlier processes left so much to be counted that queries don't wait for all of it. */
  hasBacklog: boolean
  /** How much disk space they all take. */
  bytes(): number
  /** Releases all but `own`. */
  releaseLeftovers(): void
  releaseAll(): void
}

/** Opens the journals in a data directory, and registers those that the database doesn't know yet. */
export async function openJournals(
  store: ClickStore,
  dataDirectory: string,
  worker: WorkerNumber,
): Promise<OpenJournals> {
  const directory = join(dataDirectory, 'journal')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const folders = claimJournals(directory, worker)
  let leftoverBytes = 0
  const all = await Promise.all(
    folders.map(async (folder) => {
      const leftovers = segmentsOf(folder.path)
      for (const segment of leftovers)
        if (leftoverBytes <= mostAwaitedBytes) leftoverBytes += writtenBytes(folder.path, segment)
      return await journalOf(store, folder, leftovers)
    }),
  )
  const [own] = all
  if (!own) throw new Error(`no journal could be opened in ${directory}`)
  return {
    own,
    all,
    hasBacklog: leftoverBytes > mostAwaitedBytes,
    bytes: () => folders.reduce((sum, { path }) => sum + journalBytes(path), 0),
    releaseLeftovers() {
      for (const folder of folders.splice(1)) folder.release()
    },
    releaseAll() {
      for (const folder of folders) folder.release()
    },
  }
}

async function journalOf(
  store: ClickStore,
  { path, id }: JournalFolder,
  leftovers: number[],
): Promise<JournalToCount> {
  const progress = await store.progress(id)
  if (progress === null) await store.register(id)
  const known = [progress?.position.segment ?? 0, progress?.batch?.end.segment ?? 0, ...leftovers]
  // Higher than any segment that ever existed, so that none of its clicks lies before the position.
  return { path, id, firstLive: Math.max(...known) + 1 }
}
