// Codes that are one edit away from a mistyped one: one character added, missing or different, or two adjacent ones swapped.
import { longestShortCode } from '@linnet/contract/short-codes'

const lowerCase = 'abcdefghijklmnopqrstuvwxyz'
const others = '0123456789-_'

/** The letters of a code, as a domain has them. */
export function lettersOf(ignoresCase: boolean): string {
  return (ignoresCase ? '' : lowerCase.toUpperCase()) + lowerCase + others
}

/**
 * The codes that are one edit away and may have been chosen, some of them twice. `after` has the letters that may stand at each
 * position; the only codes left out are those that nothing in the database begins like.
 */
export function editsOf(code: string, after: readonly string[]): string[] {
  const edits: string[] = []
  const needsCheck = !staysOffered(code)
  const add = (edit: string) => {
    if (edit !== code && (!needsCheck || mayBeOffered(edit))) edits.push(edit)
  }
  for (let index = 0; index <= code.length; index++) {
    const [before, rest, following] = [code.slice(0, index), code.slice(index), code.slice(index + 1)]
    for (const letter of after[index] ?? '') {
      add(before + letter + rest)
      if (rest !== '') add(before + letter + following)
    }
    if (rest !== '') add(before + following)
    if (following !== '') add(before + following[0] + rest[0] + following.slice(1))
  }
  return edits
}

const shortestGenerated = 6
// Generated codes have no vowels, 0, 1, hyphens or underscores. They have no small `l` either, but on a domain that ignores
// case, a capital one became that.
const chosenCharacter = /[aeiou01_-]/i
const twoChosenCharacters = /[aeiou01_-].*[aeiou01_-]/i

/** Whether every edit of a code may be offered, so that they don't have to be checked one by one. */
function staysOffered(code: string): boolean {
  return code.length > 1 && code.length < longestShortCode && twoChosenCharacters.test(code)
}

/**
 * Whether a code can't have been generated here, so somebody must have chosen it. Six or more consonants are assumed to be
 * generated even if they were chosen, because a generated code may be a secret.
 */
export function mayBeOffered(code: string): boolean {
  if (code === '' || code.length > longestShortCode) return false
  return code.length < shortestGenerated || chosenCharacter.test(code)
}
