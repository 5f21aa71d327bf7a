// Replaces the library's error messages with our own, because those repeat the client's input, and models read them.
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { rpcCodes } from './json-rpc.ts'

/** An error of JSON-RPC. */
export interface ProtocolFault {
  rpcCode: number
  message: string
  data?: Record<string, unknown>
}

export const headerMismatch = -32_020
export const unsupportedVersion = -32_022

/** For headers that name an unknown version, in messages that name none. */
export const unknownVersion = `This protocol version is not supported. Send one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}, or use the message format of 2026-07-28.`

const messages = new Map<number, string>([
  [
    headerMismatch,
    'The headers must match the message: Mcp-Protocol-Version its version, Mcp-Method its method, Mcp-Name the params.name of tools/call. Before 2026-07-28, only Mcp-Protocol-Version is needed, and not for initialize.',
  ],
  [rpcCodes.methodNotFound, 'This method is not supported. Send tools/list or tools/call.'],
  [rpcCodes.invalidRequest, 'Messages of this kind are not supported.'],
  [rpcCodes.invalidParams, 'Invalid params: a field is missing or has the wrong type.'],
])

/** Our error for the library's code, without any input of the client. */
export function ownFault(code: number, data?: unknown): ProtocolFault {
  if (code === unsupportedVersion) {
    const versions = versionsIn(data)
    const message = `This protocol version is not supported. Send one of ${versions.supported.join(', ')}.`
    return { rpcCode: code, message, data: { ...versions } }
  }
  const message = messages.get(code)
  if (message !== undefined) return { rpcCode: code, message }
  return { rpcCode: rpcCodes.internalError, message: 'Something went wrong on our side. Try again later.' }
}

const envelope = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map(
  (name) => `io.modelcontextprotocol/${name}`,
)

/** The error for a request of 2026-07-28 that lacks parts of its envelope: `data` is the library's report of them. */
export function envelopeFault(data: unknown): ProtocolFault {
  const { key, missing } = fieldsOf(fieldsOf(data).envelope)
  const reported = [key, ...(Array.isArray(missing) ? missing : [])].map(String)
  const faulty = envelope.filter((name) =>
    reported.some((path) => path === name || path.startsWith(`${name}.`)),
  )
  const which = faulty.length > 0 ? ` Missing or of the wrong type: ${faulty.join(', ')}.` : ''
  return {
    rpcCode: rpcCodes.invalidParams,
    message: `Invalid params: a request in the format of 2026-07-28 needs ${envelope.join(', ')} in params._meta.${which}`,
  }
}

// A date, like all versions, or numbers, like the one in the conformance suite; no words.
const version = /^(?:\d{4}-\d\d-\d\d|v?\d{1,4}(?:\.\d{1,4}){1,2})$/

/** Clients choose another version by what is supported (2026-07-28, `UnsupportedProtocolVersionError`). */
function versionsIn(data: unknown): { supported: string[]; requested?: string } {
  const { supported, requested } = fieldsOf(data)
  const isVersion = (value: unknown): value is string => typeof value === 'string' && version.test(value)
  return {
    supported: Array.isArray(supported) ? supported.filter(isVersion) : [],
    ...(isVersion(requested) && { requested }),
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
