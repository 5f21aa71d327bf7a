// The commands `user` and `key`, with which an operator creates and changes accounts and API keys.
import { CalendarDate } from '@linnet/contract'
import { z } from 'zod'
import {
  type Command,
  CommandError,
  type CommandShape,
  emailOption,
  scopesNamed,
} from '../../../platform/command.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { addDays, type Clock, utcDay } from '../../../platform/time/clock.ts'
import { type Audit, commandLine } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Workspaces } from '../workspaces/index.ts'
import { changeAdministrator } from './administering.ts'
import { createKey, revokeKey } from './credentials.ts'
import { deleteAccount } from './deletion.ts'
import type { PlanBook } from './plans.ts'
import type { AccountStore, UserRow } from './store.ts'
import { createUser, normalEmail, userFields } from './users.ts'

/** How the commands are called. */
export const accountCommandShapes = {
  createUser: {
    name: 'user create',
    summary: 'Create an account',
    options: {
      email: emailOption,
      password: {
        kind: 'value',
        required: true,
        meaning: 'Password of the account',
        placeholder: 'PASSWORD',
      },
      name: { kind: 'value', meaning: 'Name of its owner', placeholder: 'NAME' },
      plan: { kind: 'value', meaning: 'Name of the plan; DEFAULT_PLAN by default', placeholder: 'PLAN' },
      admin: { kind: 'flag', meaning: 'Make it an administrator' },
    },
  },
  setPlan: {
    name: 'user set-plan',
    summary: 'Change the plan of an account',
    options: {
      email: emailOption,
      plan: { kind: 'value', required: true, meaning: 'Name of the plan', placeholder: 'PLAN' },
    },
  },
  setAdministrator: {
    name: 'user set-admin',
    summary: 'Make an account an administrator',
    options: {
      email: emailOption,
      off: { kind: 'flag', meaning: 'Remove the administrator rights instead' },
    },
  },
  createKey: {
    name: 'key create',
    summary: 'Create an API key, which is shown only once',
    options: {
      email: emailOption,
      name: { kind: 'value', required: true, meaning: 'What the key is for', placeholder: 'NAME' },
      scopes: {
        kind: 'value',
        required: true,
        meaning: '"all", or scopes separated by commas',
        placeholder: 'SCOPES',
      },
      expires: { kind: 'value', meaning: 'Last day (UTC) on which the key works', placeholder: 'YYYY-MM-DD' },
    },
  },
  deleteUser: {
    name: 'user delete',
    summary: "Delete an account and everything it owns; this can't be undone",
    options: { email: emailOption },
  },
  revokeKey: {
    name: 'key revoke',
    summary: 'Revoke an API key at once',
    options: { id: { kind: 'value', required: true, meaning: 'Id of the key, key_…', placeholder: 'ID' } },
  },
} satisfies Record<string, CommandShape>

export interface AccountCommandNeeds {
  store: AccountStore
  plans: PlanBook
  audit: Audit
  sessions: Sessions
  workspaces: Workspaces
  clock: Clock
}

export function accountCommands(needs: AccountCommandNeeds): Command[] {
  return [
    createUserCommand(needs),
    setPlanCommand(needs),
    setAdministratorCommand(needs),
    createKeyCommand(needs),
    deleteUserCommand(needs),
    revokeKeyCommand(needs),
  ]
}

function createUserCommand({ store, plans, audit, clock }: AccountCommandNeeds): Command {
  return {
    ...accountCommandShapes.createUser,
    async run({ email = '', password = '', name = '', plan, admin }) {
      if (!z.email().max(254).safeParse(normalEmail(email)).success)
        throw new CommandError(`"${email}" is not an e-mail address`)
      if (password.length < 1 || password.length > 1024)
        throw new CommandError('the password must have 1 to 1,024 characters')
      if (name.length > 100) throw new CommandError('the name must have 100 characters or fewer')
      const wanted = {
        email,
        passwordHash: await hashPassword(password),
        name,
        plan: requirePlan(plans, plan ?? plans.defaultName),
        admin: admin !== undefined,
        client: commandLine,
        now: clock.now(),
      }
      const user = await store.transaction((tx) => createUser({ store, audit }, tx, wanted))
      if (!user) throw new CommandError(`an account with the e-mail ${email} already exists`)
      return userFields(user)
    },
    format: ({ email, plan }) => `Account ${email} is ready, on the plan "${plan}".`,
  }
}

function setPlanCommand({ store, plans, audit, clock }: AccountCommandNeeds): Command {
  return {
    ...accountCommandShapes.setPlan,
    async run({ email = '', plan: planName = '' }) {
      const plan = requirePlan(plans, planName)
      const now = clock.now()
      const user = await store.transaction(async (tx) => {
        const user = await store.setPlan(tx, normalEmail(email), plan)
        if (user)
          await audit.write(tx, {
            userId: user.id,
            action: 'plan_changed',
            detail: { plan },
            client: commandLine,
            now,
          })
        return user
      })
      if (!user) throw noAccountWith(email)
      return userFields(user)
    },
    format: ({ email, plan }) => `Account ${email} is now on the plan "${plan}".`,
  }
}

function setAdministratorCommand({ store, audit, clock }: AccountCommandNeeds): Command {
  return {
    ...accountCommandShapes.setAdministrator,
    async run({ email = '', off }) {
      const isAdministrator = off === undefined
      const now = clock.now()
      const user = await requireUser(store, email)
      const actor = { administrator: null, client: commandLine, now }
      await store.transaction((tx) =>
        changeAdministrator({ store, audit }, tx, { user, isAdministrator, actor }),
      )
      return { ...userFields(user), administrator: isAdministrator }
    },
    format: ({ email, administrator }) =>
      administrator
        ? `Account ${email} is now an administrator.`
        : `Account ${email} is no longer an administrator.`,
  }
}

function createKeyCommand({ store, audit, clock }: AccountCommandNeeds): Command {
  return {
    ...accountCommandShapes.createKey,
    async run({ email = '', name = '', scopes: scopeNames = '', expires }) {
      if (name.length < 1 || name.length > 100)
        throw new CommandError('the name must have 1 to 100 characters')
      const scopes = scopesNamed(scopeNames)
      const now = clock.now()
      const expiresAt = expires === undefined ? null : endOfDay(expires, now)
      const { id } = await requireUser(store, email)
      const wanted = {
        workspaceId: id,
        personId: id,
        name,
        scopes,
        expiresAt,
        most: null,
        client: commandLine,
        now,
      }
      const { row, key } = await createKey({ store, audit }, wanted)
      const { expires_at } = row
      return {
        id: row.id,
        name,
        scopes: row.scopes.split(' '),
        key,
        ...(expires_at === null ? {} : { expires_at }),
      }
    },
    format: ({ id, key }) =>
      `${key}\n\nSave it now: it is not shown again. Revoke it with: linnet key revoke --id ${id}`,
  }
}

function deleteUserCommand({ store, audit, sessions, workspaces, clock }: AccountCommandNeeds): Command {
  return {
    ...accountCommandShapes.deleteUser,
    async run({ email = '' }) {
      const user = await requireUser(store, email)
      const deletion = { user, inherits: true, client: commandLine, now: clock.now() }
      const needs = { store, audit, sessions, workspaces }
      if (!(await store.transaction((tx) => deleteAccount(needs, tx, deletion)))) throw noAccountWith(email)
      return { id: user.public_id, deleted: true }
    },
    format: ({ id }) => `Account ${id} is deleted. A running server erases its data.`,
  }
}

function revokeKeyCommand({ store, audit, clock }: AccountCommandNeeds): Command {
  return {
    ...accountCommandShapes.revokeKey,
    async run({ id = '' }) {
      const wanted = { id, workspaceId: null, client: commandLine, now: clock.now() }
      if (!(await revokeKey({ store, audit }, wanted)))
        throw new CommandError(`there is no valid key with the id ${id}`)
      return { id, revoked: true }
    },
    format: ({ id }) => `Key ${id} is revoked.`,
  }
}

function requirePlan(plans: PlanBook, name: string): string {
  if (!plans.has(name))
    throw new CommandError(`there is no plan "${name}"; the plans are ${plans.names.join(', ')}`)
  return name
}

async function requireUser(store: AccountStore, email: string): Promise<UserRow> {
  const user = await store.userByEmail(normalEmail(email))
  if (!user) throw noAccountWith(email)
  return user
}

function noAccountWith(email: string): CommandError {
  return new CommandError(`there is no account with the e-mail ${email}`)
}

/** The Unix second at which a day ends. */
function endOfDay(day: string, now: number): number {
  if (!CalendarDate.safeParse(day).success)
    throw new CommandError(`"${day}" is not a date; write it as YYYY-MM-DD`)
  if (day < utcDay(now)) throw new CommandError(`${day} is in the past`)
  return Date.parse(`${addDays(day, 1)}T00:00:00Z`) / 1000
}
