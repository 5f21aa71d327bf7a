// One HTTP request and its response, to addresses that have been checked, within limits of time and size.
import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
} from 'node:http'
import { request as overHttps, type Agent as TlsAgent } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type FailureReason, OutgoingFailure } from './failure.ts'
import type { RequestTarget } from './target.ts'

/** What is sent, and how large the response may be. */
export interface RequestContent {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Of the response body, in bytes, as sent and as decoded. */
  mostBytes: number
}

export interface RawAnswer {
  status: number
  /** By their names in lower case. */
  headers: IncomingHttpHeaders
  body: Buffer
}

/** How the server is reached. */
export interface Connecting {
  /** Where to connect: the first that answers is used, and no other address is ever tried. */
  addresses: string[]
  /** Whether an address may be reached; checked again for the one that the connection has reached. */
  mayReach(address: string): boolean
  /** Cancels the attempt; the abort reason becomes the failure's reason. */
  signal: AbortSignal
  /** Certificate authorities to trust instead of the usual ones, in PEM. */
  ca?: string
  /** Keeps connections open for the next request; without it, each request opens its own connection. */
  agents?: KeepAliveAgents
}

export interface KeepAliveAgents {
  http: Agent
  https: TlsAgent
}

// How long to wait for one of several addresses before the next is tried. By default that is shorter than a handshake with
// the other side of the world.
const addressSelection = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2000 }

// The most chunks in a response; more are allowed if they have this many bytes on average.
const fewChunks = 100
const leastChunkBytes = 128

/** The server closed a kept-alive connection just as a request was sent on it, and may never have seen that request. */
class ConnectionEnded extends Error {}

/**
 * Sends a request and reads the response to its end. Throws an OutgoingFailure. The runtime itself limits heads, trailers
 * and chunk extensions to 16 KiB. With keep-alive agents, a request may reach the server twice.
 */
export async function exchange(
  target: RequestTarget,
  content: RequestContent,
  connecting: Connecting,
): Promise<RawAnswer> {
  try {
    return await attempt(target, content, connecting)
  } catch (error) {
    if (error instanceof ConnectionEnded)
      return await attempt(target, content, { ...connecting, agents: undefined })
    throw error
  }
}

function attempt(target: RequestTarget, content: RequestContent, connecting: Connecting): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const { signal } = connecting
  // An error counts as the failure of the stage in which it occurs: the runtime has too many error codes to list.
  let stage: FailureReason = 'unreachable'
  let status: number | null = null
  const request = openRequest(target, content, connecting)

  function fail(reason: FailureReason, cause?: unknown): void {
    const isEnded = request.reusedSocket && reason === 'bad-answer' && status === null
    reject(
      isEnded
        ? new ConnectionEnded()
        : new OutgoingFailure(reason, { status, cause, hasConnected: stage === 'bad-answer' }),
    )
    request.destroy()
  }

  const stop = () => fail(signal.reason as FailureReason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  request.on('error', (error) => fail(stage, error))
  // An unrequested switch to another protocol ends without an error.
  request.on('close', () => status === null && fail(stage))
  whenConnected(request, {
    isTls: isTls(target),
    mayReach: connecting.mayReach,
    refuse: (peer) => fail(peer ? 'private-target' : stage),
    handshake: () => {
      stage = 'tls'
    },
    send() {
      stage = 'bad-answer'
      request.end(content.body)
    },
  })
  request.on('response', (answer) => {
    status = answer.statusCode as number
    readAnswer(answer, content.mostBytes, {
      resolve,
      fail: (reason, cause) => fail(reason ?? stage, cause),
    })
  })
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

function isTls({ url }: RequestTarget): boolean {
  return url.protocol === 'https:'
}

/**
 * Without a proxy from the environment (`agent: false` opens a new connection each time), and with the certificate checked
 * whatever NODE_TLS_REJECT_UNAUTHORIZED says. node:http doesn't follow redirects.
 */
function openRequest(
  target: RequestTarget,
  content: RequestContent,
  { addresses, ca, agents }: Connecting,
): ClientRequest {
  const { url, host } = target
  const secure = isTls(target)
  return (secure ? overHttps : overHttp)({
    agent: agents ? agents[secure ? 'https' : 'http'] : false,
    protocol: url.protocol,
    host,
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    method: content.method ?? 'GET',
    // The response may still be encoded; see decoding.ts.
    headers: { 'user-agent': 'Linnet', 'accept-encoding': 'identity', ...content.headers },
    lookup: lookupOf(addresses),
    ...addressSelection,
    ...(secure && { rejectUnauthorized: true, ca }),
  })
}

interface ConnectionSteps {
  isTls: boolean
  mayReach(address: string): boolean
  /** Called with the address that was reached; undefined if the connection has ended already. */
  refuse(peer: string | undefined): void
  handshake(): void
  send(): void
}

/** Checks the connection's address before anything is sent on it. */
function whenConnected(
  request: ClientRequest,
  { isTls, mayReach, refuse, handshake, send }: ConnectionSteps,
): void {
  request.on('socket', (socket: Socket) => {
    // Only a bug here or in the runtime can reach an address that was not checked before.
    const checked = (next: () => void) => {
      const peer = socket.remoteAddress
      if (!peer || !mayReach(peer)) refuse(peer)
      else next()
    }
    if (request.reusedSocket) return checked(send)
    socket.once('connect', () => checked(isTls ? handshake : send))
    socket.once('secureConnect', send)
  })
}

interface AnswerOutcome {
  resolve(answer: RawAnswer): void
  /** Without a reason, it is the failure of the stage that the request reached. */
  fail(reason: FailureReason | null, cause?: unknown): void
}

function readAnswer(answer: IncomingMessage, mostBytes: number, { resolve, fail }: AnswerOutcome): void {
  const { headers, statusCode } = answer
  const chunks: Buffer[] = []
  const mostChunks = fewChunks + mostBytes / leastChunkBytes
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    // In chunks of one byte, a megabyte would block the reading thread for a second.
    if (bytes > mostBytes || chunks.length > mostChunks) fail('too-large')
  })
  answer.on('error', (error) => fail(null, error))
  answer.on('end', () => resolve({ status: statusCode as number, headers, body: Buffer.concat(chunks) }))
}

/** Gives the runtime the checked addresses, because a lookup of its own might return others. */
function lookupOf(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, _options, callback) => callback(null, found)
}
