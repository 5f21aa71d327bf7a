// How changes of a microsite's page are shown and undone.
import { type ChangedThing, Refusal, type Scope } from '@linnet/contract'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { subjectNumber, subjectOf } from '../../../clicks/index.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import type { HistoryRow, Undoer, Undoing } from '../../../links/history/index.ts'
import { type DomainRules, lockDomain } from '../../../links/links/index.ts'
import type { MicrositeAddresses } from '../microsites.ts'
import { checkedContent, type RestoringNeeds, rollBack } from '../restoring.ts'
import type { MicrositeRow } from '../store.ts'
import { unpacked, type VersionContent } from '../version-content.ts'
import type { VersionedMicrosite } from '../version-store.ts'
import { beginVersions, keepVersion, versionFieldsDiffer } from '../versions.ts'
import { changedSince, goneSince } from './conflicts.ts'
import { bringBack, type DeletingNeeds, deleteMicrosite } from './deleting.ts'
import {
  earlierColumns,
  type PageChanges,
  type Place,
  pageChanges,
  pageConflicts,
  shownPageChanges,
} from './page-changes.ts'
import { recordPage } from './recording.ts'

export interface MicrositeUndoerNeeds extends RestoringNeeds, DeletingNeeds, MicrositeAddresses {
  accounts: Accounts
  rules: DomainRules
}

export function micrositeUndoer(needs: MicrositeUndoerNeeds): Undoer {
  const host = new URL(needs.origin).host
  return {
    isUndoable: () => true,
    scopes: scopesOf,
    async check(entries) {
      for (const entry of entries)
        if (entry.action === 'rolled_back') await checkedContent(needs, await contentBefore(needs, entry))
    },
    putBack: (tx, entry, undoing) => putBack(needs, tx, entry, undoing),
    shown: ({ changes }) => shownPageChanges(JSON.parse(changes) as PageChanges, host),
    named: (userId, subjects) => namedMicrosites(needs, userId, subjects),
  }
}

/** The microsites with these subjects, by subject. */
export async function namedMicrosites(
  { held }: Pick<MicrositeUndoerNeeds, 'held'>,
  userId: number,
  subjects: readonly number[],
): Promise<Map<number, { id: string; name: string }>> {
  const rows = await held.named(
    userId,
    subjects.map((subject) => subjectOf(subject).id),
  )
  return new Map(
    rows.map(({ id, public_id, slug }) => [
      subjectNumber('microsite', id),
      { id: public_id, name: slug ?? '' },
    ]),
  )
}

/** Undoing what somebody else did can delete their microsite or component, which needs the scope for that. */
export function scopesOf({ action }: HistoryRow, isOwn: boolean): Scope[] {
  if (action === 'deleted') return ['microsites:delete']
  const removes = action === 'created' || action === 'undeleted'
  return removes && !isOwn ? ['microsites:write', 'microsites:delete'] : ['microsites:write']
}

/** The content that visitors saw before a version was brought back. Refuses if it is no longer kept. */
async function contentBefore(needs: RestoringNeeds, entry: HistoryRow): Promise<VersionContent> {
  const microsite = micrositeOf(entry)
  const [from = ''] = (JSON.parse(entry.changes) as PageChanges).version ?? []
  const version = await needs.versions.one(microsite, from)
  const content = version && (await needs.versions.contentOf(microsite, version.id))
  if (!content) throw new Refusal('undo_conflict', 'The version that was there before is no longer kept.')
  return unpacked(content)
}

export function micrositeOf({ subject, user_id }: HistoryRow): VersionedMicrosite {
  return { id: subjectOf(subject).id, userId: user_id }
}

async function putBack(
  needs: MicrositeUndoerNeeds,
  tx: Tx,
  entry: HistoryRow,
  undoing: Undoing,
): Promise<ChangedThing> {
  const { undoes, context } = undoing
  const { change, now, caller } = context
  const microsite = micrositeOf(entry)
  const plan = needs.accounts.planOf(caller)
  const recorded = { change, undoes, now }
  if (entry.action === 'deleted') {
    const { public_id, slug } = await bringBack(needs, tx, microsite, { ...recorded, plan })
    return { kind: 'microsite', id: public_id, name: slug, action: 'undeleted' }
  }
  const before = await locked(needs, tx, microsite, now)
  if (entry.action === 'created' || entry.action === 'undeleted') {
    await requireUntouched(needs, tx, entry)
    await deleteMicrosite(needs, tx, microsite, recorded)
    return { kind: 'microsite', id: before.public_id, name: '', action: 'deleted' }
  }
  if (entry.action === 'rolled_back') {
    await requireUntouched(needs, tx, entry)
    const [to = ''] = (JSON.parse(entry.changes) as PageChanges).version ?? []
    const content = await contentBefore(needs, entry)
    await rollBack(needs, tx, microsite, { ...recorded, content, to, plan })
    return { kind: 'microsite', id: before.public_id, name: before.slug, action: 'rolled_back' }
  }
  await putBackFields(needs, tx, { before, changes: JSON.parse(entry.changes) as PageChanges, undoing })
  return { kind: 'microsite', id: before.public_id, name: before.slug, action: 'updated' }
}

/** Refuses if the microsite or a component was changed after this entry, but for what was undone. */
async function requireUntouched({ history }: MicrositeUndoerNeeds, tx: Tx, entry: HistoryRow): Promise<void> {
  const later = await history.since(tx, entry)
  if (later.length > 0) throw changedSince(later.flatMap(fieldsOf))
}

function fieldsOf({ kind, action, changes }: HistoryRow): string[] {
  if (kind === 'component') return [action === 'reordered' ? 'order' : 'component']
  const fields = shownPageChanges(JSON.parse(changes) as PageChanges, '').map(({ field }) => field)
  return fields.length > 0 ? fields : [action]
}

/** Locks the microsite, and returns it. Refuses if it is gone. */
export async function locked(
  { store }: Pick<MicrositeUndoerNeeds, 'store'>,
  tx: Tx,
  { id, userId }: VersionedMicrosite,
  now: number,
): Promise<MicrositeRow> {
  const isThere = await store.change(tx, id, { updated_at: unixSeconds(now) })
  const row = isThere ? await store.byId(tx, id) : undefined
  if (!row || row.user_id !== userId) throw goneSince('microsite')
  return row
}

interface FieldsBack {
  before: MicrositeRow
  changes: PageChanges
  undoing: Undoing
}

async function putBackFields(
  needs: MicrositeUndoerNeeds,
  tx: Tx,
  { before, changes, undoing: { undoes, context } }: FieldsBack,
): Promise<void> {
  const { store, versions, accounts } = needs
  const { change, now, caller } = context
  const microsite = { id: before.id, userId: before.user_id }
  const fields = pageConflicts(changes, before)
  if (fields.length > 0) throw changedSince(fields)
  const columns = earlierColumns(changes)
  if (columns.hidden === 1 && !accounts.planOf(caller).microsite_visibility)
    throw new Refusal('plan_limit', 'The plan of this account does not include hiding microsites.')
  if (versionFieldsDiffer(columns, before)) await keepVersion(needs, tx, microsite, { change, now })
  await store.change(tx, before.id, { ...columns, updated_at: unixSeconds(now) })
  if (columns.published_at === null) await versions.forget(tx, microsite)
  else if (columns.published_at !== undefined) await beginVersions(needs, tx, microsite, { change, now })
  if (changes.domain) await moveBack(needs, tx, before, changes.domain[0])
  const after = (await store.byId(tx, before.id)) as MicrositeRow
  await store.announceSlug(tx, after)
  const changed = pageChanges(before, after)
  await recordPage(needs, tx, microsite, { change, undoes, now, action: 'updated', changes: changed })
}

async function moveBack(
  { store, rules }: MicrositeUndoerNeeds,
  tx: Tx,
  row: MicrositeRow,
  [id, name]: Place,
): Promise<void> {
  // Otherwise the blocked address would be free for the same page again.
  if (row.blocked_at !== null)
    throw new Refusal(
      'forbidden',
      "This microsite is blocked. Its address can't be changed until it is unblocked.",
    )
  await lockDomain(rules, tx, { id, name })
  // The domain may have another owner by now.
  if (name !== null && (await rules.verifiedDomain(row.user_id, name))?.id !== id)
    throw new Refusal('undo_conflict', 'The microsite’s previous domain is no longer verified.')
  const taken = new Refusal('undo_conflict', 'The microsite’s previous slug is now in use.')
  try {
    if (!(await store.attempt(tx, () => store.move(tx, row, id)))) throw taken
  } catch (error) {
    throw store.isTakenSlug(error) ? taken : error
  }
}
