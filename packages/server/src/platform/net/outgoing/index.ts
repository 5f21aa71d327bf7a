// The guard of every request that leaves on somebody's behalf: deliveries, logos, link checks and metadata documents.
import type { IncomingHttpHeaders } from 'node:http'
import { decoded } from './decoding.ts'
import { exchange, type Sending } from './exchange.ts'
import { type FailureReason, OutgoingFailure } from './failure.ts'
import { keepConnections } from './kept-connections.ts'
import { isPublicAddress } from './public-addresses.ts'
import { createResolve, type Resolve } from './resolving.ts'
import { type Target, targetOf } from './target.ts'

export { type FailureReason, OutgoingFailure } from './failure.ts'
export { isPublicAddress } from './public-addresses.ts'
export { createResolve, type Resolve, remembering } from './resolving.ts'

export interface OutgoingRequest extends Sending {
  /** For the whole attempt: finding the addresses, connecting, sending, and reading to the end. */
  timeoutMilliseconds: number
  signal?: AbortSignal
}

export interface OutgoingAnswer {
  /** Any: a redirect is an answer and is not followed. */
  status: number
  /** By their names in lower case. */
  headers: IncomingHttpHeaders
  /** Decoded, where it came encoded. */
  body: Uint8Array
}

export interface Outgoing {
  /** Sends a request to a public address. Throws an OutgoingFailure for all that is not a fault of the caller's. */
  request(address: string, options: OutgoingRequest): Promise<OutgoingAnswer>
  /** Why an address that somebody gives can't be sent to, in a sentence; null where it may, as far as it tells by itself. */
  refusalOf(address: string): string | null
  /**
   * The same, having asked what its name resolves to. That may be another address by the time that a request leaves,
   * which judges it again; so a name that resolves to none, or not within `timeoutMilliseconds`, is null too.
   */
  refusalAfterLookup(address: string, timeoutMilliseconds: number): Promise<string | null>
}

export interface OutgoingOptions {
  /** Lifts the judgement of addresses and nothing else. */
  allowPrivateTargets: boolean
  resolve?: Resolve
  /** Certificate authorities to trust instead of the usual ones, in PEM. */
  ca?: string
  /**
   * Keeps so many idle connections open for the next request to the same server, for whoever sends many. A request whose
   * connection ends under it is sent once more, so that one may arrive twice.
   */
  keepConnections?: number
}

// A name may have hundreds of addresses. All are judged, but a server that none of the first of them reaches is away.
const mostAttempts = 8

export function createOutgoing({
  allowPrivateTargets,
  resolve = createResolve([]),
  ca,
  keepConnections: mostKept = 0,
}: OutgoingOptions): Outgoing {
  const mayReach = (address: string) => allowPrivateTargets || isPublicAddress(address)

  const kept = mostKept > 0 ? keepConnections(mostKept) : undefined

  // One private address among public ones is enough: such a name was made to be tried until it is that one's turn.
  function judge(addresses: string[]): void {
    if (!addresses.every(mayReach)) throw new OutgoingFailure('private-target')
  }

  async function judgedAddresses(target: Target, signal: AbortSignal): Promise<string[]> {
    const addresses = target.addresses ?? (await until(signal, resolve(target.host)))
    if (addresses.length === 0) throw new OutgoingFailure('unreachable')
    judge(addresses)
    return addresses.slice(0, mostAttempts)
  }

  return {
    async request(address, { timeoutMilliseconds, signal, ...sending }) {
      const target = targetOf(address)
      const limit = limited(timeoutMilliseconds, signal)
      try {
        const addresses = await judgedAddresses(target, limit.signal)
        const line = { addresses, mayReach, signal: limit.signal, ca, kept }
        const exchanged = await exchange(target, sending, line)
        return { ...exchanged, body: await decoded(exchanged, sending.mostBytes) }
      } finally {
        limit.release()
      }
    },

    refusalOf: (address) => sentence(() => judge(targetOf(address).addresses ?? [])),

    async refusalAfterLookup(address, timeoutMilliseconds) {
      const limit = limited(timeoutMilliseconds)
      try {
        await judgedAddresses(targetOf(address), limit.signal)
        return null
      } catch (error) {
        return refusal(error)
      } finally {
        limit.release()
      }
    },
  }
}

function sentence(judgement: () => void): string | null {
  try {
    judgement()
    return null
  } catch (error) {
    return refusal(error)
  }
}

/** The sentence of an address that is refused for what it is; null where it could only not be reached now. */
function refusal(error: unknown): string | null {
  if (!(error instanceof OutgoingFailure)) throw error
  return error.reason === 'bad-address' || error.reason === 'private-target' ? error.message : null
}

/** Aborts, with the reason of the failure, when the time is over or the caller gives up. */
function limited(milliseconds: number, caller?: AbortSignal): { signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const stop = (reason: FailureReason) => controller.abort(reason)
  const timer = setTimeout(stop, milliseconds, 'timeout')
  const cancel = () => stop('cancelled')
  if (caller?.aborted) cancel()
  caller?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    },
  }
}

/** What name servers say, waited for no longer than the attempt lasts. */
async function until(signal: AbortSignal, answer: Promise<string[]>): Promise<string[]> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new OutgoingFailure(signal.reason as FailureReason))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const found = answer.catch((error) => {
    throw new OutgoingFailure('unreachable', { cause: error })
  })
  try {
    return await Promise.race([found, ended])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
