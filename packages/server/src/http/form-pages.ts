// Pages with forms: finds the route and the caller, refuses other sites' forms, and shows refusals as pages.
import { errorCodes, Refusal } from '@linnet/contract'
import { languageOf } from '@linnet/languages'
import { formPagePolicy, renderRefusalPage } from '@linnet/pages'
import { keepOpener } from '../platform/net/document-headers.ts'
import { readForm } from '../platform/net/form.ts'
import { pageResponse, seeOther } from '../platform/net/page-response.ts'
import type { Log } from '../platform/observability/log.ts'
import { type Failure, failureOf } from '../platform/operations/execute.ts'
import type { Caller } from '../platform/operations/handler.ts'
import { bookRequest, type LimitNeeds, requireAdmitted } from '../platform/operations/limits.ts'
import type { PageRoute, PageVisit } from '../platform/operations/page.ts'
import {
  type CookieRules,
  deviceCookie,
  deviceOf,
  requireOwnOrigin,
  sessionCookie,
  sessionOf,
} from '../platform/security/session-cookie.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Route } from './route.ts'

export interface PageNeeds extends LimitNeeds {
  cookies: CookieRules
  callerBySession(token: string, workspace: string | null): Promise<Caller | null>
  now(): number
  log: Log
  isAway(error: unknown): boolean
  /** The address of the page that a refusal links to. */
  accountUrl: string
}

const requestsPerMinute = 600

/** The routes of the account pages, the consent screen and the authorization server. */
export function formPageRoutes(needs: PageNeeds, pages: PageRoute[]): Route[] {
  const answer = createPageAnswer(needs, pages)
  return [
    { segment: 'account', part: 'public', answer },
    { segment: 'consent', part: 'consent', answer },
    { segment: 'oauth', part: 'auth', answer },
    { segment: '.well-known', name: 'discovery', part: 'auth', answer },
  ]
}

/** Answers the pages' paths; anything else is `not_found`. */
function createPageAnswer(
  needs: PageNeeds,
  pages: PageRoute[],
): (incoming: IncomingRequest) => Promise<Response> {
  const byPath = Map.groupBy(pages, ({ path }) => path)

  async function answer(incoming: IncomingRequest): Promise<Response> {
    const { request } = incoming
    const known = byPath.get(pathOf(incoming))
    if (!known) throw new Refusal('not_found')
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = known.find((one) => one.method === method)
    if (!route) {
      const page = method === 'GET' ? pageAbove(pathOf(incoming)) : null
      if (page === null) throw new Refusal('method_not_allowed')
      return seeOther(page)
    }
    requireOwnOrigin(request, needs.cookies)
    return await route.answer(await visitOf(incoming))
  }

  /** The page with the form, for visitors who open the form's own address: one level up, or none. */
  function pageAbove(path: string): string | null {
    const above = path.slice(0, path.lastIndexOf('/'))
    return byPath.get(above)?.some(({ method }) => method === 'GET') ? above : null
  }

  async function visitOf({ request, address, requestId }: IncomingRequest): Promise<PageVisit> {
    const { headers } = request
    const token = sessionOf(headers, needs.cookies)
    const caller = token === null ? null : await needs.callerBySession(token, null)
    requireAdmitted(await bookRequest(needs, caller && { ...caller, requestsPerMinute }, address))
    const language = languageOf(headers.get('accept-language'))
    return {
      request,
      url: new URL(request.url),
      language,
      client: { address, userAgent: headers.get('user-agent') ?? '', language, personId: caller?.personId },
      requestId,
      caller,
      device: deviceOf(headers, needs.cookies),
      now: needs.now(),
      form: () => readForm(request),
      sessionCookie: (token) => sessionCookie(token, needs.cookies),
      deviceCookie: (token) => deviceCookie(token, needs.cookies),
    }
  }

  return async (incoming) => {
    const known = byPath.get(pathOf(incoming)) ?? []
    const answered = await answer(incoming).catch((error: unknown) => {
      const failure = failureOf(needs, error, incoming.requestId)
      const methods = known.map(({ method }) => method)
      return refusalPage(incoming, failure, methods, needs.accountUrl)
    })
    if (known.some(({ mayBePopup }) => mayBePopup))
      for (const [name, value] of Object.entries(keepOpener)) answered.headers.set(name, value)
    return answered
  }
}

/** Users paste addresses with a trailing slash. */
function pathOf({ path }: IncomingRequest): string {
  return `/${path}`.replace(/(?<=.)\/$/, '')
}

function refusalPage(
  { request, requestId }: IncomingRequest,
  failure: Failure,
  methods: string[],
  accountUrl: string,
): Response {
  const language = languageOf(request.headers.get('accept-language'))
  const { code, message } = failure.body.error
  const isSpecific = message !== errorCodes[code].message
  const headers: Record<string, string> = {}
  if (failure.retryAfter !== undefined) headers['Retry-After'] = String(failure.retryAfter)
  if (code === 'method_not_allowed')
    headers.Allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return pageResponse(
    renderRefusalPage({ code, message: isSpecific ? message : null, requestId, accountUrl }, language),
    {
      status: failure.status,
      language,
      contentSecurityPolicy: formPagePolicy({}),
      headers,
    },
  )
}
