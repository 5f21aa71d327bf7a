// The `workspace` commands, with which an operator manages shared workspaces.
import { isRole, roles } from '@linnet/contract'
import { type Command, CommandError, type CommandShape, emailOption } from '../../../platform/command.ts'
import type { Client } from '../../../platform/operations/handler.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../accounts/index.ts'
import { type Audit, commandLine } from '../audit/index.ts'
import type { WorkspaceRow, Workspaces } from '../workspaces/index.ts'
import type { MemberStore } from './store.ts'

const id = {
  kind: 'value',
  required: true,
  meaning: 'Id of the workspace (wsp_…), as in workspace list',
  placeholder: 'ID',
} as const

/** The names and options of the commands. */
export const workspaceCommandShapes = {
  list: { name: 'workspace list', summary: 'List the shared workspaces, oldest first', options: {} },
  setPlan: {
    name: 'workspace set-plan',
    summary: 'Change the plan of a shared workspace',
    options: {
      id,
      plan: { kind: 'value', required: true, meaning: 'Name of the plan', placeholder: 'PLAN' },
    },
  },
  setRole: {
    name: 'workspace set-role',
    summary: 'Make a person a member of a shared workspace, or change their role',
    options: {
      id,
      email: emailOption,
      role: { kind: 'value', required: true, meaning: roles.join(', '), placeholder: 'ROLE' },
    },
  },
  block: {
    name: 'workspace block',
    summary:
      'Block a shared workspace: its links and pages show that they are blocked, and nobody can change it',
    options: {
      id,
      reason: { kind: 'value', required: true, meaning: 'Why; shown to its members', placeholder: 'REASON' },
    },
  },
  unblock: { name: 'workspace unblock', summary: 'Unblock a shared workspace', options: { id } },
  delete: {
    name: 'workspace delete',
    summary: "Delete a shared workspace and everything in it; this can't be undone",
    options: { id },
  },
} satisfies Record<string, CommandShape>

export interface WorkspaceCommandNeeds {
  store: MemberStore
  workspaces: Workspaces
  accounts: Accounts
  audit: Audit
  clock: Clock
}

export function workspaceCommands(needs: WorkspaceCommandNeeds): Command[] {
  return [
    listCommand(needs),
    setPlanCommand(needs),
    setRoleCommand(needs),
    blockCommand(needs, true),
    blockCommand(needs, false),
    deleteCommand(needs),
  ]
}

function listCommand({ store }: WorkspaceCommandNeeds): Command {
  return {
    ...workspaceCommandShapes.list,
    run: async () => ({ workspaces: (await store.everyWorkspace()).map(listed) }),
    format: ({ workspaces }) =>
      (workspaces as ReturnType<typeof listed>[]).map(lineOf).join('\n') || 'There are no shared workspaces.',
  }
}

function listed(row: Awaited<ReturnType<MemberStore['everyWorkspace']>>[number]) {
  const { public_id: id, name, plan, members, owner, blocked_reason } = row
  return { id, name, plan, members: Number(members), owner: owner ?? '', blocked: blocked_reason !== null }
}

function lineOf({ id, name, plan, members, owner, blocked }: ReturnType<typeof listed>): string {
  const facts = [`plan ${plan}`, `${members} ${members === 1 ? 'member' : 'members'}`, `owner ${owner}`]
  return [id, name, ...facts, ...(blocked ? ['blocked'] : [])].join('  ')
}

function setPlanCommand(needs: WorkspaceCommandNeeds): Command {
  const { workspaces, accounts, audit } = needs
  return {
    ...workspaceCommandShapes.setPlan,
    async run({ id = '', plan = '' }) {
      const names = accounts.plans().map(({ name }) => name)
      if (!names.includes(plan))
        throw new CommandError(`there is no plan "${plan}"; the plans are ${names.join(', ')}`)
      const { name } = await change(needs, id, async (tx, row, entry) => {
        await workspaces.setPlan(tx, row.id, plan)
        await audit.write(tx, { ...entry, action: 'plan_changed', detail: { plan } })
      })
      return { id, name, plan }
    },
    format: ({ name, plan }) => `Workspace ${name} is now on the plan "${plan}".`,
  }
}

function setRoleCommand(needs: WorkspaceCommandNeeds): Command {
  const { workspaces, accounts, audit, clock } = needs
  return {
    ...workspaceCommandShapes.setRole,
    async run({ id = '', email = '', role = '' }) {
      if (!isRole(role)) throw new CommandError(`"${role}" is not a role; the roles are ${roles.join(', ')}`)
      const person = await accounts.byEmail(email)
      if (!person) throw new CommandError(`there is no account with the e-mail ${email}`)
      const { name } = await change(needs, id, async (tx, row, entry) => {
        await workspaces.lock(tx, row.id)
        const by = { personId: person.id, client: commandLine, now: clock.now() }
        if (await workspaces.join(tx, row.id, role, by)) return
        if (role !== 'owner' && (await workspaces.isLastOwner(tx, row.id, person.id)))
          throw new CommandError('the workspace would have no owner; make another member an owner first')
        await workspaces.setRole(tx, row.id, person.id, role)
        await audit.write(tx, { ...entry, action: 'role_changed', detail: { member: person.email, role } })
      })
      return { id, name, email: person.email, role }
    },
    format: ({ name, email, role }) => `${email} has the role "${role}" in the workspace ${name}.`,
  }
}

function blockCommand(needs: WorkspaceCommandNeeds, isBlocking: boolean): Command {
  const { workspaces, audit, clock } = needs
  return {
    ...(isBlocking ? workspaceCommandShapes.block : workspaceCommandShapes.unblock),
    async run({ id = '', reason: given = '' }: Record<string, string | undefined>) {
      const reason = given.trim()
      if (isBlocking && (reason === '' || reason.length > 500))
        throw new CommandError('the reason must have 1 to 500 characters')
      const { name } = await change(needs, id, async (tx, row, entry) => {
        if (!(await workspaces.setBlocked(tx, row.id, isBlocking ? reason : null, clock.now())))
          throw new CommandError(`the workspace is ${isBlocking ? 'already blocked' : 'not blocked'}`)
        const action = isBlocking ? 'account_blocked' : 'account_unblocked'
        await audit.write(tx, { ...entry, action, detail: isBlocking ? { reason } : {} })
      })
      return { id, name, blocked: isBlocking }
    },
    format: ({ name, blocked }) => `Workspace ${name} is ${blocked ? 'blocked' : 'unblocked'}.`,
  }
}

function deleteCommand(needs: WorkspaceCommandNeeds): Command {
  return {
    ...workspaceCommandShapes.delete,
    async run({ id = '' }) {
      const { workspaces, clock } = needs
      const { name } = await change(needs, id, (tx, row) => workspaces.delete(tx, row.id, clock.now()))
      return { id, name, deleted: true }
    },
    format: ({ name }) => `Workspace ${name} is deleted. A running server erases its data.`,
  }
}

/** Changes the shared workspace with this id in a transaction; `entry` is what its audit log says about any change. */
async function change(
  { store, workspaces, clock }: WorkspaceCommandNeeds,
  id: string,
  work: (
    tx: Tx,
    row: WorkspaceRow,
    entry: { userId: number; client: Client; now: number },
  ) => Promise<unknown>,
): Promise<WorkspaceRow> {
  const row = await workspaces.byPublicId(id)
  if (!row || (await workspaces.isPersonal(row.id)))
    throw new CommandError(`there is no shared workspace with the id ${id}`)
  const entry = { userId: row.id, client: commandLine, now: clock.now() }
  await store.transaction((tx) => work(tx, row, entry))
  return row
}
