// Recovery codes, for users who have lost their authenticator app. Each works once, and is stored as a hash.
import { randomText, sha256 } from '../../../platform/security/ids.ts'

// Crockford's base 32: no letter looks like a digit. Sixteen characters have 80 bits, too many to guess.
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

/** The hash of a code as typed: upper or lower case, with or without dashes, with letters that look like digits. */
export function hashOf(typed: string): string {
  const code = typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return sha256(code)
}
