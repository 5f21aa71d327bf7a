// Keeps how visitors saw a microsite: before a change, what was there becomes a version if the change begins a new editing
// session. The newest row has no content: it is what visitors see now, in the tables of microsites and components.
import { mostVersions, type VersionChanges, versionFields } from '@linnet/contract'
import type { Change } from '../../../platform/operations/change.ts'
import { orderedIds } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { ComponentStore } from './component-store.ts'
import type { MicrositeRow, MicrositeStore } from './store.ts'
import {
  changesBetween,
  contentOf,
  isUnchanged,
  packed,
  unpacked,
  type VersionContent,
  type VersionPage,
} from './version-content.ts'
import type { VersionAuthor, VersionedMicrosite, VersionRow, VersionStore } from './version-store.ts'

/** A longer pause ends an editing session, and so does a change by anyone else. */
const pauseSeconds = 600

const newVersionId = orderedIds('ver')

/** Who changes a microsite, and when. */
export interface Editing {
  change: Pick<Change, 'by'>
  /** Milliseconds. */
  now: number
}

export interface VersionNeeds {
  store: MicrositeStore
  components: ComponentStore
  versions: VersionStore
}

/**
 * Keeps what visitors have seen until now, if this change begins a new session, or if it has to (`isNew`). Call it in the
 * transaction of the change, once the microsite is locked and before anything on its page changes. Does nothing for drafts.
 */
export async function keepVersion(
  needs: VersionNeeds,
  tx: Tx,
  microsite: VersionedMicrosite,
  editing: Editing & { isNew?: boolean },
): Promise<void> {
  const { store, components, versions } = needs
  const author = authorOf(editing)
  const latest = await versions.latest(tx, microsite)
  if (latest && !editing.isNew && continues(latest, author))
    return await versions.change(tx, microsite, latest.id, author)
  const row = await store.byId(tx, microsite.id)
  if (!row || row.published_at === null) return
  const content = contentOf(row, await components.of(tx, microsite.id))
  if (latest) {
    const changes = await changesTo(needs, tx, microsite, latest, content)
    // Nothing of the session is left, so it gets no version, and the next one takes its place.
    if (!editing.isNew && changes && isUnchanged(changes))
      return await versions.change(tx, microsite, latest.id, author)
    await versions.change(tx, microsite, latest.id, {
      content: packed(content),
      changes: changes && JSON.stringify(changes),
    })
  } else await insert(needs, tx, microsite, { ...unknownAuthor(row, content), content: packed(content) })
  await beginVersions(needs, tx, microsite, editing)
  await versions.prune(tx, microsite, mostVersions)
}

/** Whether a change of columns is one that visitors see on the page. */
export function versionFieldsDiffer(change: Partial<VersionPage>, row: VersionPage): boolean {
  return versionFields.some((field) => change[field] !== undefined && change[field] !== row[field])
}

/** Adds the version that visitors see from now on: the first one, when a microsite is published. */
export async function beginVersions(
  needs: Pick<VersionNeeds, 'versions'>,
  tx: Tx,
  microsite: VersionedMicrosite,
  editing: Editing,
): Promise<void> {
  await insert(needs, tx, microsite, { ...authorOf(editing), content: null })
}

/** How a version with this content differs from the one before it; null if there is none. */
export async function changesTo(
  { versions }: VersionNeeds,
  tx: Tx | null,
  microsite: VersionedMicrosite,
  version: Pick<VersionRow, 'id'>,
  content: VersionContent,
): Promise<VersionChanges | null> {
  const before = await versions.contentBefore(tx, microsite, version.id)
  return before && changesBetween(unpacked(before), content)
}

async function insert(
  { versions }: Pick<VersionNeeds, 'versions'>,
  tx: Tx,
  { id, userId }: VersionedMicrosite,
  version: VersionAuthor & { content: Uint8Array | null },
): Promise<void> {
  await versions.insert(tx, {
    ...version,
    public_id: newVersionId(version.at * 1000),
    user_id: userId,
    microsite_id: id,
    changes: null,
  })
}

function continues(latest: VersionRow, { actor_kind, actor_id, at }: VersionAuthor): boolean {
  return latest.actor_kind === actor_kind && latest.actor_id === actor_id && at - latest.at < pauseSeconds
}

function authorOf({ change: { by }, now }: Editing): VersionAuthor {
  return { at: unixSeconds(now), actor_kind: by.kind, actor_id: by.id }
}

/** For pages that were published and changed before versions were kept. */
function unknownAuthor(
  { published_at, created_at }: MicrositeRow,
  { components }: VersionContent,
): VersionAuthor {
  const times = components.map(({ updated_at }) => updated_at)
  return { at: Math.max(published_at ?? created_at, ...times), actor_kind: 'unknown', actor_id: '' }
}
