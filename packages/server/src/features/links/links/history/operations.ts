// The operations on the history of a link: listing it, rolling back, planning switches, and deleting for good.
import { type Api, type HistoryEntry, invalidField, mostHistoryEntries, Refusal } from '@linnet/contract'
import type { Handler, Handlers, RequestContext } from '../../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { HistoryRow } from '../../history/index.ts'
import { linkRecord } from '../links.ts'
import { requireDestination } from '../rules.ts'
import type { LinkRow } from '../store.ts'
import { deleteLink, requireMayDelete } from './deleting.ts'
import { earlier, type LinkChanges } from './link-changes.ts'
import { planSwitches } from './planning.ts'
import { type PuttingBackNeeds, putBack, requireStateAllowed, type WantedState } from './putting-back.ts'

type Operations = Api['linkHistory']

export interface LinkHistoryNeeds extends PuttingBackNeeds {
  /** The account's link that a path means, with all its clicks counted. Refuses with `not_found`. */
  find(input: { short: string; domain?: string }, context: RequestContext): Promise<LinkRow>
}

export function linkHistoryOperations(needs: LinkHistoryNeeds): Handlers<Operations> {
  const { linkHistory } = needs
  return {
    list: list(needs),
    rollBack: rollBack(needs),
    async schedule(input, context) {
      const { id } = await needs.find(input, context)
      return { data: await linkHistory.switches(null, id) }
    },
    setSchedule: setSchedule(needs),
    async remove({ short, domain, dry_run }, context) {
      requireMayDelete(context.caller)
      const { id } = await needs.find({ short, domain }, context)
      const { caller, change, now } = context
      const link = { id, userId: caller.workspaceId }
      const deleted = await context.transaction(dry_run)((tx) => deleteLink(needs, tx, { link, change, now }))
      return { data: { id: deleted.id, short: deleted.short, deleted: true } }
    },
  }
}

function list({ find, history, linkHistory }: LinkHistoryNeeds): Handler<Operations['list']> {
  return async ({ limit, before, ...input }, context) => {
    const link = await find(input, context)
    const { entries, next, isWhole } = await history.page(link.id, { before, limit })
    const isCreationMissing = isWhole && entries.at(-1)?.action !== 'created' && before !== creationId(link)
    if (!isCreationMissing) return { data: entries, next_cursor: next }
    const isImported = await linkHistory.isImported(link.id)
    return { data: [...entries, unrecordedCreation(link, isImported)], next_cursor: null }
  }
}

/** The id of a creation that has no entry, because the link was imported or is older than its history. */
function creationId({ public_id }: LinkRow): string {
  return public_id.replace('lnk_', 'chg_')
}

function unrecordedCreation(link: LinkRow, isImported: boolean): HistoryEntry {
  return {
    id: creationId(link),
    at: link.created_at,
    by: { kind: isImported ? 'import' : 'unknown', name: '' },
    ...{ action: 'created', changes: [], undone: false, undoes: null },
  }
}

function rollBack(needs: LinkHistoryNeeds): Handler<Operations['rollBack']> {
  const { history, addresses } = needs
  return async ({ short, domain, dry_run, to }, context) => {
    const { caller, change, now } = context
    const link = await needs.find({ short, domain }, context)
    const userId = caller.workspaceId
    const stateAt = (entries: readonly HistoryRow[]) => stateAfter(entries, to, link)
    await requireStateAllowed(needs, userId, stateAt(await history.entries(null, link.id)))
    const data = await context.transaction(dry_run)(async (tx) => {
      const state = stateAt(await history.entries(tx, link.id))
      const { after } = await putBack(needs, tx, {
        ...{ link: { id: link.id, userId }, state, action: 'rolled_back', change, now },
        mayArchive: caller.scopes.has('links:archive'),
      })
      return linkRecord(addresses, after, now)
    })
    return { data }
  }
}

/** The state of a link just after an entry, as far as later entries changed it. Refuses an entry that it doesn't have. */
function stateAfter(newestFirst: readonly HistoryRow[], to: string, link: LinkRow): WantedState {
  const place = newestFirst.findIndex(({ change_id }) => change_id === to)
  const isWhole = newestFirst.length < mostHistoryEntries
  const isCreation = to === creationId(link) && isWhole && newestFirst.at(-1)?.action !== 'created'
  if (place < 0 && !isCreation)
    throw new Refusal(
      'not_found',
      'The history of this link has no such entry. Send the id of one that it has.',
    )
  const later = place < 0 ? newestFirst : newestFirst.slice(0, place)
  const states = later
    .filter(({ kind }) => kind === 'link')
    .map(({ changes }) => earlier(JSON.parse(changes) as LinkChanges))
  const lastRename = states.find(({ code }) => code !== undefined)
  return { ...Object.assign({}, ...states), was_alias: lastRename?.was_alias } as WantedState
}

function setSchedule(needs: LinkHistoryNeeds): Handler<Operations['setSchedule']> {
  const { rules } = needs
  return async ({ short, domain, dry_run, switches }, context) => {
    const { caller, change, now } = context
    const { id } = await needs.find({ short, domain }, context)
    for (const [index, { at, long_url }] of switches.entries()) {
      if (at <= unixSeconds(now)) throw invalidField(`switches.${index}.at`, { code: 'not_future' })
      await requireDestination(rules, long_url, `switches.${index}.long_url`)
    }
    return await context.transaction(dry_run)(async (tx) => {
      const link = await needs.store.lockOwn(tx, caller.workspaceId, id)
      if (!link) throw new Refusal('not_found')
      return { data: await planSwitches(needs, tx, { link, switches, change, now }) }
    })
  }
}
