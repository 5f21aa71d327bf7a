// One attempt at a delivery: the request, what came of it, and how it is written down.
import type { DeliveryAttempt } from '@linnet/contract'
// Not by its index, which would bring node:http into the drain's thread: 3 MB.
import { OutgoingFailure } from '../../platform/net/outgoing/failure.ts'
import type { Outgoing } from '../../platform/net/outgoing/index.ts'
import type { Log } from '../../platform/observability/log.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { deliveryHeaders, type Signable, type Signatures, sign } from './signing.ts'

// For the whole attempt.
export const attemptMilliseconds = 10_000
// Of the answer: what is read of it, so that its connection can be used again, and what is kept for the owner to see.
const readBytes = 64 * 1024
const keptCharacters = 2048
// Of an attempt that another one has followed.
const oldCharacters = 256
// Of as many attempts what came of them is kept; a round of retries has nine.
const keptAttempts = 20

/** `withheld`: its credential may no longer read the event, so nothing was sent. */
export type Outcome = 'delivered' | 'failed' | 'gone' | 'withheld'

/** An attempt as its row keeps it: without what the event says anyway. */
export interface KeptAttempt extends Omit<DeliveryAttempt, 'headers'> {
  /** Null where nothing could be signed, and so nothing was sent. */
  signatures: Signatures | null
}

export interface Attempted {
  /** Null where the attempt was given up by us: it was none. */
  outcome: Outcome | null
  attempt: KeptAttempt
}

export interface Attempting {
  url: string
  event: Signable
  /** Valid ones, the oldest first. */
  secrets: readonly string[]
  /** Milliseconds. */
  now(): number
  log: Log
  signal: AbortSignal
}

/**
 * Sends an event and reads the answer. Whoever answers with a 2xx has it, also where the rest of the answer is too
 * long, breaks off or takes too much time.
 */
export async function attemptDelivery(
  outgoing: Outgoing,
  { url, event, secrets, now, log, signal }: Attempting,
): Promise<Attempted> {
  const at = unixSeconds(now())
  const begun = performance.now()
  const signatures = secrets.length > 0 ? sign(event, secrets, at) : null
  const attempt = (rest: Pick<KeptAttempt, 'status' | 'answer' | 'error'>): KeptAttempt => ({
    at,
    url,
    signatures,
    milliseconds: Math.round(performance.now() - begun),
    ...rest,
  })
  if (signatures === null) {
    const error = 'Its secret cannot be opened: the server has another SECRET_KEY than when it was made.'
    return { outcome: 'failed', attempt: attempt({ status: null, answer: null, error }) }
  }
  try {
    const answer = await outgoing.request(url, {
      method: 'POST',
      headers: deliveryHeaders(event, signatures, at),
      body: event.body,
      mostBytes: readBytes,
      timeoutMilliseconds: attemptMilliseconds,
      signal,
    })
    const text = new TextDecoder()
      .decode(answer.body.subarray(0, 4 * keptCharacters))
      .slice(0, keptCharacters)
    const { status } = answer
    return { outcome: outcomeOf(status), attempt: attempt({ status, answer: text, error: null }) }
  } catch (failure) {
    if (!(failure instanceof OutgoingFailure)) {
      log.error('a delivery could not be attempted', failure, { event: event.id })
      const error = 'Something went wrong on our side.'
      return { outcome: 'failed', attempt: attempt({ status: null, answer: null, error }) }
    }
    const { status, reason, message } = failure
    const outcome = reason === 'cancelled' ? null : outcomeOf(status)
    return { outcome, attempt: attempt({ status, answer: null, error: message }) }
  }
}

/** A delivery that isn't attempted, because the subscription's credential may no longer read the event. `now` in milliseconds. */
export function withheld(url: string, now: number): Attempted {
  const error = 'Not sent: the credential of this subscription no longer has the scope that this event needs.'
  return {
    outcome: 'withheld',
    attempt: {
      at: unixSeconds(now),
      url,
      signatures: null,
      milliseconds: 0,
      status: null,
      answer: null,
      error,
    },
  }
}

function outcomeOf(status: number | null): Outcome {
  if (status === 410) return 'gone'
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed'
}

/** The attempts of a delivery, as its row keeps them, with one more. */
export function withAttempt(kept: string, attempt: KeptAttempt): string {
  if (kept === '[]') return JSON.stringify([attempt])
  const before = (JSON.parse(kept) as KeptAttempt[]).map(({ answer, ...rest }) => ({
    ...rest,
    answer: answer?.slice(0, oldCharacters) ?? null,
  }))
  return JSON.stringify([...before, attempt].slice(-keptAttempts))
}

/** The attempts that a row keeps, as its owner sees them. */
export function readAttempts(kept: string, event: Pick<Signable, 'id' | 'type'>): DeliveryAttempt[] {
  return (JSON.parse(kept) as KeptAttempt[]).map(({ signatures, ...attempt }) => ({
    ...attempt,
    headers: signatures ? deliveryHeaders(event, signatures, attempt.at) : {},
  }))
}
