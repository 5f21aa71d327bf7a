// The operations on the health of links.
import { type Api, type CheckedLink, type LinkHealth, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import { type RateLimiter, secondsLeft } from '../../../platform/security/rate-limit.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Links } from '../links/index.ts'
import { changeChoices, type HealthHistoryNeeds } from './history.ts'
import { healthRecord } from './records.ts'

export interface HealthOperationNeeds extends HealthHistoryNeeds {
  links: Pick<Links, 'find' | 'record' | 'describeById' | 'lockOwn' | 'named'>
  limiter: RateLimiter
  /** Whether this server checks links. */
  isAvailable: boolean
}

/** For a workspace. */
const checksPerMinute = 10

export function healthOperations(needs: HealthOperationNeeds): Handlers<Api['linkHealth']> {
  return { ...ofOneLink(needs), ...ofWorkspace(needs) }
}

function ofOneLink(
  needs: HealthOperationNeeds,
): Pick<Handlers<Api['linkHealth']>, 'get' | 'update' | 'check'> {
  const { store, links, limiter } = needs

  const linkOf = ({ short, domain }: { short: string; domain?: string }, { caller }: RequestContext) =>
    links.find({ userId: caller.workspaceId, short, ...(domain ? { domain } : {}) })

  async function answer(userId: number, id: number, now: number): Promise<{ data: LinkHealth }> {
    const found = await checkedLink(needs, null, { id, userId, now })
    if (!found) throw new Refusal('not_found')
    return { data: found.health }
  }

  return {
    async get(input, context) {
      const { id, user_id } = await linkOf(input, context)
      return await answer(user_id, id, context.now)
    },

    async update({ watch, when_broken, dry_run, ...path }, context) {
      if (watch) requireAvailable(needs)
      const { id, user_id: userId } = await linkOf(path, context)
      const choices = {
        ...(watch !== undefined && { watch }),
        ...(when_broken !== undefined && { when_broken }),
      }
      const { change, now } = context
      return await context.transaction(dry_run)(async (tx) => {
        const link = await links.lockOwn(tx, userId, id)
        if (!link) throw new Refusal('not_found')
        await changeChoices(needs, tx, { link, choices, change, now })
        const changed = await checkedLink(needs, tx, { id, userId, now })
        if (!changed) throw new Refusal('not_found')
        return { data: changed.health }
      })
    },

    async check(path, context) {
      requireAvailable(needs)
      const { id, user_id } = await linkOf(path, context)
      const { data } = await answer(user_id, id, context.now)
      if (!data.watched || data.excluded_by !== null)
        throw new Refusal('forbidden', 'Only links that are watched, and not excluded, are checked.')
      const verdict = await limiter.take(`link-checks:${user_id}`, checksPerMinute)
      if (!verdict.admitted)
        throw new Refusal('rate_limited', `Try again in ${secondsLeft(verdict)} seconds.`)
      await store.checkNow(user_id, id)
      return await answer(user_id, id, context.now)
    },
  }
}

function ofWorkspace(
  needs: HealthOperationNeeds,
): Pick<Handlers<Api['linkHealth']>, 'watched' | 'watch' | 'broken'> {
  const { store, isAvailable } = needs

  async function watched(_input: unknown, { caller }: RequestContext) {
    const [isWatched, { total }] = await Promise.all([
      store.isWatched(null, caller.workspaceId),
      store.broken(caller.workspaceId, { limit: 1, offset: 0 }),
    ])
    return { data: { available: isAvailable, watched: isWatched, broken: total } }
  }

  return {
    watched,

    async watch(input, context) {
      if (input.watched) requireAvailable(needs)
      await store.watchAll(context.caller.workspaceId, input.watched)
      return await watched(input, context)
    },

    async broken({ page, limit }, { caller, now }) {
      const userId = caller.workspaceId
      const { ids, total } = await store.broken(userId, { limit, offset: (page - 1) * limit })
      const found = await Promise.all(ids.map((id) => checkedLink(needs, null, { id, userId, now })))
      return { data: found.filter((one) => one !== null), total }
    },
  }
}

function requireAvailable({ isAvailable }: HealthOperationNeeds): void {
  if (!isAvailable)
    throw new Refusal('forbidden', 'This server does not check links. Ask its operator to turn that on.')
}

/** A link as it is now, with its health; null if it has been moved or deleted a moment ago. */
async function checkedLink(
  { links, store }: HealthOperationNeeds,
  tx: Tx | null,
  { id, userId, now }: { id: number; userId: number; now: number },
): Promise<CheckedLink | null> {
  // One after the other, because a transaction runs one query at a time; the check first, because the link of a check that
  // has just been recorded is broken already.
  const check = await store.ofLink(tx, userId, id)
  const row = await links.describeById(id, tx)
  const link = await links.record(id, tx)
  const isWorkspaceWatched = await store.isWatched(tx, userId)
  if (!row || !link || row.user_id !== userId) return null
  const isBlocked = link.blocked_at !== null
  return { link, health: healthRecord(row, check, { isBlocked, isWorkspaceWatched, now }) }
}
