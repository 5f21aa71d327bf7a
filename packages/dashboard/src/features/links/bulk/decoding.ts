// The text of a file, whatever program wrote it: UTF-8 or UTF-16 by their marks or by what they look like, and else what old spreadsheets write.

export interface Decoded {
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
}

// Enough to see in which half of the units the zeros of Latin text are.
const sampleBytes = 2000

export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes)
  // The decoder takes the byte order mark away (https://encoding.spec.whatwg.org/#dom-textdecoder-decode).
  return { text: new TextDecoder(encoding).decode(bytes).replaceAll('\0', ''), encoding }
}

function encodingOf(bytes: Uint8Array): Decoded['encoding'] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
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
