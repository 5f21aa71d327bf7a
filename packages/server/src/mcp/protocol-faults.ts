// What the library refuses, in our words: its own hold what the client has sent, and models read them.
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

/** For headers that name a version of which there is none, in messages that name none. */
export const unknownVersion = `This protocol version is not known here. Send one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}, or the messages of 2026-07-28.`

const words = new Map<number, string>([
  [
    headerMismatch,
    'The headers have to say what the message says: Mcp-Protocol-Version its version, Mcp-Method its method, Mcp-Name the params.name of tools/call. Before 2026-07-28 only Mcp-Protocol-Version is needed, and not for initialize.',
  ],
  [rpcCodes.methodNotFound, 'There is no such method here: send tools/list or tools/call.'],
  [rpcCodes.invalidRequest, 'A message of this kind is not answered here.'],
  [rpcCodes.invalidParams, 'Invalid params: a member is missing or of a wrong type.'],
])

/** An error of the library by its code, without anything of what the client has sent. */
export function inOurWords(code: number, data?: unknown): ProtocolFault {
  if (code === unsupportedVersion) {
    const versions = versionsIn(data)
    const message = `This protocol version is not known here. Send one of ${versions.supported.join(', ')}.`
    return { rpcCode: code, message, data: { ...versions } }
  }
  const message = words.get(code)
  if (message !== undefined) return { rpcCode: code, message }
  return { rpcCode: rpcCodes.internalError, message: 'Something went wrong on our side. Try again later.' }
}

const envelope = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map(
  (name) => `io.modelcontextprotocol/${name}`,
)

/** What a request of 2026-07-28 has to carry, told to one that lacks some of it: `data` is what the library says of that. */
export function envelopeFault(data: unknown): ProtocolFault {
  const { key, missing } = membersOf(membersOf(data).envelope)
  const told = [key, ...(Array.isArray(missing) ? missing : [])].map(String)
  const faulty = envelope.filter((name) => told.some((path) => path === name || path.startsWith(`${name}.`)))
  const which = faulty.length > 0 ? ` Missing or of a wrong type: ${faulty.join(', ')}.` : ''
  return {
    rpcCode: rpcCodes.invalidParams,
    message: `Invalid params: a request of 2026-07-28 carries ${envelope.join(', ')} in params._meta.${which}`,
  }
}

// A date, as all versions are, or numbers, as the one that the conformance suite asks for: no words.
const version = /^(?:\d{4}-\d\d-\d\d|v?\d{1,4}(?:\.\d{1,4}){1,2})$/

/** By what is supported clients choose another one (2026-07-28, `UnsupportedProtocolVersionError`). */
function versionsIn(data: unknown): { supported: string[]; requested?: string } {
  const { supported, requested } = membersOf(data)
  const isVersion = (value: unknown): value is string => typeof value === 'string' && version.test(value)
  return {
    supported: Array.isArray(supported) ? supported.filter(isVersion) : [],
    ...(isVersion(requested) && { requested }),
  }
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
