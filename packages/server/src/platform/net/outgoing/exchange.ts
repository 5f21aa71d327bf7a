// One request over HTTP and its answer, at addresses that have been judged, within bounds of time and size.
import { type Agent, type ClientRequest, type IncomingHttpHeaders, request as overHttp } from 'node:http'
import { request as overHttps, type Agent as TlsAgent } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type FailureReason, OutgoingFailure } from './failure.ts'
import type { Target } from './target.ts'

/** What is sent, and what may come back at most. */
export interface Sending {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Of the answer's body, in bytes, as sent and as decoded. */
  mostBytes: number
}

export interface Exchanged {
  status: number
  /** By their names in lower case. */
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Line {
  /** Where to connect: the first that answers is used, and no other address is ever tried. */
  addresses: string[]
  /** Whether an address may be reached; asked again of the one that the connection has come to. */
  mayReach(address: string): boolean
  /** Ends the attempt; the reason that it was aborted with is the failure's. */
  signal: AbortSignal
  /** Certificate authorities to trust instead of the usual ones, in PEM. */
  ca?: string
  /** What keeps connections open for the next request; without it each request has one of its own. */
  kept?: KeptConnections
}

export interface KeptConnections {
  http: Agent
  https: TlsAgent
}

// Of several addresses the next is tried, and the present one given up, when so many milliseconds have passed. By default
// it is a time in which a handshake with the other side of the world may not end.
const tryingAddresses = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2000 }

// An answer may come in so many parts, and in more where they are of so many bytes on average.
const fewParts = 100
const leastPartBytes = 128

/** The server let go of a connection that was kept, as its request was on the way: it may never have seen it. */
class ConnectionEnded extends Error {}

/**
 * Sends and reads to the end. Throws an OutgoingFailure. Heads, trailers and the extensions of chunks are bounded at 16 KiB
 * by the runtime itself. Where connections are kept, a request may reach the server twice.
 */
export async function exchange(target: Target, sending: Sending, line: Line): Promise<Exchanged> {
  try {
    return await attempt(target, sending, line, line.kept)
  } catch (error) {
    if (error instanceof ConnectionEnded) return await attempt(target, sending, line, undefined)
    throw error
  }
}

function attempt(
  { url, host }: Target,
  sending: Sending,
  line: Line,
  kept: KeptConnections | undefined,
): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>()
  const isTls = url.protocol === 'https:'
  // Whatever breaks before its stage is over is that stage's failure: the codes of the runtime are too many to list.
  let stage: FailureReason = 'unreachable'
  let status: number | null = null

  // Without a proxy that the environment names (`agent: false` is a new connection each time), and with its certificate
  // checked whatever NODE_TLS_REJECT_UNAUTHORIZED says. Redirects are answers like others to node:http.
  const request: ClientRequest = (isTls ? overHttps : overHttp)({
    agent: kept ? kept[isTls ? 'https' : 'http'] : false,
    protocol: url.protocol,
    host,
    port: url.port || (isTls ? 443 : 80),
    path: url.pathname + url.search,
    method: sending.method ?? 'GET',
    // An encoding that nobody asked for may come nevertheless; see decoding.ts.
    headers: { 'user-agent': 'Linnet', 'accept-encoding': 'identity', ...sending.headers },
    lookup: giving(line.addresses),
    ...tryingAddresses,
    ...(isTls && { rejectUnauthorized: true, ca: line.ca }),
  })

  function fail(reason: FailureReason, cause?: unknown): void {
    const isEnded = request.reusedSocket && reason === 'bad-answer' && status === null
    reject(isEnded ? new ConnectionEnded() : new OutgoingFailure(reason, { status, cause }))
    request.destroy()
  }

  const stop = () => fail(line.signal.reason as FailureReason)
  line.signal.addEventListener('abort', stop, { once: true })
  if (line.signal.aborted) stop()
  request.on('error', (error) => fail(stage, error))
  // Another protocol that nobody asked for ends without an error.
  request.on('close', () => status === null && fail(stage))
  function send(): void {
    stage = 'bad-answer'
    request.end(sending.body)
  }
  request.on('socket', (socket: Socket) => {
    const judged = (next: () => void) => {
      // Nothing has been sent yet. Only a fault of ours or of the runtime leads here to an address that was not judged.
      // Of a connection that is gone already nobody knows where it led.
      const peer = socket.remoteAddress
      if (!peer || !line.mayReach(peer)) fail(peer ? 'private-target' : stage)
      else next()
    }
    if (request.reusedSocket) return judged(send)
    socket.once('connect', () =>
      judged(() => {
        if (isTls) stage = 'tls'
        else send()
      }),
    )
    socket.once('secureConnect', send)
  })
  request.on('response', (answer) => {
    status = answer.statusCode as number
    const { headers } = answer
    const parts: Buffer[] = []
    const mostParts = fewParts + sending.mostBytes / leastPartBytes
    let bytes = 0
    answer.on('data', (part: Buffer) => {
      bytes += part.length
      parts.push(part)
      // In chunks of one byte, a megabyte would block the reading thread for a second.
      if (bytes > sending.mostBytes || parts.length > mostParts) fail('too-large')
    })
    answer.on('error', (error) => fail(stage, error))
    answer.on('end', () => resolve({ status: status as number, headers, body: Buffer.concat(parts) }))
  })
  return promise.finally(() => line.signal.removeEventListener('abort', stop))
}

/** Tells the runtime the addresses instead of having it ask for them again, when they might be others. */
function giving(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, _options, callback) => callback(null, found)
}
