// Reads a request's body without ever holding more of it than is allowed.

/** The whole body, or null where it is longer than `most` bytes, of which nothing more is read then. */
export async function readBounded(request: Request, most: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
