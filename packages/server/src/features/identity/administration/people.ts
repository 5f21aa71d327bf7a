// The people of a server, and what administrators change about them.
import { type Api, type Person, Refusal } from '@linnet/contract'
import type { Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { Account, Accounts, Actor } from '../accounts/index.ts'
import type { BlockMessages } from './block-messages.ts'
import type { AdministrationStore, PersonRow } from './store.ts'

export interface PeopleNeeds {
  store: AdministrationStore
  accounts: Accounts
  transaction: RunTransaction
  messages: BlockMessages
}

type PeopleHandlers = Pick<
  Handlers<Api['administration']>,
  'people' | 'person' | 'updatePerson' | 'blockPerson' | 'unblockPerson' | 'trustPerson'
>

export function peopleOperations(needs: PeopleNeeds): PeopleHandlers {
  const { store, accounts, transaction } = needs
  return {
    async people({ page, limit, search = '', status }, { caller, now }) {
      // The list shows when each person was last seen, and using a key counts.
      await accounts.writeKeyUses()
      const filter = { search: search.trim(), status }
      const { rows, total } = await store.people(caller.personId, filter, {
        limit,
        offset: (page - 1) * limit,
      })
      return { data: rows.map((row) => personRecord(accounts, row, now)), total }
    },

    async person({ id }, context) {
      const account = await accountById(accounts, id)
      return await answerPerson(needs, account.id, context)
    },

    async updatePerson({ id, plan, administrator }, context) {
      const account = await accountById(accounts, id)
      const actor = await actorOf(accounts, context)
      await transaction(async (tx) => {
        if (plan !== undefined) await accounts.changePlan(tx, account, plan, actor)
        if (administrator !== undefined) await accounts.changeAdministrator(tx, account, administrator, actor)
      })
      return await answerPerson(needs, account.id, context)
    },

    blockPerson: ({ id, reason }, context) => changeBlock(needs, { id, reason }, context),
    unblockPerson: ({ id }, context) => changeBlock(needs, { id, reason: null }, context),

    async trustPerson({ id }, context) {
      const account = await accountById(accounts, id)
      const actor = await actorOf(accounts, context)
      await transaction((tx) => accounts.trust(tx, account, actor))
      return await answerPerson(needs, account.id, context)
    },
  }
}

/** Blocks a person for this reason, or unblocks them (null). */
async function changeBlock(
  needs: PeopleNeeds,
  { id, reason }: { id: string; reason: string | null },
  context: RequestContext,
) {
  const { accounts, transaction, messages } = needs
  const account = await accountById(accounts, id)
  const actor = await actorOf(accounts, context)
  const hasChanged = await transaction((tx) => accounts.changeBlock(tx, account, reason, actor))
  if (hasChanged && reason !== null) await messages.accountBlocked(account, reason, context.now)
  return await answerPerson(needs, account.id, context)
}

async function accountById(accounts: Accounts, id: string): Promise<Account> {
  const account = await accounts.byPublicId(id)
  if (!account) throw noSuchAccount()
  return account
}

async function actorOf(accounts: Accounts, { caller, client, now }: RequestContext): Promise<Actor> {
  return { administrator: await accounts.administrator(caller), client, now }
}

async function answerPerson(
  { store, accounts }: PeopleNeeds,
  userId: number,
  { caller, now }: RequestContext,
) {
  const row = await store.person(caller.personId, userId)
  if (!row) throw noSuchAccount()
  return { data: personRecord(accounts, row, now) }
}

function personRecord(accounts: Accounts, row: PersonRow, now: number): Person {
  return {
    id: row.public_id,
    email: row.email,
    name: row.name,
    plan: accounts.planName(row.plan),
    administrator: row.is_admin === 1,
    status: row.blocked_at === null ? 'active' : 'blocked',
    blocked_at: row.blocked_at,
    blocked_reason: row.blocked_reason,
    quarantined_until: accounts.quarantineOf(row, now),
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
    links: row.links,
    microsites: row.microsites,
  }
}

function noSuchAccount(): Refusal {
  return new Refusal('not_found', "This account doesn't exist.")
}
