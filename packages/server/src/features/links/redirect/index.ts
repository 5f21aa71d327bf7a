// What a short address answers to a visitor. The face of the feature.
import { notFound, show, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { decodedSegment } from '../../../platform/net/path-segment.ts'
import type { PasswordTries } from '../../../platform/security/password-tries.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Clicks } from '../../clicks/index.ts'
import type { Links } from '../links/index.ts'
import { createRedirect } from './redirect.ts'
import { hasQr, type Visit } from './visit.ts'

export { type Caution, cautionAnswer, reportAddress, tooManyTries } from './answers.ts'
export { hasQr, isPrefetch, readForm, type Visit } from './visit.ts'

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
  visit(asked: AddressedRequest): MaybePromise<Response>
  home(request: Request, requestId: string): Response
}

const codePattern = /^[A-Za-z0-9_-]{1,48}$/

export function createRedirectFeature(needs: RedirectNeeds): Redirect {
  const redirect = createRedirect(needs)

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
      return redirect(visit)
    },
    home(request, requestId) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request, requestId)
      return show(request, requestId, {
        page: { kind: 'home', docsUrl: needs.docsUrl, dashboardUrl: needs.dashboardUrl },
        status: 200,
        json: { data: { name: 'Linnet', docs_url: needs.docsUrl } },
      })
    },
  }
}
