// Unlocking a component: the right password answers the whole page with that component open, a wrong one asks again.

import type { PasswordTries } from '../../platform/password-tries.ts'
import type { Clicks } from '../clicks/index.ts'
import { readForm, tooManyTries } from '../redirect/index.ts'
import type { Asked } from './component-address.ts'
import { type DrawPage, pageHeaders } from './drawn-pages.ts'
import type { Locks } from './locks.ts'
import { languageFor } from './negotiation.ts'
import { shownPage, type Unlocking } from './shown-page.ts'

export interface UnlockingNeeds {
  passwordTries: PasswordTries
  clicks: Pick<Clicks, 'pseudonym'>
  locks: Locks
  draw: DrawPage
  origin: string
}

/**
 * Judges the password of a form: 200 with the page, 401 with the page and the fault, 429 past ten wrong ones a minute
 * from one address. Refuses with `unavailable` where too many passwords wait.
 */
export async function unlock(needs: UnlockingNeeds, asked: Asked): Promise<Response> {
  const { request, requestId, address, component } = asked
  const { password } = await readForm(request)
  const { right, retryAfter } = await needs.passwordTries.judge({
    lock: component.id,
    visitor: needs.clicks.pseudonym(address),
    password,
    hash: component.passwordHash,
  })
  if (retryAfter !== null) return tooManyTries(request, requestId, retryAfter)
  return right
    ? page(needs, asked, { component, key: needs.locks.keyOf(component) }, 200)
    : page(needs, asked, { component, key: null }, 401)
}

/** Of one visitor only, so it is neither remembered here nor anywhere on the way. */
function page(needs: UnlockingNeeds, asked: Asked, unlocking: Unlocking, status: number): Response {
  const { request, requestId, known } = asked
  const language = languageFor(request)
  const { html, contentSecurityPolicy } = needs.draw(shownPage(known, needs.origin, unlocking), language)
  return new Response(html, {
    status,
    headers: {
      ...pageHeaders(language, contentSecurityPolicy),
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
      'X-Request-Id': requestId,
    },
  })
}
