// The answers to a visit that isn't redirected at once: what ends it, and what it asks of the visitor.

import { renderCard } from '@linnet/pages'
import { blockedPage, show, wrongMethod } from '../../../http/visitor-answers.ts'
import type { MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import { documentHeaders } from '../../../platform/net/document-headers.ts'
import type { PasswordTries } from '../../../platform/security/password-tries.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Clicks, isCrawler } from '../../clicks/index.ts'
import type { BrokenPolicy, Card, Links, LinkTarget } from '../links/index.ts'
import type { MistypedCodes } from '../mistyped-codes/index.ts'
import {
  type Caution,
  cautionAnswer,
  type Ended,
  gone,
  redirectTo,
  reportAddress,
  tooManyTries,
} from './answers.ts'
import {
  cautionOf,
  type DemandName,
  type EndedDestination,
  endedDestination,
  isLimited,
  type Stop,
  withCaution,
} from './decisions.ts'
import { KeptChoices } from './kept-choices.ts'
import { formOf, isForm, isIntended, type LinkVisit } from './link-visit.ts'
import { locationFor } from './locations.ts'
import type { Visit } from './visit.ts'

/** An answer, or null if the visitor has done what was asked. */
type Demand = (visit: LinkVisit) => Promise<Response | null>

export interface CheckNeeds {
  links: Links
  clicks: Clicks
  misses: Pick<MistypedCodes, 'answer'>
  passwordTries: PasswordTries
  /** The page on which links are reported. */
  reportUrl: string
  /** Origin of the default short domain, where uploaded images are. */
  shortOrigin: string
  secrets: Pick<Secrets, 'proof' | 'isProof'>
}

/** Answers a visit to a code that doesn't exist, as far as visitors may know. */
export function missed({ misses }: Pick<CheckNeeds, 'misses'>, visit: Visit): MaybePromise<Response> {
  return misses.answer(visit.incoming, { code: visit.code, isWhole: visit.below === '' && !visit.preview })
}

export function stopAnswer(needs: CheckNeeds, visit: LinkVisit, stop: Stop): MaybePromise<Response> {
  const { request, requestId, target } = visit
  switch (stop.kind) {
    case 'blocked':
      return blockedPage(request, requestId)
    case 'archived':
      return missed(needs, visit)
    case 'ended':
      return endedAnswer(needs, visit, stop.as, stop.to)
    case 'method':
      return wrongMethod(request, requestId, stop.allowed)
    case 'card':
      return cardAnswer(needs, visit, target.policy.card as Card)
  }
}

/** What visitors get of a link that is not active: its address for that, after a warning where it needs one, or a page. */
function endedAnswer(
  needs: CheckNeeds,
  visit: LinkVisit,
  as: Exclude<Ended, 'used-up'>,
  to: EndedDestination | null,
): MaybePromise<Response> {
  const { request, requestId, target } = visit
  if (to === null || visit.preview)
    return gone(request, requestId, as === 'consumed' && isUsedUp(target) ? 'used-up' : as)
  return leadAway(needs, visit, to)
}

/** Leads to another address than the link's destination, after a warning where it needs one. */
function leadAway(needs: CheckNeeds, visit: LinkVisit, to: EndedDestination): MaybePromise<Response> {
  const { requestId } = visit
  const { location, caution } = to
  const go = () => redirectTo(location, isForm(visit) ? 303 : 302, requestId)
  if (caution === null) return go()
  const choices = new KeptChoices(needs)
  const page = () =>
    cautionPage(needs, visit, {
      because: caution,
      address: location,
      sent: { choice: choices.writeEnded(visit, location) },
    })
  if (!isForm(visit)) return page()
  // The form may be that of another page, which the visitor got while the link was active.
  return formOf(visit).then(({ onward, choice }) =>
    onward && choices.hasShownEnded(visit, location, choice) ? go() : page(),
  )
}

/** What visitors get instead of a broken destination. */
export function brokenAnswer(
  needs: CheckNeeds,
  visit: LinkVisit,
  broken: BrokenPolicy,
): MaybePromise<Response> {
  if ('to' in broken) return leadAway(needs, visit, withCaution(broken.to, visit.target.policy, visit.now))
  const [archiveUrl, longUrl] = [broken.archive, locationFor(visit)]
  return show(visit.request, visit.requestId, {
    page: { kind: 'broken', longUrl, archiveUrl },
    status: 200,
    json: { data: { requires: ['choice'], long_url: longUrl, archive_url: archiveUrl } },
  })
}

function isUsedUp({ policy }: LinkTarget): boolean {
  return policy.disposable === 0 && policy.max_clicks !== null
}

function cardAnswer(
  { links, shortOrigin }: CheckNeeds,
  visit: LinkVisit,
  { title, description, image }: Card,
): Response {
  const html = renderCard({
    title,
    description,
    image: image === null ? null : new URL(image, shortOrigin).href,
    address: addressOf(links, visit),
  })
  return new Response(html, {
    headers: {
      ...documentHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'User-Agent',
    },
  })
}

/** The short URL of a visit, at the host that was asked. */
function addressOf(links: Links, { request, domainId, code }: LinkVisit): string {
  const domain_name = domainId === 0 ? null : new URL(request.url).host
  return links.addressOf({ code, domain_name }).short_url
}

/** How the visitor's part of each demand is done. */
export function createDemands(needs: CheckNeeds): Record<DemandName, Demand> {
  const choices = new KeptChoices(needs)
  return {
    password: passwordDemand(needs, choices),
    adult: adultDemand(choices),
    caution: cautionDemand(needs, choices),
    claim: claimDemand(needs),
  }
}

/** Answers `/{code}+`; null if the visit has to pass the demands instead. */
export function createPreview({
  links,
  reportUrl,
}: CheckNeeds): (visit: LinkVisit) => Promise<Response | null> {
  return async (visit) => {
    if (visit.target.policy.password_hash !== null || isForm(visit)) return null
    return isLimited(visit.target.policy) ? oneClickPage(visit) : await previewPage(visit)
  }

  async function previewPage({ target, request, requestId, now }: LinkVisit): Promise<Response> {
    const link = await links.describe(target)
    const { short_url } = links.addressOf(link)
    const { long_url, title, created_at } = link
    const hasRules = target.policy.rules === null ? {} : { has_rules: true }
    return show(request, requestId, {
      page: {
        kind: 'preview',
        shortUrl: short_url,
        longUrl: long_url,
        title,
        hasRules: target.policy.rules !== null,
        createdAt: created_at,
        now: unixSeconds(now),
        reportUrl: reportAddress(reportUrl, short_url),
      },
      status: 200,
      json: { data: { short: link.code, short_url, long_url, title, created_at, ...hasRules } },
    })
  }
}

function passwordDemand({ clicks, passwordTries }: CheckNeeds, choices: KeptChoices): Demand {
  return async (visit) => {
    const { target, request, requestId, address } = visit
    if (target.policy.password_hash === null) return null
    if (!isForm(visit)) return passwordPage(visit, false, choices)
    const { password } = await formOf(visit)
    const { right, retryAfter } = await passwordTries.judge({
      lock: `${target.id}`,
      visitor: clicks.pseudonym(address),
      site: clicks.neighbourhood(address),
      password,
      hash: target.policy.password_hash,
    })
    if (retryAfter !== null) return tooManyTries(request, requestId, retryAfter)
    return right ? null : passwordPage(visit, true, choices)
  }
}

function adultDemand(choices: KeptChoices): Demand {
  return async (visit) => {
    if (isForm(visit) && (await formOf(visit)).consent) return null
    return adultPage(visit, choices)
  }
}

function cautionDemand(needs: CheckNeeds, choices: KeptChoices): Demand {
  return async (visit) => {
    const because = cautionOf(visit)
    if (because === null) return null
    const form = isForm(visit) ? await formOf(visit) : null
    // Who continues has seen this destination, and none that the rules chose before.
    if (form?.onward && visit.isAsShown) return null
    const choice = choices.write(visit)
    return cautionPage(needs, visit, {
      because,
      address: locationFor(visit),
      // What an earlier page asked for is sent again with this page's form.
      sent: {
        ...(form?.password ? { password: form.password } : {}),
        ...(form?.consent ? { consent: 'yes' } : {}),
        ...(choice ? { choice } : {}),
      },
    })
  }
}

function cautionPage(
  { links, reportUrl }: CheckNeeds,
  visit: LinkVisit,
  shown: { because: Caution; address: string; sent: Record<string, string> },
): Response {
  const { request, requestId } = visit
  return cautionAnswer(request, requestId, {
    ...shown,
    reportUrl: reportAddress(reportUrl, addressOf(links, visit)),
  })
}

function claimDemand(needs: CheckNeeds): Demand {
  return async (visit) => {
    const { target, request } = visit
    if (isCrawler(request.headers.get('user-agent') ?? '')) return oneClickPage(visit)
    // Whoever only pretends to prefetch must not see the destination of a link with a number of clicks without using one up.
    if (!isIntended(visit)) return target.policy.max_clicks === null ? null : oneClickPage(visit)
    const claim = await needs.links.claim(target)
    if (claim === 'free') return null
    if (claim === 'archived') return await missed(needs, visit)
    return await endedAnswer(needs, visit, claim, endedDestination(target.policy, visit.now))
  }
}

function passwordPage(visit: LinkVisit, wrong: boolean, choices: KeptChoices): Response {
  const { request, requestId, target } = visit
  const adult = target.policy.adult === 1
  const choice = keptChoice(visit, choices)
  return show(request, requestId, {
    page: { kind: 'password', wrong, adult, ...(choice ? { sent: choice } : {}) },
    status: wrong ? 401 : 200,
    json: wrong
      ? { code: 'wrong_password' }
      : { data: { requires: adult ? ['password', 'consent'] : ['password'], ...choice } },
  })
}

function adultPage(visit: LinkVisit, choices: KeptChoices): Response {
  const { request, requestId } = visit
  const choice = keptChoice(visit, choices)
  return show(request, requestId, {
    page: { kind: 'adult', ...(choice ? { sent: choice } : {}) },
    status: 200,
    json: { data: { requires: ['consent'], ...choice } },
  })
}

/** The field of a form that keeps the choice; null if there is nothing to keep. */
function keptChoice(visit: LinkVisit, choices: KeptChoices): { choice: string } | null {
  const choice = choices.write(visit)
  return choice === null ? null : { choice }
}

function oneClickPage({ request, requestId }: LinkVisit): Response {
  return show(request, requestId, {
    page: { kind: 'one-click' },
    status: 200,
    json: { data: { requires: ['visit'] } },
  })
}
