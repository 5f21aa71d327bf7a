// Decodes the body of a response within a size limit, because a small one may decompress to gigabytes.
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { RawAnswer } from './exchange.ts'
import { OutgoingFailure } from './failure.ts'

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/**
 * The body without its content encoding (RFC 9110, section 8.4). Throws an OutgoingFailure: `too-large` beyond the
 * limit, and `bad-answer` for an encoding that is damaged, unknown or one of several.
 */
export async function decoded({ status, headers, body }: RawAnswer, mostBytes: number): Promise<Uint8Array> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity' || body.length === 0) return body
  const decode = decoders.get(encoding)
  if (!decode) throw new OutgoingFailure('bad-answer', { status })
  try {
    return await decode(body, { maxOutputLength: mostBytes })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new OutgoingFailure(isTooLarge ? 'too-large' : 'bad-answer', { status, cause: error })
  }
}
