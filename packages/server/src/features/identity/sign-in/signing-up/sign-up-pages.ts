// The pages of signing up: the form, by invitation or for everyone, and the confirmation of the e-mail address.
import { Refusal } from '@linnet/contract'
import { renderSignInMessage, type WrongFields } from '@linnet/pages'
import { neighbourhood } from '../../../../platform/net/client-address.ts'
import { seeOther } from '../../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../../platform/operations/page.ts'
import { sha256 } from '../../../../platform/security/ids.ts'
import { checkPassword, hashPassword } from '../../../../platform/security/passwords.ts'
import type { Account } from '../../accounts/index.ts'
import type { OpenInvitation } from '../../members/index.ts'
import { type AccountForm, readAccountForm, wrongFieldsOf } from '../account-form.ts'
import { answerPage } from '../answer-page.ts'
import type { BrowserSignIn } from '../browser-sign-in.ts'
import type { SignInNeeds } from '../needs.ts'
import type { OneTimeLink, OneTimeLinks } from '../one-time-links.ts'
import { judgeReturnAddress } from '../return-address.ts'
import { bookConfirmation, bookMessage } from '../throttle.ts'
import { joinAddress, joinedAddress } from './join-pages.ts'

interface SignUpNeeds extends SignInNeeds {
  browserSignIn: BrowserSignIn
  links: OneTimeLinks
}

export function signUpPages(needs: SignUpNeeds): PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/account/sign-up',
      mayBePopup: true,
      answer: (visit) => showForm(needs, visit),
    },
    { method: 'POST', path: '/account/sign-up', answer: (visit) => signUp(needs, visit) },
    { method: 'GET', path: '/account/confirm', answer: (visit) => showConfirmation(needs, visit) },
    { method: 'POST', path: '/account/confirm', answer: (visit) => confirm(needs, visit) },
  ]
}

async function showForm(needs: SignUpNeeds, visit: PageVisit): Promise<Response> {
  const returnTo = judgeReturnAddress(visit.url.searchParams.get('return_to'), needs.ownOrigins)
  const token = visit.url.searchParams.get('token')
  const invitation = await findInvitation(needs, token, visit)
  if (visit.caller) return seeOther(invitation?.kind === 'workspace' ? joinAddress(token ?? '') : returnTo)
  return (
    refusalPage(needs, visit, { token, invitation }) ??
    formPage(visit, {
      ...{ name: '', email: invitation?.email ?? '', returnTo, invitation: token, wrong: {} },
      isSettled: isSettled(invitation),
    })
  )
}

/** Creates the account of an invited person at once; anyone else has to confirm the e-mail address first. */
async function signUp(needs: SignUpNeeds, visit: PageVisit): Promise<Response> {
  const fields = await visit.form()
  const returnTo = judgeReturnAddress(fields.get('return_to') ?? null, needs.ownOrigins)
  const token = fields.get('token') ?? null
  const invitation = await findInvitation(needs, token, visit)
  const refused = refusalPage(needs, visit, { token, invitation })
  if (refused) return refused
  const form = readAccountForm(fields, invitation?.email ?? undefined)
  const wrong = wrongFieldsOf(form)
  if (Object.keys(wrong).length > 0)
    return formPage(visit, { ...form, returnTo, invitation: token, isSettled: isSettled(invitation), wrong })
  if (!invitation || (invitation.kind === 'workspace' && !invitation.open.provesAddress)) {
    // Whoever has this invitation may not be whose address it is: they confirm it first.
    const pending =
      invitation && token !== null
        ? { returnTo: joinAddress(token), invitation: sha256(token) }
        : { returnTo }
    await sendConfirmation(needs, visit, { ...form, ...pending })
    return answerPage(visit, { kind: 'sent', what: 'sign-up', email: form.email })
  }
  const passwordHash = await hashPassword(form.password, { by: neighbourhood(visit.client.address) })
  const account = await createAccount(needs, visit, {
    ...{ email: invitation.email ?? '', name: form.name, passwordHash },
    ...(invitation.kind === 'server'
      ? { link: invitation.link, stranger: false }
      : { joins: sha256(token ?? ''), stranger: !invitation.open.byAdministrator }),
  })
  const goingTo = invitation.kind === 'server' ? returnTo : joinedAddress(invitation.open)
  return account
    ? await needs.browserSignIn.finishAfterForm(visit, { account, how: 'invitation', returnTo: goingTo })
    : gonePage(visit)
}

async function showConfirmation(needs: SignUpNeeds, visit: PageVisit): Promise<Response> {
  const token = visit.url.searchParams.get('token') ?? ''
  const link = await findSignUp(needs, token, visit)
  if (!link) return expiredPage(visit)
  return answerPage(visit, { kind: 'confirm', token, email: link.subject, wrong: false })
}

async function confirm(needs: SignUpNeeds, visit: PageVisit): Promise<Response> {
  const fields = await visit.form()
  const token = fields.get('token') ?? ''
  const link = await findSignUp(needs, token, visit)
  if (!link) return expiredPage(visit)
  await bookConfirmation(needs.limiter, link.tokenHash)
  const { name, passwordHash, returnTo, invitation } = link.payload
  const by = neighbourhood(visit.client.address)
  // The person who opens the message may not be the person who signed up. Without the password, a stranger who signed up
  // with another person's address would know the password of the account.
  if (!(await checkPassword(fields.get('password') ?? '', passwordHash, { by })))
    return answerPage(visit, { kind: 'confirm', token, email: link.subject, wrong: true }, 401)
  const open = invitation === undefined ? null : await needs.members.invitations.find(invitation, visit.now)
  // Where only the invitation allowed to sign up, it still has to be open.
  if (!open && needs.signUps !== 'open') return gonePage(visit)
  const account = await createAccount(needs, visit, {
    ...{ email: link.subject, name, passwordHash, link, joins: open ? invitation : undefined },
    stranger: open === null || !open.byAdministrator,
  })
  const goingTo = open ? joinedAddress(open) : invitation === undefined ? returnTo : '/dashboard'
  return account
    ? await needs.browserSignIn.finishAfterForm(visit, { account, how: 'sign-up', returnTo: goingTo })
    : expiredPage(visit)
}

/** What allows a person to sign up: an invitation to the server, or to a workspace. */
type SignUpInvitation =
  | { kind: 'server'; email: string; link: OneTimeLink<'invitation'> }
  | { kind: 'workspace'; email: string | null; open: OpenInvitation }

async function findInvitation(
  { links, members }: SignUpNeeds,
  token: string | null,
  { now }: PageVisit,
): Promise<SignUpInvitation | null> {
  if (token === null) return null
  const link = await links.find(token, 'invitation', now)
  if (link) return { kind: 'server', email: link.subject, link }
  const open = await members.invitations.find(sha256(token), now)
  return open && { kind: 'workspace', email: open.email, open }
}

/** The sign-up that is to be confirmed with this token. */
async function findSignUp(
  { links, signUps }: SignUpNeeds,
  token: string,
  { now }: PageVisit,
): Promise<OneTimeLink<'sign-up'> | null> {
  const link = await links.find(token, 'sign-up', now)
  const isInvited = link?.payload.invitation !== undefined
  return signUps === 'open' || (signUps === 'invite' && isInvited) ? link : null
}

/** The page for a visitor who can't sign up, or null. */
function refusalPage(
  { signUps }: SignUpNeeds,
  visit: PageVisit,
  { token, invitation }: { token: string | null; invitation: SignUpInvitation | null },
): Response | null {
  if (signUps === 'closed') return answerPage(visit, { kind: 'sign-ups-closed', why: 'closed' }, 403)
  if (token !== null && !invitation) return answerPage(visit, { kind: 'gone', what: 'invitation' }, 410)
  if (signUps === 'invite' && !invitation)
    return answerPage(visit, { kind: 'sign-ups-closed', why: 'invite' }, 403)
  return null
}

/** Whether an invitation is for one e-mail address. */
function isSettled(invitation: SignUpInvitation | null): boolean {
  return invitation !== null && invitation.email !== null
}

interface SignUpForm {
  name: string
  email: string
  returnTo: string
  /** The token of an invitation. */
  invitation: string | null
  isSettled: boolean
  wrong: WrongFields
}

function formPage(visit: PageVisit, form: SignUpForm): Response {
  return answerPage(visit, { kind: 'sign-up', ...form }, Object.keys(form.wrong).length > 0 ? 422 : 200)
}

const expiredPage = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'sign-up' }, 410)
const gonePage = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'invitation' }, 410)

interface WantedAccount {
  email: string
  name: string
  passwordHash: string
  /** Whether the person signed up without an invitation by an administrator, and so begins in quarantine. */
  stranger: boolean
  /** The link that allows it, which is used up. */
  link?: OneTimeLink<'sign-up' | 'invitation'>
  /** The hash of the token of an invitation to a workspace, which the person accepts. */
  joins?: string
}

/**
 * Creates an account, and makes the person a member of the workspace that they were invited to. Null if somebody else has used
 * the link or the invitation, or the e-mail address has an account by now.
 */
function createAccount(
  { accounts, links, members, transaction }: SignUpNeeds,
  { client, now }: PageVisit,
  { link, joins, ...wanted }: WantedAccount,
): Promise<Account | null> {
  return transaction(async (tx) => {
    if (link && !(await links.use(tx, link, now))) return null
    const account = await accounts.create(tx, { ...wanted, admin: false, client, now })
    if (!account || joins === undefined) return account
    // Thrown, so that the account isn't created either.
    if (!(await members.invitations.accept(tx, { tokenHash: joins, account, client, now })))
      throw new Refusal('gone')
    return account
  })
}

/**
 * E-mails a link that confirms the sign-up, or a notice if the address already has an account. The response is the same,
 * so that nobody learns which addresses have accounts.
 */
async function sendConfirmation(
  { accounts, limiter, links, mailer, publicOrigin, transaction }: SignUpNeeds,
  visit: PageVisit,
  { name, email, password, returnTo, invitation }: AccountForm & { returnTo: string; invitation?: string },
): Promise<void> {
  await bookMessage(limiter, visit.client)
  const passwordHash = await hashPassword(password, { by: neighbourhood(visit.client.address) })
  const account = await accounts.byEmail(email)
  const token = await transaction((tx) =>
    links.issueToMailbox(tx, {
      purpose: 'sign-up',
      userId: account?.id ?? null,
      subject: email.toLowerCase(),
      payload: { name, passwordHash, returnTo, ...(invitation === undefined ? {} : { invitation }) },
      now: visit.now,
    }),
  )
  if (token === null) return
  const { host } = new URL(publicOrigin)
  const message = account
    ? ({
        kind: 'has-account',
        host,
        signIn: `${publicOrigin}/account/sign-in`,
        forgotPassword: `${publicOrigin}/account/forgot-password`,
      } as const)
    : ({ kind: 'confirm-sign-up', host, address: `${publicOrigin}/account/confirm?token=${token}` } as const)
  mailer.send({ to: account?.email ?? email, ...renderSignInMessage(message, visit.language) })
}
