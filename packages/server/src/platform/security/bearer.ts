// The credential in an `Authorization: Bearer` header (RFC 6750, section 2.1).

/** The token, or null if there is none: another scheme, or invalid characters. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}
