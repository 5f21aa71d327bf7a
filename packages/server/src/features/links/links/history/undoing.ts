// How changes of links are shown and undone.
import { type ChangeAction, type ChangedThing, detailOf, Refusal, type Scope } from '@linnet/contract'
import type { Tx } from '../../../../platform/transaction.ts'
import { type HistoryRow, isOwn, type Undoer, type Undoing } from '../../history/index.ts'
import { goneSince } from '../links.ts'
import type { LinkRow } from '../store.ts'
import { bringBack, deleteLink, requireMayDelete } from './deleting.ts'
import { conflicts, earlier, type LinkChanges, shownChanges } from './link-changes.ts'
import { type PuttingBackNeeds, putBack, requireStateAllowed, type WantedState } from './putting-back.ts'

export function linkUndoer(needs: PuttingBackNeeds): Undoer {
  const host = new URL(needs.addresses.origin).host
  return {
    isUndoable: ({ action }) => action !== 'moved',
    scopes: scopesOf,
    async check(entries, { context }) {
      // Whoever has created a link may take that back; deleting those of others needs the permission for it.
      if (entries.some((entry) => isUndoneByDeleting(entry) && !isOwn(entry, context)))
        requireMayDelete(context.caller)
      for (const entry of entries)
        await requireStateAllowed(needs, context.caller.workspaceId, stateBefore(entry))
    },
    putBack: (tx, entry, undoing) => undoEntry(needs, tx, entry, undoing),
    shown: ({ changes }) => shownChanges(changes, host),
    named: (userId, subjects) => needs.linkHistory.named(userId, subjects),
  }
}

function isUndoneByDeleting({ action }: Pick<HistoryRow, 'action'>): boolean {
  return action === 'created' || action === 'undeleted'
}

function stateBefore({ changes }: HistoryRow): WantedState {
  return earlier(JSON.parse(changes) as LinkChanges) as WantedState
}

/**
 * The scope of what is undone. Undoing what somebody else did can delete or archive their link, which needs the scope for that.
 */
function scopesOf({ action, changes }: HistoryRow, isByCaller: boolean): Scope[] {
  if (action === 'archived' || action === 'deleted') return ['links:archive']
  if (action === 'restored' || isUndoneByDeleting({ action }))
    return isByCaller ? ['links:write'] : ['links:write', 'links:archive']
  return 'archived_at' in (JSON.parse(changes) as LinkChanges)
    ? ['links:write', 'links:archive']
    : ['links:write']
}

async function undoEntry(
  needs: PuttingBackNeeds,
  tx: Tx,
  entry: HistoryRow,
  { undoes, context: { change, now } }: Undoing,
): Promise<ChangedThing> {
  const link = { id: entry.subject, userId: entry.user_id }
  const what = { link, change, undoes, now }
  if (entry.action === 'deleted') {
    const { id, short } = await bringBack(needs, tx, what)
    return { kind: 'link', id, name: short, action: 'undeleted' }
  }
  if (isUndoneByDeleting(entry)) {
    await requireUntouched(needs, tx, entry)
    const { id } = await deleteLink(needs, tx, what)
    return { kind: 'link', id, name: '', action: 'deleted' }
  }
  const changes = JSON.parse(entry.changes) as LinkChanges
  const action = opposite(entry)
  const after = await putBackEntry(needs, tx, { ...what, state: stateBefore(entry), action }, changes)
  return { kind: 'link', id: after.public_id, name: after.code, action }
}

function opposite({ action }: HistoryRow): ChangeAction {
  if (action === 'archived') return 'restored'
  return action === 'restored' ? 'archived' : 'updated'
}

async function putBackEntry(
  needs: PuttingBackNeeds,
  tx: Tx,
  wanted: Omit<Parameters<typeof putBack>[2], 'mayArchive'>,
  changes: LinkChanges,
): Promise<LinkRow> {
  try {
    // The scopes were checked before.
    const { after } = await putBack(needs, tx, { ...wanted, mayArchive: true }, (before) => {
      const fields = conflicts(changes, before)
      if (fields.length > 0) throw changedSince(fields)
    })
    return after
  } catch (error) {
    if (error instanceof Refusal && error.code === 'slug_taken')
      throw new Refusal('undo_conflict', 'The link’s previous short code is now in use.')
    if (error instanceof Refusal && error.code === 'not_found') throw goneSince()
    throw error
  }
}

/** Refuses if the link was changed after this entry, but for changes that were undone and what undid them. */
async function requireUntouched(
  { history, store }: PuttingBackNeeds,
  tx: Tx,
  entry: HistoryRow,
): Promise<void> {
  const row = await store.find(entry.subject)
  if (row && row.user_id !== entry.user_id) throw goneSince()
  const touched = await history.since(tx, entry)
  if (touched.length > 0) throw changedSince(touched.flatMap(fieldsOf))
}

function fieldsOf({ action, changes }: HistoryRow): string[] {
  const fields = shownChanges(changes, '').map(({ field }) => field)
  return fields.length > 0 ? fields : [action]
}

function changedSince(fields: readonly string[]): Refusal {
  const names = [...new Set(fields)]
  return new Refusal(
    'undo_conflict',
    `The link has been changed since: ${names.join(', ')}. Undo the later changes first, or update the link.`,
    names.map((name) => detailOf(name, { code: 'changed_since' })),
  )
}
