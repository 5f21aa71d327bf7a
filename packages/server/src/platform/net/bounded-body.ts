// Reads request bodies within limits: one for each body, and one for all bodies that are arriving.
import { Refusal } from '@linnet/contract'

// For all bodies that are still arriving: enough for thousands, because an ordinary one has a few hundred bytes.
const mostTotalBytes = 32 * 1024 * 1024

// Bodies up to this size don't count toward it: ten thousand stalled ones take 40 MB.
const smallBody = 4096

interface IncomingBody {
  /** The account that sends it. */
  by: string
  bytes: number
  reader: ReadableStreamDefaultReader<Uint8Array>
  isCancelled: boolean
}

/** The arriving bodies of each account, the oldest first. */
const bodiesByAccount = new Map<string, { bytes: number; bodies: Set<IncomingBody> }>()
let totalBytes = 0

/** Refuses a compressed body (RFC 9110, section 8.4), which would otherwise be reported as malformed. */
export function requireUncompressed({ headers }: Request): void {
  if (!/^(?:identity)?$/i.test(headers.get('content-encoding')?.trim() ?? ''))
    throw new Refusal('malformed_request', 'Content-Encoding is not supported. Send the body uncompressed.')
}

/**
 * The whole body, or null if it is longer than `most` bytes; then the rest isn't read. Throws a Refusal:
 * `malformed_request` if it is compressed or the connection ends before the body does, and `unavailable` if it is cancelled
 * because too much is arriving at once. The account (`by`) that sends the most loses its oldest body first, so slow
 * bodies of one account don't affect others. All anonymous senders count as one account.
 */
export async function readBounded(request: Request, most: number, by = ''): Promise<Uint8Array | null> {
  requireUncompressed(request)
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > most) return null
  // No more than was announced can arrive (RFC 9112, section 6.2): a small body is read at once, in a third of the time.
  if (announced !== null && Number(announced) <= smallBody)
    return await request.bytes().catch(refuseTruncated)
  if (!request.body) return new Uint8Array(0)
  const body: IncomingBody = { by, bytes: 0, reader: request.body.getReader(), isCancelled: false }
  const parts: Uint8Array[] = []
  begin(body)
  try {
    for (;;) {
      const part = await nextPart(body)
      if (!part) return Buffer.concat(parts)
      grow(body, part.byteLength)
      if (body.bytes > most) return null
      parts.push(part)
      while (totalBytes > mostTotalBytes && bodiesByAccount.size > 0) cancelOldest()
    }
  } finally {
    end(body)
  }
}

function begin(body: IncomingBody): void {
  const own = bodiesByAccount.get(body.by) ?? { bytes: 0, bodies: new Set() }
  own.bodies.add(body)
  bodiesByAccount.set(body.by, own)
}

/** Does nothing if the body was cancelled after its part arrived. */
function grow(body: IncomingBody, bytes: number): void {
  if (body.isCancelled) return
  body.bytes += bytes
  totalBytes += bytes
  const own = bodiesByAccount.get(body.by)
  if (own) own.bytes += bytes
}

/** Does nothing if the body was cancelled. */
function end(body: IncomingBody): void {
  const own = bodiesByAccount.get(body.by)
  if (!own?.bodies.delete(body)) return
  own.bytes -= body.bytes
  totalBytes -= body.bytes
  if (own.bodies.size === 0) bodiesByAccount.delete(body.by)
}

async function nextPart(body: IncomingBody): Promise<Uint8Array | undefined> {
  const part = await body.reader.read().catch(() => null)
  if (body.isCancelled)
    throw new Refusal(
      'unavailable',
      'The body arrived slowly while the server was busy. Send it again in one go.',
      undefined,
      5,
    )
  if (!part) return refuseTruncated()
  return part.done ? undefined : part.value
}

function refuseTruncated(): never {
  throw new Refusal('malformed_request', 'The connection ended before the body did.')
}

/** Cancels the oldest body of the account with the most bytes. */
function cancelOldest(): void {
  let largest = { bytes: 0, bodies: new Set<IncomingBody>() }
  for (const own of bodiesByAccount.values()) if (own.bytes > largest.bytes) largest = own
  const [oldest] = largest.bodies
  if (!oldest) return
  end(oldest)
  oldest.isCancelled = true
  void oldest.reader.cancel().catch(() => undefined)
}
