// Codes that are one edit away from a mistyped one: a letter more, less or other, or two neighbours swapped.
import { longestShortCode } from '@linnet/contract/short-codes'

const lowerCase = 'abcdefghijklmnopqrstuvwxyz'
const others = '0123456789-_'

/** The letters of a code, as a domain has them. */
export function lettersOf(ignoresCase: boolean): string {
  return (ignoresCase ? '' : lowerCase.toUpperCase()) + lowerCase + others
}

/**
 * The codes that are one edit away and may have been chosen. `after` has the letters that may stand at each position: only
 * codes are missed that nothing in the database begins like.
 */
export function editsOf(code: string, after: readonly string[]): Set<string> {
  const edits = new Set<string>()
  for (let index = 0; index <= code.length; index++) {
    const [before, rest, following] = [code.slice(0, index), code.slice(index), code.slice(index + 1)]
    for (const letter of after[index] ?? '') {
      edits.add(before + letter + rest)
      if (rest !== '') edits.add(before + letter + following)
    }
    if (rest !== '') edits.add(before + following)
    if (following !== '') edits.add(before + following[0] + rest[0] + following.slice(1))
  }
  edits.delete(code)
  for (const edit of edits) if (!mayBeOffered(edit)) edits.delete(edit)
  return edits
}

const shortestGenerated = 6
// Generated codes have no vowels, 0, 1, hyphens or underscores. They have no small `l` either, but on a domain that ignores
// case, a capital one became that.
const chosenCharacter = /[aeiou01_-]/i

/**
 * Whether a code can't have been generated here, so that somebody has chosen it. Six and more consonants are taken for
 * generated, even if they were chosen: a generated code may be a secret.
 */
export function mayBeOffered(code: string): boolean {
  if (code === '' || code.length > longestShortCode) return false
  return code.length < shortestGenerated || chosenCharacter.test(code)
}
