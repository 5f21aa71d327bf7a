// The request limits of the API: who is counted, and the headers that tell how much is left.
import { Refusal } from '@linnet/contract'
import { type RateLimiter, secondsLeft, strangersKey, type Verdict } from '../security/rate-limit.ts'
import type { Caller } from './handler.ts'

export interface LimitNeeds {
  limiter: RateLimiter
  anonymousRequestsPerMinute: number
  /** What all access tokens of an OAuth application share. */
  appRequestsPerMinute: number
  /** What an address counts under. */
  pseudonym(address: string): string
}

/** What one request was booked under. */
export interface Booking {
  /** The credential's own window, or the address' where there is no valid one. */
  own: Verdict
  /** The window that an OAuth application's tokens share; null for every other credential. */
  app: Verdict | null
}

/** Books one request of the credential and of its application, or of the address where there is no valid credential. */
export async function bookRequest(
  needs: LimitNeeds,
  caller: Caller | null,
  address: string,
): Promise<Booking> {
  const { limiter } = needs
  if (!caller)
    return {
      own: await limiter.take(
        strangersKey(`anonymous:${needs.pseudonym(address)}`),
        needs.anonymousRequestsPerMinute,
      ),
      app: null,
    }
  const key = `credential:${caller.credential}`
  const own = await limiter.take(key, caller.requestsPerMinute)
  if (caller.app === null || !own.admitted) return { own, app: null }
  const app = await limiter.take(`app:${caller.app}`, needs.appRequestsPerMinute)
  // What the application's limit refuses was not asked of the token's.
  if (!app.admitted) await limiter.giveBack(key, own)
  return { own, app }
}

/** The fields of draft-ietf-httpapi-ratelimit-headers, and their older unofficial kind, which tells of the tighter limit. */
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
  if (app && !app.admitted) throw refusal(app, ' of all tokens of this application together')
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
