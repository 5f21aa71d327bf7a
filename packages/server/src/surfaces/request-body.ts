// Reads request bodies: JSON, bounded in size while it comes in, and refused in words when it is not that.
import { Refusal } from '@linnet/contract'
import { readBounded } from '../platform/bounded-body.ts'

const mostBytes = 1024 * 1024
// No request needs a tenth of these; without a bound, a body of brackets takes seconds to write down again.
const mostLevels = 100

/**
 * The object that the body is. Refuses one past 1 MiB (413), of another content type, in another encoding, malformed or
 * of another kind (400), and none at all unless `mayBeEmpty`: it is `{}` then.
 */
export async function readJson(request: Request, mayBeEmpty = false): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new Refusal(
      'malformed_request',
      `The body must be JSON: send "Content-Type: application/json", not "${type.slice(0, 100)}".`,
    )
  const content = await readJsonValue(request, { mayBeEmpty })
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Refusal('malformed_request', 'The body must be a JSON object.')
  return content
}

/** The value that the body is, whatever its content type; refused as by `readJson`, or with more than `mostNames` names. */
export async function readJsonValue(
  request: Request,
  { mayBeEmpty = false, mostNames = Number.POSITIVE_INFINITY } = {},
): Promise<unknown> {
  const bytes = await readBounded(request, mostBytes)
  if (bytes === null) throw new Refusal('payload_too_large')
  if (bytes.byteLength === 0 && mayBeEmpty) return {}
  if (bytes.byteLength === 0)
    throw new Refusal('malformed_request', 'This needs a JSON body. Send an object.')
  const excess = excessIn(bytes, mostNames)
  if (excess) throw new Refusal('malformed_request', excess)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('malformed_request', 'The body is not valid JSON in UTF-8.')
  }
}

/** What JSON has too much of, outside its texts, in words: brackets open at once, or names; null where neither. */
function excessIn(bytes: Uint8Array, mostNames: number): string | null {
  const [quote, backslash, colon, bracket, brace] = [0x22, 0x5c, 0x3a, 0x5b, 0x7b]
  let levels = 0
  let names = 0
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
  }
  return null
}
