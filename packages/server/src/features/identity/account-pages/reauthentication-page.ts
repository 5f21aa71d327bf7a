// The page where users confirm their identity before they change the account's security.
import { api } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { isFresh } from '../../../platform/operations/reauthentication.ts'
import { type AccountVisit, accountRoute, perform, type SignedInNeeds, show, tryForm } from './signed-in.ts'

export interface ReauthenticationPageNeeds extends SignedInNeeds {
  /** The address to return to if it is one of ours, otherwise the default. */
  returnAddress(text: string | null): string
  /** Redirects the browser after a form, wherever the address leads. */
  goOn(visit: PageVisit, returnTo: string, cookies: readonly string[]): Response
}

export function reauthenticationPages(needs: ReauthenticationPageNeeds): PageRoute[] {
  async function page(visit: AccountVisit, returnTo: string) {
    const { data: passkeys } = await perform(needs, api.authenticators.listPasskeys, visit)
    return { kind: 'confirm', returnTo, hasPasskeys: passkeys.length > 0 } as const
  }

  const routes = [
    accountRoute(needs, 'GET', '/account/reauthenticate', async (visit) => {
      const returnTo = needs.returnAddress(visit.url.searchParams.get('return_to'))
      if (isFresh(visit.caller, visit.now)) return seeOther(returnTo, visit.requestId)
      return show(visit, { ...(await page(visit, returnTo)), wrong: null })
    }),
    accountRoute(needs, 'POST', '/account/reauthenticate', async (visit) => {
      const form = await visit.form()
      const returnTo = needs.returnAddress(form.get('return_to') ?? null)
      return await tryForm(
        async () => {
          await perform(needs, api.signIn.reauthenticate, visit, { password: form.get('password') })
          return needs.goOn(visit, returnTo, visit.cookies)
        },
        async (wrong, refusal) => show(visit, { ...(await page(visit, returnTo)), wrong }, refusal),
      )
    }),
  ]
  // It is on the way to consent too, for a session that was confirmed too long ago.
  return routes.map((route) => ({ ...route, mayBePopup: true }))
}
