// The requests of a check: in the host's turn, within the check's time, and no larger than needed.
import {
  type Outgoing,
  type OutgoingAnswer,
  OutgoingFailure,
} from '../../../../platform/net/outgoing/index.ts'
import type { Clock } from '../../../../platform/time/clock.ts'
import { type PoliteHosts, retryAfter } from './polite-hosts.ts'

/** One check, which ends at a set time of the machine's clock. */
export interface Check {
  endsAt: number
  signal: AbortSignal
}

export type Answer = Pick<OutgoingAnswer, 'status' | 'headers' | 'body'>

/** The body of an answer that was too large, too slow or broken off. */
export const unread = new Uint8Array()

export interface RequestNeeds {
  outgoing: Pick<Outgoing, 'request'>
  hosts: PoliteHosts
  clock: Clock
  /** Says who is asking, and where to complain. */
  userAgent: string
}

export type Get = (url: URL, check: Check, mostBytes: number) => Promise<Answer>

/** Returns a function that gets a complete answer, or enough of one to know its status. */
export function createGet(
  { outgoing, hosts, clock, userAgent }: RequestNeeds,
  requestMilliseconds: number,
): Get {
  return async (url, { endsAt, signal }, mostBytes) => {
    await hosts.turn(url.hostname, endsAt - performance.now(), signal)
    const timeoutMilliseconds = Math.max(1, Math.min(requestMilliseconds, endsAt - performance.now()))
    const headers = { 'user-agent': userAgent, accept: '*/*' }
    const options = { headers, timeoutMilliseconds, mostBytes, signal }
    const answer = await outgoing.request(url.href, options).catch(partOf)
    if (answer.status === 429 || answer.status === 503) {
      const seconds = retryAfter(answer.headers['retry-after'], clock.now())
      if (seconds > 0) hosts.close(url.hostname, seconds)
    }
    return answer
  }
}

function partOf(error: unknown): Answer {
  const isAnswer = error instanceof OutgoingFailure && error.status !== null && error.reason !== 'cancelled'
  if (!isAnswer) throw error
  return { status: error.status as number, headers: {}, body: unread }
}

/** Where an answer leads; null if it isn't a redirect. */
export function redirectOf({ status, headers }: Answer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null
  const to = URL.parse(headers.location, from)
  return to && /^https?:$/.test(to.protocol) ? to : null
}
