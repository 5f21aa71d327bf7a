// The answers to a visit that isn't redirected at once: what ends it, and what it asks of the visitor.

import { renderCard } from '@linnet/pages'
import { blockedPage, notFound, show, wrongMethod } from '../../../http/visitor-answers.ts'
import type { PasswordTries } from '../../../platform/security/password-tries.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Clicks, isCrawler } from '../../clicks/index.ts'
import type { Card, Links, LinkTarget } from '../links/index.ts'
import {
  type Caution,
  cautionAnswer,
  type Ended,
  gone,
  redirectTo,
  reportAddress,
  tooManyTries,
} from './answers.ts'
import { cautionOf, type DemandName, type Stop } from './decisions.ts'
import { destinationOf, formOf, isForm, isIntended, type LinkVisit } from './link-visit.ts'
import type { VisitorForm } from './visit.ts'

/** An answer, or null if the visitor has done what was asked. */
type Demand = (visit: LinkVisit) => Promise<Response | null>

export interface CheckNeeds {
  links: Links
  clicks: Clicks
  passwordTries: PasswordTries
  /** The page on which links are reported. */
  reportUrl: string
  /** Origin of the default short domain, where uploaded images are. */
  shortOrigin: string
}

export function stopAnswer({ links, shortOrigin }: CheckNeeds, visit: LinkVisit, stop: Stop): Response {
  const { request, requestId, target } = visit
  switch (stop.kind) {
    case 'blocked':
      return blockedPage(request, requestId)
    case 'archived':
      return notFound(request, requestId)
    case 'ended':
      return endedAnswer(visit, stop.as, stop.location)
    case 'method':
      return wrongMethod(request, requestId, stop.allowed)
    case 'card':
      return cardAnswer(links, visit, target.policy.card as Card, shortOrigin)
  }
}

/** What visitors get of a link that has not started or has ended: its address for that, or a page. */
function endedAnswer(
  { request, requestId, target, method }: LinkVisit,
  as: Exclude<Ended, 'used-up'>,
  location: string | null,
): Response {
  if (location !== null) return redirectTo(location, method === 'POST' ? 303 : 302, requestId)
  return gone(request, requestId, as === 'consumed' && isUsedUp(target) ? 'used-up' : as)
}

function isUsedUp({ policy }: LinkTarget): boolean {
  return policy.disposable === 0 && policy.max_clicks !== null
}

function cardAnswer(
  links: Links,
  visit: LinkVisit,
  { title, description, image }: Card,
  shortOrigin: string,
): Response {
  const html = renderCard({
    title,
    description,
    image: image === null ? null : new URL(image, shortOrigin).href,
    address: addressOf(links, visit),
  })
  return new Response(html, {
    headers: {
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
  return {
    password: passwordDemand(needs),
    adult: adultDemand,
    caution: cautionDemand(needs),
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
    return isLimited(visit.target) ? oneClickPage(visit) : await previewPage(visit)
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

function passwordDemand({ clicks, passwordTries }: CheckNeeds): Demand {
  return async (visit) => {
    const { target, request, requestId, address } = visit
    if (target.policy.password_hash === null) return null
    if (!isForm(visit)) return passwordPage(visit, false)
    const { password } = await formOf(visit)
    const { right, retryAfter } = await passwordTries.judge({
      lock: `${target.id}`,
      visitor: clicks.pseudonym(address),
      site: clicks.neighbourhood(address),
      password,
      hash: target.policy.password_hash,
    })
    if (retryAfter !== null) return tooManyTries(request, requestId, retryAfter)
    return right ? null : passwordPage(visit, true)
  }
}

const adultDemand: Demand = async (visit) => {
  if (isForm(visit) && (await formOf(visit)).consent) return null
  return adultPage(visit)
}

function cautionDemand({ links, reportUrl }: CheckNeeds): Demand {
  return async (visit) => {
    const because = cautionOf(visit)
    if (because === null) return null
    const form = isForm(visit) ? await formOf(visit) : null
    return form?.onward ? null : cautionPage(visit, because, form)
  }

  function cautionPage(visit: LinkVisit, because: Caution, form: VisitorForm | null): Response {
    const { request, requestId } = visit
    return cautionAnswer(request, requestId, {
      because,
      address: destinationOf(visit).location,
      reportUrl: reportAddress(reportUrl, addressOf(links, visit)),
      // What an earlier page asked for is sent again with this page's form.
      sent: {
        ...(form?.password ? { password: form.password } : {}),
        ...(form?.consent ? { consent: 'yes' } : {}),
      },
    })
  }
}

function claimDemand({ links }: CheckNeeds): Demand {
  return async (visit) => {
    const { target, request, requestId } = visit
    if (isCrawler(request.headers.get('user-agent') ?? '')) return oneClickPage(visit)
    if (!isIntended(visit)) return null
    const claim = await links.claim(target)
    if (claim === 'free') return null
    return claim === 'archived'
      ? notFound(request, requestId)
      : endedAnswer(visit, claim, target.policy.ended_url)
  }
}

/** Whether only so many visitors are redirected. */
function isLimited({ policy }: LinkTarget): boolean {
  return policy.disposable === 1 || policy.max_clicks !== null
}

function passwordPage({ request, requestId, target }: LinkVisit, wrong: boolean): Response {
  const adult = target.policy.adult === 1
  return show(request, requestId, {
    page: { kind: 'password', wrong, adult },
    status: wrong ? 401 : 200,
    json: wrong
      ? { code: 'wrong_password' }
      : { data: { requires: adult ? ['password', 'consent'] : ['password'] } },
  })
}

function adultPage({ request, requestId }: LinkVisit): Response {
  return show(request, requestId, {
    page: { kind: 'adult' },
    status: 200,
    json: { data: { requires: ['consent'] } },
  })
}

function oneClickPage({ request, requestId }: LinkVisit): Response {
  return show(request, requestId, {
    page: { kind: 'one-click' },
    status: 200,
    json: { data: { requires: ['visit'] } },
  })
}
