// The checks between a visitor and a destination. Each has a name, and the first one with an answer decides.

import { blockedPage, notFound, show, wrongMethod } from '../../../http/visitor-answers.ts'
import type { PasswordTries } from '../../../platform/security/password-tries.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Clicks, isCrawler } from '../../clicks/index.ts'
import { type Links, statusOfLink } from '../links/index.ts'
import { type Caution, cautionAnswer, gone, reportAddress, tooManyTries } from './answers.ts'
import { formOf, isForm, isIntended, type LinkVisit } from './link-visit.ts'
import type { VisitorForm } from './visit.ts'

/** An answer, or null to pass on to the next check. */
type QuickCheck = (visit: LinkVisit) => Response | null
type SlowCheck = (visit: LinkVisit) => Promise<Response | null>

export interface CheckNeeds {
  links: Links
  clicks: Clicks
  passwordTries: PasswordTries
  /** The page on which links are reported. */
  reportUrl: string
}

// First, so that nothing its owner does can make a blocked link look like anything else.
const blocked: QuickCheck = ({ request, requestId, target }) =>
  target.policy.blocked_at === null ? null : blockedPage(request, requestId)

const archived: QuickCheck = ({ request, requestId, target }) =>
  target.policy.archived_at === null ? null : notFound(request, requestId)

const ended: QuickCheck = ({ request, requestId, target, now }) => {
  if (target.policy.expired_at === null && target.policy.consumed_at === null) return null
  const status = statusOfLink(target.policy, now)
  return status === 'expired' || status === 'consumed' ? gone(request, requestId, status) : null
}

const method: QuickCheck = ({ method, request, requestId, target }) => {
  if (method === 'GET' || method === 'HEAD') return null
  const { password_hash, adult, suspicion, quarantined_until } = target.policy
  const hasForm = password_hash !== null || adult === 1 || suspicion !== null || quarantined_until !== null
  if (!hasForm) return wrongMethod(request, requestId, 'GET, HEAD')
  return method === 'POST' ? null : wrongMethod(request, requestId, 'GET, HEAD, POST')
}

/** The checks that every visit passes, in their fixed order. */
export const quickChecks: readonly QuickCheck[] = [blocked, archived, ended, method]

/** The checks that ask visitors for something, in their fixed order. */
export function createSlowChecks(needs: CheckNeeds): readonly SlowCheck[] {
  return [previewCheck(needs), passwordCheck(needs), adultCheck, cautionCheck(needs), oneClickCheck(needs)]
}

function previewCheck({ links, reportUrl }: CheckNeeds): SlowCheck {
  return async (visit) => {
    if (!visit.preview || visit.target.policy.password_hash !== null || isForm(visit)) return null
    return visit.target.policy.disposable === 1 ? oneClickPage(visit) : await previewPage(visit)
  }

  async function previewPage({ target, request, requestId, now }: LinkVisit): Promise<Response> {
    const link = await links.describe(target)
    const { short_url } = links.addressOf(link)
    const { long_url, title, created_at } = link
    return show(request, requestId, {
      page: {
        kind: 'preview',
        shortUrl: short_url,
        longUrl: long_url,
        title,
        createdAt: created_at,
        now: unixSeconds(now),
        reportUrl: reportAddress(reportUrl, short_url),
      },
      status: 200,
      json: { data: { short: link.code, short_url, long_url, title, created_at } },
    })
  }
}

function passwordCheck({ clicks, passwordTries }: CheckNeeds): SlowCheck {
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

const adultCheck: SlowCheck = async (visit) => {
  if (visit.target.policy.adult === 0) return null
  if (isForm(visit) && (await formOf(visit)).consent) return null
  return adultPage(visit)
}

function cautionCheck({ links, reportUrl }: CheckNeeds): SlowCheck {
  return async (visit) => {
    const because = cautionOf(visit)
    if (because === null) return null
    const form = isForm(visit) ? await formOf(visit) : null
    return form?.onward ? null : cautionPage(visit, because, form)
  }

  function cautionPage(visit: LinkVisit, because: Caution, form: VisitorForm | null): Response {
    const { request, requestId, target, domainId, code } = visit
    const domain_name = domainId === 0 ? null : new URL(request.url).host
    const { short_url } = links.addressOf({ code, domain_name })
    return cautionAnswer(request, requestId, {
      because,
      address: target.location,
      reportUrl: reportAddress(reportUrl, short_url),
      // What an earlier page asked for is sent again with this page's form.
      sent: {
        ...(form?.password ? { password: form.password } : {}),
        ...(form?.consent ? { consent: 'yes' } : {}),
      },
    })
  }
}

function oneClickCheck({ links }: CheckNeeds): SlowCheck {
  return async (visit) => {
    const { target, request, requestId } = visit
    if (target.policy.disposable === 0) return null
    if (isCrawler(request.headers.get('user-agent') ?? '')) return oneClickPage(visit)
    if (!isIntended(visit)) return null
    const outcome = await links.consume(target)
    if (outcome === 'archived') return notFound(request, requestId)
    return outcome === 'free' ? null : gone(request, requestId, outcome)
  }
}

/** Why the visitor sees the destination before going there; null if not, or no longer. */
function cautionOf({ target, now }: LinkVisit): Caution | null {
  const { suspicion, quarantined_until } = target.policy
  if (suspicion !== null) return suspicion
  return quarantined_until !== null && quarantined_until > unixSeconds(now) ? 'new_account' : null
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
