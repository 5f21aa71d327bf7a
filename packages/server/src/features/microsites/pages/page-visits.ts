// The response at a microsite's own address: the page, which is counted, or the same as JSON.

import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { prefersJson, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { answerWith } from '../../../platform/net/prepared-body.ts'
import type { Domains } from '../../links/domains/index.ts'
import { hasQr, type Visit } from '../../links/redirect/index.ts'
import type { Count } from './counting.ts'
import type { RenderedPage, RenderedPages } from './rendered-pages.ts'

export class PageVisits {
  constructor(
    private readonly rendered: RenderedPages,
    private readonly count: Count,
    private readonly codeAt: Domains['codeAt'],
  ) {}

  /** The answer, if the page is cached. */
  remembered(visit: Visit): Response | undefined {
    const { domainId, code, request } = visit
    const page = this.rendered.remembered(domainId, this.codeAt(domainId, code), request)
    return page && this.answer(visit, page)
  }

  /** The answer; undefined if visitors see no microsite. */
  find(visit: Visit): MaybePromise<Response | undefined> {
    const { domainId, code, request } = visit
    const page = this.rendered.find(domainId, this.codeAt(domainId, code), request)
    if (page instanceof Promise) return page.then((found) => found && this.answer(visit, found))
    return page && this.answer(visit, page)
  }

  /**
   * The answer at the root of a domain; undefined if visitors don't see this microsite at its slug: another one, perhaps of
   * somebody else, may have the slug by now.
   */
  root(
    { request, requestId, domainId, address, query }: IncomingRequest,
    { id, slug }: { id: string; slug: string },
  ): MaybePromise<Response | undefined> {
    const visit = { request, requestId, address, qr: hasQr(query) }
    const answer = (found: RenderedPage | undefined) =>
      found?.page.id === id ? this.answer(visit, found) : undefined
    const page = this.rendered.find(domainId, slug, request)
    return page instanceof Promise ? page.then(answer) : answer(page)
  }

  private answer(
    visit: Pick<Visit, 'request' | 'requestId' | 'address' | 'qr'>,
    { page, body }: RenderedPage,
  ): Response {
    const { request, requestId } = visit
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wrongMethod(request, requestId, 'GET, HEAD')
    const { number, userId, slug, url, title, description, kind } = page
    if (!prefersJson(request.headers.get('accept'))) {
      this.count(visit, { kind: 'microsite', number, userId })
      return answerWith(body, request)
    }
    // Not counted, because nobody has seen the page.
    return Response.json(
      { data: { slug, url, title, description, kind } },
      {
        headers: {
          'Cache-Control': 'private, no-store',
          Vary: 'Accept, Accept-Encoding, Accept-Language',
          'X-Content-Type-Options': 'nosniff',
        },
      },
    )
  }
}
