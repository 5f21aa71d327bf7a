// The pages of this feature as responses, and redirects after a form.
import { formPagePolicy, renderSignInPage, type SignInPage } from '@linnet/pages'
import { pageResponse, seeOther } from '../../../platform/net/page-response.ts'
import type { PageVisit } from '../../../platform/operations/page.ts'
import { isOwnPage } from './return-address.ts'

export function answerPage(
  visit: PageVisit,
  page: SignInPage,
  status = 200,
  cookies: readonly string[] = [],
): Response {
  const script = page.kind === 'sign-in' ? page.passkeys?.script : undefined
  return pageResponse(renderSignInPage(page, visit.language), {
    status,
    language: visit.language,
    contentSecurityPolicy: formPagePolicy(script === undefined ? {} : { script }),
    cookies,
  })
}

/**
 * Redirects the browser after a form. Browsers apply the policy of the form's page to all redirects that
 * follow, and an authorization redirects to any application. So for an address outside the account pages and
 * the dashboard, the browser gets a page that leads there.
 */
export function redirectAfterForm(visit: PageVisit, returnTo: string, cookies: readonly string[]): Response {
  if (isOwnPage(returnTo)) return seeOther(returnTo, cookies)
  return pageResponse(renderSignInPage({ kind: 'signed-in', to: returnTo }, visit.language), {
    status: 200,
    language: visit.language,
    contentSecurityPolicy: formPagePolicy({}),
    cookies,
  })
}
