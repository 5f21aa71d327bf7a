// The protocol of agent tools (MCP), stateless over HTTP: revisions up to 2025-11-25, and 2026-07-28 beside them.
import {
  type CallToolResult,
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { idOf, rpcCodes, rpcRefusal } from './json-rpc.ts'
import { isAnswer, messageIn } from './messages.ts'
import { faultAt, faultIn, isMetaWrong } from './params.ts'
import { envelopeFault, inOurWords, type ProtocolFault, unknownVersion } from './protocol-faults.ts'

/** What the tools can do for whoever sent a message. */
export interface Exchange {
  /** The definitions of the tools, a JSON array as text. */
  list(): string
  /** Null where there is no such tool. */
  call(name: string, given: Record<string, unknown>): Promise<CallToolResult> | null
}

export interface ProtocolNeeds {
  version: string
  instructions: string
  /** Told of what went wrong within the library, not of what it has refused. */
  onFault(error: unknown): void
}

/** Answers a message that was parsed and let in. */
export type AnswerMessage = (request: Request, message: unknown, exchange: Exchange) => Promise<Response>

const listMilliseconds = 300_000
const emptyList = '"tools":[]'
const firstWithoutHandshake = '2026-07-28'

const onePage = 'The list has one page: leave out the cursor.'
const noSuchTool = 'There is no tool of this name. tools/list names those that there are.'

export function createProtocol({ version, instructions, onFault }: ProtocolNeeds): AnswerMessage {
  // One for every message: it is cheap, and what it answers depends on who asks.
  function serverFor({ call }: Exchange): Server {
    const server = new Server(
      { name: 'linnet', title: 'Linnet', version },
      {
        capabilities: { tools: {} },
        instructions,
        // What is listed depends on the credential.
        cacheHints: { 'tools/list': { ttlMs: listMilliseconds, cacheScope: 'private' } },
      },
    )
    server.setRequestHandler('tools/list', ({ params }) => {
      if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, onePage)
      return { tools: [] }
    })
    server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }) => {
      const result = call(name, given)
      if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, noSuchTool)
      return result
    })
    return server
  }

  const exchanges = new WeakMap<Request, Exchange>()
  const modern = createMcpHandler(
    ({ requestInfo }) => serverFor(exchanges.get(requestInfo as Request) as Exchange),
    { legacy: 'reject', keepAliveMs: 0, maxSubscriptions: 0 },
  )

  /** A message of the revisions up to 2025-11-25, which the library would answer with a stream by itself. */
  async function answerLegacy(
    message: JSONRPCRequest | JSONRPCNotification,
    exchange: Exchange,
  ): Promise<Response> {
    const transport = new PerRequestHTTPServerTransport({
      classification: { era: 'legacy' },
      responseMode: 'json',
      keepAliveMs: 0,
    })
    const server = serverFor(exchange)
    await server.connect(transport)
    const response = await transport.handleMessage(message)
    await server.close()
    // These revisions have no statuses for errors: 404 means to their clients that their session has ended.
    const status = response.status === 202 ? 202 : 200
    return await completed(
      message,
      new Response(response.body, { status, headers: response.headers }),
      exchange,
    )
  }

  /**
   * An answer of the library: its errors in our words, and its list filled in, which is long and always the same, so that
   * to write it down for each answer would take longer than everything else.
   */
  async function completed(
    message: JSONRPCRequest | JSONRPCNotification,
    response: Response,
    { list }: Exchange,
  ): Promise<Response> {
    const { status, headers } = response
    const text = await response.text()
    if (text === '') return new Response(null, { status, headers })
    if (!text.startsWith('{"result":'))
      return refusal(faultOf(message, JSON.parse(text).error), status, message)
    const whole = message.method === 'tools/list' ? text.replace(emptyList, () => `"tools":${list()}`) : text
    return new Response(whole, { status, headers })
  }

  return async (request, sent, exchange) => {
    const header = (name: string) => request.headers.get(name) ?? undefined
    const refuse = (text: string, rpcCode: number = rpcCodes.invalidRequest, status = 400) =>
      refusal({ rpcCode, message: text }, status, sent)
    if (Array.isArray(sent)) return refuse('Send one message at a time: batches are not answered here.')
    // Nothing is ever asked of clients here, so an answer of theirs has nowhere to go.
    if (isAnswer(sent)) return new Response(null, { status: 202 })
    const message = messageIn(sent)
    if (typeof message === 'string') return refuse(message)
    const version = header('mcp-protocol-version')?.trim()
    const isLegacy = version === undefined || version < firstWithoutHandshake
    if (isMetaWrong(message))
      return refuse(faultAt('params._meta'), rpcCodes.invalidParams, isLegacy && 'id' in message ? 200 : 400)
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: version,
      mcpMethodHeader: header('mcp-method'),
      mcpNameHeader: header('mcp-name'),
      body: message,
    })
    if (route.kind === 'reject') {
      const isUnnamed = ['initialize-with-modern-header', 'modern-header-without-claim'].includes(route.cell)
      // To the library any text that sorts behind the last revision with a handshake is one of those without.
      if (isUnnamed && version !== firstWithoutHandshake) return refuse(unknownVersion)
      const fault = route.rung === 'envelope' ? envelopeFault(route.data) : inOurWords(route.code, route.data)
      return refusal(fault, route.httpStatus, message)
    }
    if (route.kind === 'legacy') {
      const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
      if (!isKnown && route.reason !== 'initialize') return refuse(unknownVersion)
      return await answerLegacy(message, exchange)
    }
    exchanges.set(request, exchange)
    const response = await modern.fetch(request, { parsedBody: message })
    // Nothing here ever tells of changes: a stream of them would only hold a connection. A server that declares no such
    // capability need not have the method (2026-07-28, "Subscriptions"), which the library always has. What it answers
    // has passed its other checks.
    if (response.status === 200 && message.method === 'subscriptions/listen')
      return refusal(inOurWords(rpcCodes.methodNotFound), 404, message)
    if (response.status === 500) onFault(new Error(await response.clone().text()))
    return await completed(route.message, response, exchange)
  }
}

function refusal(fault: ProtocolFault, status: number, message: unknown): Response {
  return rpcRefusal({ status, ...fault }, idOf(message), {})
}

/** What is wrong, by what the library has answered with. */
function faultOf(
  message: JSONRPCRequest | JSONRPCNotification,
  error: { code: number; message: string; data?: unknown },
): ProtocolFault {
  if (error.message === onePage || error.message === noSuchTool)
    return { rpcCode: rpcCodes.invalidParams, message: error.message }
  const isOfParams = error.code === rpcCodes.invalidParams || error.code === rpcCodes.internalError
  // It answers wrong params of a known method with an internal error.
  const text = isOfParams ? faultIn(message) : null
  return text === null
    ? inOurWords(error.code, error.data)
    : { rpcCode: rpcCodes.invalidParams, message: text }
}
