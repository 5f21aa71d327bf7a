// Changing a link: what is omitted stays, and the code and its quota move together or not at all.
import { type api, type InputOf, lacksScope, Refusal } from '@linnet/contract'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { searchText } from './links.ts'
import { type ChosenDomain, requireFuture } from './rules.ts'
import type { LinkChange, LinkRow, LinkStore } from './store.ts'

export interface Update {
  fields: Omit<InputOf<typeof api.links.update>, 'short' | 'domain' | 'password' | 'domain_alias'>
  /** Undefined: unchanged; null: no password. */
  passwordHash: string | null | undefined
  domain: ChosenDomain | undefined
  /** Keeps the new domain from being given up before the link is on it, or refuses. */
  lockDomain(tx: Tx): Promise<void>
  /** Books one rename of the plan, or refuses. */
  takeRename(tx: Tx): Promise<void>
  /** Whether the caller may archive links. */
  mayArchive: boolean
  now: number
}

/**
 * Writes the changes within the transaction, or refuses an expiry that has passed, and archiving at once by a caller who may
 * not archive; gives the link as it was and as it is then.
 */
export async function updateLink(
  store: LinkStore,
  tx: Tx,
  id: number,
  update: Update,
): Promise<{ before: LinkRow; after: LinkRow }> {
  const { fields, now, mayArchive } = update
  const time = unixSeconds(now)
  const isDueNow = fields.archive_at === utcDay(now)
  // Writing first locks the row: what is read next can't be changed by another request before this one is done.
  await store.change(tx, id, { updated_at: time })
  const before = await store.byId(tx, id)
  // What is sent back as it was read sets nothing.
  if (fields.expired_at !== before.expired_at) requireFuture(fields.expired_at, now)
  if (isDueNow && fields.archive_at !== before.archive_at && !mayArchive)
    throw lacksScope('links:archive', "Setting archive_at to today's date archives the link at once, which")
  const code = fields.custom_slug ?? before.code
  const title = titleOf(before, update)
  const domainId = update.domain?.id ?? before.domain_id
  // Else the address that was blocked would be free, for the next link to the same place.
  if (before.blocked_at !== null && (code !== before.code || domainId !== before.domain_id))
    throw new Refusal('forbidden', 'This link is blocked: it keeps its address until that is lifted.')
  if (domainId !== before.domain_id) await update.lockDomain(tx)
  if (code !== before.code) await update.takeRename(tx)
  if (code !== before.code || domainId !== before.domain_id) {
    await store.announce(tx, before)
    await store.moveCode(tx, id, { domain_id: domainId, code })
  }
  await store.change(tx, id, {
    ...changeOf(before, update),
    search_text: searchText(code, fields.long_url ?? before.long_url, title),
  })
  // What was set on an earlier day is left to the schedule where the caller may not archive.
  if (isDueNow && mayArchive) await store.archive(tx, id, time)
  const after = await store.byId(tx, id)
  await store.announce(tx, after)
  return { before, after }
}

function changeOf(before: LinkRow, update: Update): LinkChange {
  const { fields, passwordHash } = update
  const isElsewhere = fields.long_url !== undefined && fields.long_url !== before.long_url
  return {
    // What was judged was the destination that it had.
    ...(isElsewhere ? { listed_at: null, vouched_at: null } : {}),
    long_url: fields.long_url ?? before.long_url,
    title: titleOf(before, update),
    password_hash: passwordHash === undefined ? before.password_hash : passwordHash,
    disposable: flag(fields.disposable, before.disposable),
    // A link that is no longer for one click has no click to be used up.
    consumed_at: fields.disposable === false ? null : before.consumed_at,
    adult: flag(fields.adult, before.adult),
    expired_at: fields.expired_at === undefined ? before.expired_at : fields.expired_at,
    archive_at: fields.archive_at === undefined ? before.archive_at : fields.archive_at || null,
  }
}

/** As in creating, null is no title. */
function titleOf(before: LinkRow, { fields: { title } }: Update): string {
  return title === undefined ? before.title : (title ?? '')
}

function flag(wanted: boolean | undefined, before: number): number {
  return wanted === undefined ? before : Number(wanted)
}
