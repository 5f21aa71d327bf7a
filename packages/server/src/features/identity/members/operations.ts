// The operations on workspaces: the list, members and roles, invitations, leaving, handing over and deleting.
import {
  type Api,
  invalidField,
  isRole,
  type Member,
  Refusal,
  type Role,
  type Workspace,
} from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { renderSignInMessage } from '@linnet/pages'
import type { Mailer } from '../../../platform/net/mail.ts'
import type { Caller, Client, Handlers, RequestContext } from '../../../platform/operations/handler.ts'
import { requireFresh } from '../../../platform/operations/reauthentication.ts'
import { notMember } from '../../../platform/operations/roles.ts'
import { type RateLimiter, secondsLeft } from '../../../platform/security/rate-limit.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { WorkspaceRow, Workspaces } from '../workspaces/index.ts'
import { invitationDays, invitationRecord, invite } from './invitations.ts'
import type { MemberRow, MemberStore } from './store.ts'

export interface MemberOperationNeeds {
  store: MemberStore
  workspaces: Workspaces
  accounts: Accounts
  audit: Audit
  mailer: Mailer
  signUps: 'open' | 'invite' | 'closed'
  limiter: RateLimiter
  /** Ends everything else that depends on the access that a member loses in this transaction. */
  onLeave(tx: Tx, of: { userId: number; client: Client; now: number }): Promise<void>
  publicOrigin: string
}

const triesPerMinute = 20

type WorkspaceHandlers = Handlers<Api['workspaces']>

export function memberOperations(needs: MemberOperationNeeds): WorkspaceHandlers {
  return {
    ...workspaceHandlers(needs),
    ...leavingHandlers(needs),
    ...memberHandlers(needs),
    ...invitationHandlers(needs),
  }
}

function workspaceHandlers(
  needs: MemberOperationNeeds,
): Pick<WorkspaceHandlers, 'list' | 'create' | 'get' | 'update' | 'remove'> {
  const { store, workspaces, accounts, audit } = needs
  return {
    list: async (_input, { caller }) => ({ data: await workspaces.of(caller.personId) }),

    async create({ name }, { caller, client, now }) {
      const { personId } = caller
      const person = await accounts.byId(personId)
      if (!person) throw new Refusal('unauthenticated', 'Sign in first.')
      const row = await store.transaction(async (tx) => {
        const most = await freeToOwn(needs, tx, personId)
        if (most !== null)
          throw new Refusal(
            'plan_limit',
            `Your plan lets you own ${most} shared ${most === 1 ? 'workspace' : 'workspaces'}. Delete one or hand it over first.`,
          )
        // Otherwise, a new workspace would be a way around the quarantine of a new account.
        const trusted = accounts.quarantineOf(person, now) === null
        return await workspaces.create(tx, { name, plan: person.plan, trusted, personId, client, now })
      })
      return { data: workspaceRecord(accounts, row, { role: 'owner', personId, members: 1, now }) }
    },

    get: async (_input, context) => ({ data: await currentWorkspace(needs, context) }),

    async update({ name }, context) {
      const { caller, client, now } = context
      requireShared(caller, 'Your personal workspace has your name, which you can change in your profile.')
      const { workspaceId: userId } = caller
      await store.transaction(async (tx) => {
        await workspaces.requireRoleIn(tx, caller, 'admin')
        await workspaces.rename(tx, userId, name)
        await audit.write(tx, { userId, action: 'workspace_renamed', detail: { name }, client, now })
      })
      return { data: await currentWorkspace(needs, context) }
    },

    async remove({ name }, { caller, client, now }) {
      requireShared(
        caller,
        'Your personal workspace is deleted together with your account. To delete it, delete your account.',
      )
      const row = await requireWorkspace(needs, caller)
      if (name !== row.name) throw invalidField('name', { code: 'not_exactly', params: { value: row.name } })
      await store.transaction(async (tx) => {
        await workspaces.requireRoleIn(tx, caller, 'owner')
        if (!(await workspaces.delete(tx, row.id, now))) throw notMember()
        // In the person's own log, because the workspace's is deleted with it.
        const entry = { userId: caller.personId, action: 'workspace_deleted', client, now } as const
        await audit.write(tx, { ...entry, detail: { name } })
      })
      return { data: { id: row.public_id, deleted: true } }
    },
  }
}

function leavingHandlers(needs: MemberOperationNeeds): Pick<WorkspaceHandlers, 'leave' | 'handOver'> {
  const { store, workspaces, accounts, audit, onLeave } = needs
  return {
    async leave(_input, { caller, client, now }) {
      requireShared(caller, 'You can’t leave your personal workspace.')
      const { workspaceId, personId } = caller
      const row = await requireWorkspace(needs, caller)
      await store.transaction(async (tx) => {
        await workspaces.lock(tx, workspaceId)
        await requireOtherOwner(needs, tx, { workspaceId, personId, action: 'leave' })
        if (!(await workspaces.leave(tx, workspaceId, personId, now))) throw notMember()
        await onLeave(tx, { userId: workspaceId, client, now })
        await audit.write(tx, { userId: workspaceId, action: 'member_left', client, now })
      })
      return { data: { id: row.public_id, left: true } }
    },

    async handOver({ member }, context) {
      const { caller, client, now } = context
      requireShared(
        caller,
        'Your personal workspace can’t be handed over. Move its links to another workspace instead.',
      )
      const { workspaceId, personId } = caller
      await store.transaction(async (tx) => {
        await workspaces.requireRoleIn(tx, caller, 'owner')
        const target = await requireMember(needs, tx, { workspaceId, id: member, now })
        if (target.id === personId)
          throw new Refusal('forbidden', 'You are already an owner. Choose another member.')
        await requireMayOwn(needs, tx, target.id)
        await workspaces.setRole(tx, workspaceId, target.id, 'owner')
        await workspaces.setRole(tx, workspaceId, personId, 'admin')
        const written = { userId: workspaceId, action: 'role_changed', client, now } as const
        await audit.write(tx, { ...written, detail: { member: target.email, role: 'owner' } })
      })
      const row = await requireWorkspace(needs, caller)
      const members = await workspaces.countMembers(workspaceId)
      return { data: workspaceRecord(accounts, row, { role: 'admin', personId, members, now }) }
    },
  }
}

function memberHandlers(
  needs: MemberOperationNeeds,
): Pick<WorkspaceHandlers, 'members' | 'changeRole' | 'removeMember'> {
  const { store, workspaces, accounts, audit, onLeave } = needs
  return {
    async members({ search, after, limit }, { caller, now }) {
      const { workspaceId, personId } = caller
      if (isPersonal(caller)) return { data: [await ownMember(needs, caller)], total: 1, next_cursor: null }
      const filter = { search: search?.trim(), after, limit: limit + 1 }
      const { rows, total } = await store.page(workspaceId, filter, unixSeconds(now))
      const shown = rows.slice(0, limit)
      return {
        data: shown.map((row) => memberRecord(row, personId)),
        total,
        next_cursor: rows.length > limit ? (shown.at(-1)?.public_id ?? null) : null,
      }
    },

    async changeRole({ id, role }, { caller, client, now }) {
      requireShared(caller, alone)
      const { workspaceId, personId } = caller
      const changed = await store.transaction(async (tx) => {
        await workspaces.requireRoleIn(tx, caller, role === 'owner' ? 'owner' : 'admin')
        const member = await requireMember(needs, tx, { workspaceId, id, now })
        if (member.role === 'owner') await workspaces.requireRoleIn(tx, caller, 'owner')
        if (member.role === 'owner' && role !== 'owner')
          await requireOtherOwner(needs, tx, { workspaceId, personId: member.id, action: 'change this role' })
        if (member.role === role) return member
        if (role === 'owner') await requireMayOwn(needs, tx, member.id)
        await workspaces.setRole(tx, workspaceId, member.id, role)
        const detail = { member: member.email, role }
        await audit.write(tx, { userId: workspaceId, action: 'role_changed', detail, client, now })
        return { ...member, role }
      })
      return { data: memberRecord(changed, personId) }
    },

    async removeMember({ id, keys }, { caller, client, now }) {
      requireShared(caller, alone)
      const { workspaceId, personId } = caller
      await store.transaction(async (tx) => {
        await workspaces.requireRoleIn(tx, caller, 'admin')
        const member = await requireMember(needs, tx, { workspaceId, id, now })
        if (member.id === personId)
          throw new Refusal('forbidden', 'You can’t remove yourself. Leave the workspace instead.')
        if (member.role === 'owner') await workspaces.requireRoleIn(tx, caller, 'owner')
        if (keys === 'adopt') await accounts.adoptKeysOf(tx, caller, member.id)
        else await accounts.revokeKeysOf(tx, workspaceId, member.id, now)
        if (!(await workspaces.leave(tx, workspaceId, member.id, now))) throw noSuchMember()
        await onLeave(tx, { userId: workspaceId, client, now })
        const detail = { member: member.email, keys: keys === 'adopt' ? 'adopted' : 'revoked' }
        await audit.write(tx, { userId: workspaceId, action: 'member_removed', detail, client, now })
      })
      return { data: { id, removed: true } }
    },
  }
}

function invitationHandlers(
  needs: MemberOperationNeeds,
): Pick<WorkspaceHandlers, 'invitations' | 'invite' | 'withdraw'> {
  const { store, workspaces, accounts, audit, mailer, publicOrigin } = needs
  return {
    async invitations(_input, { caller, now }) {
      const rows = await store.invitations(caller.workspaceId, unixSeconds(now))
      return { data: rows.map((row) => invitationRecord(row, row.inviter)) }
    },

    async invite({ email = null, role, language }, { caller, client, now }) {
      requireShared(caller, alone)
      if (role === 'admin') requireFresh(caller, now)
      const { workspaceId, personId } = caller
      const [workspace, inviter] = [await requireWorkspace(needs, caller), await accounts.byId(personId)]
      if (!inviter) throw new Refusal('unauthenticated', 'Sign in first.')
      const address = email?.trim().toLowerCase() ?? null
      const known = address === null ? null : await accountOfInvited(needs, caller, address)
      if (known && (await workspaces.roleIn(workspaceId, known.id)) !== null)
        throw invalidField('email', { code: 'member_exists' })
      const { row, token, mailed } = await store.transaction(async (tx) => {
        // Admins may give any role that one can be invited to.
        await workspaces.requireRoleIn(tx, caller, 'admin')
        // Otherwise, a new account could send strangers any text, as the name of its workspace.
        const mayMail = accounts.quarantineOf(inviter, now) === null
        const wanted = { workspaceId, email: address, role, mayMail, personId, now }
        const made = await invite(store, tx, wanted)
        const detail = { role, ...(address === null ? {} : { email: address }) }
        await audit.write(tx, { userId: workspaceId, action: 'member_invited', detail, client, now })
        return made
      })
      const urlOf = (secret: string) => `${publicOrigin}/account/join?token=${secret}`
      if (mailed !== null && address !== null) {
        const letter = { workspace: workspace.name, inviter: inviter.email, address: urlOf(mailed) }
        mailer.send({ to: address, ...invitationMessage(letter, publicOrigin, language) })
      }
      return {
        data: {
          ...invitationRecord(row, inviter.email),
          mailed: mailed !== null && mailer.delivers,
          url: urlOf(token),
        },
      }
    },

    async withdraw({ id }, { caller, client, now }) {
      const { workspaceId } = caller
      await store.transaction(async (tx) => {
        await workspaces.requireRoleIn(tx, caller, 'admin')
        const row = await store.endInvitation(tx, id, workspaceId, unixSeconds(now))
        if (!row) throw new Refusal('not_found', 'This invitation was accepted or withdrawn, or has expired.')
        const detail: Record<string, string> = row.email === null ? {} : { email: row.email }
        await audit.write(tx, {
          userId: workspaceId,
          action: 'member_invitation_withdrawn',
          detail,
          client,
          now,
        })
      })
      return { data: { id, withdrawn: true } }
    },
  }
}

/**
 * The account with this address, or null if its owner can sign up. Refuses with `forbidden` if they can't, and with
 * `rate_limited` after twenty addresses a minute, so that finding out from refusals who has an account takes long.
 */
async function accountOfInvited(
  { accounts, limiter, signUps }: MemberOperationNeeds,
  { personId }: Caller,
  address: string,
) {
  if (signUps === 'closed') {
    const tries = await limiter.take(`invitations:${personId}`, triesPerMinute)
    if (!tries.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(tries))
  }
  const known = await accounts.byEmail(address)
  if (!known && signUps === 'closed')
    throw new Refusal(
      'forbidden',
      'Sign-ups are closed, so only people who have an account can be invited. Ask an administrator of this server.',
    )
  return known
}

function invitationMessage(
  letter: { workspace: string; inviter: string; address: string },
  publicOrigin: string,
  language: Language,
) {
  const { host } = new URL(publicOrigin)
  return renderSignInMessage(
    { kind: 'workspace-invitation', host, ...letter, days: invitationDays },
    language,
  )
}

const alone = 'Your personal workspace is for you alone. Create a workspace to work with others.'

function isPersonal({ workspaceId, personId }: Caller): boolean {
  return workspaceId === personId
}

/** Refuses with `forbidden` in a personal workspace. */
function requireShared(caller: Caller, message: string): void {
  if (isPersonal(caller)) throw new Refusal('forbidden', message)
}

async function requireWorkspace(
  { workspaces }: MemberOperationNeeds,
  { workspaceId }: Caller,
): Promise<WorkspaceRow> {
  const row = await workspaces.byId(workspaceId)
  if (!row) throw notMember()
  return row
}

function noSuchMember(): Refusal {
  return new Refusal('not_found', 'There is no such member in this workspace.')
}

async function requireMember(
  { store }: MemberOperationNeeds,
  tx: Tx,
  { workspaceId, id, now }: { workspaceId: number; id: string; now: number },
): Promise<MemberRow> {
  const member = await store.member(workspaceId, id, unixSeconds(now), tx)
  if (!member) throw noSuchMember()
  return member
}

/** Null if the person may own one more shared workspace; otherwise, how many their plan allows. */
async function freeToOwn(
  { accounts, workspaces }: MemberOperationNeeds,
  tx: Tx,
  personId: number,
): Promise<number | null> {
  const person = await accounts.byId(personId)
  const most = person ? accounts.plan(person.plan).workspaces : 0
  return most !== null && (await workspaces.countOf(tx, personId)).owned >= most ? most : null
}

async function requireMayOwn(needs: MemberOperationNeeds, tx: Tx, personId: number): Promise<void> {
  if ((await needs.accounts.byId(personId))?.blocked_at !== null)
    throw new Refusal('forbidden', "This member's account is blocked. Choose another member.")
  if ((await freeToOwn(needs, tx, personId)) !== null)
    throw new Refusal('plan_limit', "This member's plan doesn't allow them to own another workspace.")
}

/** Refuses with `forbidden` to leave a workspace without an owner. */
async function requireOtherOwner(
  { workspaces }: MemberOperationNeeds,
  tx: Tx,
  { workspaceId, personId, action }: { workspaceId: number; personId: number; action: string },
): Promise<void> {
  if (await workspaces.isLastOwner(tx, workspaceId, personId))
    throw new Refusal(
      'forbidden',
      `You can't ${action}, because the workspace would have no owner. Make another member an owner first.`,
    )
}

async function currentWorkspace(
  needs: MemberOperationNeeds,
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
): Promise<Workspace> {
  const row = await requireWorkspace(needs, caller)
  const { workspaceId, personId } = caller
  const members = isPersonal(caller) ? 1 : await needs.workspaces.countMembers(workspaceId)
  return workspaceRecord(needs.accounts, row, { role: caller.role ?? 'viewer', personId, members, now })
}

function workspaceRecord(
  accounts: Accounts,
  row: WorkspaceRow,
  { role, personId, members, now }: { role: Role; personId: number; members: number; now: number },
): Workspace {
  return {
    id: row.public_id,
    name: row.name,
    role,
    personal: row.id === personId,
    plan: accounts.planName(row.plan),
    members,
    quarantined_until: accounts.quarantineOf(row, now),
    created_at: row.created_at,
  }
}

async function ownMember({ accounts }: MemberOperationNeeds, { personId }: Caller): Promise<Member> {
  const person = await accounts.byId(personId)
  if (!person) throw new Refusal('unauthenticated', 'Sign in first.')
  const { public_id: id, name, email, created_at } = person
  return { id, name, email, role: 'owner', joined_at: created_at, you: true, keys: 0 }
}

function memberRecord(
  { id, public_id, name, email, role, joined_at, keys }: MemberRow,
  personId: number,
): Member {
  return {
    id: public_id,
    name,
    email,
    role: isRole(role) ? role : 'viewer',
    joined_at,
    you: id === personId,
    keys,
  }
}
