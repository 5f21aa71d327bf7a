// What a short address answers to a visitor. The face of the feature.
import { Refusal } from '@linnet/contract'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { decodedSegment } from '../../../platform/net/path-segment.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { PasswordTries } from '../../../platform/security/password-tries.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Links } from '../links/index.ts'
import { blockedPage, failed, misdirected, notFound, show, unavailable, wrongMethod } from './answers.ts'
import { createRedirect } from './redirect.ts'
import { hasQr, type Visit } from './visit.ts'

export {
  blockedPage,
  type Caution,
  cautionAnswer,
  notFound,
  reportAddress,
  show,
  tooManyTries,
  wrongMethod,
} from './answers.ts'
export { hasQr, isPrefetch, prefersJson, readForm, type Visit } from './visit.ts'

/** What the codes of the default domain lead to that are no links' codes. */
export interface CodePages {
  /** The answer, where all of it is remembered. */
  remembered(visit: Visit): Response | undefined
  /** The answer; undefined where there is nothing at the code. */
  find(visit: Visit): MaybePromise<Response | undefined>
}

export interface RedirectNeeds {
  links: Links
  pages: CodePages
  clicks: Clicks
  passwordTries: PasswordTries
  clock: Clock
  log: Log
  /** Whether an error means that the database is away for the moment. */
  isAway(error: unknown): boolean
  /** Where the API reference is. */
  docsUrl: string
  /** Where people sign in, and see their account. */
  dashboardUrl: string
  /** The page on which links are reported. */
  reportUrl: string
}

export interface AddressedRequest {
  request: Request
  domainId: number
  /** Path without the leading slash, and query without the question mark. */
  path: string
  query: string
  address: string
  requestId: string
}

export interface Redirect {
  /** Answers a path of one segment, whatever it is. */
  visit(asked: AddressedRequest): Response | Promise<Response>
  home(request: Request, requestId: string): Response
  notFound(request: Request, requestId: string): Response
  /** The answer at a host at which nothing is served. */
  misdirected(request: Request, requestId: string): Response
  /** The refusal of a method at an address that is only read. */
  wrongMethod(request: Request, requestId: string): Response
  /** The page for what went wrong: 503 while the database is away, else 500 with a line in the log. */
  failure(request: Request, requestId: string, error: unknown): Response
}

const codePattern = /^[A-Za-z0-9_-]{1,48}$/

export function createRedirectFeature(needs: RedirectNeeds): Redirect {
  const redirect = createRedirect(needs)

  function failure(request: Request, requestId: string, error: unknown): Response {
    if (needs.isAway(error) || (error instanceof Refusal && error.code === 'unavailable'))
      return unavailable(request, requestId)
    if (error instanceof Refusal && error.code === 'gone') return blockedPage(request, requestId)
    needs.log.error('a visit failed', error, { request_id: requestId })
    return failed(request, requestId)
  }

  return {
    visit({ request, domainId, path, query, address, requestId }) {
      const asked = decodedSegment(path)
      const preview = asked.endsWith('+')
      const code = preview ? asked.slice(0, -1) : asked
      if (!codePattern.test(code)) return notFound(request, requestId)
      const visit: Visit = {
        request,
        method: request.method,
        domainId,
        code,
        preview,
        qr: hasQr(query),
        address,
        requestId,
      }
      try {
        const answer = redirect(visit)
        if (!(answer instanceof Promise)) return answer
        return answer.catch((error: unknown) => failure(request, requestId, error))
      } catch (error) {
        return failure(request, requestId, error)
      }
    },
    wrongMethod: (request, requestId) => wrongMethod(request, requestId, 'GET, HEAD'),
    home(request, requestId) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return wrongMethod(request, requestId, 'GET, HEAD')
      return show(request, requestId, {
        page: { kind: 'home', docsUrl: needs.docsUrl, dashboardUrl: needs.dashboardUrl },
        status: 200,
        json: { data: { name: 'Linnet', docs_url: needs.docsUrl } },
      })
    },
    notFound,
    misdirected,
    failure,
  }
}
