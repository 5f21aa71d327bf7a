// Recovery codes: for whoever has lost the app of one-time codes. Each works once, and only its hash is kept.
import { randomText, sha256 } from '../../../platform/security/ids.ts'

// Crockford's base 32: no letter looks like a digit. Sixteen characters of it are 80 bits, which nobody guesses.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 16
const codesAtOnce = 10

/** Ten new codes, such as `h3k9-…`, and their hashes in the same order. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: codesAtOnce }, () => {
    const text = randomText(codeLength, alphabet)
    return (text.match(/.{4}/g) ?? []).join('-')
  })
  return { codes, hashes: codes.map(hashOf) }
}

/** The hash of a code as somebody types it: in any case, with or without dashes, with the letters that look like digits. */
export function hashOf(typed: string): string {
  const code = typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return sha256(code)
}
