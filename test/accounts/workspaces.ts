// Shared workspaces and their members, made as people make them: by the dashboard's API and the page of an invitation.
import type { Role } from '@linnet/contract'
import type { Account, Answer, CallOptions, Instance } from '../instance.ts'
import { type DashboardCall, type SignedIn, signIn } from './sign-in.ts'

export interface Workspace {
  id: string
  name: string
}

/** A person who is signed in and works in a workspace. */
export interface MemberSession {
  email: string
  userId: string
  session: SignedIn
  /** Calls `/api` in the workspace. */
  call: DashboardCall
}

/** Calls `/api` in a workspace: `inWorkspace(session, id)('GET /links')`. */
export function inWorkspace({ call }: SignedIn, id: string): DashboardCall {
  return (methodAndPath, options: CallOptions = {}) =>
    call(methodAndPath, { ...options, headers: { 'linnet-workspace': id, ...options.headers } })
}

/** A person who is signed in; without an address, a new one. */
export async function newPerson(
  instance: Instance,
  options: Parameters<Instance['account']>[0] = {},
): Promise<Omit<MemberSession, 'call'>> {
  const { email, userId } = await instance.account(options)
  return { email, userId, session: await signIn(instance, { email }) }
}

/** A workspace, with the person who has created it. */
export async function newWorkspace(
  instance: Instance,
  name = 'Marketing',
  options: Parameters<Instance['account']>[0] = {},
): Promise<{ workspace: Workspace; owner: MemberSession }> {
  const person = await newPerson(instance, options)
  const answer = await person.session.call('POST /workspaces', { body: { name } })
  if (answer.status !== 200) throw new Error(`the workspace was not created: ${answer.text}`)
  const { id } = answer.body.data
  return { workspace: { id, name }, owner: { ...person, call: inWorkspace(person.session, id) } }
}

/** Invites a person and accepts as them, with the page that the invitation leads to. */
export async function addMember(
  instance: Instance,
  { workspace, owner }: { workspace: Workspace; owner: MemberSession },
  role: Role,
  person?: Omit<MemberSession, 'call'>,
): Promise<MemberSession> {
  const joining = person ?? (await newPerson(instance))
  const invited = role === 'owner' ? 'admin' : role
  const invitation = await owner.call('POST /workspace/invitations', { body: { role: invited } })
  if (invitation.status !== 200) throw new Error(`the invitation was refused: ${invitation.text}`)
  const joined = await join(instance, joining.session, tokenOf(invitation.body.data.url))
  if (joined.status !== 303) throw new Error(`joining was refused: ${joined.status} ${joined.text}`)
  const member = { ...joining, call: inWorkspace(joining.session, workspace.id) }
  if (role === 'owner') await setRole(owner, member, role)
  return member
}

export function tokenOf(url: string): string {
  return new URL(url).searchParams.get('token') ?? ''
}

/** Accepts an invitation as a browser does. */
export function join(instance: Instance, { cookie }: SignedIn, token: string): Promise<Answer> {
  return instance.ask('POST /account/join', {
    body: new URLSearchParams({ token }).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
}

export async function setRole(
  owner: MemberSession,
  { userId }: { userId: string },
  role: Role,
): Promise<void> {
  const answer = await owner.call(`PUT /workspace/members/${userId}`, { body: { role } })
  if (answer.status !== 200) throw new Error(`the role was not changed: ${answer.text}`)
}

/** An API key of a member in the workspace, with all scopes. */
export async function memberKey(
  { call }: MemberSession,
  scopes: readonly string[],
): Promise<{ id: string; key: string }> {
  const answer = await call('POST /keys', { body: { name: 'Key', scopes } })
  if (answer.status !== 200) throw new Error(`the key was not created: ${answer.text}`)
  return answer.body.data
}

export interface SharedWorkspace extends Workspace {
  /** Calls `/api` in the workspace, as its owner. */
  call: DashboardCall
  /** Makes an account a member. */
  join(account: Account, role: Role): Promise<MemberSession>
}

/** Creates a workspace for an account. */
export async function shareWorkspace(
  instance: Instance,
  { email, userId }: Account,
  name = 'Marketing',
): Promise<SharedWorkspace> {
  const session = await signIn(instance, { email })
  const answer = await session.call('POST /workspaces', { body: { name } })
  if (answer.status !== 200) throw new Error(`the workspace was not created: ${answer.text}`)
  const { id } = answer.body.data
  const owner = { email, userId, session, call: inWorkspace(session, id) }
  return {
    id,
    name,
    call: owner.call,
    async join({ email, userId }, role) {
      const person = { email, userId, session: await signIn(instance, { email }) }
      return await addMember(instance, { workspace: { id, name }, owner }, role, person)
    },
  }
}
