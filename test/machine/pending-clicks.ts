// Writes pending clicks as a killed server leaves them: in a journal in its folder, not yet counted.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimJournals, segmentsOf } from '../../packages/server/src/features/clicks/journal/folder.ts'
import { segmentName } from '../../packages/server/src/features/clicks/journal/format.ts'
import { JournalWriter } from '../../packages/server/src/features/clicks/journal/writer.ts'
import type { FreshDatabase } from '../databases.ts'
import { browser } from '../instance.ts'
import { ask } from '../webhooks/webhooks.ts'

/** The database ids of a link and its owner. */
export interface NumberedLink {
  linkId: number
  userId: number
}

/** The ids of the link with this code on the default domain. */
export async function numbersOf(database: FreshDatabase, code: string): Promise<NumberedLink> {
  const [row] = await ask<{ id: number; user_id: number }>(
    database,
    'select id, user_id from links where id = (select link_id from codes where code = ?)',
    [code],
  )
  if (!row) throw new Error(`there is no link with the code ${code}`)
  return { linkId: Number(row.id), userId: Number(row.user_id) }
}

export interface PendingClick extends NumberedLink {
  /** Which visitor clicked; the same one each time by default. */
  visitor?: number
  /** The numbers of the rule that decided, and of the destination that it chose. */
  rule?: number
  destination?: number
  userAgent?: string
  /** Where the link was shared. */
  placement?: string
}

export interface PendingJournal {
  folder: string
  /** Its id in the database. */
  id: string
  /** The segment with the clicks. */
  segment: number
  file: string
}

/**
 * Writes clicks, in this order, to the journal with this number in a DATA_DIR that no server uses. Like a SIGKILL, it
 * leaves the journal unclosed.
 */
export function leavePendingClicks(
  dataDirectory: string,
  clicks: Iterable<PendingClick>,
  journal = 0,
): PendingJournal {
  const directory = join(dataDirectory, 'journal')
  mkdirSync(directory, { recursive: true })
  const folders = claimJournals(directory, { number: journal, of: 1024 })
  const [own] = folders
  if (!own?.path.endsWith(`/${journal}`)) throw new Error(`a server holds the journal ${journal}`)
  const segment = Math.max(0, ...segmentsOf(own.path)) + 1
  const writer = new JournalWriter(own.path, segment)
  for (const { visitor = 0, ...click } of clicks) {
    const hash = Bun.hash(String(visitor)) as bigint
    writer.append({
      userAgent: browser,
      ...click,
      at: Date.now(),
      visitorHigh: Number(hash >> 32n),
      visitorLow: Number(hash & 0xffffffffn),
      country: 'ZZ',
      referer: '',
      qr: false,
    })
  }
  for (const { release } of folders) release()
  return { folder: own.path, id: own.id, segment, file: join(own.path, segmentName(segment)) }
}

/** The newest segment file of a journal written by a server. */
export function lastSegment(dataDirectory: string, journal = 0): { folder: string; file: string } {
  const folder = join(dataDirectory, 'journal', String(journal))
  return { folder, file: join(folder, segmentName(segmentsOf(folder).at(-1) as number)) }
}

/** The offset where the clicks in a segment end; the rest of the file is zeros. */
export const endOf = (file: string): number =>
  readFileSync(file)
    .subarray(0, 65_536)
    .findLastIndex((byte) => byte !== 0) + 1
