// What administrators read of reports and do about them; every deed stands in their audit log and in the owner's.
import { type AbuseReport, type Api, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../platform/operations/handler.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Accounts, Actor } from '../identity/accounts/index.ts'
import { onlyAdministrators } from '../identity/administration/index.ts'
import { type BlockNeeds, type Kind, setBlocked } from './blocks.ts'
import type { OwnedReport, ReportStore } from './store.ts'

export interface ReportOperationNeeds extends BlockNeeds {
  store: ReportStore
  accounts: Accounts
}

export function reportOperations(needs: ReportOperationNeeds): Handlers<Api['abuse']> {
  const { store, accounts, audit, links, microsites, messages } = needs
  const recordOf = { link: links.record, microsite: microsites.record }

  async function record(row: OwnedReport): Promise<AbuseReport> {
    const { id, details, email, created_at, destination, closed_at, closed_by, note } = row
    return {
      id,
      reason: row.reason as AbuseReport['reason'],
      details,
      email,
      created_at,
      destination,
      link: row.link_id === null ? null : await links.record(row.link_id),
      microsite: row.microsite_id === null ? null : await microsites.record(row.microsite_id),
      owner: {
        id: row.owner_id,
        email: row.owner_email,
        name: row.owner_name,
        blocked_at: row.owner_blocked_at,
      },
      closed_at,
      outcome: row.outcome as AbuseReport['outcome'],
      closed_by,
      note,
    }
  }

  const doerOf = async ({ caller, client, now }: RequestContext) => ({
    administrator: await accounts.administrator(caller),
    client,
    now,
  })

  /** Blocks what has this identifier, whoever owns it, or lifts that (null). */
  async function setBlockOf(kind: Kind, publicId: string, reason: string | null, context: RequestContext) {
    const found = await (kind === 'link' ? links : microsites).ofAnyone(publicId)
    const owner = found && (await accounts.byId(found.userId))
    if (!found || !owner) throw new Refusal('not_found', `There is no such ${kind} on this server.`)
    const doer = await doerOf(context)
    const isNews = await store.transaction(async (tx) => {
      const isNews = await setBlocked(needs, tx, { kind, ...found, owner, reason, doer })
      if (reason !== null) {
        const closing = closingOf(doer, 'blocked', null)
        await store.closeAll(tx, [kind === 'link' ? 'link_id' : 'microsite_id', found.id], closing)
      }
      return isNews
    })
    if (isNews && reason !== null) messages.blocked(owner, { what: kind, address: found.address, reason })
    return found.id
  }

  async function answer<K extends Kind>(kind: K, id: number) {
    const data = (await recordOf[kind](id)) as Awaited<ReturnType<(typeof recordOf)[K]>>
    if (!data) throw new Refusal('not_found', `The ${kind} was deleted meanwhile.`)
    return { data }
  }

  return onlyAdministrators(accounts, {
    async list({ page, limit, status, owner }, { caller }) {
      const { rows, total } = await store.list(
        caller.userId,
        { status, owner },
        { limit, offset: (page - 1) * limit },
      )
      return { data: await Promise.all(rows.map(record)), total }
    },

    async close({ id, action, reason, note }, context) {
      const row = await store.find(id)
      const owner = row && (await accounts.byId(row.user_id))
      if (!row || !owner) throw new Refusal('not_found', 'There is no such report.')
      const doer = await doerOf(context)
      const told = reason ?? `It was reported for ${row.reason}.`
      const outcome = { dismiss: 'dismissed', block: 'blocked', block_account: 'account_blocked' }[action]
      const closing = closingOf(doer, outcome, note ?? null)
      const target = await record(row)
      const thing = thingOf(row, target)
      const isNews = await store.transaction(async (tx) => {
        if (!(await store.close(tx, id, closing)))
          throw new Refusal('not_found', 'This report was closed already. See the closed ones.')
        const { caller, client, now } = context
        const detail = { report: id, outcome }
        await audit.write(tx, { userId: caller.userId, action: 'report_closed', detail, client, now })
        if (action === 'dismiss') return false
        if (action === 'block_account') {
          await store.closeAll(tx, ['user_id', owner.id], closing)
          return await accounts.changeBlock(tx, owner, told, doer)
        }
        if (!thing) return false
        await store.closeAll(tx, [`${thing.kind}_id`, thing.id], closing)
        return await setBlocked(needs, tx, { ...thing, owner, reason: told, doer })
      })
      if (isNews && action === 'block_account') await messages.accountBlocked(owner, told, context.now)
      else if (isNews && thing)
        messages.blocked(owner, { what: thing.kind, address: thing.address, reason: told })
      const closed = await store.find(id)
      if (!closed) throw new Refusal('not_found', 'What was reported was deleted meanwhile.')
      return { data: await record(closed) }
    },

    blockLink: async ({ id, reason }, context) =>
      answer('link', await setBlockOf('link', id, reason, context)),
    unblockLink: async ({ id }, context) => answer('link', await setBlockOf('link', id, null, context)),
    blockMicrosite: async ({ id, reason }, context) =>
      answer('microsite', await setBlockOf('microsite', id, reason, context)),
    unblockMicrosite: async ({ id }, context) =>
      answer('microsite', await setBlockOf('microsite', id, null, context)),
  })
}

function closingOf({ administrator, now }: Actor, outcome: string, note: string | null) {
  return { closed_at: unixSeconds(now), outcome, closed_by: administrator?.public_id ?? '', note }
}

/** What a report is about, where it is there still. */
function thingOf(
  { link_id, microsite_id }: OwnedReport,
  { link, microsite }: AbuseReport,
): { kind: Kind; id: number; address: string } | null {
  if (link && link_id !== null) return { kind: 'link', id: link_id, address: link.short_url }
  if (microsite && microsite_id !== null)
    return { kind: 'microsite', id: microsite_id, address: microsite.url }
  return null
}
