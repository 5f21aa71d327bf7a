// Signing in with a passkey: the two JSON routes that the script of the sign-in page requests.
import { errorCodes, Refusal, UsedCredential, validate } from '@linnet/contract'
import { z } from 'zod'
import { readBounded } from '../../../platform/net/bounded-body.ts'
import { addressGroup } from '../../../platform/net/client-address.ts'
import type { PageRoute, PageVisit } from '../../../platform/operations/page.ts'
import { sha256 } from '../../../platform/security/ids.ts'
import { anonymousKey, type RateLimiter, secondsLeft } from '../../../platform/security/rate-limit.ts'
import type { Account } from '../accounts/index.ts'
import { accountOfPasskey, type PasskeyNeeds, signInOptions } from './passkeys.ts'

export interface PasskeySignInNeeds extends PasskeyNeeds {
  limiter: RateLimiter
  /** Starts a session in this browser and redirects it. */
  finish(visit: PageVisit, account: Account, how: string, returnTo: string): Promise<Response>
  /** The address to return to if it is one of ours, otherwise the default. */
  returnAddress(text: string | null): string
  /**
   * Refuses with `forbidden` if passkeys may not sign anyone in, and this isn't to join an account: this one, once the passkey
   * has said which it is.
   */
  requireAllowed(visit: PageVisit, returnTo: string, account?: Account): Promise<void>
}

const mostBytes = 64 * 1024
// Each request leaves a row for five minutes, and needs no sign-in.
const optionsPerMinute = 30

const SignIn = z.object({ credential: UsedCredential, return_to: z.string().max(4096).nullish() })

export function passkeySignInRoutes(needs: PasskeySignInNeeds): PageRoute[] {
  return [
    {
      method: 'POST',
      path: '/account/passkey/options',
      answer: (visit) =>
        inJson(visit, async () => {
          const key = anonymousKey(`passkey-options:${sha256(addressGroup(visit.client.address))}`)
          const tries = await needs.limiter.take(key, optionsPerMinute)
          if (!tries.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(tries))
          return answer(200, { data: await signInOptions(needs, visit.now) })
        }),
    },
    {
      method: 'POST',
      path: '/account/passkey/sign-in',
      answer: (visit) =>
        inJson(visit, async () => {
          const { credential, return_to } = await readBody(visit.request)
          const returnTo = needs.returnAddress(return_to ?? null)
          await needs.requireAllowed(visit, returnTo)
          const account = await accountOfPasskey(needs, credential, visit.now)
          await needs.requireAllowed(visit, returnTo, account)
          const redirect = await needs.finish(visit, account, 'passkey', returnTo)
          // A script can't see where a redirect leads, so it gets the address as JSON, and the same cookies.
          const data = { location: redirect.headers.get('location') ?? '/dashboard' }
          const response = answer(200, { data })
          for (const cookie of redirect.headers.getSetCookie()) response.headers.append('Set-Cookie', cookie)
          return response
        }),
    },
  ]
}

async function readBody(request: Request): Promise<z.output<typeof SignIn>> {
  // A form of another site can't send this type without a preflight request (Fetch, section 4.8).
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refusal('malformed_request', 'Send JSON, as application/json.')
  const bytes = await readBounded(request, mostBytes)
  if (bytes === null) throw new Refusal('payload_too_large')
  const parsed = validate(SignIn, jsonOf(bytes))
  if (parsed.details) throw new Refusal('validation_failed', undefined, parsed.details)
  return parsed.data
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('malformed_request', 'The body is not valid JSON.')
  }
}

/** Answers refusals as the API does; other errors are left to the error page. */
async function inJson(visit: PageVisit, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, details, retryAfter } = error
    const body = { error: { code, message, ...(details ? { details } : {}), request_id: visit.requestId } }
    const response = answer(errorCodes[code].status, body)
    if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter))
    return response
  }
}

function answer(status: number, body: object): Response {
  return Response.json(body, {
    status,
    headers: {
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
