// The request limits of the API: which windows a request counts in, and the headers that report them.
import { Refusal } from '@linnet/contract'
import { anonymousKey, type RateLimiter, secondsLeft, type Verdict } from '../security/rate-limit.ts'
import type { Caller } from './handler.ts'

export interface LimitNeeds {
  limiter: RateLimiter
  anonymousRequestsPerMinute: number
  /** The limit that all access tokens of an OAuth application share. */
  appRequestsPerMinute: number
  /** The name under which an address is counted. */
  pseudonym(address: string): string
}

/** The windows in which a request was counted. */
export interface Booking {
  /** The credential's own window, or the address's without a valid credential. */
  own: Verdict
  /** The window that an OAuth application's tokens share; null for every other credential. */
  app: Verdict | null
}

/** Counts a request for the credential and its application, or for the address if there is no valid credential. */
export async function bookRequest(
  needs: LimitNeeds,
  caller: Caller | null,
  address: string,
): Promise<Booking> {
  const { limiter } = needs
  if (!caller)
    return {
      own: await limiter.take(
        anonymousKey(`anonymous:${needs.pseudonym(address)}`),
        needs.anonymousRequestsPerMinute,
      ),
      app: null,
    }
  const key = `credential:${caller.credential}`
  const own = await limiter.take(key, caller.requestsPerMinute)
  if (caller.app === null || !own.admitted) return { own, app: null }
  const app = await limiter.take(`app:${caller.app}`, needs.appRequestsPerMinute)
  // A request that the application's limit refuses doesn't count for the token.
  if (!app.admitted) await limiter.giveBack(key, own)
  return { own, app }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers, and the older unofficial ones, which report the tighter limit. */
export function limitHeaders({ own, app }: Booking): Record<string, string> {
  const tighter = app && (!app.admitted || app.remaining < own.remaining) ? app : own
  const named: [string, Verdict][] = app
    ? [
        ['default', own],
        ['app', app],
      ]
    : [['default', own]]
  return {
    'RateLimit-Policy': named.map(([name, { limit }]) => `"${name}";q=${limit};w=60`).join(', '),
    RateLimit: named
      .map(([name, verdict]) => `"${name}";r=${verdict.remaining};t=${secondsLeft(verdict)}`)
      .join(', '),
    'X-RateLimit-Limit': String(tighter.limit),
    'X-RateLimit-Remaining': String(tighter.remaining),
    'X-RateLimit-Reset': String(secondsLeft(tighter)),
  }
}

export function requireAdmitted({ own, app }: Booking): void {
  if (!own.admitted) throw refusal(own, '')
  if (app && !app.admitted) throw refusal(app, ' from all tokens of this application')
}

function refusal(verdict: Verdict, whose: string): Refusal {
  const seconds = secondsLeft(verdict)
  return new Refusal(
    'rate_limited',
    `More than ${verdict.limit} requests${whose} in a minute. Wait ${seconds} s and try again.`,
    undefined,
    seconds,
  )
}
