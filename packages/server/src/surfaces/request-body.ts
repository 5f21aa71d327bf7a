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
  const content = await readJsonValue(request, mayBeEmpty)
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Refusal('malformed_request', 'The body must be a JSON object.')
  return content
}

/** The value that the body is, whatever its content type; refused as by `readJson`. */
export async function readJsonValue(request: Request, mayBeEmpty = false): Promise<unknown> {
  const bytes = await readBounded(request, mostBytes)
  if (bytes === null) throw new Refusal('payload_too_large')
  if (bytes.byteLength === 0 && mayBeEmpty) return {}
  if (bytes.byteLength === 0)
    throw new Refusal('malformed_request', 'This needs a JSON body. Send an object.')
  if (isDeeperThan(mostLevels, bytes))
    throw new Refusal('malformed_request', `The body is nested deeper than ${mostLevels} levels.`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('malformed_request', 'The body is not valid JSON in UTF-8.')
  }
}

/** Whether JSON has more brackets open at once, outside its texts. */
function isDeeperThan(most: number, bytes: Uint8Array): boolean {
  const [quote, backslash, bracket, brace] = [0x22, 0x5c, 0x5b, 0x7b]
  let levels = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === bracket || byte === brace) {
      if (++levels > most) return true
    } else if (byte === bracket + 2 || byte === brace + 2) levels--
  }
  return false
}
