// Putting a link back into an earlier state, or giving it the destination of a planned switch: as its own change, with its
// history and events. Plans aren't charged for it.
import { type ChangeAction, invalidField, lacksScope, Refusal } from '@linnet/contract'
import type { Change } from '../../../../platform/operations/change.ts'
import type { Outbox } from '../../../../platform/outbox.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import type { History } from '../../history/index.ts'
import { shownRules } from '../../redirect-rules/index.ts'
import type { Tags } from '../../tags/index.ts'
import { changeCode } from '../aliases/changing-code.ts'
import type { AliasStore } from '../aliases/store.ts'
import { checkSettings, type Images } from '../checking-settings.ts'
import type { CodeStore } from '../code-store.ts'
import { changed } from '../events.ts'
import { type Addresses, linkRecord } from '../links.ts'
import { type DomainRules, lockDomain, requireDestination, requireOrder } from '../rules.ts'
import { searchText } from '../searching.ts'
import { hasNewDestination } from '../settings.ts'
import type { LinkChange, LinkRow, LinkStore } from '../store.ts'
import { changesBetween, type LinkChanges } from './link-changes.ts'
import type { LinkHistoryStore } from './store.ts'

export interface PuttingBackNeeds {
  store: LinkStore
  codes: CodeStore
  aliases: AliasStore
  linkHistory: LinkHistoryStore
  history: History
  addresses: Addresses
  rules: DomainRules
  images: Images
  tags: Tags
  outbox: Outbox
}

/** The state that a link is to get. Missing values stay as they are. All values are as stored. */
export type WantedState = { [Name in keyof LinkChanges]?: NonNullable<LinkChanges[Name]>[0] }

export interface StateChange {
  link: { id: number; userId: number }
  state: WantedState
  action: ChangeAction
  change: Change
  undoes?: string
  /** Whether whoever changes it may archive links. */
  mayArchive: boolean
  /** Milliseconds. */
  now: number
}

/** Refuses, outside any transaction, a state with a destination that is no longer allowed. */
export async function requireStateAllowed(
  { rules, images }: Pick<PuttingBackNeeds, 'rules' | 'images'>,
  userId: number,
  { long_url, ended_url, rules: stored }: WantedState,
): Promise<void> {
  if (long_url !== undefined) await requireDestination(rules, long_url)
  await checkSettings({ rules, images }, userId, {
    ended_url,
    rules: stored ? shownRules(stored) : undefined,
  })
}

/**
 * Changes the link, and returns it as it was and as it is. `check` may refuse once the link is locked. Refuses an address
 * that is taken or blocked, and archiving by somebody who may not.
 */
export async function putBack(
  needs: PuttingBackNeeds,
  tx: Tx,
  wanted: StateChange,
  check?: (before: LinkRow) => void,
): Promise<{ before: LinkRow; after: LinkRow }> {
  const { store, codes, history, outbox, addresses } = needs
  const { link, state, action, change, undoes, now } = wanted
  const { id, userId } = link
  await store.change(tx, id, { updated_at: unixSeconds(now) })
  const before = await store.find(id, tx)
  if (before?.user_id !== userId) throw new Refusal('not_found')
  check?.(before)
  if (!wanted.mayArchive && state.archived_at && before.archived_at === null)
    throw lacksScope('links:archive', 'Archiving the link')
  const wasAlias = await moveAddress(needs, tx, before, { ...state, now })
  await store.change(tx, id, columnsOf(before, state))
  if (state.tags) await needs.tags.replaceTags(tx, { id, tags: state.tags }, { userId, now })
  const after = await store.byId(tx, id)
  const changes = changesBetween(before, after, wasAlias)
  if (!changes) return { before, after }
  await codes.announce(tx, after)
  await history.record(tx, change, { subject: id, userId, kind: 'link', action, changes, undoes, now })
  await outbox.add(tx, userId, changed(before, after, linkRecord(addresses, after, now)), now)
  return { before, after }
}

function columnsOf(before: LinkRow, state: WantedState): LinkChange {
  const { code = before.code, domain: _domain, tags: _tags, was_alias: _wasAlias, ...columns } = state
  const after = { ...before, ...columns }
  if (state.starts_at !== undefined || state.expired_at !== undefined) requireOrder(after)
  return {
    ...columns,
    ...(hasNewDestination(before, after) ? { listed_at: null, vouched_at: null } : {}),
    search_text: searchText(code, after.long_url, after.title),
  }
}

/** Gives the link the code and the domain of the state, if it has others now. */
async function moveAddress(
  needs: PuttingBackNeeds,
  tx: Tx,
  before: LinkRow,
  {
    code = before.code,
    domain,
    was_alias,
    now,
  }: Pick<WantedState, 'code' | 'domain' | 'was_alias'> & { now: number },
): Promise<boolean> {
  const { store, codes, rules } = needs
  const [domainId, domainName] = domain ?? [before.domain_id, before.domain_name]
  if (code === before.code && domainId === before.domain_id) return false
  // Otherwise the blocked address would be free for another link to the same destination.
  if (before.blocked_at !== null)
    throw new Refusal(
      'forbidden',
      "This link is blocked. Its address can't be changed until it is unblocked.",
    )
  await lockDomain(rules, tx, { id: domainId, name: domainName })
  // The domain may have another owner by now.
  if (domainName !== null && (await rules.verifiedDomain(before.user_id, domainName))?.id !== domainId)
    throw invalidField('domain_alias', { code: 'unverified_domain' })
  const to = { domain_id: domainId, code, keepsOld: was_alias === true, now }
  try {
    return await store.attempt(tx, () => changeCode(needs, tx, before, to))
  } catch (error) {
    throw codes.isTakenCode(error) ? new Refusal('slug_taken') : error
  }
}
