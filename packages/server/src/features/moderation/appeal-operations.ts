// The operations on appeals: owners send and read their own, and administrators decide.
import { type Api, type Appeal, detailOf, type OwnAppeal, Refusal } from '@linnet/contract'
import type { Handler, Handlers, RequestContext } from '../../platform/operations/handler.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import { onlyAdministrators } from '../identity/administration/index.ts'
import type { Ownership, Workspaces } from '../identity/workspaces/index.ts'
import type { JudgedLink } from '../links/links/index.ts'
import type { AppealRow, AppealStore, OwnedAppeal } from './appeal-store.ts'
import { sendAppeal } from './appeals.ts'
import { type BlockNeeds, setBlocked, type TargetKind } from './blocks.ts'

type AppealOperations = Api['appeals']

export interface AppealNeeds extends BlockNeeds {
  store: AppealStore
  accounts: Accounts
  workspaces: Workspaces
}

export function appealOperations(needs: AppealNeeds): Handlers<AppealOperations> {
  return {
    create: create(needs),
    own: own(needs),
    ...onlyAdministrators(needs.accounts, {
      list: list(needs),
      decide: decide(needs),
    } satisfies Pick<Handlers<AppealOperations>, 'list' | 'decide'>),
  }
}

function create(needs: AppealNeeds): Handler<AppealOperations['create']> {
  const { store, links, microsites } = needs
  return async ({ about, id, message }, { caller, client, now }) => {
    const { workspaceId: userId } = caller
    const found = await findOwned(needs, { kind: about, publicId: id, userId })
    const judged = about === 'link' ? await links.judged(found.id) : null
    const target = about === 'link' ? judged?.link : await microsites.record(found.id)
    if (!target || target.blocked_at === null)
      throw new Refusal('forbidden', "This isn't blocked, so there is nothing to appeal.")
    const destinations = judged && (await knownDestinations(needs, { userId, linkId: found.id }, judged))
    const row = await store.transaction((tx) =>
      sendAppeal(needs, tx, {
        userId,
        linkId: about === 'link' ? found.id : null,
        micrositeId: about === 'microsite' ? found.id : null,
        reason: target.blocked_reason ?? '',
        message,
        destinations,
        client,
        now,
      }),
    )
    return { data: await ownRecord(needs, row) }
  }
}

function own(needs: AppealNeeds): Handler<AppealOperations['own']> {
  return async ({ id }, { caller }) => {
    const { workspaceId: userId } = caller
    const isLink = id?.startsWith('lnk_')
    const kind = isLink ? 'link' : 'microsite'
    const found = id === undefined ? null : await findOwned(needs, { kind, publicId: id, userId })
    const of = found ? (isLink ? { link_id: found.id } : { microsite_id: found.id }) : {}
    const rows = await needs.store.own(userId, of)
    return { data: await Promise.all(rows.map((row) => ownRecord(needs, row))) }
  }
}

function list(needs: AppealNeeds): Handler<AppealOperations['list']> {
  return async ({ page, limit, status }, { caller }) => {
    const { rows, total } = await needs.store.list(caller.personId, status, {
      limit,
      offset: (page - 1) * limit,
    })
    return { data: await Promise.all(rows.map((row) => record(needs, row))), total }
  }
}

function decide(needs: AppealNeeds): Handler<AppealOperations['decide']> {
  const { store, accounts, audit, messages } = needs
  return async ({ id, outcome, answer = null }, context) => {
    const { caller, client, now } = context
    const { row, owner } = await findAppeal(needs, id)
    if (outcome === 'upheld' && answer === null)
      throw new Refusal('validation_failed', undefined, [detailOf('answer', { code: 'answer_required' })])
    const { link, microsite } = await targetsOf(needs, row)
    const address = link?.short_url ?? microsite?.url ?? 'Your account'
    const { public_id: decided_by } = await accounts.administrator(caller)
    const decision = { decided_at: unixSeconds(now), outcome, decided_by, answer }
    await store.transaction(async (tx) => {
      if (!(await store.decide(tx, id, decision)))
        throw new Refusal('not_found', 'This appeal has already been decided. See the closed appeals.')
      if (outcome === 'lifted') await unblock(needs, tx, { row, address, context })
      const detail = { id, outcome }
      await audit.write(tx, { userId: caller.personId, action: 'appeal_decided', detail, client, now })
    })
    messages.decided(owner, { what: address, lifted: outcome === 'lifted', answer })
    const decided = await store.find(id)
    if (!decided) throw new Refusal('not_found', 'The account has been deleted.')
    return { data: await record(needs, decided) }
  }
}

async function findAppeal(
  { store, workspaces }: AppealNeeds,
  id: string,
): Promise<{ row: OwnedAppeal; owner: Ownership }> {
  const row = await store.find(id)
  const owner = row && (await workspaces.ownershipOf(row.user_id))
  if (!row || !owner) throw new Refusal('not_found', "This appeal doesn't exist.")
  return { row, owner }
}

/** The account's link or microsite with this id. Refuses with `not_found`. */
async function findOwned(
  { links, microsites }: AppealNeeds,
  { kind, publicId, userId }: { kind: TargetKind; publicId: string; userId: number },
) {
  const found = await (kind === 'link' ? links : microsites).ofAnyone(publicId)
  if (!found || found.userId !== userId) throw new Refusal('not_found')
  return found
}

/** Lifts the block that an appeal is about. */
async function unblock(
  needs: AppealNeeds,
  tx: Tx,
  { row, address, context }: { row: OwnedAppeal; address: string; context: RequestContext },
): Promise<void> {
  const { accounts, workspaces } = needs
  const { caller, client, now } = context
  const owner = await workspaces.ownershipOf(row.user_id)
  if (!owner) throw new Refusal('not_found', 'The account has been deleted.')
  const actor = { administrator: await accounts.administrator(caller), client, now }
  const unblockTarget = (kind: TargetKind, id: number) =>
    setBlocked(needs, tx, { target: { kind, id, address }, owner, reason: null, actor })
  if (row.link_id !== null) await unblockTarget('link', row.link_id)
  else if (row.microsite_id !== null) await unblockTarget('microsite', row.microsite_id)
  else {
    const account = await accounts.byId(row.user_id)
    if (account) await accounts.changeBlock(tx, account, null, actor)
  }
}

/** Where a blocked link led when it was blocked, or now if a block list does that, and when it was reported for that. */
async function knownDestinations(
  { store }: AppealNeeds,
  of: { userId: number; linkId: number },
  { link, destinations, whenBlocked }: JudgedLink,
): Promise<string[]> {
  const reported = await store.reportedDestinations(of, link.blocked_at ?? 0)
  return [...new Set([...(whenBlocked ?? destinations), ...reported])]
}

async function ownRecord(needs: AppealNeeds, row: AppealRow): Promise<OwnAppeal> {
  const { link, microsite } = await targetsOf(needs, row)
  return { ...fieldsOf(row), thing_id: link?.id ?? microsite?.id ?? null }
}

async function record(needs: AppealNeeds, row: OwnedAppeal): Promise<Appeal> {
  return {
    ...fieldsOf(row),
    ...(await targetsOf(needs, row)),
    destinations: row.destinations === null ? null : (JSON.parse(row.destinations) as string[]),
    owner: {
      id: row.owner_id,
      email: row.owner_email,
      name: row.owner_name,
      blocked_at: row.owner_blocked_at,
    },
    decided_by: row.decided_by,
  }
}

async function targetsOf({ links, microsites }: AppealNeeds, { link_id, microsite_id }: AppealRow) {
  const found = link_id === null ? null : await links.judged(link_id)
  return {
    link: found?.link ?? null,
    destinations_now: found?.destinations ?? null,
    microsite: microsite_id === null ? null : await microsites.record(microsite_id),
  }
}

function fieldsOf(row: AppealRow): Omit<OwnAppeal, 'thing_id'> {
  const { id, reason, message, created_at, decided_at, answer } = row
  return {
    id,
    about: row.link_id !== null ? 'link' : row.microsite_id !== null ? 'microsite' : 'account',
    reason,
    message,
    created_at,
    decided_at,
    outcome: row.outcome as OwnAppeal['outcome'],
    answer,
  }
}
