// Prepares a body that is sent often: in all encodings, with entity tags, compressed once and off the main thread.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor, encodings } from './content-encoding.ts'
import { hasEntityTag } from './entity-tags.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// Beyond this, brotli takes several times as long for a few bytes less.
const brotliQuality = 9

export interface PreparedBody {
  variants: Record<
    Encoding,
    { bytes: Uint8Array<ArrayBuffer>; etag: string; headers: Record<string, string> }
  >
  /** The bytes of all variants and their headers. */
  weight: number
}

/**
 * Every answer with this body has these `headers`; the encoding and the entity tag are added. `compressed` is the content
 * in brotli, if it exists already.
 */
export async function prepareBody(
  content: string | Uint8Array,
  headers: Record<string, string>,
  compressed?: Uint8Array,
): Promise<PreparedBody> {
  const plain = Buffer.from(content as string)
  const [br, zipped] = await Promise.all([
    compressed
      ? Buffer.from(compressed)
      : brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    zip(plain),
  ])
  const bodies: Record<Encoding, Buffer> = { br, gzip: zipped, identity: plain }
  const hash = createHash('sha256')
    .update(plain)
    .update(JSON.stringify(headers))
    .digest('base64url')
    .slice(0, 22)
  const variants = Object.fromEntries(
    encodings.map((encoding) => {
      // Each representation has a tag of its own (RFC 9110, section 8.8.3.3).
      const etag = `"${hash}-${encoding}"`
      const own: Record<string, string> = { ...headers, ETag: etag }
      if (encoding !== 'identity') own['Content-Encoding'] = encoding
      return [encoding, { bytes: new Uint8Array(bodies[encoding]), etag, headers: own }]
    }),
  ) as PreparedBody['variants']
  const weight = encodings.reduce((sum, encoding) => {
    const { bytes, headers } = variants[encoding]
    return sum + bytes.length + Object.entries(headers).flat().join().length
  }, 0)
  return { variants, weight }
}

/** Answers with the body, or with 304 if the browser has it (RFC 9110, section 13.1.2). */
export function answerWith(body: PreparedBody, request: Request): Response {
  const { bytes, etag, headers } = body.variants[encodingFor(request)]
  if (hasEntityTag(request.headers, etag))
    return new Response(null, {
      status: 304,
      headers: { ...headersOf304(headers) },
    })
  return new Response(bytes, { headers: { ...headers } })
}

/** The headers that a 304 repeats (RFC 9110, section 15.4.5). */
function headersOf304({
  ETag,
  Vary,
  'Cache-Control': cacheControl,
}: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ETag, Vary, 'Cache-Control': cacheControl }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>
}
