// Reads request bodies without ever holding more than is allowed, neither of one request nor of all of them together.
import { Refusal } from '@linnet/contract'

// What all bodies that are still coming in may take: thousands of usual ones, for a usual one has a few hundred bytes.
const mostTogether = 32 * 1024 * 1024

// Bodies up to this size are not counted among them: ten thousand that stand still take 40 MB.
const smallBody = 4096

interface Reading {
  /** Whose it is. */
  by: string
  bytes: number
  reader: ReadableStreamDefaultReader<Uint8Array>
  givenUp: boolean
}

/** The bodies that are coming in, by whose they are, the one that began first standing first. */
const readings = new Map<string, { bytes: number; bodies: Set<Reading> }>()
let together = 0

/** Refuses a compressed body (RFC 9110, section 8.4), which would otherwise only look malformed. */
export function requireUncompressed({ headers }: Request): void {
  if (!/^(?:identity)?$/i.test(headers.get('content-encoding')?.trim() ?? ''))
    throw new Refusal('malformed_request', 'Content-Encoding is not supported. Send the body uncompressed.')
}

/**
 * The whole body, or null where it is longer than `most` bytes, of which nothing more is read then. Throws a Refusal:
 * `malformed_request` where it is compressed or the connection ends before the body does, and `unavailable` where it is
 * given up because too much is coming in at once. The account (`by`) that is sending most gives up its oldest body first,
 * so nobody's slow bodies hold up others. All who have not said who they are count as one.
 */
export async function readBounded(request: Request, most: number, by = ''): Promise<Uint8Array | null> {
  requireUncompressed(request)
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > most) return null
  // No more than was announced can come (RFC 9112, section 6.2): a small body is read at once, in a third of the time.
  if (announced !== null && Number(announced) <= smallBody) return await request.bytes().catch(refuseCutOff)
  if (!request.body) return new Uint8Array(0)
  const reading: Reading = { by, bytes: 0, reader: request.body.getReader(), givenUp: false }
  const parts: Uint8Array[] = []
  begin(reading)
  try {
    for (;;) {
      const part = await nextPart(reading)
      if (!part) return Buffer.concat(parts)
      grow(reading, part.byteLength)
      if (reading.bytes > most) return null
      parts.push(part)
      while (together > mostTogether && readings.size > 0) giveUpOldest()
    }
  } finally {
    end(reading)
  }
}

function begin(reading: Reading): void {
  const own = readings.get(reading.by) ?? { bytes: 0, bodies: new Set() }
  own.bodies.add(reading)
  readings.set(reading.by, own)
}

/** Does nothing if the body was given up after its part arrived. */
function grow(reading: Reading, bytes: number): void {
  if (reading.givenUp) return
  reading.bytes += bytes
  together += bytes
  const own = readings.get(reading.by)
  if (own) own.bytes += bytes
}

/** Nothing where it was given up. */
function end(reading: Reading): void {
  const own = readings.get(reading.by)
  if (!own?.bodies.delete(reading)) return
  own.bytes -= reading.bytes
  together -= reading.bytes
  if (own.bodies.size === 0) readings.delete(reading.by)
}

async function nextPart(reading: Reading): Promise<Uint8Array | undefined> {
  const part = await reading.reader.read().catch(() => null)
  if (reading.givenUp)
    throw new Refusal(
      'unavailable',
      'The body arrived slowly while the server was busy. Send it again in one go.',
      undefined,
      5,
    )
  if (!part) return refuseCutOff()
  return part.done ? undefined : part.value
}

function refuseCutOff(): never {
  throw new Refusal('malformed_request', 'The connection ended before the body did.')
}

/** Gives up the oldest body of whoever has most. */
function giveUpOldest(): void {
  let largest = { bytes: 0, bodies: new Set<Reading>() }
  for (const own of readings.values()) if (own.bytes > largest.bytes) largest = own
  const [oldest] = largest.bodies
  if (!oldest) return
  end(oldest)
  oldest.givenUp = true
  void oldest.reader.cancel().catch(() => undefined)
}
