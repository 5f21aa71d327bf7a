// What administrators do about reports: reading and closing them, and blocking. Each action is in their audit log and in the
// owner's.
import { type AbuseReport, type Api, Refusal } from '@linnet/contract'
import type { Handler, Handlers, RequestContext } from '../../platform/operations/handler.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import { type Accounts, type Actor, logAdministratorAction } from '../identity/accounts/index.ts'
import { onlyAdministrators } from '../identity/administration/index.ts'
import type { Ownership, Workspaces } from '../identity/workspaces/index.ts'
import { type BlockNeeds, type ModerationTarget, setBlocked, type TargetKind } from './blocks.ts'
import { type Closing, type OwnedReport, type ReportStore, reportedDestinations } from './store.ts'

type AbuseOperations = Api['abuse']

export interface ReportOperationNeeds extends BlockNeeds {
  store: ReportStore
  accounts: Accounts
  workspaces: Workspaces
}

export function reportOperations(needs: ReportOperationNeeds): Handlers<AbuseOperations> {
  return onlyAdministrators(needs.accounts, {
    list: list(needs),
    close: close(needs),
    blockLink: async ({ id, reason }, context) =>
      answerWith(needs, 'link', await setBlockOf(needs, { kind: 'link', publicId: id, reason }, context)),
    unblockLink: async ({ id }, context) =>
      answerWith(
        needs,
        'link',
        await setBlockOf(needs, { kind: 'link', publicId: id, reason: null }, context),
      ),
    blockMicrosite: async ({ id, reason }, context) =>
      answerWith(
        needs,
        'microsite',
        await setBlockOf(needs, { kind: 'microsite', publicId: id, reason }, context),
      ),
    unblockMicrosite: async ({ id }, context) =>
      answerWith(
        needs,
        'microsite',
        await setBlockOf(needs, { kind: 'microsite', publicId: id, reason: null }, context),
      ),
  })
}

function list(needs: ReportOperationNeeds): Handler<AbuseOperations['list']> {
  return async ({ page, limit, status, owner }, { caller }) => {
    const { rows, total } = await needs.store.list(
      caller.personId,
      { status, owner },
      { limit, offset: (page - 1) * limit },
    )
    return { data: await Promise.all(rows.map((row) => record(needs, row))), total }
  }
}

const outcomes = { dismiss: 'dismissed', block: 'blocked', block_account: 'account_blocked' } as const

function close(needs: ReportOperationNeeds): Handler<AbuseOperations['close']> {
  const { store, workspaces, audit, messages } = needs
  return async ({ id, action, reason: givenReason, note }, context) => {
    const row = await store.find(id)
    const owner = row && (await workspaces.ownershipOf(row.user_id))
    if (!row || !owner) throw new Refusal('not_found', "This report doesn't exist.")
    const actor = await actorOf(needs, context)
    const reason = givenReason ?? `It was reported for ${row.reason}.`
    const outcome = outcomes[action]
    const closing = closingOf(actor, outcome, note ?? null)
    const target = targetOf(row, await record(needs, row))
    const isNewBlock = await store.transaction(async (tx) => {
      if (!(await store.close(tx, id, closing)))
        throw new Refusal('not_found', 'This report has already been closed. See the closed reports.')
      const { caller, client, now } = context
      const detail = { report: id, outcome }
      await audit.write(tx, { userId: caller.personId, action: 'report_closed', detail, client, now })
      if (action === 'dismiss') return false
      const blocking = { owner, reason, actor, closing }
      return action === 'block_account'
        ? await blockAccount(needs, tx, blocking)
        : target !== null && (await blockTarget(needs, tx, { ...blocking, target }))
    })
    if (isNewBlock && action === 'block_account') await reportBlock(needs, owner, reason, context.now)
    else if (isNewBlock && target)
      messages.blocked(owner, { what: target.kind, address: target.address, reason })
    const closed = await store.find(id)
    if (!closed) throw new Refusal('not_found', 'The reported link or page has been deleted.')
    return { data: await record(needs, closed) }
  }
}

interface Blocking {
  owner: Ownership
  reason: string
  actor: Actor
  closing: Closing
}

/** Tells the owners that their account or workspace was blocked. */
async function reportBlock(
  { accounts, messages }: ReportOperationNeeds,
  owner: Ownership,
  reason: string,
  now: number,
): Promise<void> {
  const account = owner.isPersonal ? await accounts.byId(owner.id) : null
  if (account) await messages.accountBlocked(account, reason, now)
  else messages.workspaceBlocked(owner, reason)
}

/** Blocks an account, or a shared workspace, and closes all reports of it. */
async function blockAccount(
  { store, accounts, workspaces, audit }: ReportOperationNeeds,
  tx: Tx,
  { owner, reason, actor, closing }: Blocking,
): Promise<boolean> {
  await store.closeAll(tx, ['user_id', owner.id], closing)
  const account = owner.isPersonal ? await accounts.byId(owner.id) : null
  if (account) return await accounts.changeBlock(tx, account, reason, actor)
  if (!(await workspaces.setBlocked(tx, owner.id, reason, actor.now))) return false
  await logAdministratorAction(audit, tx, owner, actor, { action: 'account_blocked', detail: { reason } })
  return true
}

/** Blocks a link or microsite and closes all reports of it. */
async function blockTarget(
  needs: ReportOperationNeeds,
  tx: Tx,
  { target, owner, reason, actor, closing }: Blocking & { target: ModerationTarget },
): Promise<boolean> {
  await needs.store.closeAll(tx, [`${target.kind}_id`, target.id], closing)
  return await setBlocked(needs, tx, { target, owner, reason, actor })
}

/** Blocks the link or microsite with this id, whoever owns it, or unblocks it (null). Returns the number of its row. */
async function setBlockOf(
  needs: ReportOperationNeeds,
  { kind, publicId, reason }: { kind: TargetKind; publicId: string; reason: string | null },
  context: RequestContext,
): Promise<number> {
  const { store, workspaces, links, microsites, messages } = needs
  const found = await (kind === 'link' ? links : microsites).ofAnyone(publicId)
  const owner = found && (await workspaces.ownershipOf(found.userId))
  if (!found || !owner) throw new Refusal('not_found', `This ${kind} doesn't exist.`)
  const { id, address } = found
  const actor = await actorOf(needs, context)
  const hasChanged = await store.transaction(async (tx) => {
    const hasChanged = await setBlocked(needs, tx, { target: { kind, id, address }, owner, reason, actor })
    if (reason !== null) await store.closeAll(tx, [`${kind}_id`, id], closingOf(actor, 'blocked', null))
    return hasChanged
  })
  if (hasChanged && reason !== null) messages.blocked(owner, { what: kind, address, reason })
  return id
}

async function answerWith<Kind extends TargetKind>(
  { links, microsites }: ReportOperationNeeds,
  kind: Kind,
  id: number,
) {
  const recordOf = { link: links.record, microsite: microsites.record }
  const data = (await recordOf[kind](id)) as Awaited<ReturnType<(typeof recordOf)[Kind]>>
  if (!data) throw new Refusal('not_found', `This ${kind} has been deleted.`)
  return { data }
}

async function actorOf(
  { accounts }: ReportOperationNeeds,
  { caller, client, now }: RequestContext,
): Promise<Actor> {
  return { administrator: await accounts.administrator(caller), client, now }
}

async function record({ links, microsites }: ReportOperationNeeds, row: OwnedReport): Promise<AbuseReport> {
  const { id, details, email, created_at, closed_at, closed_by, note } = row
  const found = row.link_id === null ? null : await links.judged(row.link_id)
  return {
    id,
    reason: row.reason as AbuseReport['reason'],
    details,
    email,
    created_at,
    link: found?.link ?? null,
    destinations: reportedDestinations(row),
    destinations_now: found?.destinations ?? null,
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

function closingOf({ administrator, now }: Actor, outcome: string, note: string | null): Closing {
  return { closed_at: unixSeconds(now), outcome, closed_by: administrator?.public_id ?? '', note }
}

/** What a report is about, if it still exists. */
function targetOf(
  { link_id, microsite_id }: OwnedReport,
  { link, microsite }: AbuseReport,
): ModerationTarget | null {
  if (link && link_id !== null) return { kind: 'link', id: link_id, address: link.short_url }
  if (microsite && microsite_id !== null)
    return { kind: 'microsite', id: microsite_id, address: microsite.url }
  return null
}
