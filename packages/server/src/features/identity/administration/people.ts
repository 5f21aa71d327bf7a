// The people of a server, and what administrators change about them.
import { type Api, type Person, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { Account, Accounts, Doer } from '../accounts/index.ts'
import type { BlockMessages } from './block-messages.ts'
import type { AdministrationStore, PersonRow } from './store.ts'

export interface PeopleNeeds {
  store: AdministrationStore
  accounts: Accounts
  transaction: RunTransaction
  messages: BlockMessages
  /** Writes down when keys were used, which the list tells of. */
  writeKeyUses(): Promise<void>
}

type PeopleHandlers = Pick<
  Handlers<Api['administration']>,
  'people' | 'person' | 'updatePerson' | 'blockPerson' | 'unblockPerson' | 'trustPerson'
>

export function peopleOperations(needs: PeopleNeeds): PeopleHandlers {
  const { store, accounts, transaction, messages } = needs

  const record = ({ is_admin, plan, ...row }: PersonRow, now: number): Person => ({
    id: row.public_id,
    email: row.email,
    name: row.name,
    plan: accounts.planName(plan),
    administrator: is_admin === 1,
    status: row.blocked_at === null ? 'active' : 'blocked',
    blocked_at: row.blocked_at,
    blocked_reason: row.blocked_reason,
    quarantined_until: accounts.quarantineOf(row, now),
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
    links: row.links,
    microsites: row.microsites,
  })

  async function found(id: string): Promise<Account> {
    const account = await accounts.byPublicId(id)
    if (!account) throw unknown()
    return account
  }

  async function answer(userId: number, { caller, now }: RequestContext) {
    const row = await store.person(caller.userId, userId)
    if (!row) throw unknown()
    return { data: record(row, now) }
  }

  const doerOf = async ({ caller, client, now }: RequestContext): Promise<Doer> => ({
    administrator: await accounts.administrator(caller),
    client,
    now,
  })

  async function setBlock(id: string, reason: string | null, context: RequestContext) {
    const account = await found(id)
    const doer = await doerOf(context)
    const isNews = await transaction((tx) => accounts.changeBlock(tx, account, reason, doer))
    if (isNews && reason !== null) await messages.accountBlocked(account, reason, context.now)
    return await answer(account.id, context)
  }

  return {
    async people({ page, limit, search = '', status }, { caller, now }) {
      await needs.writeKeyUses()
      const filter = { search: search.trim(), status }
      const { rows, total } = await store.people(caller.userId, filter, { limit, offset: (page - 1) * limit })
      return { data: rows.map((row) => record(row, now)), total }
    },

    async person({ id }, context) {
      return await answer((await found(id)).id, context)
    },

    async updatePerson({ id, plan, administrator }, context) {
      const account = await found(id)
      const doer = await doerOf(context)
      await transaction(async (tx) => {
        if (plan !== undefined) await accounts.changePlan(tx, account, plan, doer)
        if (administrator !== undefined) await accounts.changeAdministrator(tx, account, administrator, doer)
      })
      return await answer(account.id, context)
    },

    blockPerson: ({ id, reason }, context) => setBlock(id, reason, context),
    async trustPerson({ id }, context) {
      const account = await found(id)
      const doer = await doerOf(context)
      await transaction((tx) => accounts.trust(tx, account, doer))
      return await answer(account.id, context)
    },
    unblockPerson: ({ id }, context) => setBlock(id, null, context),
  }
}

function unknown(): Refusal {
  return new Refusal('not_found', 'There is no such account on this server.')
}
