// What visitors of a short URL get. The feature's public API.
import { shortCodePattern } from '@linnet/contract'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { notFound, show, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { decodedSegment } from '../../../platform/net/path-segment.ts'
import { hasNoConditions } from '../links/index.ts'
import { type CodeVisitNeeds, createRedirect } from './redirect.ts'
import { hasQr } from './visit.ts'

export { type Caution, cautionAnswer, reportAddress, tooManyTries } from './answers.ts'
export type { CodePages } from './redirect.ts'
export { hasQr, isPrefetch, readForm, type Visit } from './visit.ts'

export interface RedirectNeeds extends CodeVisitNeeds {
  /** Where the API reference is. */
  docsUrl: string
  /** Where people sign in and see their account. */
  dashboardUrl: string
}

export interface Redirect {
  /** Answers any path of one segment. */
  visit(incoming: IncomingRequest): MaybePromise<Response>
  home(request: Request, requestId: string): Response
}

export function createRedirectFeature(needs: RedirectNeeds): Redirect {
  const { links } = needs
  const redirect = createRedirect(needs)

  return {
    visit(incoming) {
      const { request, requestId, domainId, address } = incoming
      const { method } = request
      const segment = decodedSegment(incoming.path)
      const preview = segment.endsWith('+')
      const code = preview ? segment.slice(0, -1) : segment
      if (!shortCodePattern.test(code)) return notFound(request, requestId)
      const target = links.remembered(domainId, code)
      if (target && hasNoConditions(target) && method === 'GET' && !preview)
        return redirect.open(incoming, target)
      const qr = hasQr(incoming.query)
      return redirect.visit({ request, method, domainId, code, preview, qr, address, requestId }, target)
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
