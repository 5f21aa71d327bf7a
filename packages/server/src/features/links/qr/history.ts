// The history of the styles of links' QR codes: what entries say of them, and how they are undone.
import { type ChangedThing, type FieldChange, Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { History, HistoryRow, Undoer, Undoing } from '../history/index.ts'
import { goneSince, type Links } from '../links/index.ts'
import type { QrStore, StoredStyle, StyleChange } from './store.ts'

// A larger logo is fetched again when it comes back.
const mostBytesKept = 64 * 1024

/** A logo as it was: its address (empty: none, null: the account's), and its picture in Base64 if it had been fetched. */
interface KeptLogo {
  address: string | null
  status: string | null
  image: string | null
}

/** By field, the stored values before and after. */
interface StyleChanges {
  color?: readonly [string | null, string | null]
  logo?: readonly [KeptLogo, KeptLogo]
}

/** What an entry says of a change; null if nothing changed. `hasNewLogo`: a logo was set, even if its address is the same. */
export function styleChanges(
  before: StoredStyle | undefined,
  after: StoredStyle | undefined,
  hasNewLogo: boolean,
): Record<string, readonly [unknown, unknown]> | null {
  const changes: StyleChanges = {}
  const [from, to] = [before?.color ?? null, after?.color ?? null]
  if (from !== to) changes.color = [from, to]
  const [old, new_] = [keptLogo(before), keptLogo(after)]
  if (hasNewLogo || old.address !== new_.address) changes.logo = [old, new_]
  return Object.keys(changes).length > 0 ? { ...changes } : null
}

function keptLogo(row: StoredStyle | undefined): KeptLogo {
  const image = row?.logo_image ?? null
  return {
    address: row?.logo ?? null,
    status: row?.logo_status ?? null,
    image: image && image.length <= mostBytesKept ? Buffer.from(image).toString('base64') : null,
  }
}

export interface QrUndoerNeeds {
  store: QrStore
  links: Pick<Links, 'lockOwn' | 'named'>
  history: Pick<History, 'record'>
}

export function qrUndoer(needs: QrUndoerNeeds): Undoer {
  return {
    isUndoable: () => true,
    scopes: () => ['qr:write'],
    putBack: (tx, entry, undoing) => putBack(needs, tx, entry, undoing),
    shown: ({ changes }) => shownChanges(JSON.parse(changes) as StyleChanges),
    named: (userId, subjects) => needs.links.named(userId, subjects),
  }
}

async function putBack(
  { store, links, history }: QrUndoerNeeds,
  tx: Tx,
  entry: HistoryRow,
  { undoes, context }: Undoing,
): Promise<ChangedThing> {
  const { user_id: userId, subject: linkId } = entry
  const now = unixSeconds(context.now)
  const link = await links.lockOwn(tx, userId, linkId)
  if (!link) throw goneSince()
  const changes = JSON.parse(entry.changes) as StyleChanges
  const before = await store.stored(tx, userId, linkId)
  const isChanged =
    (changes.color && (before?.color ?? null) !== changes.color[1]) ||
    (changes.logo && (before?.logo ?? null) !== changes.logo[1].address)
  if (isChanged)
    throw new Refusal(
      'undo_conflict',
      'The QR code of the link has been changed since. Undo the later changes first, or change it again.',
    )
  const change: StyleChange = {
    ...(changes.color && { color: changes.color[0] }),
    ...(changes.logo && logoBack(changes.logo[0], now)),
  }
  await store.change(tx, { user_id: userId, link_id: linkId }, change, now)
  await store.announce(tx, userId)
  const after = await store.stored(tx, userId, linkId)
  const undone = styleChanges(before, after, changes.logo !== undefined)
  if (undone)
    await history.record(tx, context.change, {
      subject: linkId,
      userId,
      kind: 'qr',
      action: 'updated',
      changes: undone,
      undoes,
      now: context.now,
    })
  return { kind: 'qr', id: link.public_id, name: link.code, action: 'updated' }
}

/** The logo as it was, or due to be fetched if its picture isn't there. */
function logoBack({ address, status, image }: KeptLogo, now: number): StyleChange {
  const isDue = Boolean(address) && status !== 'failed' && image === null
  return {
    logo: address,
    logo_status: isDue ? 'pending' : status,
    logo_image: image === null ? null : new Uint8Array(Buffer.from(image, 'base64')),
    logo_due_at: isDue ? now : null,
    logo_tries: 0,
    logo_claims: 0,
    logo_given_up_at: null,
  }
}

function shownChanges({ color, logo }: StyleChanges): FieldChange[] {
  return [
    ...(color ? [{ field: 'color', from: color[0], to: color[1] }] : []),
    ...(logo ? [{ field: 'logo', from: logo[0].address || null, to: logo[1].address || null }] : []),
  ]
}
