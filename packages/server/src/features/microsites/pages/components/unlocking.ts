// Unlocking a component: what the right password opens, a wrong one, and an address that is locked answer; each with that
// component alone, so that guessing costs next to nothing.
import { type ErrorCode, errorCodes } from '@linnet/contract'
import { prefersJson } from '../../../../http/visitor-answers.ts'
import type { PasswordTries } from '../../../../platform/security/password-tries.ts'
import type { Clicks } from '../../../clicks/index.ts'
import { readForm } from '../../../links/redirect/index.ts'
import { languageFor } from '../page-language.ts'
import { type DrawnPages, pageHeaders } from '../rendered-pages.ts'
import { shownAlone, type Unlocking } from '../visible-page.ts'
import type { Asked } from './address.ts'
import type { HoldUpNeeds } from './judging.ts'
import type { Locks } from './locks.ts'

export interface UnlockingNeeds {
  passwordTries: PasswordTries
  clicks: Pick<Clicks, 'pseudonym' | 'neighbourhood'>
  locks: Locks
  drawn: DrawnPages
  holdUps: HoldUpNeeds
  origin: string
}

/**
 * Judges the password of a form: 200 with the component, 401 with its form and the fault, 429 past the wrong
 * ones that an address, its site or the lock has in a minute. Refuses with `unavailable` where too many passwords or pages wait.
 */
export async function unlock(needs: UnlockingNeeds, asked: Asked): Promise<Response> {
  const { request, address, component } = asked
  // Bun tells of who goes away only where the signal was asked for before that.
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
    return await answer(needs, asked, signal, {
      status: 200,
      unlocking: { key },
      json: { data: { id, kind, data, key } },
    })
  }
  const code = retryAfter === null ? 'wrong_password' : 'rate_limited'
  return await answer(needs, asked, signal, { ...refusal(code, asked), unlocking: { key: null, retryAfter } })
}

/** At an address of a component that is locked: 403 with its form. */
export const askForPassword = (needs: UnlockingNeeds, asked: Asked): Promise<Response> =>
  answer(needs, asked, asked.request.signal, { ...refusal('forbidden', asked), unlocking: null })

interface Outcome {
  status: number
  unlocking: Unlocking | null
  /** What it says to programs. */
  json: object
}

function refusal(code: ErrorCode, { requestId }: Asked): Pick<Outcome, 'status' | 'json'> {
  const { status, message } = errorCodes[code]
  return { status, json: { error: { code, message, request_id: requestId } } }
}

/** Of one visitor only, so it is neither remembered here nor anywhere on the way. */
async function answer(
  { drawn, holdUps, origin }: UnlockingNeeds,
  { request, requestId, known, component }: Asked,
  signal: AbortSignal,
  { status, unlocking, json }: Outcome,
): Promise<Response> {
  const language = languageFor(request)
  const retryAfter = unlocking?.key === null ? unlocking.retryAfter : null
  const common = {
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex',
    'X-Request-Id': requestId,
    ...(retryAfter === null ? {} : { 'Retry-After': `${retryAfter}` }),
  }
  if (prefersJson(request.headers.get('accept')))
    return Response.json(json, {
      status,
      headers: { ...common, Vary: 'Accept, Accept-Language', 'X-Content-Type-Options': 'nosniff' },
    })
  const page = shownAlone(known, origin, holdUps, component, unlocking)
  const { html, contentSecurityPolicy } = await drawn.draw(page, language, signal)
  return new Response(html, {
    status,
    headers: { ...pageHeaders(language, contentSecurityPolicy), ...common },
  })
}
