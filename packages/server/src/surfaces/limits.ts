// The request limits of the API: who is counted, and the headers that tell how much is left.
import { Refusal } from '@linnet/contract'
import type { Caller } from '../platform/handler.ts'
import type { RateLimiter, Verdict } from '../platform/rate-limit.ts'

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

/** Whole seconds until the next unit is free. The millisecond past a minute is rounding, not waiting. */
function secondsLeft(reset: number): number {
  return Math.min(60, Math.ceil(reset / 1000))
}

/** The fields of draft-ietf-httpapi-ratelimit-headers, and their older unofficial kind. */
export function limitHeaders({ limit, remaining, reset }: Verdict): Record<string, string> {
  const seconds = secondsLeft(reset)
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(seconds),
  }
}

export function requireAdmitted({ admitted, limit, reset }: Verdict): void {
  if (admitted) return
  const seconds = secondsLeft(reset)
  throw new Refusal(
    'rate_limited',
    `More than ${limit} requests in a minute. Wait ${seconds} s and try again.`,
    undefined,
    seconds,
  )
}
