// What visitors of a short URL get. The feature's public API.
import { type Api, shortCodePattern } from '@linnet/contract'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { notFound, show, wrongMethod } from '../../../http/visitor-answers.ts'
import type { Module } from '../../../module.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { decodedSegment } from '../../../platform/net/path-segment.ts'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { redirectsAtOnce } from '../links/index.ts'
import { createExplain } from './explain.ts'
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

export interface Redirect extends Module {
  operations: { redirect: Handlers<Api['redirect']> }
  /** Answers any path of one segment. */
  visit(incoming: IncomingRequest): MaybePromise<Response>
  /** Answers a path of several segments, below a code that is no microsite's. */
  below(incoming: IncomingRequest): MaybePromise<Response>
  home(request: Request, requestId: string): Response
}

export function createRedirectFeature(needs: RedirectNeeds): Redirect {
  const { links } = needs
  const redirect = createRedirect(needs)

  return {
    operations: { redirect: { explain: createExplain(links) } },
    visit(incoming) {
      const { request, requestId, domainId } = incoming
      const { method } = request
      const segment = decodedSegment(incoming.path)
      const preview = segment.endsWith('+')
      const code = preview ? segment.slice(0, -1) : segment
      if (!shortCodePattern.test(code)) return notFound(request, requestId)
      const target = links.remembered(domainId, code)
      if (target && redirectsAtOnce(target) && method === 'GET' && !preview)
        return redirect.open(incoming, target)
      return redirect.visit(visitOf(incoming, code, { preview, below: '' }), target)
    },
    below(incoming) {
      const { path, request, requestId, domainId } = incoming
      const slash = path.indexOf('/')
      const code = decodedSegment(path.slice(0, slash))
      if (!shortCodePattern.test(code)) return notFound(request, requestId)
      const visit = visitOf(incoming, code, { preview: false, below: path.slice(slash + 1) })
      return redirect.visit(visit, links.remembered(domainId, code))
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

function visitOf(
  incoming: IncomingRequest,
  code: string,
  { preview, below }: { preview: boolean; below: string },
): Visit {
  const { request, domainId, address, requestId, query } = incoming
  const qr = hasQr(query)
  return {
    incoming,
    request,
    method: request.method,
    domainId,
    code,
    preview,
    below,
    query,
    qr,
    address,
    requestId,
  }
}
