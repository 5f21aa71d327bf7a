// Appeals against blocks: their owners send them, one open of each thing, and administrators decide.
import { type Api, type Appeal, type OwnAppeal, Refusal } from '@linnet/contract'
import type { Client, Handlers, RequestContext } from '../../platform/operations/handler.ts'
import { newId } from '../../platform/security/ids.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { Accounts } from '../identity/accounts/index.ts'
import { onlyAdministrators } from '../identity/administration/index.ts'
import type { AppealRow, AppealStore, OwnedAppeal } from './appeal-store.ts'
import { type BlockNeeds, setBlocked } from './blocks.ts'

export interface AppealNeeds extends BlockNeeds {
  store: AppealStore
  accounts: Accounts
}

const daySeconds = 24 * 60 * 60
const mostADay = 10
// Who was turned down so often is not heard again about the same thing.
const mostOfOne = 3

export interface NewAppeal {
  userId: number
  linkId: number | null
  micrositeId: number | null
  reason: string
  message: string
  client: Client
  now: number
}

/** Keeps an appeal, or refuses one too many. */
export async function sendAppeal(
  { store, audit }: Pick<AppealNeeds, 'store' | 'audit'>,
  tx: Tx,
  { userId, linkId, micrositeId, reason, message, client, now }: NewAppeal,
): Promise<AppealRow> {
  const row: AppealRow = {
    id: newId('apl', now),
    user_id: userId,
    link_id: linkId,
    microsite_id: micrositeId,
    reason,
    message,
    created_at: unixSeconds(now),
    decided_at: null,
    outcome: null,
    decided_by: null,
    answer: null,
  }
  await store.lock(tx, userId)
  const { recent, ofThing, open } = await store.counts(tx, row, unixSeconds(now) - daySeconds)
  if (open > 0) throw new Refusal('forbidden', 'Your appeal is there already. Wait for what is decided.')
  if (ofThing >= mostOfOne)
    throw new Refusal('forbidden', 'What was decided about this stays so: you appealed as often as you can.')
  if (recent >= mostADay)
    throw new Refusal(
      'rate_limited',
      'Too many appeals were sent today. Try again tomorrow.',
      undefined,
      60 * 60,
    )
  await store.insert(tx, row)
  await audit.write(tx, { userId, action: 'appeal_sent', detail: { id: row.id }, client, now })
  return row
}

export function appealOperations(needs: AppealNeeds): Handlers<Api['appeals']> {
  const { store, accounts, audit, links, microsites, messages } = needs

  /** What an identifier means among the things of an account. */
  async function owned(about: 'link' | 'microsite', id: string, userId: number) {
    const found = await (about === 'link' ? links : microsites).ofAnyone(id)
    if (!found || found.userId !== userId) throw new Refusal('not_found')
    return found
  }

  async function ownRecord(row: AppealRow): Promise<OwnAppeal> {
    const { link, microsite } = await thingsOf(row)
    return { ...fieldsOf(row), thing_id: link?.id ?? microsite?.id ?? null }
  }

  async function thingsOf({ link_id, microsite_id }: AppealRow) {
    return {
      link: link_id === null ? null : await links.record(link_id),
      microsite: microsite_id === null ? null : await microsites.record(microsite_id),
    }
  }

  async function record(row: OwnedAppeal): Promise<Appeal> {
    return {
      ...fieldsOf(row),
      ...(await thingsOf(row)),
      owner: {
        id: row.owner_id,
        email: row.owner_email,
        name: row.owner_name,
        blocked_at: row.owner_blocked_at,
      },
      decided_by: row.decided_by,
    }
  }

  /** Lifts the block that an appeal is about. */
  async function lift(tx: Tx, row: OwnedAppeal, address: string, context: RequestContext) {
    const { caller, client, now } = context
    const owner = await accounts.byId(row.user_id)
    if (!owner) throw new Refusal('not_found', 'The account was deleted meanwhile.')
    const doer = { administrator: await accounts.administrator(caller), client, now }
    if (row.link_id !== null)
      await setBlocked(needs, tx, { kind: 'link', id: row.link_id, address, owner, reason: null, doer })
    else if (row.microsite_id !== null)
      await setBlocked(needs, tx, {
        kind: 'microsite',
        id: row.microsite_id,
        address,
        owner,
        reason: null,
        doer,
      })
    else await accounts.changeBlock(tx, owner, null, doer)
  }

  return {
    async create({ about, id, message }, { caller, client, now }) {
      const { userId } = caller
      const found = await owned(about, id, userId)
      const thing = await (about === 'link' ? links : microsites).record(found.id)
      if (!thing || thing.blocked_at === null)
        throw new Refusal('forbidden', 'This is not blocked: there is nothing to appeal against.')
      const row = await store.transaction((tx) =>
        sendAppeal(needs, tx, {
          userId,
          linkId: about === 'link' ? found.id : null,
          micrositeId: about === 'microsite' ? found.id : null,
          reason: thing.blocked_reason ?? '',
          message,
          client,
          now,
        }),
      )
      return { data: await ownRecord(row) }
    },

    async own({ id }, { caller }) {
      const { userId } = caller
      const isLink = id?.startsWith('lnk_')
      const found = id === undefined ? null : await owned(isLink ? 'link' : 'microsite', id, userId)
      const of = found ? (isLink ? { link_id: found.id } : { microsite_id: found.id }) : {}
      return { data: await Promise.all((await store.own(userId, of)).map(ownRecord)) }
    },

    ...onlyAdministrators(accounts, {
      async list({ page, limit, status }, { caller }) {
        const { rows, total } = await store.list(caller.userId, status, { limit, offset: (page - 1) * limit })
        return { data: await Promise.all(rows.map(record)), total }
      },

      async decide({ id, outcome, answer = null }, context) {
        const { caller, client, now } = context
        const row = await store.find(id)
        const owner = row && (await accounts.byId(row.user_id))
        if (!row || !owner) throw new Refusal('not_found', 'There is no such appeal.')
        if (outcome === 'upheld' && answer === null)
          throw new Refusal('validation_failed', undefined, [
            { path: 'answer', message: 'must say why the block stays' },
          ])
        const { link, microsite } = await thingsOf(row)
        const address = link?.short_url ?? microsite?.url ?? 'Your account'
        const administrator = await accounts.administrator(caller)
        await store.transaction(async (tx) => {
          const decision = {
            decided_at: unixSeconds(now),
            outcome,
            decided_by: administrator.public_id,
            answer,
          }
          if (!(await store.decide(tx, id, decision)))
            throw new Refusal('not_found', 'This appeal was decided already. See the closed ones.')
          if (outcome === 'lifted') await lift(tx, row, address, context)
          const detail = { id, outcome }
          await audit.write(tx, {
            userId: caller.userId,
            action: 'appeal_decided',
            detail,
            client,
            now,
          })
        })
        messages.decided(owner, { what: address, lifted: outcome === 'lifted', answer })
        const decided = await store.find(id)
        if (!decided) throw new Refusal('not_found', 'The account was deleted meanwhile.')
        return { data: await record(decided) }
      },
    } satisfies Pick<Handlers<Api['appeals']>, 'list' | 'decide'>),
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
