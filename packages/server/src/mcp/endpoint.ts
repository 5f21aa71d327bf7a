// `POST /mcp`, the agent tools over HTTP: what has to be right before a message reaches them, check by check.
import { type ErrorCode, Refusal, statusOf } from '@linnet/contract'
import { isJsonContentType } from '@modelcontextprotocol/server'
import { isLarge, largeBytes, parseJson, readBytes, turnFor } from '../http/request-body.ts'
import { EventLoopLimiter } from '../platform/concurrency/event-loop-limiter.ts'
import type { RequestScheduler } from '../platform/concurrency/request-scheduler.ts'
import { requireUnblocked } from '../platform/operations/blocked-account.ts'
import { failureOf } from '../platform/operations/execute.ts'
import type { Caller, ImplementedOperation } from '../platform/operations/handler.ts'
import { bookRequest, type LimitNeeds, requireAdmitted } from '../platform/operations/limits.ts'
import { bearerOf } from '../platform/security/bearer.ts'
import { Burst } from './burst.ts'
import { type CallNeeds, callTool, type ToolCaller } from './calls.ts'
import { metadataAddress } from './discovery.ts'
import { idOf, rpcCodes, rpcRefusal } from './json-rpc.ts'
import { Origins } from './origins.ts'
import { createProtocol, type Exchange } from './protocol.ts'
import { createTools, type Tool } from './tools.ts'
import { instructions } from './wording.ts'

export interface McpNeeds extends Omit<CallNeeds, 'turn'>, LimitNeeds {
  operations: ImplementedOperation[]
  /** Whom a credential stands for here: an API key, or an access token that is not bound to another resource. */
  callerByToken(token: string): Promise<Caller | null>
  /** Whether the caller's plan includes the agent tools. */
  isIncluded(caller: Caller): boolean
  /** Milliseconds that never go back. */
  elapsed(): number
  scheduler: RequestScheduler
  origins: { mcp: string; public: string }
  /** Further origins whose pages may send messages. */
  allowedOrigins: readonly string[]
  version: string
}

interface IncomingRequest {
  request: Request
  address: string
  requestId: string
  /** Without the leading slash. */
  path: string
}

export interface Mcp {
  /** Answers a message, or null at an address below the endpoint. */
  answer(arrival: IncomingRequest): Promise<Response> | null
  /** Forgets what does not count any more. */
  prune(): void
}

// Statistics of ten years take some 10 ms.
const runPerTurn = 2

// The library looks at each name several times, some 5 µs in all, and a credential may send 20 messages a second. The
// largest of use, a hundred links or a long component, has a fifth of these.
const bounds = { names: 3000, values: 12_000 }

// What took longer to come in than this is judged by what is true then: a key may have been revoked meanwhile. Most
// messages are there at once, and need no second look.
const slowMilliseconds = 1000

export function createMcp(needs: McpNeeds): Mcp {
  const tools = createTools(needs.operations)
  const burst = new Burst(needs.elapsed)
  const running = new EventLoopLimiter(runPerTurn)
  const calls = { ...needs, turn: ({ userId }: Caller) => running.enter(`${userId}`) }
  const origins = new Origins([needs.origins.mcp, needs.origins.public], needs.allowedOrigins)
  const metadata = metadataAddress(needs.origins)
  const protocol = createProtocol({ version: needs.version, instructions })

  async function callerOf({ request, address }: IncomingRequest): Promise<Caller> {
    const token = bearerOf(request.headers)
    const caller = token === null ? null : await needs.callerByToken(token)
    if (token !== null && caller) {
      needs.scheduler.learn(token, caller.userId)
      return caller
    }
    requireAdmitted(await bookRequest(needs, null, address))
    throw new Refusal(
      'unauthenticated',
      token === null
        ? 'Send "Authorization: Bearer" with an API key or an OAuth access token.'
        : 'This credential is not known here, was revoked, has expired, or is for another resource.',
    )
  }

  function requireCalm({ credential }: Caller): void {
    const seconds = burst.take(credential)
    if (seconds > 0)
      throw new Refusal(
        'rate_limited',
        `Too many messages at once. Wait ${seconds} s, and send no more than 20 in a second.`,
        undefined,
        seconds,
      )
  }

  async function readMessage(request: Request, { credential, userId }: Caller): Promise<unknown> {
    if (!holdsJson(request))
      throw new Refusal('malformed_request', 'The body must be JSON: send "Content-Type: application/json".')
    const bytes = await readBytes(request, `${userId}`)
    // A large one takes as many more of its credential's tokens as it is long.
    if (bytes.byteLength > largeBytes) burst.charge(credential, Math.floor(bytes.byteLength / largeBytes))
    await turnFor(bytes, `${userId}`)
    return parseJson(bytes, bounds)
  }

  function requireIncluded(caller: Caller): void {
    requireUnblocked(caller)
    if (!needs.isIncluded(caller))
      throw new Refusal(
        'plan_limit',
        'The plan of this account does not include the agent tools (hosted_mcp_enabled). The API at /v2 is open to it.',
      )
  }

  function exchangeOf(toolCaller: ToolCaller): Exchange {
    return {
      list: () => tools.allowed(toolCaller.caller.scopes),
      call(name, given) {
        const tool = tools.byName.get(name)
        return tool ? callTool(calls, tool, given, toolCaller) : null
      },
    }
  }

  async function answer(arrival: IncomingRequest): Promise<Response> {
    const { request, requestId } = arrival
    let message: unknown
    let lacking: Tool | null = null
    try {
      requireOrigin(origins, request)
      if (request.method === 'OPTIONS') return origins.preflight(request, requestId)
      if (request.method !== 'POST') throw new Refusal('method_not_allowed', 'Send messages by POST.')
      await needs.scheduler.start(bearerOf(request.headers), arrival.address)
      let caller = await callerOf(arrival)
      requireCalm(caller)
      requireIncluded(caller)
      const begun = needs.elapsed()
      message = await readMessage(request, caller)
      if (needs.elapsed() - begun > slowMilliseconds) {
        caller = await callerOf(arrival)
        requireIncluded(caller)
      }
      const tool = calledTool(message)
      const wanted = tool === null ? undefined : tools.byName.get(tool)
      if (wanted && !caller.scopes.has(wanted.scope)) {
        lacking = wanted
        throw new Refusal(
          'insufficient_scope',
          `This tool needs a credential with the scope ${wanted.scope}.`,
        )
      }
      const client = { address: arrival.address, userAgent: request.headers.get('user-agent') ?? '' }
      const response = await protocol(
        request,
        message,
        exchangeOf({ caller, requestId, client, isLarge: isLarge(request) }),
      )
      for (const [name, value] of Object.entries(headersOf(arrival))) response.headers.set(name, value)
      return response
    } catch (error) {
      const { status, body, retryAfter } = failureOf(needs, error, requestId)
      const { code, message: text, ...data } = body.error
      const headers: Record<string, string> = headersOf(arrival)
      if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
      if (code === 'method_not_allowed') headers.Allow = 'POST, OPTIONS'
      const challenge = challengeOf(code, bearerOf(request.headers) !== null, lacking)
      if (challenge) headers['WWW-Authenticate'] = `${challenge}resource_metadata="${metadata}"`
      const rpcCode = rpcCodeOf(code, request)
      return rpcRefusal({ status, rpcCode, message: text, data: { code, ...data } }, idOf(message), headers)
    }
  }

  function headersOf({ request, requestId }: IncomingRequest): Record<string, string> {
    return {
      ...origins.headersFor(request),
      'X-Request-Id': requestId,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    }
  }

  return {
    answer: (arrival) => (/^mcp\/?$/.test(arrival.path) ? answer(arrival) : null),
    prune: () => burst.prune(),
  }
}

function requireOrigin(origins: Origins, request: Request): void {
  if (!origins.admits(request))
    throw new Refusal(
      'forbidden',
      'Pages of this origin may not use the agent tools. The operator can name it in MCP_ALLOWED_ORIGINS.',
    )
}

function holdsJson(request: Request): boolean {
  return isJsonContentType(request.headers.get('content-type'))
}

/** The name of the tool that a message calls, or null. */
function calledTool(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null
}

/** How the credential falls short (RFC 6750, section 3); what it names is not to be asked for but where it is lacking. */
function challengeOf(code: ErrorCode, hasToken: boolean, lacking: Tool | null): string | null {
  if (code === 'insufficient_scope') return `Bearer error="insufficient_scope", scope="${lacking?.scope}", `
  if (statusOf(code) !== 401) return null
  return hasToken ? 'Bearer error="invalid_token", ' : 'Bearer '
}

function rpcCodeOf(code: ErrorCode, request: Request): number {
  if (code === 'malformed_request') return holdsJson(request) ? rpcCodes.parseError : rpcCodes.invalidRequest
  return code === 'internal' ? rpcCodes.internalError : rpcCodes.server
}
