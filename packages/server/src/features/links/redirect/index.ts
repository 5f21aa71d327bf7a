// What visitors of a short URL get. The feature's public API.
import { shortCodePattern } from '@linnet/contract'
import { notFound, show, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { decodedSegment } from '../../../platform/net/path-segment.ts'
import { type CodeVisitNeeds, createRedirect } from './redirect.ts'
import { hasQr, type Visit } from './visit.ts'

export { type Caution, cautionAnswer, reportAddress, tooManyTries } from './answers.ts'
export type { CodePages } from './redirect.ts'
export { hasQr, isPrefetch, readForm, type Visit } from './visit.ts'

export interface RedirectNeeds extends CodeVisitNeeds {
  /** Where the API reference is. */
  docsUrl: string
  /** Where people sign in and see their account. */
  dashboardUrl: string
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
  /** Answers any path of one segment. */
  visit(request: AddressedRequest): MaybePromise<Response>
  home(request: Request, requestId: string): Response
}

export function createRedirectFeature(needs: RedirectNeeds): Redirect {
  const redirect = createRedirect(needs)

  return {
    visit({ request, domainId, path, query, address, requestId }) {
      const segment = decodedSegment(path)
      const preview = segment.endsWith('+')
      const code = preview ? segment.slice(0, -1) : segment
      if (!shortCodePattern.test(code)) return notFound(request, requestId)
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
