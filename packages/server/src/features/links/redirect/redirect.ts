// The redirect: resolve, check, record, answer. Nothing here waits, except for what only the database knows.
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { notFound } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { hasNoConditions, type LinkTarget } from '../links/index.ts'
import { redirectTo, stampedRedirect } from './answers.ts'
import { type CheckNeeds, createSlowChecks, quickChecks } from './checks.ts'
import { isForm, isIntended, type LinkVisit } from './link-visit.ts'
import { hasQr, isPrefetch, type Visit } from './visit.ts'

/** The pages at codes of the default domain that are not codes of links. */
export interface CodePages {
  /** The answer, if all of it is cached. */
  remembered(visit: Visit): Response | undefined
  /** The answer; undefined if there is nothing at the code. */
  find(visit: Visit): MaybePromise<Response | undefined>
}

export interface CodeVisitNeeds extends CheckNeeds {
  pages: CodePages
  clock: Clock
}

/**
 * Returns the function that answers a GET for a code at once if its link is cached and redirects every visitor; otherwise,
 * that function returns null. Nearly all visits end here, so it builds nothing that they don't need.
 */
export function createOpenRedirect({ links, clicks }: Pick<CodeVisitNeeds, 'links' | 'clicks'>) {
  return (incoming: IncomingRequest, code: string): Response | null => {
    const { domainId, request, requestId, address, query } = incoming
    const target = links.remembered(domainId, code)
    if (!target || !hasNoConditions(target)) return null
    const { headers } = request
    if (!isPrefetch(headers))
      clicks.record({
        linkId: target.id,
        userId: target.user_id,
        address,
        userAgent: headers.get('user-agent') ?? '',
        referer: headers.get('referer'),
        qr: hasQr(query),
      })
    incoming.isStamped = true
    return stampedRedirect(target.location, requestId)
  }
}

/** Returns the function that answers every other visit. */
export function createRedirect(needs: CodeVisitNeeds): (visit: Visit) => MaybePromise<Response> {
  const { links, pages, clicks, clock } = needs
  const slowChecks = createSlowChecks(needs)

  function resolve(visit: Visit): MaybePromise<Response> {
    const { domainId, code } = visit
    const cached = links.remembered(domainId, code)
    if (cached) return check(visit, cached)
    const page = domainId === 0 ? pages.remembered(visit) : undefined
    if (page) return page
    const target = links.resolve(domainId, code)
    return target instanceof Promise ? target.then((found) => answer(visit, found)) : answer(visit, target)
  }

  function answer(visit: Visit, target: LinkTarget | undefined): MaybePromise<Response> {
    if (target) return check(visit, target)
    const page = visit.domainId === 0 ? pages.find(visit) : undefined
    return page instanceof Promise
      ? page.then((found) => found ?? notFound(visit.request, visit.requestId))
      : (page ?? notFound(visit.request, visit.requestId))
  }

  function check(codeVisit: Visit, target: LinkTarget): MaybePromise<Response> {
    const visit: LinkVisit = { ...codeVisit, target, now: clock.now(), form: null }
    for (const check of quickChecks) {
      const answer = check(visit)
      if (answer) return answer
    }
    return visit.preview || target.policy.hasConditions ? checkSlowly(visit) : record(visit)
  }

  async function checkSlowly(visit: LinkVisit): Promise<Response> {
    for (const check of slowChecks) {
      const answer = await check(visit)
      if (answer) return answer
    }
    return record(visit)
  }

  function record(visit: LinkVisit): Response {
    const { target, request, address, qr } = visit
    if (isIntended(visit)) {
      const userAgent = request.headers.get('user-agent') ?? ''
      const referer = request.headers.get('referer')
      clicks.record({ linkId: target.id, userId: target.user_id, address, userAgent, referer, qr })
    }
    return redirectTo(target.location, isForm(visit) ? 303 : 302)
  }

  return resolve
}
