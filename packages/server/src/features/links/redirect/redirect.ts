// The redirect: resolve, check, record, answer. Nothing here waits, except for what only the database knows.
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { ChosenDestination, LinkTarget } from '../links/index.ts'
import { type Choice, Visitor, type VisitorFacts } from '../redirect-rules/index.ts'
import { redirectTo } from './answers.ts'
import { clickOf, createCheckedRedirect } from './checked-redirect.ts'
import { type CheckNeeds, missed } from './checks.ts'
import { choiceOf } from './decisions.ts'
import { RequestFacts } from './link-visit.ts'
import { hasQr, isPrefetch, type Visit } from './visit.ts'

/** The pages at codes that are not codes of links. */
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

/** The two ways of a visit that asks for a link's code. */
export interface LinkRedirect {
  /**
   * Answers a GET for a cached link that redirects every visitor at once. Nearly all visits end here, so it builds nothing that
   * such a visit doesn't need.
   */
  open(incoming: IncomingRequest, target: LinkTarget): Response
  /** Answers every other visit; `cached` is the link, if it is cached. */
  visit(visit: Visit, cached: LinkTarget | undefined): MaybePromise<Response>
}

export function createRedirect(needs: CodeVisitNeeds): LinkRedirect {
  const { links, pages, clicks, clock } = needs
  const check = createCheckedRedirect(needs)

  function open(incoming: IncomingRequest, target: LinkTarget): Response {
    const { request, requestId, address, query } = incoming
    const { headers } = request
    let visitor: Pick<VisitorFacts, 'userAgent' | 'referer' | 'scan'>
    let choice: Choice<ChosenDestination> | null = null
    if (target.policy.rules === null) {
      visitor = {
        userAgent: headers.get('user-agent') ?? '',
        referer: headers.get('referer'),
        scan: hasQr(query),
      }
    } else {
      const facts = new RequestFacts({ request, address, query, qr: hasQr(query) }, clicks, clock.now())
      choice = choiceOf({ target, visitor: new Visitor(facts) })
      visitor = facts
    }
    if (!isPrefetch(headers)) clicks.record(clickOf(incoming, visitor, target, choice))
    incoming.isStamped = true
    const location = choice === null ? target.location : choice.destination.extra.location
    return redirectTo(location, 302, requestId)
  }

  function resolve(visit: Visit, cached: LinkTarget | undefined): MaybePromise<Response> {
    if (cached) return check(visit, cached)
    const { domainId, code } = visit
    const page = mayBePage(visit) ? pages.remembered(visit) : undefined
    if (page) return page
    const target = links.resolve(domainId, code)
    return target instanceof Promise ? target.then((found) => answer(visit, found)) : answer(visit, target)
  }

  function answer(visit: Visit, target: LinkTarget | undefined): MaybePromise<Response> {
    if (target) return check(visit, target)
    const page = mayBePage(visit) ? pages.find(visit) : undefined
    return page instanceof Promise
      ? page.then((found) => found ?? missed(needs, visit))
      : (page ?? missed(needs, visit))
  }

  return { open, visit: resolve }
}

/** Whether a page may be at the address: below their codes, pages answer themselves. */
function mayBePage({ below }: Visit): boolean {
  return below === ''
}
