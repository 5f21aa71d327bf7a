// Setting up a new server: a one-time address, shown only to the operator, at which the first administrator is created.
import type { WrongFields } from '@linnet/pages'
import type { PageRoute, PageVisit } from '../../../../platform/operations/page.ts'
import { hashPassword } from '../../../../platform/security/passwords.ts'
import type { Account } from '../../accounts/index.ts'
import { type AccountForm, readAccountForm, wrongFieldsOf } from '../account-form.ts'
import { answerPage } from '../answer-page.ts'
import type { BrowserSignIn } from '../browser-sign-in.ts'
import type { SignInNeeds } from '../needs.ts'
import type { OneTimeLink, OneTimeLinks } from '../one-time-links.ts'
import { home } from '../return-address.ts'

interface SetUpNeeds extends Pick<SignInNeeds, 'accounts' | 'publicOrigin' | 'transaction'> {
  links: OneTimeLinks
}

interface SetUpPageNeeds extends SetUpNeeds, Pick<SignInNeeds, 'shortOrigin' | 'ownOrigins'> {
  browserSignIn: BrowserSignIn
}

/** A new address, or null if the server has an account. */
export async function setUpAddress(
  { accounts, publicOrigin, transaction, links }: SetUpNeeds,
  now: number,
): Promise<string | null> {
  if (await accounts.hasUsers()) return null
  const { token } = await transaction((tx) =>
    links.issue(tx, { purpose: 'setup', subject: '', payload: {}, now }),
  )
  return `${publicOrigin}/account/setup?token=${token}`
}

export function setUpPages(needs: SetUpPageNeeds): PageRoute[] {
  return [
    { method: 'GET', path: '/account/setup', answer: (visit) => showForm(needs, visit) },
    { method: 'POST', path: '/account/setup', answer: (visit) => setUp(needs, visit) },
  ]
}

async function showForm(needs: SetUpPageNeeds, visit: PageVisit): Promise<Response> {
  const token = visit.url.searchParams.get('token') ?? ''
  if (token === '' && !(await needs.accounts.hasUsers()))
    return answerPage(visit, { kind: 'set-up-first' }, 403)
  if (!(await findSetUp(needs, token, visit))) return expiredPage(visit)
  return formPage(needs, visit, { token, name: '', email: '', wrong: {} })
}

async function setUp(needs: SetUpPageNeeds, visit: PageVisit): Promise<Response> {
  const fields = await visit.form()
  const token = fields.get('token') ?? ''
  const link = await findSetUp(needs, token, visit)
  if (!link) return expiredPage(visit)
  const form = readAccountForm(fields)
  const wrong = wrongFieldsOf(form)
  if (Object.keys(wrong).length > 0)
    return formPage(needs, visit, { token, name: form.name, email: form.email, wrong })
  const account = await createAdministrator(needs, visit, { link, form })
  return account
    ? await needs.browserSignIn.finishAfterForm(visit, { account, how: 'set-up', returnTo: home })
    : expiredPage(visit)
}

async function findSetUp(
  { accounts, links }: SetUpPageNeeds,
  token: string,
  { now }: PageVisit,
): Promise<OneTimeLink<'setup'> | null> {
  return (await accounts.hasUsers()) ? null : await links.find(token, 'setup', now)
}

/** Null if there is an account by now. */
async function createAdministrator(
  { accounts, links, transaction }: SetUpPageNeeds,
  { client, now }: PageVisit,
  { link, form: { name, email, password } }: { link: OneTimeLink<'setup'>; form: AccountForm },
): Promise<Account | null> {
  const passwordHash = await hashPassword(password)
  return await transaction(async (tx) => {
    // Only one of several requests at once may succeed, whichever tokens they have.
    await links.lock(tx, link.purpose)
    if ((await accounts.hasUsers(tx)) || !(await links.use(tx, link, now))) return null
    // The tokens of earlier starts must not work if the server ever has no accounts again.
    await links.endAll(tx, link.purpose)
    return await accounts.create(tx, { email, name, passwordHash, admin: true, client, now })
  })
}

function formPage(
  { ownOrigins, shortOrigin }: SetUpPageNeeds,
  visit: PageVisit,
  form: { token: string; name: string; email: string; wrong: WrongFields },
): Response {
  const hostname = (origin: string) => new URL(origin).hostname
  const sharesHost = [...ownOrigins].map(hostname).includes(hostname(shortOrigin))
  const status = Object.keys(form.wrong).length > 0 ? 422 : 200
  return answerPage(visit, { kind: 'set-up', ...form, sharesHost }, status)
}

const expiredPage = (visit: PageVisit) => answerPage(visit, { kind: 'gone', what: 'setup' }, 410)
