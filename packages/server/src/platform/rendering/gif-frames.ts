// Whether the first frame of a GIF is whole: the decoder leaves open what is missing, and says nothing.
//
// GIF89a, sections 17 to 23: a header, and then blocks; their data comes in pieces of up to 255 bytes, the last of none.

const [extension, frame] = [0x21, 0x2c]

export function hasWholeFrame(file: Uint8Array): boolean {
  let at = 13 + colourBytes(file[10])
  while (at < file.length) {
    const kind = file[at]
    if (kind === extension) at = afterPieces(file, at + 2)
    else if (kind === frame) return afterPieces(file, at + 11 + colourBytes(file[at + 9])) <= file.length
    else return false
  }
  return false
}

/** Where the pieces that begin here have ended; past the file where they do not end. */
function afterPieces(file: Uint8Array, begin: number): number {
  let at = begin
  while (at < file.length && file[at] !== 0) at += 1 + (file[at] as number)
  return at + 1
}

/** What a table of colours takes, by the byte that tells whether there is one. */
function colourBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
