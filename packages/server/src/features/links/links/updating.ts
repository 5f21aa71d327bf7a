// Updating a link: omitted fields stay as they are, and the code changes together with its quota or not at all.
import { type api, type InputOf, lacksScope, Refusal } from '@linnet/contract'
import { unixSeconds, utcDay } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { History } from '../history/index.ts'
import type { Tags } from '../tags/index.ts'
import { changeCode } from './aliases/changing-code.ts'
import type { AliasStore } from './aliases/store.ts'
import type { ArchiveStore } from './archive-store.ts'
import type { CodeStore } from './code-store.ts'
import type { LinkHistoryStore } from './history/store.ts'
import { type ChosenDomain, requireFuture, requireOrder } from './rules.ts'
import { searchText } from './searching.ts'
import { type CheckedSettings, hasNewDestination, storedSettings } from './settings.ts'
import type { LinkChange, LinkRow, LinkStore } from './store.ts'

export interface UpdateNeeds {
  store: LinkStore
  codes: CodeStore
  aliases: AliasStore
  archive: ArchiveStore
  tags: Tags
  history: History
  linkHistory: LinkHistoryStore
}

export interface LinkUpdate {
  fields: Pick<
    InputOf<typeof api.links.update>,
    'long_url' | 'title' | 'custom_slug' | 'keep_code' | 'tags'
  > &
    CheckedSettings
  /** Undefined: unchanged; null: no password. */
  passwordHash: string | null | undefined
  domain: ChosenDomain | undefined
  /** Locks the new domain, so that it isn't removed before the link is on it, or refuses. */
  lockDomain(tx: Tx): Promise<void>
  /** Uses one rename of the plan, or refuses. */
  takeRename(tx: Tx): Promise<void>
  /** Whether the caller may archive links. */
  mayArchive: boolean
  now: number
}

/**
 * Writes the changes, and returns the link as it was before and is afterwards. Refuses an expiry that has passed, and
 * archiving at once by a caller who may not archive.
 */
export async function updateLink(
  needs: UpdateNeeds,
  { tx, id, userId }: { tx: Tx; id: number; userId: number },
  update: LinkUpdate,
): Promise<{ before: LinkRow; after: LinkRow; wasAlias: boolean }> {
  const { store, codes, archive, tags } = needs
  const { fields, now, mayArchive } = update
  const time = unixSeconds(now)
  const isDueNow = fields.archive_at === utcDay(now)
  // Writing first locks the row, so that no other request changes what is read next.
  await store.change(tx, id, { updated_at: time })
  const before = await store.byId(tx, id)
  // It may have been moved to another workspace since it was found.
  if (before.user_id !== userId) throw new Refusal('not_found')
  // Clients may send back the value that they read, even if it has passed by now.
  if (fields.expired_at !== before.expired_at) requireFuture(fields.expired_at, now)
  if (isDueNow && fields.archive_at !== before.archive_at && !mayArchive)
    throw lacksScope('links:archive', "Setting archive_at to today's date archives the link at once, which")
  const code = fields.custom_slug ?? before.code
  const title = titleOf(before, update)
  const domainId = update.domain?.id ?? before.domain_id
  // Otherwise the blocked address would be free for another link to the same destination.
  if (before.blocked_at !== null && (code !== before.code || domainId !== before.domain_id))
    throw new Refusal(
      'forbidden',
      "This link is blocked. Its address can't be changed until it is unblocked.",
    )
  if (domainId !== before.domain_id) await update.lockDomain(tx)
  if (code !== before.code) await update.takeRename(tx)
  const wasAlias =
    (code !== before.code || domainId !== before.domain_id) &&
    (await changeCode(needs, tx, before, {
      ...{ domain_id: domainId, code, now },
      keepsOld: fields.keep_code === true,
    }))
  await store.change(tx, id, {
    ...changeOf(before, update),
    search_text: searchText(code, fields.long_url ?? before.long_url, title),
  })
  if (fields.tags) await tags.replaceTags(tx, { id, tags: fields.tags }, { userId, now })
  // If the caller may not archive, a date that was set on an earlier day is left to the scheduled job.
  if (isDueNow && mayArchive) await archive.archive(tx, id, time)
  const after = await store.byId(tx, id)
  await codes.announce(tx, after)
  return { before, after, wasAlias }
}

function changeOf(before: LinkRow, update: LinkUpdate): LinkChange {
  const { fields, passwordHash } = update
  const settings = storedSettings(fields, before)
  const long_url = fields.long_url ?? before.long_url
  // Clients may send back what they read, even if imported links have it in another order.
  if (settings.starts_at !== before.starts_at || settings.expired_at !== before.expired_at)
    requireOrder(settings)
  return {
    // Both were about the old destinations.
    ...(hasNewDestination(before, { ...settings, long_url }) ? { listed_at: null, vouched_at: null } : {}),
    long_url,
    title: titleOf(before, update),
    password_hash: passwordHash === undefined ? before.password_hash : passwordHash,
    ...settings,
    // A link that is no longer a one-click link has no click to use up.
    consumed_at: fields.disposable === false ? null : before.consumed_at,
  }
}

/** As when creating a link, null means no title. */
function titleOf(before: LinkRow, { fields: { title } }: LinkUpdate): string {
  return title === undefined ? before.title : (title ?? '')
}
