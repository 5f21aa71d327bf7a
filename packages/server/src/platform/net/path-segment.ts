// Decodes a segment of a path.

/** Percent-encoded characters mean the same as plain ones (RFC 3986, section 2.3); invalid ones give an empty string. */
export function decodedSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
