// Proof Key for Code Exchange (RFC 7636), S256 only: that who redeems a code is who asked for it.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a text can be an S256 challenge: a SHA-256 in base64url without padding (RFC 7636, section 4.2). */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Whether a verifier is well-formed (RFC 7636, section 4.1) and the one of the challenge. */
export function fits(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const made = createHash('sha256').update(verifier, 'ascii').digest('base64url')
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}
