// The pages of signing in and out.
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { answerPage } from './answer-page.ts'
import type { BrowserSignIn } from './browser-sign-in.ts'
import type { FailedTries } from './failed-tries.ts'
import type { SignInNeeds } from './needs.ts'
import { requirePasswords } from './password-sign-in.ts'
import { judgeReturnAddress } from './return-address.ts'
import { accountOf } from './signing-in.ts'

interface SignInPageNeeds extends SignInNeeds {
  browserSignIn: BrowserSignIn
  failedTries: FailedTries
}

export function signInPages(needs: SignInPageNeeds): PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/account/sign-in',
      mayBePopup: true,
      answer: (visit) => showForm(needs, visit),
    },
    { method: 'POST', path: '/account/sign-in', answer: (visit) => signIn(needs, visit) },
    {
      method: 'POST',
      path: '/account/sign-in/code',
      mayBePopup: true,
      async answer(visit) {
        const fields = await visit.form()
        const token = fields.get('token') ?? ''
        const code = (fields.get('code') ?? '').trim()
        return await needs.browserSignIn.takeCode(visit, { token, code })
      },
    },
    {
      method: 'POST',
      path: '/account/sign-out',
      async answer(visit) {
        if (visit.caller) await needs.sessions.end(visit.caller, visit)
        return seeOther('/account/sign-in', [visit.sessionCookie(null)])
      },
    },
  ]
}

async function showForm(needs: SignInPageNeeds, visit: PageVisit): Promise<Response> {
  const returnTo = judgeReturnAddress(visit.url.searchParams.get('return_to'), needs.ownOrigins)
  if (visit.caller) return seeOther(returnTo)
  const allowsPasswords = (await needs.singleSignOn.passwordUsers(visit, returnTo)) !== 'nobody'
  return signInPage(needs, visit, { email: '', returnTo, allowsPasswords })
}

async function signIn(needs: SignInPageNeeds, visit: PageVisit): Promise<Response> {
  const fields = await visit.form()
  const returnTo = judgeReturnAddress(fields.get('return_to') ?? null, needs.ownOrigins)
  const users = await needs.singleSignOn.passwordUsers(visit, returnTo)
  if (users === 'nobody') requirePasswords(needs)
  const [email, password] = [fields.get('email') ?? '', fields.get('password') ?? '']
  const account = await accountOf(needs, { ...visit, email, password, users })
  return account
    ? await needs.browserSignIn.continueWithSecondFactor(visit, { account, how: 'password', returnTo })
    : signInPage(needs, visit, { email, returnTo, wrong: true, allowsPasswords: true })
}

interface SignInPageContent {
  email: string
  returnTo: string
  wrong?: boolean
  /** What failed at the provider of single sign-on. */
  failure?: 'away' | 'cancelled' | 'invalid'
  allowsPasswords: boolean
}

const failureStatus = { away: 503, cancelled: 403, invalid: 400 }

export function signInPage(
  {
    signUps,
    singleSignOn: { providerName },
    authenticators: { passkeySignIn: passkeys },
  }: Pick<SignInNeeds, 'signUps' | 'singleSignOn' | 'authenticators'>,
  visit: PageVisit,
  { email, returnTo, wrong = false, failure, allowsPasswords }: SignInPageContent,
): Response {
  const page = {
    kind: 'sign-in',
    ...{ email, returnTo, wrong },
    provider: providerName === null ? null : { name: providerName, failure: failure ?? null },
    passwords: allowsPasswords,
    signUps: signUps === 'open',
    ...(passkeys && allowsPasswords ? { passkeys } : {}),
  } as const
  return answerPage(visit, page, failure ? failureStatus[failure] : wrong ? 401 : 200)
}
