// A segment of a path as it was meant.

/** Percent-encoded characters mean the same as plain ones (RFC 3986, section 2.3); broken ones mean nothing. */
export function decodedSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
