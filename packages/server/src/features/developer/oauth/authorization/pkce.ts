// Proof Key for Code Exchange (RFC 7636), S256 only: proves that a code is redeemed by the application that requested it.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a string can be an S256 challenge: a SHA-256 in base64url without padding (RFC 7636, section 4.2). */
export function isChallenge(value: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(value)
}

/** Whether a verifier is well-formed (RFC 7636, section 4.1) and matches the challenge. */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const expected = createHash('sha256').update(verifier, 'ascii').digest('base64url')
  return timingSafeEqual(Buffer.from(expected), Buffer.from(challenge))
}
