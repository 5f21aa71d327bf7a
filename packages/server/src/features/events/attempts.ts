// One attempt at a delivery: the request, its outcome, and how both are stored.
import type { DeliveryAttempt } from '@linnet/contract'
// Not from the module's index, which would load node:http (3 MB) into the click worker.
import { OutgoingFailure } from '../../platform/net/outgoing/failure.ts'
import type { Outgoing } from '../../platform/net/outgoing/index.ts'
import type { Log } from '../../platform/observability/log.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { deliveryHeaders, type Signable, type Signatures, sign } from './signing.ts'

// For the whole attempt.
export const attemptMilliseconds = 10_000
// Of the response: how much is read, so that its connection can be reused, and how much is kept to show to the owner.
const readBytes = 64 * 1024
const keptCharacters = 2048
// How much is kept of the responses to earlier attempts.
const oldCharacters = 256
// How many attempts are kept; a run of the retry schedule has nine.
const keptAttempts = 20

/** `withheld`: its credential may no longer read the event, so nothing was sent. */
export type Outcome = 'delivered' | 'failed' | 'gone' | 'withheld'

/** An attempt as stored: without what the event already contains. */
export interface KeptAttempt extends Omit<DeliveryAttempt, 'headers'> {
  /** Null if nothing was sent: no secret could be opened, or the event was withheld. */
  signatures: Signatures | null
}

export interface Attempted {
  /** Null if the attempt was cancelled, and so does not count. */
  outcome: Outcome | null
  attempt: KeptAttempt
}

export interface AttemptOptions {
  url: string
  event: Signable
  /** Those that are valid now, oldest first. */
  secrets: readonly string[]
  /** Milliseconds. */
  now(): number
  log: Log
  signal: AbortSignal
}

/**
 * Sends an event and reads the response. A 2xx status means that it was delivered, even if the rest of the response is
 * too long, breaks off or takes too long.
 */
export async function attemptDelivery(
  outgoing: Outgoing,
  { url, event, secrets, now, log, signal }: AttemptOptions,
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
    const error =
      "Its secret can't be decrypted: the server has another SECRET_KEY than when the secret was created."
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
      const error = 'Internal error.'
      return { outcome: 'failed', attempt: attempt({ status: null, answer: null, error }) }
    }
    const { status, reason, message } = failure
    const outcome = reason === 'cancelled' ? null : outcomeOf(status)
    return { outcome, attempt: attempt({ status, answer: null, error: message }) }
  }
}

/**
 * The record of a delivery that isn't sent, because the subscription's credential may no longer read the
 * event. `now` in milliseconds.
 */
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

/** The stored attempts of a delivery with one more. */
export function withAttempt(stored: string, attempt: KeptAttempt): string {
  if (stored === '[]') return JSON.stringify([attempt])
  const before = (JSON.parse(stored) as KeptAttempt[]).map(({ answer, ...rest }) => ({
    ...rest,
    answer: answer?.slice(0, oldCharacters) ?? null,
  }))
  return JSON.stringify([...before, attempt].slice(-keptAttempts))
}

/** The stored attempts of a delivery as its owner sees them. */
export function readAttempts(stored: string, event: Pick<Signable, 'id' | 'type'>): DeliveryAttempt[] {
  return (JSON.parse(stored) as KeptAttempt[]).map(({ signatures, ...attempt }) => ({
    ...attempt,
    headers: signatures ? deliveryHeaders(event, signatures, attempt.at) : {},
  }))
}
