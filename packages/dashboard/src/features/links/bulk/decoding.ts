// Decodes a file from any program: UTF-8 or UTF-16, with or without a byte order mark, or else the encoding of old spreadsheets.

export interface Decoded {
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
}

// Enough to see which byte of the code units is zero in Latin text.
const sampleBytes = 2000

export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes)
  // The decoder removes the byte order mark (https://encoding.spec.whatwg.org/#dom-textdecoder-decode).
  return { text: new TextDecoder(encoding).decode(bytes).replaceAll('\0', ''), encoding }
}

function encodingOf(bytes: Uint8Array): Decoded['encoding'] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 5) return 'utf-16le'
  if (even > sample.length / 5) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
