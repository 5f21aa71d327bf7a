// What stands between a visitor and a destination: named checks, of which the first that has an answer decides.
import { blockedPage, notFound, show, wrongMethod } from '../../../http/visitor-answers.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { isCrawler } from '../../clicks/index.ts'
import { statusOfLink } from '../links/index.ts'
import { type Caution, cautionAnswer, gone, reportAddress, tooManyTries } from './answers.ts'
import type { RedirectNeeds } from './index.ts'
import { formOf, isForm, isVisit, type Passage } from './passage.ts'
import type { VisitorForm } from './visit.ts'

/** An answer, or null: pass on to the next check. */
type Check = (passage: Passage) => Response | null
type SlowCheck = (passage: Passage) => Promise<Response | null>

/** The checks in the order of the specification: those that every visit passes, then those that ask for something. */
export function createChecks(needs: RedirectNeeds): {
  quick: Check[]
  slow: SlowCheck[]
} {
  const { links, clicks, passwordTries } = needs

  // First of all: nothing that its owner does makes it look like anything else.
  const blocked: Check = ({ request, requestId, target }) =>
    target.terms.blocked_at === null ? null : blockedPage(request, requestId)

  const archived: Check = ({ request, requestId, target }) =>
    target.terms.archived_at === null ? null : notFound(request, requestId)

  const ended: Check = ({ request, requestId, target, now }) => {
    if (target.terms.expired_at === null && target.terms.consumed_at === null) return null
    const status = statusOfLink(target.terms, now)
    return status === 'expired' || status === 'consumed' ? gone(request, requestId, status) : null
  }

  const method: Check = ({ method, request, requestId, target }) => {
    if (method === 'GET' || method === 'HEAD') return null
    const { password_hash, adult, suspicion, quarantined_until } = target.terms
    const hasForm = password_hash !== null || adult === 1 || suspicion !== null || quarantined_until !== null
    if (!hasForm) return wrongMethod(request, requestId, 'GET, HEAD')
    return method === 'POST' ? null : wrongMethod(request, requestId, 'GET, HEAD, POST')
  }

  const preview: SlowCheck = async (passage) => {
    if (!passage.preview || passage.target.terms.password_hash !== null || isForm(passage)) return null
    return passage.target.terms.disposable === 1 ? oneClickPage(passage) : await previewPage(passage)
  }

  const password: SlowCheck = async (passage) => {
    const { target, request, requestId, address } = passage
    if (target.terms.password_hash === null) return null
    if (!isForm(passage)) return passwordPage(passage, false)
    const { password } = await formOf(passage)
    const { right, retryAfter } = await passwordTries.judge({
      lock: `${target.id}`,
      visitor: clicks.pseudonym(address),
      site: clicks.neighbourhood(address),
      password,
      hash: target.terms.password_hash,
    })
    if (retryAfter !== null) return tooManyTries(request, requestId, retryAfter)
    return right ? null : passwordPage(passage, true)
  }

  const adult: SlowCheck = async (passage) => {
    if (passage.target.terms.adult === 0) return null
    if (isForm(passage) && (await formOf(passage)).consent) return null
    return adultPage(passage)
  }

  const caution: SlowCheck = async (passage) => {
    const because = cautionOf(passage)
    if (because === null) return null
    const form = isForm(passage) ? await formOf(passage) : null
    return form?.onward ? null : cautionPage(passage, because, form)
  }

  function cautionPage(passage: Passage, because: Caution, form: VisitorForm | null): Response {
    const { request, requestId, target, domainId, code } = passage
    const domain_name = domainId === 0 ? null : new URL(request.url).host
    const { short_url } = links.addressOf({ code, domain_name })
    return cautionAnswer(request, requestId, {
      because,
      address: target.location,
      reportUrl: reportAddress(needs.reportUrl, short_url),
      // What was asked for before this page is asked for again with its form.
      sent: {
        ...(form?.password ? { password: form.password } : {}),
        ...(form?.consent ? { consent: 'yes' } : {}),
      },
    })
  }

  const oneClick: SlowCheck = async (passage) => {
    const { target, request, requestId } = passage
    if (target.terms.disposable === 0) return null
    if (isCrawler(request.headers.get('user-agent') ?? '')) return oneClickPage(passage)
    if (!isVisit(passage)) return null
    const outcome = await links.consume(target)
    if (outcome === 'archived') return notFound(request, requestId)
    return outcome === 'free' ? null : gone(request, requestId, outcome)
  }

  async function previewPage({ target, request, requestId, now }: Passage): Promise<Response> {
    const link = await links.describe(target)
    const { short_url } = links.addressOf(link)
    const { long_url, title, created_at } = link
    const reportUrl = reportAddress(needs.reportUrl, short_url)
    const [shortUrl, longUrl, createdAt] = [short_url, long_url, created_at]
    return show(request, requestId, {
      page: { kind: 'preview', shortUrl, longUrl, title, createdAt, now: unixSeconds(now), reportUrl },
      status: 200,
      json: { data: { short: link.code, short_url, long_url, title, created_at } },
    })
  }

  return { quick: [blocked, archived, ended, method], slow: [preview, password, adult, caution, oneClick] }
}

/** Why visitors are shown first where a link leads; null where they need not be, or no longer. */
function cautionOf({ target, now }: Passage): Caution | null {
  const { suspicion, quarantined_until } = target.terms
  if (suspicion !== null) return suspicion
  return quarantined_until !== null && quarantined_until > unixSeconds(now) ? 'new_account' : null
}

function passwordPage({ request, requestId, target }: Passage, wrong: boolean): Response {
  const adult = target.terms.adult === 1
  return show(request, requestId, {
    page: { kind: 'password', wrong, adult },
    status: wrong ? 401 : 200,
    json: wrong
      ? { code: 'wrong_password' }
      : { data: { requires: adult ? ['password', 'consent'] : ['password'] } },
  })
}

function adultPage({ request, requestId }: Passage): Response {
  return show(request, requestId, {
    page: { kind: 'adult' },
    status: 200,
    json: { data: { requires: ['consent'] } },
  })
}

function oneClickPage({ request, requestId }: Passage): Response {
  return show(request, requestId, {
    page: { kind: 'one-click' },
    status: 200,
    json: { data: { requires: ['visit'] } },
  })
}
