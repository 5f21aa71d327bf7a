// Reads JSON request bodies within size limits, and refuses others with an explanation.
import { Refusal } from '@linnet/contract'
import { EventLoopLimiter } from '../platform/concurrency/event-loop-limiter.ts'
import { readBounded } from '../platform/net/bounded-body.ts'

const mostBytes = 1024 * 1024
// No request needs a tenth of these. Without a limit, a body of brackets takes seconds to serialize.
const mostLevels = 100
// No request needs a fifth of these: a hundred links have 1000 names. A million empty arrays block the thread for 40 ms.
const usualBounds: JsonBounds = { names: 10_000, values: 50_000 }
/** Of larger bodies, only one is parsed and validated in each turn of the event loop. */
export const largeBytes = 64 * 1024
const largeBodies = new EventLoopLimiter(1)

export interface JsonReading {
  /** The account of the request: accounts take turns at large bodies. */
  by: string
  /** Whether a missing body is `{}`. */
  mayBeEmpty?: boolean
  /** Whether it may be a list instead of an object. */
  mayBeList?: boolean
  /** Bytes; 1 MiB by default. */
  most?: number
}

/**
 * Reads a JSON object. Refuses a body of more than `most` bytes (413); one of another content type, in another encoding,
 * malformed or not an object (400); and an empty one unless `mayBeEmpty`.
 */
export async function readJson(
  request: Request,
  { by, mayBeEmpty = false, mayBeList = false, most = mostBytes }: JsonReading,
): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new Refusal(
      'malformed_request',
      `The body must be JSON: send "Content-Type: application/json", not "${type.slice(0, 100)}".`,
    )
  const bytes = await readBytes(request, by, most)
  await turnFor(bytes, by)
  const content = bytes.byteLength === 0 && mayBeEmpty ? {} : parseJson(bytes, usualBounds)
  if (typeof content !== 'object' || content === null || (Array.isArray(content) && !mayBeList))
    throw new Refusal('malformed_request', 'The body must be a JSON object.')
  return content
}

/** Whether a request may have a large body, because it announces one or gives no length. */
export function isLarge({ headers, body }: Request): boolean {
  return body !== null && Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) > largeBytes
}

/** The raw body of an account's request. Refuses one of more than `most` bytes (413), and a compressed one (400). */
export async function readBytes(request: Request, by: string, most = mostBytes): Promise<Uint8Array> {
  const bytes = await readBounded(request, most, by)
  if (bytes === null) throw new Refusal('payload_too_large')
  return bytes
}

/**
 * Waits for a turn in which no other large body is parsed; accounts (`by`) take turns. Undefined if this one isn't large.
 */
export function turnFor(bytes: Uint8Array, by: string): Promise<void> | undefined {
  return bytes.byteLength > largeBytes ? largeBodies.enter(by) : undefined
}

/** How much JSON may contain, apart from its strings. */
export interface JsonBounds {
  /** Names in its objects. */
  names: number
  /** Values after commas, in its objects and arrays. */
  values: number
}

/** Parses JSON. Refuses an empty body, and JSON that is malformed, in another encoding or too complex (400). */
export function parseJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  if (bytes.byteLength === 0)
    throw new Refusal('malformed_request', 'This request needs a JSON body. Send an object.')
  const excess = excessIn(bytes, bounds)
  if (excess) throw new Refusal('malformed_request', excess)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('malformed_request', 'The body is not valid JSON in UTF-8.')
  }
}

/** A sentence that says what the JSON has too much of, apart from strings: nesting, names or values; null if nothing. */
function excessIn(bytes: Uint8Array, { names: mostNames, values: mostValues }: JsonBounds): string | null {
  const [quote, backslash, comma, colon, bracket, brace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b]
  let levels = 0
  let names = 0
  let values = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (inString) {
      if (byte === backslash) at++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === bracket || byte === brace) {
      if (++levels > mostLevels) return `The body is nested deeper than ${mostLevels} levels.`
    } else if (byte === bracket + 2 || byte === brace + 2) levels--
    else if (byte === colon && ++names > mostNames)
      return `The body has more than ${mostNames} names in its objects.`
    else if (byte === comma && ++values > mostValues) return `The body has more than ${mostValues} values.`
  }
  return null
}
