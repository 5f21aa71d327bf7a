// The pages of resetting a password: requesting the e-mail, and choosing a new password.
import { type Ends, type PasswordFault, renderSignInMessage } from '@linnet/pages'
import { neighbourhood } from '../../../platform/net/client-address.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { Account } from '../accounts/index.ts'
import { isEmail, newPasswordFault } from './account-form.ts'
import { answerPage } from './answer-page.ts'
import type { BrowserSignIn } from './browser-sign-in.ts'
import { chosenEnds, defaultEnds, readEnds } from './endings.ts'
import type { SignInNeeds } from './needs.ts'
import { type OneTimeLink, type OneTimeLinks, passwordMark } from './one-time-links.ts'
import { home, judgeReturnAddress } from './return-address.ts'
import { passwordReset } from './signing-in.ts'
import { bookMessage } from './throttle.ts'

interface ResetNeeds extends SignInNeeds {
  browserSignIn: BrowserSignIn
  links: OneTimeLinks
}

export function resetPages(needs: ResetNeeds): PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/account/forgot-password',
      async answer(visit) {
        const returnTo = judgeReturnAddress(visit.url.searchParams.get('return_to'), needs.ownOrigins)
        return answerPage(visit, { kind: 'forgot-password', email: '', returnTo, wrong: false })
      },
    },
    { method: 'POST', path: '/account/forgot-password', answer: (visit) => requestReset(needs, visit) },
    { method: 'GET', path: '/account/reset-password', answer: (visit) => showForm(needs, visit) },
    { method: 'POST', path: '/account/reset-password', answer: (visit) => resetPassword(needs, visit) },
  ]
}

async function requestReset(needs: ResetNeeds, visit: PageVisit): Promise<Response> {
  const fields = await visit.form()
  const email = (fields.get('email') ?? '').trim()
  const returnTo = judgeReturnAddress(fields.get('return_to') ?? null, needs.ownOrigins)
  if (!isEmail(email))
    return answerPage(visit, { kind: 'forgot-password', email, returnTo, wrong: true }, 422)
  await sendResetLink(needs, visit, email)
  return answerPage(visit, { kind: 'sent', what: 'reset', email })
}

/** E-mails a link to the owner. For an address without an account, it does the same except for the e-mail. */
async function sendResetLink(
  { accounts, limiter, links, mailer, publicOrigin, transaction }: ResetNeeds,
  visit: PageVisit,
  email: string,
): Promise<void> {
  await bookMessage(limiter, visit.client)
  const account = await accounts.byEmail(email)
  const token = await transaction((tx) =>
    links.issueToMailbox(tx, {
      purpose: 'reset',
      userId: account?.id ?? null,
      subject: email.toLowerCase(),
      payload: { password: account ? passwordMark(account) : '' },
      now: visit.now,
    }),
  )
  if (!account || token === null) return
  const { host } = new URL(publicOrigin)
  const address = `${publicOrigin}/account/reset-password?token=${token}`
  mailer.send({
    to: account.email,
    ...renderSignInMessage({ kind: 'reset-password', host, address }, visit.language),
  })
}

async function showForm(needs: ResetNeeds, visit: PageVisit): Promise<Response> {
  const token = visit.url.searchParams.get('token') ?? ''
  const reset = await findReset(needs, token, visit)
  if (!reset) return expiredPage(visit)
  const { account } = reset
  return await resetPage(needs, visit, { token, account, wrong: null, ends: defaultEnds(account) })
}

async function resetPassword(needs: ResetNeeds, visit: PageVisit): Promise<Response> {
  const fields = await visit.form()
  const [token, password] = [fields.get('token') ?? '', fields.get('password') ?? '']
  const reset = await findReset(needs, token, visit)
  if (!reset) return expiredPage(visit)
  const { account } = reset
  const ends = readEnds(fields, account)
  const wrong = newPasswordFault(password, account)
  if (wrong) return await resetPage(needs, visit, { token, account, wrong, ends })
  const password_hash = await hashPassword(password, { by: neighbourhood(visit.client.address) })
  if (!(await replacePassword(needs, visit, { ...reset, passwordHash: password_hash, ends })))
    return expiredPage(visit)
  await needs.notices.send({ account, kind: 'password-changed', deed: 'password_reset', by: visit })
  // The mailbox is one factor; an account with a second one needs that too.
  const changed = { ...account, password_hash }
  const user = { account: changed, how: passwordReset, returnTo: home }
  return await needs.browserSignIn.continueWithSecondFactor(visit, user)
}

interface ResetPage {
  token: string
  account: Account
  wrong: PasswordFault | null
  ends: Ends
}

/** The form, with identities only where there can be any. */
async function resetPage(
  { singleSignOn }: ResetNeeds,
  visit: PageVisit,
  { token, account, wrong, ends: { identities, ...others } }: ResetPage,
): Promise<Response> {
  const ends = (await singleSignOn.canHaveIdentities(account.id)) ? { identities, ...others } : others
  const page = { kind: 'reset-password', token, email: account.email, wrong, ends } as const
  return answerPage(visit, page, wrong ? 422 : 200)
}

interface PasswordReset {
  link: OneTimeLink<'reset'>
  account: Account
}

/** The link of this token, with the account whose password it can change; null if it has expired or was used. */
async function findReset(
  { accounts, links }: ResetNeeds,
  token: string,
  { now }: PageVisit,
): Promise<PasswordReset | null> {
  const link = await links.find(token, 'reset', now)
  const account = link && (await accounts.byId(link.userId ?? 0))
  return account && link.payload.password === passwordMark(account) ? { link, account } : null
}

/** Replaces the password and ends what else may be stolen. False if somebody else has used the link first. */
function replacePassword(
  { accounts, audit, endings, links, sessions, transaction }: ResetNeeds,
  { client, now }: PageVisit,
  { link, account: { id: userId }, passwordHash, ends }: PasswordReset & { passwordHash: string; ends: Ends },
): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await links.useWithAllOf(tx, link, userId, now))) return false
    await accounts.setPasswordHash(tx, userId, passwordHash)
    await sessions.endAll(tx, userId, null)
    await sessions.forgetDevices(tx, userId)
    await audit.write(tx, { userId, action: 'password_reset', client, now })
    for (const end of chosenEnds(ends))
      for (const step of endings[end]) await step(tx, { userId, client, now })
    return true
  })
}

const expiredPage = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'reset' }, 410)
