// Codes that are one edit away from a mistyped one: a letter more, less or other, or two neighbours swapped.
import { longestShortCode } from '@linnet/contract/short-codes'

const lowerCase = 'abcdefghijklmnopqrstuvwxyz'
const others = '0123456789-_'

/** The letters of a code, as a domain has them. */
export function lettersOf(ignoresCase: boolean): string {
  return (ignoresCase ? '' : lowerCase.toUpperCase()) + lowerCase + others
}

/**
 * The codes that are one edit away and may have been chosen, some of them twice. `after` has the letters that may stand at each
 * position: only codes are missed that nothing in the database begins like.
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

/** Whether every edit of a code may be offered, so that they needn't be looked at one by one. */
function staysOffered(code: string): boolean {
  return code.length > 1 && code.length < longestShortCode && twoChosenCharacters.test(code)
}

/**
 * Whether a code can't have been generated here, so that somebody has chosen it. Six and more consonants are taken for
 * generated, even if they were chosen: a generated code may be a secret.
 */
export function mayBeOffered(code: string): boolean {
  if (code === '' || code.length > longestShortCode) return false
  return code.length < shortestGenerated || chosenCharacter.test(code)
}
