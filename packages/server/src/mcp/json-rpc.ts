// Refusals before a message reaches the protocol: an HTTP status with an error of JSON-RPC 2.0 as its body.
import type { ErrorCode, ErrorDetail } from '@linnet/contract'

/** The codes that JSON-RPC 2.0 reserves (section 5.1); `server` is for what it leaves to servers. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  server: -32_000,
} as const

export interface RpcRefusal {
  status: number
  rpcCode: number
  message: string
  /** The refusal's code of the closed list and its details; or the protocol's data for its own codes. */
  data?: { code: ErrorCode; details?: ErrorDetail[]; request_id: string } | Record<string, unknown>
}

/** The response to the message with this id; null if it has none, or none that could be read. */
export function rpcRefusal(
  { status, rpcCode, message, data }: RpcRefusal,
  id: string | number | null,
  headers: Record<string, string>,
): Response {
  const error = { code: rpcCode, message, ...(data ? { data } : {}) }
  return Response.json({ jsonrpc: '2.0', error, id }, { status, headers })
}

/** The id of a request; null if it isn't one. */
export function idOf(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  // A number that JavaScript has rounded isn't the one that the client sent.
  const isExact = typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER
  return typeof id === 'string' || isExact ? id : null
}
