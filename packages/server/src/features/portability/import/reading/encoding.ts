// Decodes a file of any size: UTF-8 or UTF-16, recognized by byte order mark or content, and otherwise Windows-1252, which
// old spreadsheets write.
import { closeSync, openSync, readSync } from 'node:fs'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

// Enough to see whether the zero bytes of Latin text in UTF-16 are at even or odd positions.
const sampleBytes = 2000

export async function encodingOf(file: string): Promise<Encoding> {
  const sample = firstBytes(file)
  const [first, second] = sample
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 5) return 'utf-16le'
  if (even > sample.length / 5) return 'utf-16be'
  return (await isUtf8(file)) ? 'utf-8' : 'windows-1252'
}

/** The text in chunks; `onRead` gets the number of bytes of each. */
export async function* textOf(
  file: string,
  encoding: Encoding,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  // It removes the byte order mark (https://encoding.spec.whatwg.org/#dom-textdecoder-decode).
  const decoder = new TextDecoder(encoding)
  for await (const bytes of Bun.file(file).stream()) {
    onRead(bytes.length)
    yield decoder.decode(bytes, { stream: true })
  }
  yield decoder.decode()
}

function firstBytes(file: string): Uint8Array {
  const opened = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(sampleBytes)
    return bytes.subarray(0, readSync(opened, bytes))
  } finally {
    closeSync(opened)
  }
}

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of Bun.file(file).stream()) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
