// The pages of signing in and out.

import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { answerPage, type Entrance } from './entrance.ts'
import type { FailedTries } from './failed-tries.ts'
import type { SignInNeeds } from './needs.ts'
import { judgeReturnAddress } from './return-address.ts'
import { accountOf } from './signing-in.ts'

type Needs = SignInNeeds & { entrance: Entrance; failedTries: FailedTries }

export function signInPages(needs: Needs): PageRoute[] {
  const { sessions, entrance, signUps, passkeys, origins } = needs

  const form = (visit: PageVisit, email: string, returnTo: string, wrong: boolean) =>
    answerPage(
      visit,
      {
        kind: 'sign-in',
        email,
        returnTo,
        wrong,
        signUps: signUps === 'open',
        ...(passkeys ? { passkeys } : {}),
      },
      wrong ? 401 : 200,
    )

  return [
    {
      method: 'GET',
      path: '/account/sign-in',
      mayBePopup: true,
      async answer(visit) {
        const returnTo = judgeReturnAddress(visit.url.searchParams.get('return_to'), origins)
        return visit.caller ? seeOther(returnTo, visit.requestId) : form(visit, '', returnTo, false)
      },
    },
    {
      method: 'POST',
      path: '/account/sign-in',
      async answer(visit) {
        const fields = await visit.form()
        const returnTo = judgeReturnAddress(fields.get('return_to') ?? null, origins)
        const [email, password] = [fields.get('email') ?? '', fields.get('password') ?? '']
        const account = await accountOf(needs, { ...visit, email, password })
        return account
          ? await entrance.afterFirstFactor(visit, account, 'password', returnTo)
          : form(visit, email, returnTo, true)
      },
    },
    {
      method: 'POST',
      path: '/account/sign-in/code',
      mayBePopup: true,
      async answer(visit) {
        const fields = await visit.form()
        return await entrance.takeCode(visit, fields.get('token') ?? '', (fields.get('code') ?? '').trim())
      },
    },
    {
      method: 'POST',
      path: '/account/sign-out',
      async answer(visit) {
        if (visit.caller) await sessions.end(visit.caller, visit)
        return seeOther('/account/sign-in', visit.requestId, [visit.sessionCookie(null)])
      },
    },
  ]
}
