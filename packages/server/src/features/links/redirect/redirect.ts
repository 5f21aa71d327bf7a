// The redirect: resolve, decide, record, answer. Nothing here waits, but for what must be asked of the database.
import { notFound } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { LinkTarget } from '../links/index.ts'
import { redirectTo } from './answers.ts'
import { createChecks } from './checks.ts'
import type { RedirectNeeds } from './index.ts'
import { isForm, isVisit, type Passage } from './passage.ts'
import type { Visit } from './visit.ts'

export function createRedirect(needs: RedirectNeeds): (visit: Visit) => MaybePromise<Response> {
  const { links, pages, clicks, clock } = needs
  const checks = createChecks(needs)

  function resolve(visit: Visit): MaybePromise<Response> {
    const { domainId, code } = visit
    const known = links.remembered(domainId, code)
    if (known) return decide(visit, known)
    const page = domainId === 0 ? pages.remembered(visit) : undefined
    if (page) return page
    const target = links.resolve(domainId, code)
    return target instanceof Promise ? target.then((found) => lead(visit, found)) : lead(visit, target)
  }

  function lead(visit: Visit, target: LinkTarget | undefined): MaybePromise<Response> {
    if (target) return decide(visit, target)
    const page = visit.domainId === 0 ? pages.find(visit) : undefined
    return page instanceof Promise
      ? page.then((found) => found ?? notFound(visit.request, visit.requestId))
      : (page ?? notFound(visit.request, visit.requestId))
  }

  function decide(visit: Visit, target: LinkTarget): MaybePromise<Response> {
    const passage: Passage = { ...visit, target, now: clock.now(), form: null }
    for (const check of checks.quick) {
      const answer = check(passage)
      if (answer) return answer
    }
    return visit.preview || target.terms.asks ? decideSlowly(passage) : record(passage)
  }

  async function decideSlowly(passage: Passage): Promise<Response> {
    for (const check of checks.slow) {
      const answer = await check(passage)
      if (answer) return answer
    }
    return record(passage)
  }

  function record(passage: Passage): Response {
    const { target, request, address, qr } = passage
    if (isVisit(passage)) {
      const userAgent = request.headers.get('user-agent') ?? ''
      const referer = request.headers.get('referer')
      clicks.record({ linkId: target.id, userId: target.user_id, address, userAgent, referer, qr })
    }
    return redirectTo(target.location, isForm(passage) ? 303 : 302, passage.requestId)
  }

  return resolve
}
