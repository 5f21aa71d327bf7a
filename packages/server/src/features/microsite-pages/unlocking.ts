// Unlocking a component: the right password answers the whole page with that component open, a wrong one asks again.
import type { PasswordTries } from '../../platform/password-tries.ts'
import type { Clicks } from '../clicks/index.ts'
import { readForm } from '../redirect/index.ts'
import type { Asked } from './component-address.ts'
import { type DrawnPages, pageHeaders } from './drawn-pages.ts'
import type { Locks } from './locks.ts'
import { languageFor } from './negotiation.ts'
import { shownPage, type Unlocking } from './shown-page.ts'

export interface UnlockingNeeds {
  passwordTries: PasswordTries
  clicks: Pick<Clicks, 'pseudonym'>
  locks: Locks
  drawn: DrawnPages
  origin: string
}

/**
 * Judges the password of a form: 200 with the page, 401 with the page and the fault, 429 past ten wrong ones a minute
 * from one address. Refuses with `unavailable` where too many passwords wait.
 */
export async function unlock(needs: UnlockingNeeds, asked: Asked): Promise<Response> {
  const { request, address, component } = asked
  const { password } = await readForm(request)
  const { right, retryAfter } = await needs.passwordTries.judge({
    lock: component.id,
    visitor: needs.clicks.pseudonym(address),
    password,
    hash: component.passwordHash,
  })
  if (right) return await answer(needs, asked, 200, { id: component.id, key: needs.locks.keyOf(component) })
  if (retryAfter === null) return await answer(needs, asked, 401, { id: component.id, key: null, retryAfter })
  const refused = await answer(needs, asked, 429, { id: component.id, key: null, retryAfter })
  refused.headers.set('Retry-After', `${retryAfter}`)
  return refused
}

/** Of one visitor only, so it is neither remembered here nor anywhere on the way. */
async function answer(
  { drawn, origin }: UnlockingNeeds,
  { request, requestId, known }: Asked,
  status: number,
  unlocking: Unlocking,
): Promise<Response> {
  const language = languageFor(request)
  const { html, contentSecurityPolicy } = await drawn.draw(shownPage(known, origin, unlocking), language)
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
