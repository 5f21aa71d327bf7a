// Sends people to the provider: to sign in, to join their account, or to confirm who they are.
import { Refusal } from '@linnet/contract'
import { addressGroup } from '../../../platform/net/client-address.ts'
import { seeOther } from '../../../platform/net/page-response.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { isFresh } from '../../../platform/operations/reauthentication.ts'
import { randomText, sha256 } from '../../../platform/security/ids.ts'
import { anonymousKey, secondsLeft } from '../../../platform/security/rate-limit.ts'
import { signInCookie, signInOf } from '../../../platform/security/session-cookie.ts'
import { ProviderFailure } from './failures.ts'
import type { PageNeeds } from './needs.ts'
import type { Purpose } from './pending.ts'
import { newChallenge } from './provider.ts'

export const startPath = '/account/single-sign-on'
// Each leaves a row for ten minutes, and needs no sign-in.
const startsPerMinute = 30

export function startPages(needs: PageNeeds): PageRoute[] {
  return [
    { method: 'GET', path: startPath, mayBePopup: true, answer: (visit) => signIn(needs, visit) },
    { method: 'POST', path: startPath, mayBePopup: true, answer: (visit) => joinOrConfirm(needs, visit) },
  ]
}

async function signIn(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  const returnTo = needs.returnAddress(visit.url.searchParams.get('return_to'))
  if (visit.caller) return seeOther(returnTo)
  const started = await start(needs, visit, { purpose: 'sign-in', returnTo, hint: null })
  return started instanceof Response ? started : seeOther(started.address, started.cookies)
}

/** A form of our own, so that another site can't join its user's identity with this account. */
async function joinOrConfirm(needs: PageNeeds, visit: PageVisit): Promise<Response> {
  const form = await visit.form()
  const { caller } = visit
  if (!caller) return seeOther('/account/sign-in?return_to=/account/security')
  const purpose: Purpose = form.get('purpose') === 'confirm' ? 'confirm' : 'join'
  const returnTo = needs.returnAddress(form.get('return_to') ?? '/account/security?done=identity-joined')
  if (purpose === 'join' && !isFresh(caller, visit.now))
    return seeOther('/account/reauthenticate?return_to=/account/security')
  const { issuer, name } = needs.identityProvider
  const [identity] = (await needs.store.of(caller.personId)).filter((one) => one.issuer === issuer)
  if (purpose === 'confirm' && !identity)
    throw new Refusal(
      'forbidden',
      `This account isn't connected to ${name}. Confirm your identity another way.`,
    )
  const hint = purpose === 'confirm' ? (identity?.email ?? null) : null
  const started = await start(needs, visit, { purpose, returnTo, hint })
  if (started instanceof Response) return started
  // A redirect to another site would be blocked by the policy of the page with the form.
  return needs.show(visit, { kind: 'to-provider', provider: name, to: started.address }, 200, started.cookies)
}

interface Start {
  purpose: Purpose
  returnTo: string
  hint: string | null
}

/** Where the browser goes, and the cookie that binds the answer to it; or the page that says why it can't. */
async function start(
  needs: PageNeeds,
  visit: PageVisit,
  { purpose, returnTo, hint }: Start,
): Promise<Response | { address: string; cookies: string[] }> {
  await bookStart(needs, visit)
  const { provider, pending, transaction, cookies } = needs
  const challenge = newChallenge()
  const again = purpose === 'confirm'
  try {
    const address = await provider.authorizationAddress({ ...challenge, again, hint })
    // The same for all tabs of the browser, so that each can finish.
    const token = signInOf(visit.request.headers, cookies) ?? randomText(43)
    const { state, nonce, verifier } = challenge
    const browser = sha256(token)
    const session = visit.caller?.session?.id ?? null
    const payload = { nonce, verifier, purpose, browser, session, returnTo, begun: visit.now }
    await transaction((tx) =>
      pending.issue(tx, {
        token: state,
        purpose: 'single sign-on',
        userId: visit.caller?.personId ?? null,
        subject: '',
        payload,
        now: visit.now,
      }),
    )
    return { address, cookies: [signInCookie(token, cookies)] }
  } catch (error) {
    return await failurePage(needs, visit, returnTo, error)
  }
}

async function bookStart({ limiter }: PageNeeds, { client }: PageVisit): Promise<void> {
  const key = anonymousKey(`single-sign-on:${sha256(addressGroup(client.address))}`)
  const tries = await limiter.take(key, startsPerMinute)
  if (!tries.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(tries))
}

/** The sign-in page with a failure of the provider, which is counted and logged; anything else is thrown. */
export async function failurePage(
  needs: PageNeeds,
  visit: PageVisit,
  returnTo: string,
  error: unknown,
): Promise<Response> {
  if (!(error instanceof ProviderFailure)) throw error
  await needs.failed(error.reason, error.reason === 'cancelled' ? undefined : error.message)
  return needs.signInPage(visit, returnTo, error.reason)
}
