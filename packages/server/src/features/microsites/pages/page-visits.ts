// The response at a microsite's own address: the page, which is counted, or the same as JSON.

import { prefersJson, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { answerWith } from '../../../platform/net/prepared-body.ts'
import type { Visit } from '../../links/redirect/index.ts'
import type { Count } from './counting.ts'
import type { RenderedPage, RenderedPages } from './rendered-pages.ts'

export class PageVisits {
  constructor(
    private readonly rendered: RenderedPages,
    private readonly count: Count,
    private readonly origin: string,
  ) {}

  /** The answer, if the page is cached. */
  remembered(visit: Visit): Response | undefined {
    const page = this.rendered.remembered(visit.code, visit.request)
    return page && this.answer(visit, page)
  }

  /** The answer; undefined if visitors see no microsite. */
  find(visit: Visit): MaybePromise<Response | undefined> {
    const page = this.rendered.find(visit.code, visit.request)
    if (page instanceof Promise) return page.then((found) => found && this.answer(visit, found))
    return page && this.answer(visit, page)
  }

  private answer(visit: Visit, { page, body }: RenderedPage): Response {
    const { request, requestId } = visit
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return wrongMethod(request, requestId, 'GET, HEAD')
    const { number, userId, slug, title, description, kind } = page
    if (!prefersJson(request.headers.get('accept'))) {
      this.count(visit, { kind: 'microsite', number, userId })
      return answerWith(body, request)
    }
    // Not counted, because nobody has seen the page.
    return Response.json(
      { data: { slug, url: `${this.origin}/${slug}`, title, description, kind } },
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
