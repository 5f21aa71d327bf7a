// The command line's `user` and `key`: how an operator makes accounts and credentials.
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import {
  type Command,
  CommandError,
  type CommandShape,
  emailOption,
  scopesNamed,
} from '../../platform/command.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { type Audit, commandLine } from '../audit/index.ts'
import { createKey, revokeKey } from './credentials.ts'
import type { PlanBook } from './plans.ts'
import type { AccountStore, UserRow } from './store.ts'
import { createUser, normalEmail, userRecord } from './users.ts'

/** How the commands are called. */
export const accountCommandShapes = {
  createUser: {
    name: 'user create',
    summary: 'Create an account',
    options: {
      email: emailOption,
      password: { kind: 'value', required: true, meaning: 'Its password', placeholder: 'PASSWORD' },
      name: { kind: 'value', meaning: 'Name of its owner', placeholder: 'NAME' },
      plan: { kind: 'value', meaning: 'Its plan', placeholder: 'PLAN' },
      admin: { kind: 'flag', meaning: 'Let it administer the instance' },
    },
  },
  setPlan: {
    name: 'user set-plan',
    summary: 'Give an account another plan',
    options: {
      email: emailOption,
      plan: { kind: 'value', required: true, meaning: 'Name of the plan', placeholder: 'PLAN' },
    },
  },
  createKey: {
    name: 'key create',
    summary: 'Create an API key; it is shown this once',
    options: {
      email: emailOption,
      name: { kind: 'value', required: true, meaning: 'What the key is for', placeholder: 'NAME' },
      scopes: {
        kind: 'value',
        required: true,
        meaning: '"all", or scopes separated by commas',
        placeholder: 'SCOPES',
      },
    },
  },
  revokeKey: {
    name: 'key revoke',
    summary: 'Revoke an API key at once',
    options: { id: { kind: 'value', required: true, meaning: 'Its id, key_…', placeholder: 'ID' } },
  },
} satisfies Record<string, CommandShape>

export interface AccountCommandNeeds {
  store: AccountStore
  plans: PlanBook
  audit: Audit
  clock: Clock
}

export function accountCommands({ store, plans, audit, clock }: AccountCommandNeeds): Command[] {
  function planNamed(name: string): string {
    if (!plans.has(name))
      throw new CommandError(`there is no plan "${name}"; the plans are ${plans.names.join(', ')}`)
    return name
  }

  async function userNamed(address: string): Promise<UserRow> {
    const user = await store.userByEmail(normalEmail(address))
    if (!user) throw new CommandError(`there is no account with the e-mail ${address}`)
    return user
  }

  return [
    {
      ...accountCommandShapes.createUser,
      async run({ email: address = '', password = '', name = '', plan, admin }) {
        if (!z.email().max(254).safeParse(normalEmail(address)).success)
          throw new CommandError(`"${address}" is not an e-mail address`)
        if (password.length < 1 || password.length > 1024)
          throw new CommandError('the password must have 1 to 1,024 characters')
        if (name.length > 100) throw new CommandError('the name may have 100 characters at most')
        const wanted = {
          email: address,
          passwordHash: await hashPassword(password),
          name,
          plan: planNamed(plan ?? plans.defaultName),
          admin: admin !== undefined,
          client: commandLine,
          now: clock.now(),
        }
        const user = await store.transaction((tx) => createUser({ store, audit }, tx, wanted))
        if (!user) throw new CommandError(`there is an account with the e-mail ${address} already`)
        return userRecord(user)
      },
      tell: ({ email, plan }) => `Account ${email} is ready, on the plan "${plan}".`,
    },
    {
      ...accountCommandShapes.setPlan,
      async run({ email: address = '', plan = '' }) {
        const name = planNamed(plan)
        const now = clock.now()
        const user = await store.transaction(async (tx) => {
          const user = await store.setPlan(tx, normalEmail(address), name)
          if (user)
            await audit.write(tx, {
              userId: user.id,
              action: 'plan_changed',
              detail: { plan: name },
              client: commandLine,
              now,
            })
          return user
        })
        if (!user) throw new CommandError(`there is no account with the e-mail ${address}`)
        return userRecord(user)
      },
      tell: ({ email, plan }) => `Account ${email} is on the plan "${plan}" now.`,
    },
    {
      ...accountCommandShapes.createKey,
      async run({ email: address = '', name = '', scopes = '' }) {
        if (name.length < 1 || name.length > 100)
          throw new CommandError('the name must have 1 to 100 characters')
        const wanted = scopesNamed(scopes)
        const user = await userNamed(address)
        const now = clock.now()
        const { row, key } = await createKey(
          { store, audit },
          {
            userId: user.id,
            name,
            scopes: wanted,
            expiresAt: null,
            client: commandLine,
            now,
          },
        )
        return { id: row.id, name, scopes: row.scopes.split(' '), key }
      },
      tell: ({ id, key }) =>
        `${key}\n\nKeep it: it is not shown again. Revoke it with: linnet key revoke --id ${id}`,
    },
    {
      ...accountCommandShapes.revokeKey,
      async run({ id = '' }) {
        const wanted = { id, userId: null, client: commandLine, now: clock.now() }
        if (!(await revokeKey({ store, audit }, wanted)))
          throw new CommandError(`there is no valid key with the id ${id}`)
        return { id, revoked: true }
      },
      tell: ({ id }) => `Key ${id} is revoked.`,
    },
  ]
}
