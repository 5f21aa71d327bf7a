// Unlocking a component: the responses to a right and a wrong password, and at a locked address. Each renders that component
// alone, so that guessing passwords costs next to nothing.
import { type ErrorCode, errorCodes } from '@linnet/contract'
import { prefersJson } from '../../../../http/visitor-answers.ts'
import type { PasswordTries } from '../../../../platform/security/password-tries.ts'
import type { Clicks } from '../../../clicks/index.ts'
import { readForm } from '../../../links/redirect/index.ts'
import { languageFor } from '../page-language.ts'
import { pageHeaders, type RenderedPages } from '../rendered-pages.ts'
import { type Unlocking, visibleAlone } from '../visible-page.ts'
import type { ComponentVisit } from './address.ts'
import type { HoldUpNeeds } from './destination-check.ts'
import type { Locks } from './locks.ts'

export interface UnlockingNeeds {
  passwordTries: PasswordTries
  clicks: Pick<Clicks, 'pseudonym' | 'neighbourhood'>
  locks: Locks
  rendered: RenderedPages
  holdUps: HoldUpNeeds
}

/**
 * Checks the password of a form: 200 with the component, 401 with its form and an error, 429 after too many wrong ones of an
 * address, its site or the lock in a minute. Refuses with `unavailable` if too many passwords or pages are waiting.
 */
export async function unlock(needs: UnlockingNeeds, visit: ComponentVisit): Promise<Response> {
  const { request, address, component } = visit
  // Bun aborts the signal of a client that disconnects only if the signal was read before.
  const { signal } = request
  const { password } = await readForm(request)
  const { right, retryAfter } = await needs.passwordTries.judge({
    lock: component.id,
    visitor: needs.clicks.pseudonym(address),
    site: needs.clicks.neighbourhood(address),
    password,
    hash: component.passwordHash,
  })
  if (right) {
    const { id, kind, data } = component
    const key = needs.locks.keyOf(component)
    return await answer(needs, visit, signal, {
      status: 200,
      unlocking: { key },
      json: { data: { id, kind, data, key } },
    })
  }
  const code = retryAfter === null ? 'wrong_password' : 'rate_limited'
  return await answer(needs, visit, signal, { ...refusal(code, visit), unlocking: { key: null, retryAfter } })
}

/** The answer at an address of a locked component: 403 with its form. */
export const askForPassword = (needs: UnlockingNeeds, visit: ComponentVisit): Promise<Response> =>
  answer(needs, visit, visit.request.signal, { ...refusal('forbidden', visit), unlocking: null })

interface Outcome {
  status: number
  unlocking: Unlocking | null
  /** The answer for programs. */
  json: object
}

function refusal(code: ErrorCode, { requestId }: ComponentVisit): Pick<Outcome, 'status' | 'json'> {
  const { status, message } = errorCodes[code]
  return { status, json: { error: { code, message, request_id: requestId } } }
}

/** For one visitor only, so it is cached neither here nor on the way. */
async function answer(
  { rendered, holdUps }: UnlockingNeeds,
  { request, cached, component }: ComponentVisit,
  signal: AbortSignal,
  { status, unlocking, json }: Outcome,
): Promise<Response> {
  const language = languageFor(request)
  const retryAfter = unlocking?.key === null ? unlocking.retryAfter : null
  const common = {
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    ...(retryAfter === null ? {} : { 'Retry-After': `${retryAfter}` }),
  }
  if (prefersJson(request.headers.get('accept')))
    return Response.json(json, {
      status,
      headers: { ...common, Vary: 'Accept, Accept-Language', 'X-Content-Type-Options': 'nosniff' },
    })
  const page = visibleAlone(cached, holdUps, component, unlocking)
  const { html, contentSecurityPolicy } = await rendered.render(page, language, signal)
  return new Response(html, {
    status,
    headers: { ...pageHeaders(language, contentSecurityPolicy), ...common },
  })
}
