// The page on which an invited person joins a workspace: with their account, or with a new one.
import type { Member } from '@linnet/contract'
import { seeOther } from '../../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../../platform/operations/page.ts'
import { sha256 } from '../../../../platform/security/ids.ts'
import type { Account } from '../../accounts/index.ts'
import type { OpenInvitation } from '../../members/index.ts'
import { answerPage } from '../answer-page.ts'
import type { SignInNeeds } from '../needs.ts'

export type JoinNeeds = Pick<SignInNeeds, 'accounts' | 'members' | 'sessions' | 'signUps' | 'transaction'>

const path = '/account/join'

/** The address at which the invitation with this token is accepted. */
export function joinAddress(token: string): string {
  return `${path}?${new URLSearchParams({ token })}`
}

/** The dashboard, in the workspace that a person has joined. */
export function joinedAddress({ workspacePublicId }: Pick<OpenInvitation, 'workspacePublicId'>): string {
  return `/dashboard?${new URLSearchParams({ workspace: workspacePublicId })}`
}

export function joinPages(needs: JoinNeeds): PageRoute[] {
  return [
    {
      method: 'GET',
      path,
      answer: (visit) => show(needs, visit, visit.url.searchParams.get('token') ?? ''),
    },
    { method: 'POST', path, answer: (visit) => join(needs, visit) },
  ]
}

async function show(needs: JoinNeeds, visit: PageVisit, token: string): Promise<Response> {
  const { members, signUps } = needs
  const invitation = await members.invitations.find(sha256(token), visit.now)
  if (!invitation) return gone(visit)
  const account = await accountOf(needs, visit)
  return answerPage(visit, {
    kind: 'join-workspace',
    token,
    workspace: invitation.workspace,
    role: invitation.role satisfies Member['role'],
    inviter: invitation.inviter,
    email: account?.email ?? null,
    // The address of the invitation is shown to whoever is signed in as somebody else, so that they can change accounts.
    invited: account && !members.invitations.isFor(invitation, account.email) ? invitation.email : null,
    signIn: `/account/sign-in?${new URLSearchParams({ return_to: joinAddress(token) })}`,
    signUp: signUps === 'closed' ? null : `/account/sign-up?${new URLSearchParams({ token })}`,
  })
}

async function join(needs: JoinNeeds, visit: PageVisit): Promise<Response> {
  const form = await visit.form()
  const token = form.get('token') ?? ''
  if (form.get('decision') === 'switch') return await switchAccount(needs, visit, token)
  const account = await accountOf(needs, visit)
  if (!account) return await show(needs, visit, token)
  const { client, now } = visit
  const joined = await needs.transaction((tx) =>
    needs.members.invitations.accept(tx, { tokenHash: sha256(token), account, client, now }),
  )
  return joined ? seeOther(joinedAddress(joined)) : await show(needs, visit, token)
}

/** Signs out, and comes back here after the next sign-in. */
async function switchAccount(
  { sessions }: JoinNeeds,
  { caller, client, now, sessionCookie }: PageVisit,
  token: string,
): Promise<Response> {
  if (caller) await sessions.end(caller, { client, now })
  const query = new URLSearchParams({ return_to: joinAddress(token) })
  return seeOther(`/account/sign-in?${query}`, [sessionCookie(null)])
}

async function accountOf({ accounts }: JoinNeeds, { caller }: PageVisit): Promise<Account | null> {
  return caller && (await accounts.byId(caller.personId))
}

const gone = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'invitation' }, 410)
