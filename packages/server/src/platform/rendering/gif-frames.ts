// Whether the first frame of a GIF is complete: the decoder leaves missing pixels empty without an error.
//
// GIF89a, sections 17 to 23: a header, then blocks. Their data is in sub-blocks of up to 255 bytes; an empty one is last.

const [extension, frame] = [0x21, 0x2c]

export function hasWholeFrame(file: Uint8Array): boolean {
  let at = 13 + colourBytes(file[10])
  while (at < file.length) {
    const kind = file[at]
    if (kind === extension) at = afterSubBlocks(file, at + 2)
    else if (kind === frame) return afterSubBlocks(file, at + 11 + colourBytes(file[at + 9])) <= file.length
    else return false
  }
  return false
}

/** The end of the sub-blocks that start here; past the end of the file if they are truncated. */
function afterSubBlocks(file: Uint8Array, begin: number): number {
  let at = begin
  while (at < file.length && file[at] !== 0) at += 1 + (file[at] as number)
  return at + 1
}

/** The size of a colour table in bytes, from the flags that say whether there is one. */
function colourBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
