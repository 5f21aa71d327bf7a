// The request limits of the API: who is counted, and the headers that tell how much is left.
import { Refusal } from '@linnet/contract'
import type { Caller } from '../platform/handler.ts'
import { type RateLimiter, secondsLeft, type Verdict } from '../platform/rate-limit.ts'

export interface LimitNeeds {
  limiter: RateLimiter
  anonymousRequestsPerMinute: number
  /** What an address counts under. */
  pseudonym(address: string): string
}

/** Books one request of the credential, or of the address where there is no valid one. */
export async function bookRequest(
  needs: LimitNeeds,
  caller: Caller | null,
  address: string,
): Promise<Verdict> {
  return caller
    ? await needs.limiter.take(`credential:${caller.credential}`, caller.requestsPerMinute)
    : await needs.limiter.take(`anonymous:${needs.pseudonym(address)}`, needs.anonymousRequestsPerMinute)
}

/** The fields of draft-ietf-httpapi-ratelimit-headers, and their older unofficial kind. */
export function limitHeaders(verdict: Verdict): Record<string, string> {
  const { limit, remaining } = verdict
  const seconds = secondsLeft(verdict)
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(seconds),
  }
}

export function requireAdmitted(verdict: Verdict): void {
  const { admitted, limit } = verdict
  if (admitted) return
  const seconds = secondsLeft(verdict)
  throw new Refusal(
    'rate_limited',
    `More than ${limit} requests in a minute. Wait ${seconds} s and try again.`,
    undefined,
    seconds,
  )
}
