// Archiving and restoring links: one, many, or on their archiving date, even if the service was down then.
import { type Link, Refusal } from '@linnet/contract'
import { type Change, changeBy } from '../../../platform/operations/change.ts'
import type { Caller, RequestContext } from '../../../platform/operations/handler.ts'
import type { Outbox } from '../../../platform/outbox.ts'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { History } from '../history/index.ts'
import type { ArchivedState, ArchiveStore } from './archive-store.ts'
import type { CodeStore } from './code-store.ts'
import { archived } from './events.ts'
import { type Addresses, linkRecord } from './links.ts'
import type { LinkRow, LinkStore } from './store.ts'

export interface ArchivingNeeds {
  store: LinkStore
  codes: CodeStore
  archive: ArchiveStore
  addresses: Addresses
  outbox: Outbox
  history: History
}

const dueAtOnce = 200
const linksAtOnce = 100

export function archiveLink(
  needs: ArchivingNeeds,
  id: number,
  context: RequestContext,
  isDryRun = false,
): Promise<Link> {
  const { store, codes, archive, addresses, outbox } = needs
  const { caller, now, change } = context
  return context.transaction(isDryRun)(async (tx) => {
    const hasChanged = await archive.archive(tx, id, unixSeconds(now))
    const row = await ownRow(store, tx, id, caller)
    const link = linkRecord(addresses, row, now)
    if (hasChanged) {
      await codes.announce(tx, row)
      await recordArchived(needs, tx, row, { change, now })
      await outbox.add(tx, caller.workspaceId, [archived(link)], now)
    }
    return link
  })
}

export async function restoreLink(
  needs: ArchivingNeeds,
  id: number,
  context: RequestContext,
  isDryRun = false,
): Promise<Link> {
  const { store, codes, archive, addresses } = needs
  const { caller, now, change } = context
  const row = await context.transaction(isDryRun)(async (tx) => {
    const before = await ownRow(store, tx, id, caller)
    const hasChanged = await archive.restore(tx, id, unixSeconds(now))
    const row = await ownRow(store, tx, id, caller)
    if (hasChanged) {
      await codes.announce(tx, row)
      await recordRestored(needs, tx, row, { before, change, now })
    }
    return row
  })
  return linkRecord(addresses, row, now)
}

interface Recording {
  change: Change
  now: number
}

async function recordArchived(
  { history }: ArchivingNeeds,
  tx: Tx,
  { id, user_id: userId, archived_at }: LinkRow,
  { change, now }: Recording,
): Promise<void> {
  const changes = { archived_at: [null, archived_at] } as const
  await history.record(tx, change, { subject: id, userId, kind: 'link', action: 'archived', changes, now })
}

async function recordRestored(
  { history }: ArchivingNeeds,
  tx: Tx,
  { id, user_id: userId }: LinkRow,
  { before, change, now }: Recording & { before: ArchivedState },
): Promise<void> {
  const { archived_at, archive_at } = before
  const changes = {
    archived_at: [archived_at, null] as const,
    ...(archive_at === null ? {} : { archive_at: [archive_at, null] as const }),
  }
  await history.record(tx, change, { subject: id, userId, kind: 'link', action: 'restored', changes, now })
}

/** The link's row; refuses if it was moved to another workspace since it was found. */
async function ownRow(store: LinkStore, tx: Tx, id: number, { workspaceId }: Caller): Promise<LinkRow> {
  const row = await store.byId(tx, id)
  if (row.user_id !== workspaceId) throw new Refusal('not_found')
  return row
}

export interface BulkChange {
  userId: number
  ids: readonly string[]
  isArchived: boolean
  change: Change
  now: number
}

/** Archives or restores links in small batches, so that other writers get their turns in between. */
export async function archiveOrRestoreMany(
  needs: ArchivingNeeds,
  { userId, ids, isArchived, change, now }: BulkChange,
): Promise<{ success: number; failed: string[]; changed: string[] }> {
  const { store, codes, archive, addresses, outbox } = needs
  const wanted = [...new Set(ids)].sort()
  const owned = new Set<string>()
  const changed: string[] = []
  for (let start = 0; start < wanted.length; start += linksAtOnce) {
    const publicIds = wanted.slice(start, start + linksAtOnce)
    for (const id of await archive.owned(userId, publicIds)) owned.add(id)
    const links = await store.transaction(async (tx) => {
      const wantedState = { userId, publicIds, isArchived, now: unixSeconds(now) }
      const { rows, before } = await archive.setArchived(tx, wantedState)
      for (const row of rows) {
        await codes.announce(tx, row)
        const state = before.get(row.id)
        if (isArchived) await recordArchived(needs, tx, row, { change, now })
        else if (state) await recordRestored(needs, tx, row, { before: state, change, now })
      }
      const links = rows.map((row) => linkRecord(addresses, row, now))
      if (isArchived) await outbox.add(tx, userId, links.map(archived), now)
      return links
    })
    changed.push(...links.map(({ id }) => id))
  }
  return { success: owned.size, failed: ids.filter((id) => !owned.has(id)), changed }
}

/** Archives every link whose date has come, except for those that another node archives at the same time. */
export async function archiveDueLinks(needs: ArchivingNeeds, now: number): Promise<void> {
  const { store, codes, archive, addresses, outbox } = needs
  for (;;) {
    const done = await store.transaction(async (tx) => {
      const due = await archive.due(tx, utcDay(now), dueAtOnce)
      for (const { id } of due) {
        if (!(await archive.archive(tx, id, unixSeconds(now)))) continue
        const row = await store.byId(tx, id)
        await codes.announce(tx, row)
        await recordArchived(needs, tx, row, { change: changeBy('schedule', now), now })
        await outbox.add(tx, row.user_id, [archived(linkRecord(addresses, row, now))], now)
      }
      return due.length
    })
    if (done < dueAtOnce) return
  }
}
