// The redirect: resolve, decide, record, answer. Nothing here waits, but for what must be asked of the database.
import { unixSeconds } from '../../platform/clock.ts'
import { checkPassword } from '../../platform/passwords.ts'
import { isCrawler } from '../clicks/index.ts'
import { statusOfLink, type Target } from '../links/index.ts'
import { gone, notFound, redirectTo, show, wrongMethod } from './answers.ts'
import type { RedirectNeeds } from './index.ts'
import { isPrefetch, readForm, type Visit, type VisitorForm } from './visit.ts'

const passwordTriesPerMinute = 10

/** A visit on its way through the checks. */
interface Passage extends Visit {
  target: Target
  now: number
  /** What the visitor's form says, once a check has needed it. */
  form: VisitorForm | null
}

type Check = (passage: Passage) => Response | null | Promise<Response | null>

export function createRedirect(needs: RedirectNeeds): (visit: Visit) => Response | Promise<Response> {
  const { links, clicks, limiter, clock } = needs

  // In this order: the first that has an answer decides.
  const checks: Record<string, Check> = {
    archived: ({ request, requestId, target }) =>
      target.archived_at === null ? null : notFound(request, requestId),

    ended({ request, requestId, target, now }) {
      if (target.expired_at === null && target.consumed_at === null) return null
      const status = statusOfLink(target, now)
      return status === 'expired' || status === 'consumed' ? gone(request, requestId, status) : null
    },

    preview(passage) {
      if (!passage.preview || passage.target.password_hash !== null || isForm(passage)) return null
      return passage.target.disposable === 1 ? oneClickPage(passage) : previewPage(passage)
    },

    method({ method, request, requestId, target }) {
      if (method === 'GET' || method === 'HEAD') return null
      const hasForm = target.password_hash !== null || target.adult === 1
      if (!hasForm) return wrongMethod(request, requestId, 'GET, HEAD')
      return method === 'POST' ? null : wrongMethod(request, requestId, 'GET, HEAD, POST')
    },

    async password(passage) {
      const { target, request, requestId } = passage
      if (target.password_hash === null) return null
      const adult = target.adult === 1
      const page = (wrong: boolean) =>
        show(request, requestId, {
          page: { kind: 'password', wrong, adult },
          status: wrong ? 401 : 200,
          json: wrong
            ? { code: 'wrong_password' }
            : { data: { requires: adult ? ['password', 'consent'] : ['password'] } },
        })
      if (!isForm(passage)) return page(false)
      const { password } = await formOf(passage)
      // The try is booked before the password is looked at, so that many at once can't have more than ten.
      const key = `password:${target.id}:${clicks.pseudonym(passage.address)}`
      const tries = await limiter.take(key, passwordTriesPerMinute)
      if (!tries.admitted) return tooManyTries(passage, Math.ceil(tries.reset / 1000))
      if (password === null || !(await checkPassword(password, target.password_hash))) return page(true)
      await limiter.giveBack(key, tries)
      return null
    },

    async adult(passage) {
      if (passage.target.adult === 0) return null
      if (isForm(passage) && (await formOf(passage)).consent) return null
      const { request, requestId } = passage
      return show(request, requestId, {
        page: { kind: 'adult' },
        status: 200,
        json: { data: { requires: ['consent'] } },
      })
    },

    async oneClick(passage) {
      const { target, request, requestId } = passage
      if (target.disposable === 0) return null
      if (isCrawler(request.headers.get('user-agent') ?? '')) return oneClickPage(passage)
      if (!isVisit(passage)) return null
      return (await links.consume(target)) ? null : gone(request, requestId, 'consumed')
    },
  }
  const ordinary = [checks.archived, checks.ended, checks.preview, checks.method] as Check[]
  const guarded = [checks.password, checks.adult, checks.oneClick] as Check[]

  function decide(visit: Visit, target: Target): Response | Promise<Response> {
    const passage: Passage = { ...visit, target, now: clock.now(), form: null }
    for (const check of ordinary) {
      const answer = check(passage) as Response | null
      if (answer) return answer
    }
    const isGuarded = target.password_hash !== null || target.adult === 1 || target.disposable === 1
    return isGuarded ? decideGuarded(passage) : record(passage)
  }

  async function decideGuarded(passage: Passage): Promise<Response> {
    for (const check of guarded) {
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

  function previewPage({ target, request, requestId, now }: Passage): Response {
    const { short_url } = links.addressOf(target)
    const { long_url, title, created_at } = target
    return show(request, requestId, {
      page: {
        kind: 'preview',
        shortUrl: short_url,
        longUrl: long_url,
        title,
        createdAt: created_at,
        now: unixSeconds(now),
      },
      status: 200,
      json: { data: { short: target.code, short_url, long_url, title, created_at } },
    })
  }

  return (visit) => {
    const target = links.resolve(visit.domainId, visit.code)
    if (!(target instanceof Promise)) return decide(visit, target)
    return target.then((found) => (found ? decide(visit, found) : notFound(visit.request, visit.requestId)))
  }
}

function isForm({ method }: Visit): boolean {
  return method === 'POST'
}

/** Somebody has asked for the destination, as opposed to a machine that wants to know the headers beforehand. */
function isVisit({ method, request }: Visit): boolean {
  return method !== 'HEAD' && !isPrefetch(request.headers)
}

async function formOf(passage: Passage): Promise<VisitorForm> {
  passage.form ??= await readForm(passage.request)
  return passage.form
}

function oneClickPage({ request, requestId }: Passage): Response {
  return show(request, requestId, {
    page: { kind: 'one-click' },
    status: 200,
    json: { data: { requires: ['visit'] } },
  })
}

function tooManyTries({ request, requestId }: Passage, retryAfter: number): Response {
  return show(request, requestId, {
    page: { kind: 'too-many-tries', retryAfter },
    status: 429,
    json: { code: 'rate_limited' },
    headers: { 'Retry-After': String(retryAfter) },
  })
}
