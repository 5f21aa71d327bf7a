// Time-based one-time codes (TOTP, RFC 6238), in the form that every authenticator app supports: SHA-1, six digits, 30 s.
import { Secret, TOTP } from 'otpauth'

const period = 30
// 160 bits, as RFC 4226 (section 4, R6) recommends.
const secretBytes = 20
// One step in each direction: clocks differ, and people need time to type (RFC 6238, section 5.2).
const window = 1

/** A new secret in base 32. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The URI that apps read from a QR code (the "Key Uri Format"). `issuer` is the host of this server. */
export function secretUri(secret: string, issuer: string, email: string): string {
  return new TOTP({ issuer, label: email, secret, period }).toString()
}

/** The time step (counted since 1970) of this code around `now` (milliseconds); null if the code is wrong. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret, period })
  const delta = totp.validate({ token: code, timestamp: now, window })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}

/** The digits of a code as the user has typed it; null if it can't be a one-time code. */
export function digitsOf(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}
