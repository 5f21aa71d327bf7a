// What the pages of an account share: they need a signed-in user, and run the same operations as the dashboard.
import { type AnswerOf, errorCodes, type Operation, Refusal } from '@linnet/contract'
import {
  type AccountPage,
  formPagePolicy,
  renderAccountPage,
  type Success,
  scriptOfAccountPage,
  successes,
  type Wrong,
} from '@linnet/pages'
import { pageResponse, seeOther } from '../../../platform/net/page-response.ts'
import type { Caller, Run } from '../../../platform/operations/handler.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Accounts } from '../accounts/index.ts'

/** A signed-in user's request for a page of their account. */
export interface AccountVisit extends PageVisit {
  caller: Caller
  email: string
  /** `Set-Cookie` values for the response, which operations that change the session have added. */
  cookies: string[]
  /** Runs an operation for the user, as the dashboard would. */
  run<O extends Operation>(operation: O, input?: Record<string, unknown>): Promise<AnswerOf<O>>
}

export interface SignedInNeeds {
  accounts: Pick<Accounts, 'byId'>
  run: Run
}

export interface AccountRoute {
  method: PageRoute['method']
  path: string
  answer(visit: AccountVisit): Promise<Response>
  /** The page with the form, to which users return after confirming their identity. By default, this page. */
  formAddress?(visit: AccountVisit): string | Promise<string>
}

/**
 * A route for signed-in users. Others sign in first and then return to its path. Users who must confirm their
 * identity again are sent to the page for that.
 */
export function accountRoute(needs: SignedInNeeds, route: AccountRoute): PageRoute {
  const { method, path, answer, formAddress = ({ url }) => path + url.search } = route
  return {
    method,
    path,
    async answer(visit) {
      const { caller } = visit
      const email = caller && ((await needs.accounts.byId(caller.personId))?.email ?? null)
      if (!caller || email === null) {
        const returnTo = method === 'GET' ? path + visit.url.search : '/account'
        return seeOther(`/account/sign-in?${new URLSearchParams({ return_to: returnTo })}`)
      }
      const accountVisit = accountVisitOf(visit, { caller, email, run: needs.run })
      try {
        return await answer(accountVisit)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'reauthentication_required') throw error
        return seeOther(confirmAddress(await formAddress(accountVisit)))
      }
    },
  }
}

/** The page where users confirm their identity and continue to `returnTo`. */
const confirmAddress = (returnTo: string) =>
  `/account/reauthenticate?${new URLSearchParams({ return_to: returnTo })}`

function accountVisitOf(
  visit: PageVisit,
  { caller, email, run }: { caller: Caller; email: string; run: Run },
): AccountVisit {
  const cookies: string[] = []
  const { client, requestId, device } = visit
  let form: ReturnType<PageVisit['form']> | undefined
  return {
    ...visit,
    caller,
    email,
    cookies,
    // A body can be read only once, and `formAddress` may need the form again.
    form: () => {
      form ??= visit.form()
      return form
    },
    run: (operation, input = {}) =>
      run(operation, input, {
        caller,
        client,
        requestId,
        device,
        setSession: (token) => void cookies.push(visit.sessionCookie(token)),
        setDevice: (token) => void cookies.push(visit.deviceCookie(token)),
      }),
  }
}

/** Shows a page, with the success message that `done` in the address names, or after a failed form. */
export function show(visit: AccountVisit, page: AccountPage, failed?: Refusal): Response {
  const { language, url, email, cookies, now } = visit
  const done = failed ? null : url.searchParams.get('done')
  const success = successes.find((one) => one === done) ?? null
  const html = renderAccountPage(page, { email, now: unixSeconds(now), success }, language)
  const headers: Record<string, string> = {}
  if (failed?.retryAfter !== undefined) headers['Retry-After'] = String(failed.retryAfter)
  return pageResponse(html, {
    status: failed ? errorCodes[failed.code].status : 200,
    language,
    contentSecurityPolicy: formPagePolicy({ script: scriptOfAccountPage(page) }),
    cookies,
    headers,
  })
}

/** Redirects the browser to a page that confirms what was done. */
export function done({ cookies }: AccountVisit, path: string, success: Success): Response {
  return seeOther(`${path}?done=${success}`, cookies)
}

/** Which field of a form a refusal is about, or null if the form has no message for it. */
function wrongOf({ code, details }: Refusal): Wrong | null {
  if (code === 'wrong_password') return 'password'
  if (code === 'rate_limited') return 'tries'
  if (code !== 'validation_failed') return null
  const path = details?.[0]?.path
  return path === 'code' || path === 'name' ? path : 'password'
}

/** Runs what a form requests. If that is refused for a reason that the form has a message for, shows the form again. */
export async function tryForm(
  work: () => Promise<Response>,
  showAgain: (wrong: Wrong, refusal: Refusal) => Promise<Response> | Response,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const wrong = error instanceof Refusal ? wrongOf(error) : null
    if (wrong === null) throw error
    return await showAgain(wrong, error as Refusal)
  }
}
