// Slugs, the short codes of links and microsites: which ones people may choose, and generating others. What a slug may look
// like is `shortCodePattern` in packages/contract/src/short-codes.ts, which clients check as well.
import { Refusal, shortCodePattern } from '@linnet/contract'
import { randomText } from '../../../platform/security/ids.ts'

// Paths that the service uses or will use. Case doesn't matter, so that nobody can choose a look-alike of one.
const reserved = new Set(
  `v1 v2 v3 api oauth mcp dashboard consent assets static healthz readyz metrics admin account accounts login logout
  signin signout sign-in sign-out signup sign-up register setup password verify invite session sessions settings
  webhooks well-known docs openapi help about abuse report terms privacy qr index`.split(/\s+/),
)

// An id works wherever a slug does, so a slug that looks like an id would hide the record with that id.
const identifier = /^(?:lnk|mic|cmp)_[0-9a-z]{26}$/i

/** Whether anyone may use a code. */
export function isUsableCode(code: string): boolean {
  return shortCodePattern.test(code) && !isReserved(code) && !identifier.test(code)
}

/** Refuses a code that nobody may use. */
export function requireUsableCode(code: string): void {
  if (!shortCodePattern.test(code)) throw new Refusal('slug_invalid')
  if (isReserved(code)) throw new Refusal('slug_invalid', 'This word is reserved. Choose another one.')
  if (identifier.test(code)) throw new Refusal('slug_invalid', 'This looks like an id. Choose another one.')
}

function isReserved(code: string): boolean {
  return reserved.has(code.toLowerCase())
}

// Letters and digits without vowels, so that no words come out, and without the look-alikes 0, 1 and l.
const alphabet = '23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ'
const shortest = 6
const longest = 48
const triesPerLength = 3

/**
 * Generates codes. The database says whether one is free. After several in a row were taken, codes get one character longer
 * and stay so in this process, so that it doesn't keep trying a crowded length.
 */
class CodeMaker {
  private length = shortest
  private misses = 0

  make(): string {
    this.misses = 0
    return randomText(this.length, alphabet)
  }

  /** Another code, after the last one was taken. */
  makeAnother(): string {
    this.misses++
    if (this.misses % triesPerLength === 0 && this.length < longest) this.length++
    return randomText(this.length, alphabet)
  }
}

export const codeMaker = new CodeMaker()
