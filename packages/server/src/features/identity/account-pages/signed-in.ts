// What the pages of an account share: they are for who is signed in, and do what the dashboard's operations do.
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

/** Somebody's request for a page of the account that they are signed in to. */
export interface AccountVisit extends PageVisit {
  caller: Caller
  email: string
  /** `Set-Cookie` values that the answer will carry: what an operation did to the session. */
  cookies: string[]
}

export interface SignedInNeeds {
  emailOf(userId: number): Promise<string | null>
  run: Run
}

type Method = PageRoute['method']

/** The page where users confirm their identity and continue to `returnTo`. */
const confirmAddress = (returnTo: string) =>
  `/account/reauthenticate?${new URLSearchParams({ return_to: returnTo })}`

/**
 * A route for signed-in users; others sign in first and then return to `path`. Users who need a new identity check are sent
 * to a separate page, and return to `from`, the page with the form.
 */
export function accountRoute(
  needs: SignedInNeeds,
  method: Method,
  path: string,
  answer: (visit: AccountVisit) => Promise<Response>,
  from: (visit: AccountVisit) => string | Promise<string> = ({ url }) => path + url.search,
): PageRoute {
  return {
    method,
    path,
    async answer(visit) {
      const { caller } = visit
      const email = caller && (await needs.emailOf(caller.userId))
      if (!caller || email === null) {
        const back = method === 'GET' ? path + visit.url.search : '/account'
        return seeOther(`/account/sign-in?${new URLSearchParams({ return_to: back })}`, visit.requestId)
      }
      let form: ReturnType<PageVisit['form']> | undefined
      const known: AccountVisit = {
        ...visit,
        caller,
        email,
        cookies: [],
        form: () => {
          form ??= visit.form()
          return form
        },
      }
      try {
        return await answer(known)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'reauthentication_required') throw error
        return seeOther(confirmAddress(await from(known)), visit.requestId)
      }
    },
  }
}

/** Runs an operation for the visitor as the dashboard would. */
export function perform<O extends Operation>(
  { run }: SignedInNeeds,
  operation: O,
  visit: AccountVisit,
  input: Record<string, unknown> = {},
): Promise<AnswerOf<O>> {
  const { caller, client, requestId, device, cookies } = visit
  return run(operation, input, {
    caller,
    client,
    requestId,
    device,
    setSession: (token) => void cookies.push(visit.sessionCookie(token)),
    setDevice: (token) => void cookies.push(visit.deviceCookie(token)),
  })
}

/** Shows a page; what went well before is told where the address says so. */
export function show(visit: AccountVisit, page: AccountPage, failed?: Refusal): Response {
  const { language, requestId, url, email, cookies, now } = visit
  const done = failed ? null : url.searchParams.get('done')
  const success = successes.find((one) => one === done) ?? null
  const html = renderAccountPage(page, { email, now: unixSeconds(now), success }, language)
  const headers: Record<string, string> = {}
  if (failed?.retryAfter !== undefined) headers['Retry-After'] = String(failed.retryAfter)
  return pageResponse(html, {
    status: failed ? errorCodes[failed.code].status : 200,
    language,
    requestId,
    contentSecurityPolicy: formPagePolicy({ script: scriptOfAccountPage(page) }),
    cookies,
    headers,
  })
}

/** Sends the browser on to a page that tells what was done. */
export function done({ requestId, cookies }: AccountVisit, path: string, success: Success): Response {
  return seeOther(`${path}?done=${success}`, requestId, cookies)
}

/** What the page's form says of a refusal; null where the form has nothing to say of it. */
function wrongOf({ code, details }: Refusal): Wrong | null {
  if (code === 'wrong_password') return 'password'
  if (code === 'rate_limited') return 'tries'
  if (code !== 'validation_failed') return null
  const path = details?.[0]?.path
  return path === 'code' || path === 'name' ? path : 'password'
}

/** Does what a form asks for; where that is refused for a reason that the form can tell, shows the form again. */
export async function tryForm(
  work: () => Promise<Response>,
  again: (wrong: Wrong, refusal: Refusal) => Promise<Response> | Response,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const wrong = error instanceof Refusal ? wrongOf(error) : null
    if (wrong === null) throw error
    return await again(wrong, error as Refusal)
  }
}
