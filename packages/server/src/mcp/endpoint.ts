// `POST /mcp`, the agent tools over HTTP: checks each request, passes its message on, and responds.
import { type ErrorCode, Refusal, statusOf } from '@linnet/contract'
import { isLarge } from '../http/request-body.ts'
import { EventLoopLimiter } from '../platform/concurrency/event-loop-limiter.ts'
import type { RequestScheduler } from '../platform/concurrency/request-scheduler.ts'
import { failureOf } from '../platform/operations/execute.ts'
import type { Caller, ImplementedOperation } from '../platform/operations/handler.ts'
import { bearerOf } from '../platform/security/bearer.ts'
import {
  type Admission,
  type AdmissionNeeds,
  createAdmission,
  isJson,
  type UnadmittedRequest,
} from './admission.ts'
import { Burst } from './burst.ts'
import { type CallNeeds, callTool, type ToolCaller } from './calls.ts'
import { metadataAddress } from './discovery.ts'
import { idOf, rpcCodes, rpcRefusal } from './json-rpc.ts'
import { Origins } from './origins.ts'
import { type AnswerMessage, createProtocol, type Exchange } from './protocol.ts'
import { createTools, type Tool, type Tools } from './tools.ts'
import { instructions } from './wording.ts'

export interface McpNeeds extends Omit<CallNeeds, 'turn'>, Omit<AdmissionNeeds, 'burst'> {
  operations: ImplementedOperation[]
  /** Milliseconds that never go back. */
  elapsed(): number
  scheduler: RequestScheduler
  origins: { mcp: string; public: string }
  /** Further origins whose pages may send messages. */
  allowedOrigins: readonly string[]
  version: string
}

interface IncomingRequest extends UnadmittedRequest {
  requestId: string
  /** Without the leading slash. */
  path: string
}

export interface Mcp {
  /** Answers a message; null at an address below the endpoint. */
  answer(incoming: IncomingRequest): Promise<Response> | null
  /** Drops burst limits that no longer restrict any credential. */
  prune(): void
}

// Statistics of ten years take some 10 ms.
const callsPerTurn = 2

// The credential of a message that took longer than this to arrive is checked again, because it may have been revoked
// meanwhile. Most messages arrive at once.
const slowMilliseconds = 1000

export function createMcp(needs: McpNeeds): Mcp {
  const tools = { usual: createTools(needs.operations, 'usual'), all: createTools(needs.operations, 'all') }
  const burst = new Burst(needs.elapsed)
  const running = new EventLoopLimiter(callsPerTurn)
  const endpoint: Endpoint = {
    needs,
    tools,
    calls: { ...needs, turn: ({ personId }: Caller) => running.enter(`${personId}`) },
    origins: new Origins([needs.origins.mcp, needs.origins.public], needs.allowedOrigins),
    admission: createAdmission({ ...needs, burst }),
    metadata: metadataAddress(needs.origins),
    protocol: createProtocol({ version: needs.version, instructions }),
  }
  return {
    answer: (incoming) => (/^mcp\/?$/.test(incoming.path) ? answerRequest(endpoint, incoming) : null),
    prune: () => burst.prune(),
  }
}

interface Endpoint {
  needs: McpNeeds
  /** Those of the contract, and all, for agents that ask for them. */
  tools: { usual: Tools; all: Tools }
  calls: CallNeeds
  origins: Origins
  admission: Admission
  /** The URL of the metadata that tells clients where to get a token. */
  metadata: string
  protocol: AnswerMessage
}

/** What is known about a request when it fails. */
interface RequestProgress {
  /** The message, once it has been read. */
  message?: unknown
  /** The tool whose scope the credential lacks. */
  forbiddenTool?: Tool
}

async function answerRequest(endpoint: Endpoint, incoming: IncomingRequest): Promise<Response> {
  const progress: RequestProgress = {}
  try {
    return await answerMessage(endpoint, incoming, progress)
  } catch (error) {
    return answerFailure(endpoint, incoming, { ...progress, error })
  }
}

async function answerMessage(
  endpoint: Endpoint,
  incoming: IncomingRequest,
  progress: RequestProgress,
): Promise<Response> {
  const { needs, origins, admission, protocol } = endpoint
  const { request, requestId, address } = incoming
  requireOrigin(origins, request)
  if (request.method === 'OPTIONS') return origins.preflight(request)
  if (request.method !== 'POST') throw new Refusal('method_not_allowed', 'Send messages by POST.')
  await needs.scheduler.start(bearerOf(request.headers), address)
  const admitted = await admission.admit(incoming)
  const begun = needs.elapsed()
  const message = await admission.readMessage(request, admitted)
  progress.message = message
  const isSlow = needs.elapsed() - begun > slowMilliseconds
  const caller = isSlow ? await admission.admitAgain(incoming) : admitted
  const tools = toolsOf(endpoint, request)
  const tool = tools.byName.get(calledTool(message) ?? '')
  if (tool && tool.scope !== null && !caller.scopes.has(tool.scope)) {
    progress.forbiddenTool = tool
    throw new Refusal('insufficient_scope', `This tool needs a credential with the scope ${tool.scope}.`)
  }
  const client = { address, userAgent: request.headers.get('user-agent') ?? '', personId: caller.personId }
  const toolCaller: ToolCaller = { caller, requestId, client, isLarge: isLarge(request) }
  const response = await protocol(request, message, exchangeOf(endpoint.calls, tools, toolCaller))
  for (const [name, value] of Object.entries(headersOf(origins, incoming))) response.headers.set(name, value)
  return response
}

/** The tools of the address that a message was sent to. */
function toolsOf({ tools }: Endpoint, { url }: Request): Tools {
  return url.includes('?') && new URL(url).searchParams.get('tools') === 'all' ? tools.all : tools.usual
}

function exchangeOf(calls: CallNeeds, tools: Tools, toolCaller: ToolCaller): Exchange {
  return {
    list: () => tools.allowed(toolCaller.caller),
    call(name, given) {
      const tool = tools.byName.get(name)
      return tool ? callTool(calls, tool, given, toolCaller) : null
    },
  }
}

function answerFailure(
  { needs, origins, metadata }: Endpoint,
  incoming: IncomingRequest,
  { error, message, forbiddenTool }: RequestProgress & { error: unknown },
): Response {
  const { request, requestId } = incoming
  const { status, body, retryAfter } = failureOf(needs, error, requestId)
  const { code, message: text, ...data } = body.error
  const headers: Record<string, string> = headersOf(origins, incoming)
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  if (code === 'method_not_allowed') headers.Allow = 'POST, OPTIONS'
  const challenge = challengeOf(code, bearerOf(request.headers) !== null, forbiddenTool)
  if (challenge) headers['WWW-Authenticate'] = `${challenge}resource_metadata="${metadata}"`
  const rpcCode = rpcCodeOf(code, request)
  return rpcRefusal({ status, rpcCode, message: text, data: { code, ...data } }, idOf(message), headers)
}

function headersOf(origins: Origins, { request }: IncomingRequest): Record<string, string> {
  return {
    ...origins.headersFor(request),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}

function requireOrigin(origins: Origins, request: Request): void {
  if (!origins.admits(request))
    throw new Refusal(
      'forbidden',
      'Pages of this origin may not use the agent tools. The operator can add it to MCP_ALLOWED_ORIGINS.',
    )
}

/** The name of the tool that a message calls, or null. */
function calledTool(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null
}

/** Why the credential was refused (RFC 6750, section 3); it names a scope only if that is missing. */
function challengeOf(code: ErrorCode, hasToken: boolean, forbiddenTool?: Tool): string | null {
  if (code === 'insufficient_scope')
    return `Bearer error="insufficient_scope", scope="${forbiddenTool?.scope}", `
  if (statusOf(code) !== 401) return null
  return hasToken ? 'Bearer error="invalid_token", ' : 'Bearer '
}

function rpcCodeOf(code: ErrorCode, request: Request): number {
  if (code === 'malformed_request') return isJson(request) ? rpcCodes.parseError : rpcCodes.invalidRequest
  return code === 'internal' ? rpcCodes.internalError : rpcCodes.server
}
