// Sends all requests to addresses that people give, and only to public ones: deliveries, logos, link checks and metadata
// documents.
import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from '@linnet/contract'
import { decoded } from './decoding.ts'
import type { RequestContent } from './exchange.ts'
import { type FailureReason, OutgoingFailure } from './failure.ts'
import { isPublicAddress } from './public-addresses.ts'
import { createResolve, type Resolve } from './resolving.ts'
import { type RequestTarget, targetOf } from './target.ts'

export { type FailureReason, OutgoingFailure } from './failure.ts'
export { isPublicAddress } from './public-addresses.ts'
export { createResolve, type Resolve, remembering } from './resolving.ts'

export interface OutgoingRequest extends RequestContent {
  /** For the whole attempt: looking up the addresses, connecting, sending, and reading to the end. */
  timeoutMilliseconds: number
  signal?: AbortSignal
}

export interface OutgoingAnswer {
  /** Any status: a redirect is a response and is not followed. */
  status: number
  /** By their names in lower case. */
  headers: IncomingHttpHeaders
  /** Decoded, if it had a content encoding. */
  body: Uint8Array
}

export interface Outgoing {
  /** Sends a request to a public address. Throws an OutgoingFailure for everything but bugs of the caller. */
  request(address: string, options: OutgoingRequest): Promise<OutgoingAnswer>
  /** Why requests can't be sent to an address; null where they can, as far as the address itself shows. */
  faultOf(address: string): Fault | null
  /**
   * The same, after looking up the address's name. The lookup may give another result when a request is sent, which checks
   * it again; so the result is also null for a name that resolves to nothing, or not within `timeoutMilliseconds`.
   */
  faultAfterLookup(address: string, timeoutMilliseconds: number): Promise<Fault | null>
}

export interface OutgoingOptions {
  /** Permits private addresses, and lifts no other check. */
  allowPrivateTargets: boolean
  resolve?: Resolve
  /** Certificate authorities to trust instead of the usual ones, in PEM. */
  ca?: string
  /**
   * Keeps up to this many idle connections open for the next request to the same server, for callers that send many. A
   * request whose connection ends before the response is sent once more, so it may arrive twice.
   */
  keepConnections?: number
}

// A name may have hundreds of addresses. All are checked, but only the first ones are tried.
const mostAttempts = 8

export function createOutgoing({
  allowPrivateTargets,
  resolve = createResolve([]),
  ca,
  keepConnections: mostKept = 0,
}: OutgoingOptions): Outgoing {
  const mayReach = (address: string) => allowPrivateTargets || isPublicAddress(address)

  let client: ReturnType<typeof loadClient> | undefined

  async function loadedClient(): ReturnType<typeof loadClient> {
    client ??= loadClient(mostKept)
    try {
      return await client
    } catch (error) {
      // For example, if no more files can be opened just now: the next request tries again.
      client = undefined
      throw new OutgoingFailure('unreachable', { cause: error })
    }
  }

  // One private address among public ones is enough to refuse: only an attacker gives a name both.
  function requireReachable(addresses: string[]): void {
    if (!addresses.every(mayReach)) throw new OutgoingFailure('private-target')
  }

  async function permittedAddresses(target: RequestTarget, signal: AbortSignal): Promise<string[]> {
    const addresses = target.addresses ?? (await until(signal, resolve(target.host)))
    if (addresses.length === 0) throw new OutgoingFailure('unreachable')
    requireReachable(addresses)
    return addresses.slice(0, mostAttempts)
  }

  return {
    async request(address, { timeoutMilliseconds, signal, ...content }) {
      const target = targetOf(address)
      const limit = limited(timeoutMilliseconds, signal)
      try {
        const addresses = await permittedAddresses(target, limit.signal)
        const { exchange, agents } = await loadedClient()
        const connecting = { addresses, mayReach, signal: limit.signal, ca, agents }
        const answer = await exchange(target, content, connecting)
        return { ...answer, body: await decoded(answer, content.mostBytes) }
      } finally {
        limit.release()
      }
    },

    faultOf: (address) => faultFoundBy(() => requireReachable(targetOf(address).addresses ?? [])),

    async faultAfterLookup(address, timeoutMilliseconds) {
      const limit = limited(timeoutMilliseconds)
      try {
        await permittedAddresses(targetOf(address), limit.signal)
        return null
      } catch (error) {
        return faultIn(error)
      } finally {
        limit.release()
      }
    },
  }
}

/** Called with the first request, because loading Node's HTTP client would make each start 10 ms longer. */
async function loadClient(mostKept: number) {
  const [{ exchange }, { createKeepAliveAgents }] = await Promise.all([
    import('./exchange.ts'),
    import('./keep-alive-agents.ts'),
  ])
  return { exchange, agents: mostKept > 0 ? createKeepAliveAgents(mostKept) : undefined }
}

function faultFoundBy(check: () => void): Fault | null {
  try {
    check()
    return null
  } catch (error) {
    return faultIn(error)
  }
}

/** What is wrong with an address that may never be used; null for one that just can't be reached now. */
function faultIn(error: unknown): Fault | null {
  if (!(error instanceof OutgoingFailure)) throw error
  return error.fault
}

/** Aborts, with the reason of the failure, on a timeout or when the caller cancels. */
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

/** Waits for the name servers' answer, but no longer than the attempt may take. */
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
