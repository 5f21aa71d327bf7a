// Moving links to another workspace of the same person.
import { isAtLeast, Refusal } from '@linnet/contract'
import type { RequestContext } from '../../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import type { Accounts } from '../../../identity/accounts/index.ts'
import type { Audit } from '../../../identity/audit/index.ts'
import type { WorkspaceRow, Workspaces } from '../../../identity/workspaces/index.ts'
import type { History } from '../../history/index.ts'
import type { Tags } from '../../tags/index.ts'
import type { LinkHistoryStore } from '../history/store.ts'
import type { MovedLinksStore } from './store.ts'

export interface MovingNeeds {
  moved: MovedLinksStore
  tags: Tags
  history: History
  linkHistory: LinkHistoryStore
  accounts: Accounts
  workspaces: Workspaces
  audit: Audit
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

// Other writers get their turns in between.
const linksAtOnce = 100

/**
 * Moves links in small batches, and returns those that moved and those that couldn't. They count as created in the other
 * workspace, whose plan may not allow all of them. Refuses with `plan_limit` if it allows none.
 */
export async function moveLinks(
  needs: MovingNeeds,
  { ids, workspace: target }: { ids: readonly string[]; workspace: string },
  { caller, client, now, change }: RequestContext,
): Promise<{ success: number; failed: string[]; changed: string[] }> {
  const { moved, tags, accounts, workspaces, audit, transaction, history, linkHistory } = needs
  const { workspaceId: from, personId } = caller
  const to = await workspaces.byPublicId(target)
  const source = await workspaces.byId(from)
  if (!to || !source) throw noSuchWorkspace()
  if (to.id === from)
    throw new Refusal('forbidden', 'The links are already in this workspace. Choose another one.')
  const wanted = [...new Set(ids)].sort()
  const changed = new Set<string>()
  for (let start = 0; start < wanted.length; start += linksAtOnce) {
    const isFull = await transaction(async (tx) => {
      await requireEditor(workspaces, tx, to, personId)
      const movable = await moved.movable(tx, from, wanted.slice(start, start + linksAtOnce))
      const room = movable.length === 0 ? 0 : await accounts.takeLinks(tx, to, movable.length, now)
      const links = movable.slice(0, room)
      if (links.length > 0) {
        await moved.move(tx, links, { from, to: to.id, now: unixSeconds(now) })
        const numbers = links.map(({ id }) => id)
        await history.move(tx, numbers, to.id)
        await linkHistory.moveSwitches(tx, numbers, to.id)
        for (const subject of numbers)
          await history.record(tx, change, {
            ...{ subject, userId: to.id, kind: 'link', action: 'moved', changes: {}, now },
          })
        await tags.moveTags(tx, numbers, { from, to: to.id, now })
        const entry = { action: 'links_moved', client, now } as const
        const count = String(links.length)
        await audit.write(tx, {
          ...entry,
          userId: from,
          detail: { count, ...(to.name ? { to: to.name } : {}) },
        })
        await audit.write(tx, {
          ...entry,
          userId: to.id,
          detail: { count, ...(source.name ? { from: source.name } : {}) },
        })
      }
      for (const { public_id } of links) changed.add(public_id)
      return room < movable.length
    })
    if (isFull && changed.size === 0)
      throw new Refusal(
        'plan_limit',
        "The other workspace has reached its plan's limit of links for this month. Move them next month, or choose another workspace.",
      )
    if (isFull) break
  }
  return { success: changed.size, failed: ids.filter((id) => !changed.has(id)), changed: [...changed] }
}

async function requireEditor(
  workspaces: Workspaces,
  tx: Tx,
  to: WorkspaceRow,
  personId: number,
): Promise<void> {
  const role = await workspaces.roleIn(to.id, personId, tx)
  if (role === null) throw noSuchWorkspace()
  if (to.blocked_at !== null)
    throw new Refusal('forbidden', 'The other workspace is blocked. Choose another one.')
  if (!isAtLeast(role, 'editor'))
    throw new Refusal('forbidden', 'You can only move links to a workspace where you are at least an editor.')
}

function noSuchWorkspace(): Refusal {
  return new Refusal(
    'not_found',
    'You do not belong to that workspace, or it was deleted. Choose another one.',
  )
}
