// Reads request bodies without ever holding more than is allowed, neither of one request nor of all of them together.
import { Refusal } from '@linnet/contract'

// What all bodies that are still coming in may take: thousands of usual ones, for a usual one has a few hundred bytes.
const mostTogether = 32 * 1024 * 1024

// Bodies up to this size are not counted among them: ten thousand that stand still take 40 MB.
const smallBody = 4096

interface Reading {
  bytes: number
  reader: ReadableStreamDefaultReader<Uint8Array>
  givenUp: boolean
}

/** The bodies that are coming in, the one that began first standing first. */
const readings = new Set<Reading>()
let together = 0

/** Refuses a compressed body (RFC 9110, section 8.4), which would otherwise only look malformed. */
export function requireUncompressed({ headers }: Request): void {
  if (!/^(?:identity)?$/i.test(headers.get('content-encoding')?.trim() ?? ''))
    throw new Refusal('malformed_request', 'Content-Encoding is not supported. Send the body uncompressed.')
}

/**
 * The whole body, or null where it is longer than `most` bytes, of which nothing more is read then. Throws a Refusal:
 * `malformed_request` where it is compressed or the connection ends before the body does, and `unavailable` where so much is coming in from
 * others that this one, which has taken longest, is given up for them. So whoever sends many bodies slowly holds up
 * nobody else: the slow ones are those that go.
 */
export async function readBounded(request: Request, most: number): Promise<Uint8Array | null> {
  requireUncompressed(request)
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > most) return null
  // No more than was announced can come (RFC 9112, section 6.2): a small body is read at once, in a third of the time.
  if (announced !== null && Number(announced) <= smallBody) return await request.bytes().catch(refuseCutOff)
  if (!request.body) return new Uint8Array(0)
  const reading: Reading = { bytes: 0, reader: request.body.getReader(), givenUp: false }
  const parts: Uint8Array[] = []
  readings.add(reading)
  try {
    for (;;) {
      const part = await nextPart(reading)
      if (!part) return Buffer.concat(parts)
      reading.bytes += part.byteLength
      together += part.byteLength
      if (reading.bytes > most) return null
      parts.push(part)
      while (together > mostTogether) giveUpOldest()
    }
  } finally {
    readings.delete(reading)
    if (!reading.givenUp) together -= reading.bytes
  }
}

async function nextPart(reading: Reading): Promise<Uint8Array | undefined> {
  const part = await reading.reader.read().catch(() => null)
  if (reading.givenUp)
    throw new Refusal(
      'unavailable',
      'The body came in slowly while much else did. Send it again, at once and whole.',
      undefined,
      5,
    )
  if (!part) return refuseCutOff()
  return part.done ? undefined : part.value
}

function refuseCutOff(): never {
  throw new Refusal('malformed_request', 'The connection ended before the body did.')
}

function giveUpOldest(): void {
  const [oldest] = readings
  if (!oldest) return
  readings.delete(oldest)
  together -= oldest.bytes
  oldest.givenUp = true
  void oldest.reader.cancel().catch(() => undefined)
}
