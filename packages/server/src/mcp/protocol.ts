// The protocol of agent tools (MCP), stateless over HTTP: revisions up to 2025-11-25, and 2026-07-28 beside them.
import {
  type CallToolResult,
  classifyInboundRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { idOf, rpcCodes, rpcRefusal } from './json-rpc.ts'
import { isAnswer, type Message, messageIn } from './messages.ts'
import { faultAt, faultIn, isMetaWrong } from './params.ts'
import {
  envelopeFault,
  headerMismatch,
  ownFault,
  type ProtocolFault,
  unknownVersion,
  unsupportedVersion,
} from './protocol-faults.ts'
import { exchangeOnce } from './single-exchange.ts'
import { areHeadersRight, type StandardHeaders, standardHeadersOf } from './standard-headers.ts'

/** The tools that a message's sender may use. */
export interface Exchange {
  /** The definitions of the tools: a JSON array, in UTF-8. */
  list(): Uint8Array
  /** Null if there is no such tool. */
  call(name: string, given: Record<string, unknown>): Promise<CallToolResult> | null
}

export interface ProtocolNeeds {
  version: string
  instructions: string
}

/** Responds to a message that was parsed and admitted. */
export type AnswerMessage = (request: Request, message: unknown, exchange: Exchange) => Promise<Response>

const listMilliseconds = 300_000
const emptyList = '"tools":[]'
// Earlier revisions begin with a handshake.
const modernRevision = '2026-07-28'

type KnownMessage = JSONRPCRequest | JSONRPCNotification

const onePage = 'The list has only one page: omit the cursor.'
const noSuchTool = 'There is no tool with this name. Call tools/list to see the available ones.'

export function createProtocol({ version, instructions }: ProtocolNeeds): AnswerMessage {
  // One for every message: it is cheap, and its responses depend on the sender.
  function serverFor({ call }: Exchange, supportedProtocolVersions: string[]): Server {
    const server = new Server(
      { name: 'linnet', title: 'Linnet', version },
      {
        capabilities: { tools: {} },
        instructions,
        supportedProtocolVersions,
        // The list depends on the credential.
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

  /** A message of the revisions up to 2025-11-25. They have no statuses for errors: 404 means that a session has ended. */
  async function answerLegacy(message: KnownMessage, exchange: Exchange): Promise<Response> {
    const server = serverFor(exchange, SUPPORTED_PROTOCOL_VERSIONS)
    const answer = await exchangeOnce(server, message, { era: 'legacy' })
    return responseTo(message, answer, exchange, () => 200)
  }

  async function answerModern(message: KnownMessage, exchange: Exchange): Promise<Response> {
    const server = serverFor(exchange, [modernRevision])
    const answer = await exchangeOnce(server, message, { era: 'modern', revision: modernRevision })
    return responseTo(message, answer, exchange, statusOfError)
  }

  return async (request, sent, exchange) => {
    const refuse = (text: string, rpcCode: number = rpcCodes.invalidRequest, status = 400) =>
      refusal({ rpcCode, message: text }, status, sent)
    if (Array.isArray(sent)) return refuse('Send one message at a time: batches are not supported.')
    // The server sends no requests to clients, so it ignores their responses.
    if (isAnswer(sent)) return new Response(null, { status: 202 })
    const message = messageIn(sent)
    if (typeof message === 'string') return refuse(message)
    const headers = standardHeadersOf(request)
    const isLegacy = headers.version === undefined || headers.version < modernRevision
    if (isMetaWrong(message))
      return refuse(faultAt('params._meta'), rpcCodes.invalidParams, isLegacy && 'id' in message ? 200 : 400)
    if (isLegacy && !claimsModern(message)) {
      const isKnown = headers.version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(headers.version)
      if (!isKnown && message.method !== 'initialize') return refuse(unknownVersion)
      return await answerLegacy(message, exchange)
    }
    return faultOfModern(message, headers) ?? (await answerModern(message, exchange))
  }
}

/** Whether a message declares a revision without handshake. */
function claimsModern({ params }: Message): boolean {
  const meta = params?._meta
  return typeof meta === 'object' && meta !== null && 'io.modelcontextprotocol/protocolVersion' in meta
}

/** What is wrong with a message of 2026-07-28 or later, apart from its params; null if nothing is. */
function faultOfModern(message: Message, headers: StandardHeaders): Response | null {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: headers.version,
    mcpMethodHeader: headers.method,
    mcpNameHeader: headers.name,
    body: message,
  })
  if (route.kind === 'reject') {
    const isUnnamed = ['initialize-with-modern-header', 'modern-header-without-claim'].includes(route.cell)
    // To the library, any string that sorts after the last revision with a handshake is a revision without one.
    if (isUnnamed && headers.version !== modernRevision)
      return refusal({ rpcCode: rpcCodes.invalidRequest, message: unknownVersion }, 400, message)
    const fault = route.rung === 'envelope' ? envelopeFault(route.data) : ownFault(route.code, route.data)
    return refusal(fault, route.httpStatus, message)
  }
  const requested = route.kind === 'modern' ? route.classification.revision : headers.version
  if (requested !== modernRevision) {
    const data = { supported: [modernRevision], requested }
    return refusal(ownFault(unsupportedVersion, data), 400, message)
  }
  if ('id' in message && !areHeadersRight(headers, message))
    return refusal(ownFault(headerMismatch), 400, message)
  return null
}

/** The statuses of errors in 2026-07-28 ("Streamable HTTP"); those of a tool's own are results. */
function statusOfError(code: number): number {
  if (code === rpcCodes.methodNotFound) return 404
  return code === rpcCodes.invalidRequest ? 400 : 200
}

/**
 * A response of the library, with our error messages and the list of tools. The list is long and always the same, so
 * serializing it for each response would take longer than everything else.
 */
function responseTo(
  message: KnownMessage,
  answer: JSONRPCMessage | null,
  { list }: Exchange,
  statusOf: (code: number) => number,
): Response {
  if (answer === null) return new Response(null, { status: 202 })
  if ('error' in answer) return refusal(faultOf(message, answer.error), statusOf(answer.error.code), message)
  if (message.method !== 'tools/list') return Response.json(answer)
  const [before = '', after = ''] = JSON.stringify(answer).split(emptyList)
  const body = Buffer.concat([Buffer.from(`${before}"tools":`), list(), Buffer.from(after)])
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

function refusal(fault: ProtocolFault, status: number, message: unknown): Response {
  return rpcRefusal({ status, ...fault }, idOf(message), {})
}

/** What is wrong, according to the library's response. */
function faultOf(
  message: JSONRPCRequest | JSONRPCNotification,
  error: { code: number; message: string; data?: unknown },
): ProtocolFault {
  if (error.message === onePage || error.message === noSuchTool)
    return { rpcCode: rpcCodes.invalidParams, message: error.message }
  const isOfParams = error.code === rpcCodes.invalidParams || error.code === rpcCodes.internalError
  // For invalid params of a known method, the library returns an internal error.
  const text = isOfParams ? faultIn(message) : null
  return text === null ? ownFault(error.code, error.data) : { rpcCode: rpcCodes.invalidParams, message: text }
}
