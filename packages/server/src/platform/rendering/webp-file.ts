// Splits WebP files into chunks, and keeps only those with pixels.
// https://developers.google.com/speed/webp/docs/riff_container

interface Chunk {
  name: string
  content: Uint8Array
}

const pixelChunks = new Set(['VP8 ', 'VP8L', 'ALPH'])
const hasAlpha = 0x10
const frameHeaderBytes = 16
// The chunks with pixels are at the beginning; a malicious file can have a million empty ones.
const mostChunks = 1000

/** Whether the file is an animation, whose frames are files within it. */
export function isAnimation(file: Uint8Array): boolean {
  return chunksOf(file.subarray(12)).some(({ name }) => name === 'ANMF')
}

/** The first frame of an animation as a separate file; the file itself if it isn't one. */
export function firstFrame(file: Uint8Array): Uint8Array {
  const frame = chunksOf(file.subarray(12)).find(({ name }) => name === 'ANMF')
  if (!frame || frame.content.length < frameHeaderBytes) return file
  const [width, height] = [uint24(frame.content, 6), uint24(frame.content, 9)]
  return pixelFile(chunksOf(frame.content.subarray(frameHeaderBytes)), width, height)
}

/** The file without colour profile, EXIF, XMP and everything else that isn't pixels. */
export function onlyPixels(file: Uint8Array): Uint8Array {
  const chunks = chunksOf(file.subarray(12))
  const canvas = chunks.find(({ name, content }) => name === 'VP8X' && content.length >= 10)?.content
  return canvas ? pixelFile(chunks, uint24(canvas, 4), uint24(canvas, 7)) : file
}

/** A file of the chunks with pixels. Width and height are one less than the image's, as in the format itself. */
function pixelFile(chunks: Chunk[], width: number, height: number): Uint8Array {
  const kept = chunks.filter(({ name }) => pixelChunks.has(name))
  const canvas = Buffer.alloc(10)
  canvas.writeUIntLE(width, 4, 3)
  canvas.writeUIntLE(height, 7, 3)
  canvas[0] = hasAlpha
  // The canvas is needed only if alpha is in a separate chunk.
  if (kept.some(({ name }) => name === 'ALPH')) kept.unshift({ name: 'VP8X', content: canvas })
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept.map(written)])
  return written({ name: 'RIFF', content: body })
}

/** The first chunks, 1,000 at most, up to one that is truncated. */
function chunksOf(bytes: Uint8Array): Chunk[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let at = 0; at + 8 <= view.length && chunks.length < mostChunks; ) {
    const end = at + 8 + view.readUInt32LE(at + 4)
    if (end > view.length) break
    chunks.push({ name: view.toString('latin1', at, at + 4), content: view.subarray(at + 8, end) })
    // Chunks start at even offsets.
    at = end + (end & 1)
  }
  return chunks
}

function written({ name, content }: Chunk): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content, Buffer.alloc(content.length & 1)])
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
}
