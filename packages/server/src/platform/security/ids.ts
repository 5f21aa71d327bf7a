// Identifiers and secrets: opaque, prefixed with their type, from the system's random source.
import { monotonicFactory, ulid } from 'ulid'

export type IdPrefix =
  | 'lnk'
  | 'rep'
  | 'apl'
  | 'mic'
  | 'cmp'
  | 'itm'
  | 'ast'
  | 'usr'
  | 'key'
  | 'dom'
  | 'jrn'
  | 'ses'
  | 'aud'
  | 'psk'
  | 'idn'
  | 'app'
  | 'grt'
  | 'whk'
  | 'evt'
  | 'clk'
  | 'wsp'
  | 'inv'
  | 'utm'
  | 'tag'
  | 'ver'
  | 'chg'

/** A new identifier such as `lnk_01k9…`: its type, then a ULID (48 bits of time, 80 random bits) in lower case. */
export function newId(prefix: IdPrefix, now: number): string {
  return `${prefix}_${ulid(now, randomFraction).toLowerCase()}`
}

/** Returns a function for identifiers that are in order even within a millisecond. */
export function orderedIds(prefix: IdPrefix): (now: number) => string {
  let last = Number.NaN
  let next = monotonicFactory(randomFraction)
  return (now) => {
    // A new factory for each moment, because a factory never goes back to an earlier one.
    if (now !== last) next = monotonicFactory(randomFraction)
    last = now
    return `${prefix}_${next(now).toLowerCase()}`
  }
}

// Reading the system's random source for each of the 16 characters would take longer than the rest.
const pool = new Uint32Array(256)
let used = pool.length

/** A random number of at least 0 and less than 1, of 32 bits. */
function randomFraction(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  return (pool[used++] as number) / 2 ** 32
}

/** A random string of `length` letters and digits; 32 of them have 190 bits. */
export function randomText(length: number, alphabet = base62): string {
  // Bytes above the largest multiple of the alphabet's length are discarded: their remainders would favour its first
  // letters.
  const limit = 256 - (256 % alphabet.length)
  let result = ''
  while (result.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length + 16))) {
      if (byte < limit && result.length < length) result += alphabet[byte % alphabet.length]
    }
  }
  return result
}

const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** SHA-256 in hexadecimal, in which secrets of full entropy are stored. */
export function sha256(value: string): string {
  return new Bun.CryptoHasher('sha256').update(value).digest('hex')
}
