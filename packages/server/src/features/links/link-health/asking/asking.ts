// Requests a destination to find out whether it works: politely, within limits, and through the outgoing guard.
import type { CheckOutcome } from '@linnet/contract'
import { OutgoingFailure } from '../../../../platform/net/outgoing/index.ts'
import { HostBusy } from './polite-hosts.ts'
import { type Check, createGet, type RequestNeeds, redirectOf } from './requests.ts'
import { permits } from './robots.ts'
import { RobotsCache } from './robots-cache.ts'

export interface Finding {
  outcome: CheckOutcome
  /** Of the answer, if there was one. */
  status: number | null
  /** The server failed to return its robots.txt. */
  isRobotsFailing: boolean
}

interface Question {
  /** Its robots.txt has failed for so long that it counts as missing. */
  ignoresFailingRobots: boolean
  stopping: AbortSignal
}

/** What a destination answers; null if the server is stopping. */
export type Ask = (address: string, question: Question) => Promise<Finding | null>

const usualLimits = { requestMilliseconds: 15_000, checkMilliseconds: 45_000 }
const mostBytes = 64 * 1024
const mostRedirects = 5

export function createAsking(needs: RequestNeeds & { limits?: typeof usualLimits }): Ask {
  const { requestMilliseconds, checkMilliseconds } = needs.limits ?? usualLimits
  const get = createGet(needs, requestMilliseconds)
  const robots = new RobotsCache(get, needs.clock)

  async function follow(address: string, check: Check, ignoresFailingRobots: boolean): Promise<Finding> {
    let url = new URL(address)
    let isRobotsFailing = false
    for (let redirects = 0; ; redirects++) {
      const rules = await robots.of(url, check)
      isRobotsFailing ||= rules === 'failing'
      if (rules === 'failing' ? !ignoresFailingRobots : !permits(rules, url))
        return { ...found('robots'), isRobotsFailing }
      const answer = await get(url, check, mostBytes)
      const next = redirects < mostRedirects ? redirectOf(answer, url) : null
      if (next === null) return { ...found(outcomeOf(answer.status), answer.status), isRobotsFailing }
      url = next
    }
  }

  return async (address, { ignoresFailingRobots, stopping }) => {
    const limit = AbortSignal.timeout(checkMilliseconds)
    const check = {
      endsAt: performance.now() + checkMilliseconds,
      signal: AbortSignal.any([limit, stopping]),
    }
    try {
      return await follow(address, check, ignoresFailingRobots)
    } catch (error) {
      if (stopping.aborted) return null
      return findingOf(error, limit.aborted)
    }
  }
}

/** An answer that refuses us, such as 401, 403, 429 or 451, may be one that visitors don't get. */
function outcomeOf(status: number): CheckOutcome {
  if (status === 404 || status === 410) return 'not_found'
  return status >= 500 ? 'server_error' : 'answered'
}

function found(outcome: CheckOutcome, status: number | null = null): Finding {
  return { outcome, status, isRobotsFailing: false }
}

const outcomes: Partial<Record<OutgoingFailure['reason'], CheckOutcome>> = {
  unreachable: 'unreachable',
  tls: 'tls_failed',
  timeout: 'timed_out',
  'bad-address': 'private',
  'private-target': 'private',
}

/** `isOver`: the time for the whole check has passed. */
function findingOf(error: unknown, isOver: boolean): Finding {
  if (error instanceof HostBusy || (error as Error).name === 'AbortError') return found('unclear')
  if (!(error instanceof OutgoingFailure)) throw error
  if (error.reason === 'cancelled') return found(isOver ? 'timed_out' : 'unclear')
  return found(outcomes[error.reason] ?? 'unclear')
}
