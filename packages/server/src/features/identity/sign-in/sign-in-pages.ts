// The pages of signing in and out.
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { answerPage } from './answer-page.ts'
import type { BrowserSignIn } from './browser-sign-in.ts'
import type { FailedTries } from './failed-tries.ts'
import type { SignInNeeds } from './needs.ts'
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
  return visit.caller ? seeOther(returnTo) : formPage(needs, visit, { email: '', returnTo, wrong: false })
}

async function signIn(needs: SignInPageNeeds, visit: PageVisit): Promise<Response> {
  const fields = await visit.form()
  const returnTo = judgeReturnAddress(fields.get('return_to') ?? null, needs.ownOrigins)
  const [email, password] = [fields.get('email') ?? '', fields.get('password') ?? '']
  const account = await accountOf(needs, { ...visit, email, password })
  return account
    ? await needs.browserSignIn.continueWithSecondFactor(visit, { account, how: 'password', returnTo })
    : formPage(needs, visit, { email, returnTo, wrong: true })
}

function formPage(
  { signUps, authenticators: { passkeySignIn: passkeys } }: SignInPageNeeds,
  visit: PageVisit,
  form: { email: string; returnTo: string; wrong: boolean },
): Response {
  const page = {
    kind: 'sign-in',
    ...form,
    signUps: signUps === 'open',
    ...(passkeys ? { passkeys } : {}),
  } as const
  return answerPage(visit, page, form.wrong ? 401 : 200)
}
