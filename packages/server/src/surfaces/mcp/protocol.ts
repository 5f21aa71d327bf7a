// The protocol of agent tools (MCP), stateless over HTTP: revisions up to 2025-11-25, and 2026-07-28 beside them.
import {
  type CallToolResult,
  classifyInboundRequest,
  createMcpHandler,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { idOf, rpcCodes, rpcRefusal } from './json-rpc.ts'
import { faultIn } from './params.ts'

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
      if (params?.cursor !== undefined)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'The list has one page: leave out the cursor.',
        )
      return { tools: [] }
    })
    server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }) => {
      const result = call(name, given)
      if (!result)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'There is no tool of this name. tools/list names those that there are.',
        )
      return result
    })
    return server
  }

  /**
   * The answer to `tools/list`, its list filled in: that is long and always the same, and to write it down for each
   * answer would take longer than everything else.
   */
  async function withList(response: Response, { list }: Exchange): Promise<Response> {
    const { status, headers } = response
    return new Response(
      (await response.text()).replace(emptyList, () => `"tools":${list()}`),
      {
        status,
        headers,
      },
    )
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
    return response.status === 202 ? response : new Response(response.body, { headers: response.headers })
  }

  /** The answer to a request that the library has served: its list filled in, and its faults without the report of its schemas. */
  async function completed(
    request: JSONRPCRequest,
    response: Response,
    exchange: Exchange,
  ): Promise<Response> {
    const fault = faultIn(request)
    if (fault === null) return request.method === 'tools/list' ? await withList(response, exchange) : response
    if (!((await response.clone().json()) as { error?: unknown }).error) return response
    return rpcRefusal(
      { status: response.status, rpcCode: rpcCodes.invalidParams, message: fault },
      request.id,
      {},
    )
  }

  return async (request, message, exchange) => {
    const header = (name: string) => request.headers.get(name) ?? undefined
    const refuse = (text: string, rpcCode: number = rpcCodes.invalidRequest, status = 400) =>
      rpcRefusal({ status, rpcCode, message: text }, idOf(message), {})
    if (Array.isArray(message)) return refuse('Send one message at a time: batches are not answered here.')
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: header('mcp-protocol-version'),
      mcpMethodHeader: header('mcp-method'),
      mcpNameHeader: header('mcp-name'),
      body: message,
    })
    if (route.kind === 'reject' && route.rung === 'jsonrpc-shape')
      return refuse('Send a request of JSON-RPC 2.0: its id a text or a whole number, its params an object.')
    if (route.kind === 'legacy') {
      // Nothing is ever asked of clients here, so an answer of theirs has nowhere to go.
      if (route.reason === 'response') return new Response(null, { status: 202 })
      const version = header('mcp-protocol-version')?.trim()
      if (
        version !== undefined &&
        route.reason !== 'initialize' &&
        !SUPPORTED_PROTOCOL_VERSIONS.includes(version)
      )
        return refuse(
          `This protocol version is not known here. Send one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
        )
      const response = await answerLegacy(message as JSONRPCRequest | JSONRPCNotification, exchange)
      return isJSONRPCRequest(message) ? await completed(message, response, exchange) : response
    }
    exchanges.set(request, exchange)
    const response = await modern.fetch(request, { parsedBody: message })
    if (response.status === 500) onFault(new Error(await response.clone().text()))
    // What the library answers, or refuses by the params, has passed its other checks.
    if (response.status !== 200 || route.kind !== 'modern' || route.messageKind !== 'request') return response
    // Nothing here ever tells of changes: a stream of them would only hold a connection. A server that declares no such
    // capability need not have the method (2026-07-28, "Subscriptions"), which the library always has.
    if (route.message.method === 'subscriptions/listen')
      return refuse('Method not found', rpcCodes.methodNotFound, 404)
    return await completed(route.message, response, exchange)
  }
}
