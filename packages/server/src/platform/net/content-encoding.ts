// Chooses the encoding of a prepared body for a browser.
import { parseAccept } from 'hono/utils/accept'
import { readOnce } from './header-reading.ts'

export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** The smallest accepted encoding, from Accept-Encoding (RFC 9110, section 12.5.3): `q=0` refuses one, `*` means any. */
function encodingOf(acceptEncoding: string): Encoding {
  const ranges = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q > 0]))
  return encodings.find((name) => ranges.get(name) ?? ranges.get('*') ?? false) ?? 'identity'
}

const read = readOnce(encodingOf)

export const encodingFor = ({ headers }: Request): Encoding => read(headers.get('accept-encoding'))
