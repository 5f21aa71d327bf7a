// Short codes: which ones may be used, and making up new ones.
import { Refusal, shortCodePattern } from '@linnet/contract'
import { randomText } from '../../../platform/security/ids.ts'

// Paths of the service's own, now or in what is planned. Compared without regard to case, so that nobody can put a
// look-alike of them up.
const reserved = new Set(
  `v1 v2 v3 api oauth mcp dashboard consent assets static healthz readyz metrics admin account accounts login logout
  signin signout sign-in sign-out signup sign-up register setup password verify invite session sessions settings
  webhooks well-known docs openapi help about abuse report terms privacy qr index`.split(/\s+/),
)

// Where a code or a slug is named, an id can stand as well: one that looks like an id would stand before the record of that id.
const identifier = /^(?:lnk|mic|cmp)_[0-9a-z]{26}$/i

/** Whether a code can be used by anyone. */
export function isUsableCode(code: string): boolean {
  return shortCodePattern.test(code) && !isReserved(code) && !identifier.test(code)
}

/** Refuses a code that cannot be used by anyone. */
export function requireUsableCode(code: string): void {
  if (!shortCodePattern.test(code)) throw new Refusal('slug_invalid')
  if (isReserved(code))
    throw new Refusal('slug_invalid', 'The service uses this word itself. Choose another one.')
  if (identifier.test(code))
    throw new Refusal('slug_invalid', 'This could be the id of something. Choose another one.')
}

function isReserved(code: string): boolean {
  return reserved.has(code.toLowerCase())
}

// Letters and digits without vowels (so that no words come out) and without the look-alikes 0, 1 and l.
const alphabet = '23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ'
const shortest = 6
const longest = 48
const triesPerLength = 3

/**
 * Makes codes up. Whether one is free is for the database to say; after several in a row were taken the length grows
 * by one, and stays grown for this process, so that a crowded length is not tried again and again.
 */
class CodeMaker {
  private length = shortest
  private misses = 0

  make(): string {
    this.misses = 0
    return randomText(this.length, alphabet)
  }

  /** For when the one before was taken. */
  makeAnother(): string {
    this.misses++
    if (this.misses % triesPerLength === 0 && this.length < longest) this.length++
    return randomText(this.length, alphabet)
  }
}

export const codeMaker = new CodeMaker()
