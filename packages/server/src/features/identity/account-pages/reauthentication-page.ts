// The page where users confirm their identity before they change the account's security.
import { api } from '@linnet/contract'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { isFresh } from '../../../platform/operations/reauthentication.ts'
import { type AccountVisit, accountRoute, type SignedInNeeds, show, tryForm } from './signed-in.ts'

export interface ReauthenticationPageNeeds extends SignedInNeeds {
  /** The address to return to if it is one of ours, otherwise the default. */
  returnAddress(text: string | null): string
  /** Redirects the browser after a form, wherever the address leads. */
  goOn(visit: PageVisit, returnTo: string, cookies: readonly string[]): Response
}

export function reauthenticationPages(needs: ReauthenticationPageNeeds): PageRoute[] {
  const path = '/account/reauthenticate'
  const routes = [
    accountRoute(needs, { method: 'GET', path, answer: (visit) => showForm(needs, visit) }),
    accountRoute(needs, { method: 'POST', path, answer: (visit) => reauthenticate(needs, visit) }),
  ]
  // Also part of the consent flow, when the user last confirmed their identity too long ago.
  return routes.map((route) => ({ ...route, mayBePopup: true }))
}

async function showForm(needs: ReauthenticationPageNeeds, visit: AccountVisit): Promise<Response> {
  const returnTo = needs.returnAddress(visit.url.searchParams.get('return_to'))
  if (isFresh(visit.caller, visit.now)) return seeOther(returnTo)
  return show(visit, { ...(await confirmPage(visit, returnTo)), wrong: null })
}

async function reauthenticate(needs: ReauthenticationPageNeeds, visit: AccountVisit): Promise<Response> {
  const form = await visit.form()
  const returnTo = needs.returnAddress(form.get('return_to') ?? null)
  return await tryForm(
    async () => {
      await visit.run(api.signIn.reauthenticate, { password: form.get('password') })
      return needs.goOn(visit, returnTo, visit.cookies)
    },
    async (wrong, refusal) => show(visit, { ...(await confirmPage(visit, returnTo)), wrong }, refusal),
  )
}

async function confirmPage(visit: AccountVisit, returnTo: string) {
  const { data: passkeys } = await visit.run(api.authenticators.listPasskeys)
  const { data: methods } = await visit.run(api.singleSignOn.methods)
  const provider = methods.identities.some(({ usable }) => usable) ? methods.provider : null
  const hasPasskeys = passkeys.length > 0
  return { kind: 'confirm', returnTo, hasPassword: methods.password, hasPasskeys, provider } as const
}
