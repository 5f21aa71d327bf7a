// Reads request bodies: JSON, bounded in size while it comes in, and refused in words when it is not that.
import { Refusal } from '@linnet/contract'
import { EventLoopLimiter } from '../platform/concurrency/event-loop-limiter.ts'
import { readBounded } from '../platform/net/bounded-body.ts'

const mostBytes = 1024 * 1024
// No request needs a tenth of these; without a bound, a body of brackets takes seconds to write down again.
const mostLevels = 100
// Nor a fifth of these: a hundred links have 1000 names. A million empty lists are 40 ms of the thread that answers everyone.
const usualBounds: JsonBounds = { names: 10_000, values: 50_000 }
/** A body past this is read and judged alone in its turn of the event loop. */
export const largeBytes = 64 * 1024
const alone = new EventLoopLimiter(1)

export interface JsonReading {
  /** Whom the request is for: large bodies take turns by it. */
  by: string
  /** Whether a missing body is `{}`. */
  mayBeEmpty?: boolean
  /** Bytes; 1 MiB by default. */
  most?: number
}

/**
 * The object that the body is. Refuses one past `most` bytes (413), of another content type, in another encoding,
 * malformed or of another kind (400), and none at all unless `mayBeEmpty`.
 */
export async function readJson(
  request: Request,
  { by, mayBeEmpty = false, most = mostBytes }: JsonReading,
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
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Refusal('malformed_request', 'The body must be a JSON object.')
  return content
}

/** Whether a request may have a large body: it says so, or does not say how long it is. */
export function isLarge({ headers, body }: Request): boolean {
  return body !== null && Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) > largeBytes
}

/** The body as it came, of an account. Refuses one past `most` bytes (413), and a compressed one (400). */
export async function readBytes(request: Request, by: string, most = mostBytes): Promise<Uint8Array> {
  const bytes = await readBounded(request, most, by)
  if (bytes === null) throw new Refusal('payload_too_large')
  return bytes
}

/**
 * Waits for a turn in which no other large body is judged, in turn with those of others than `by`; undefined where this
 * one isn't large.
 */
export function turnFor(bytes: Uint8Array, by: string): Promise<void> | undefined {
  return bytes.byteLength > largeBytes ? alone.enter(by) : undefined
}

/** How much JSON may hold, outside its texts. */
export interface JsonBounds {
  /** Names in its objects. */
  names: number
  /** Values behind commas, in its objects and lists. */
  values: number
}

/** The value that JSON is. Refuses none at all, one in another encoding or malformed, and one that holds too much (400). */
export function parseJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  if (bytes.byteLength === 0)
    throw new Refusal('malformed_request', 'This needs a JSON body. Send an object.')
  const excess = excessIn(bytes, bounds)
  if (excess) throw new Refusal('malformed_request', excess)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('malformed_request', 'The body is not valid JSON in UTF-8.')
  }
}

/** What JSON has too much of, outside its texts, in words: brackets open at once, names or values; null where none. */
function excessIn(bytes: Uint8Array, { names: mostNames, values: mostValues }: JsonBounds): string | null {
  const [quote, backslash, comma, colon, bracket, brace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b]
  let levels = 0
  let names = 0
  let values = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === bracket || byte === brace) {
      if (++levels > mostLevels) return `The body is nested deeper than ${mostLevels} levels.`
    } else if (byte === bracket + 2 || byte === brace + 2) levels--
    else if (byte === colon && ++names > mostNames)
      return `The body has more than ${mostNames} names in its objects.`
    else if (byte === comma && ++values > mostValues) return `The body has more than ${mostValues} values.`
  }
  return null
}
