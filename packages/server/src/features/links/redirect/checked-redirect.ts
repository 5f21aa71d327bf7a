// The redirect of a link that decides: by stops, rules and demands, before the visitor goes on.

import { placementIn } from '@linnet/contract/placement-names'
import type { IncomingRequest } from '../../../http/incoming-request.ts'
import { notFound } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { RecordedVisit } from '../../clicks/index.ts'
import type { LinkTarget } from '../links/index.ts'
import type { VisitorFacts } from '../redirect-rules/index.ts'
import { redirectTo } from './answers.ts'
import { brokenAnswer, type CheckNeeds, createDemands, createPreview, stopAnswer } from './checks.ts'
import { brokenOf, choiceOf, type DemandName, demandsOn, stopOf } from './decisions.ts'
import { isPlainPath } from './forwarding.ts'
import { KeptChoices } from './kept-choices.ts'
import { formOf, isForm, isIntended, type LinkVisit, linkVisit } from './link-visit.ts'
import { locationFor } from './locations.ts'
import type { Visit } from './visit.ts'

/** Returns the function that answers a visit of a link, whatever it requires. Only what the database alone knows is waited for. */
export function createCheckedRedirect(
  needs: CheckNeeds & { clock: Clock },
): (visit: Visit, target: LinkTarget) => MaybePromise<Response> {
  const { clicks, clock } = needs
  const answerDemand = createDemands(needs)
  const showPreview = createPreview(needs)
  const choices = new KeptChoices(needs)

  function check(codeVisit: Visit, target: LinkTarget): MaybePromise<Response> {
    const visit = linkVisit(codeVisit, target, { clicks, now: clock.now() })
    if (codeVisit.below !== '') {
      visit.below = codeVisit.below.replace(/^\/+/, '')
      if (!target.policy.forwardsPath || !isPlainPath(visit.below))
        return notFound(visit.request, visit.requestId)
    }
    const stop = stopOf(visit)
    if (stop) return stopAnswer(needs, visit, stop)
    if (visit.preview) return previewOrGo(visit)
    return go(visit)
  }

  async function previewOrGo(visit: LinkVisit): Promise<Response> {
    return (await showPreview(visit)) ?? (await go(visit))
  }

  function go(visit: LinkVisit): MaybePromise<Response> {
    if (isForm(visit) && visit.target.policy.rules !== null) return goOn(visit)
    visit.choice = choiceOf(visit)
    return ask(visit)
  }

  /** After a form, its visitor goes where they were to go when they got it, because a form comes without the first referrer. */
  async function goOn(visit: LinkVisit): Promise<Response> {
    const kept = choices.read(visit, (await formOf(visit)).choice)
    visit.choice = kept === undefined ? choiceOf(visit) : kept
    visit.isAsShown = kept !== undefined
    return await ask(visit)
  }

  function ask(visit: LinkVisit): MaybePromise<Response> {
    const demanded = demandsOn(visit)
    return demanded.length > 0 ? askAndGo(visit, demanded) : redirect(visit)
  }

  async function askAndGo(visit: LinkVisit, demanded: readonly DemandName[]): Promise<Response> {
    for (const name of demanded) {
      const answer = await answerDemand[name](visit)
      if (answer) return answer
    }
    return redirect(visit)
  }

  function redirect(visit: LinkVisit): MaybePromise<Response> {
    const broken = brokenOf(visit)
    if (broken !== null) return brokenAnswer(needs, visit, broken)
    if (isIntended(visit)) clicks.record(clickOf(visit, visit.visitor.facts, visit.target, visit.choice))
    visit.incoming.isStamped = true
    return redirectTo(locationFor(visit), isForm(visit) ? 303 : 302, visit.requestId)
  }

  return check
}

/** A visit as a click: `choice` is what the rules have chosen, if they have. */
export function clickOf(
  { address, query }: Pick<IncomingRequest, 'address' | 'query'>,
  { userAgent, referer, scan }: Pick<VisitorFacts, 'userAgent' | 'referer' | 'scan'>,
  target: LinkTarget,
  choice: LinkVisit['choice'],
): RecordedVisit {
  return {
    linkId: target.id,
    userId: target.user_id,
    address,
    userAgent,
    referer,
    qr: scan,
    // 0: none.
    rule: choice === null ? 0 : choice.rule.number,
    destination: choice === null ? 0 : choice.destination.number,
    placement: query === '' ? '' : placementIn(query),
  }
}
