// Which language and which encoding a browser gets. There are few such headers: each is read once and remembered.
import { type Language, languageOf } from '@linnet/pages'
import { BoundedCache } from '../../platform/bounded-cache.ts'

export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

const rememberedHeaders = 2000
// A longer one is nobody's usual header.
const longestRemembered = 200

const languages = new BoundedCache<Language>(rememberedHeaders)
const accepted = new BoundedCache<Encoding>(rememberedHeaders)

export const languageFor = ({ headers }: Request): Language =>
  read(headers.get('accept-language') ?? '', languages, languageOf)

export const encodingFor = ({ headers }: Request): Encoding =>
  read(headers.get('accept-encoding') ?? '', accepted, encodingOf)

function read<Value>(header: string, known: BoundedCache<Value>, parse: (header: string) => Value): Value {
  const remembered = known.get(header)
  if (remembered !== undefined) return remembered
  const value = parse(header)
  if (header.length <= longestRemembered) known.set(header, value)
  return value
}

/** The smallest that is accepted, from Accept-Encoding (RFC 9110, section 12.5.3): `q=0` refuses one, `*` means any. */
function encodingOf(acceptEncoding: string): Encoding {
  const ranges = new Map(
    acceptEncoding.split(',').map((range) => {
      const [name = '', weight] = range.split(';')
      return [name.trim().toLowerCase(), !/^\s*q=0(?:\.0*)?\s*$/i.test(weight ?? '')]
    }),
  )
  return encodings.find((name) => ranges.get(name) ?? ranges.get('*') ?? false) ?? 'identity'
}
