// Reads the structure of a JPEG without decoding it, to find what the decoder ignores or takes very long for. ITU-T T.81,
// annex B: markers begin with 0xff; within the data of a scan, 0xff is followed by 0 or a restart marker.

const [marker, startOfScan, endOfImage] = [0xff, 0xda, 0xd9]

export interface JpegScans {
  scans: number
  /** Whether it has an end marker. A truncated file has none, and would be decoded as grey from there on. */
  ended: boolean
}

/** Counts the scans of a JPEG, up to `most` of them. */
export function jpegScans(file: Uint8Array, most: number): JpegScans {
  let scans = 0
  for (let at = 2; at + 1 < file.length; ) {
    if (file[at] !== marker) {
      at = file.indexOf(marker, at)
      if (at < 0) break
      continue
    }
    const kind = file[at + 1] as number
    if (kind === endOfImage) return { scans, ended: true }
    if (kind === startOfScan && ++scans > most) break
    const isBare = kind === 0 || kind === marker || kind === 1 || (kind >= 0xd0 && kind <= 0xd8)
    if (isBare) at += kind === marker ? 1 : 2
    else at += 2 + (((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0))
  }
  return { scans, ended: false }
}
