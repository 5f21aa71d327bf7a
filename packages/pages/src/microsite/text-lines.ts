// Breaks text into lines by estimating the width of its letters, for pictures that are rendered without measuring.

const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u

/** The width of a character in ems. */
function widthOf(character: string): number {
  if (wide.test(character)) return 1
  if (/\p{M}|\p{Default_Ignorable_Code_Point}/u.test(character)) return 0
  if (/[MWmw@%]/.test(character)) return 0.86
  if (/[iljtfr.,:;'!|()[\] ]/.test(character)) return 0.33
  return /\p{Lu}|\p{N}/u.test(character) ? 0.66 : 0.56
}

const segments = new Intl.Segmenter('en', { granularity: 'word' })
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lengthOf = (text: string) => [...text].reduce((sum, character) => sum + widthOf(character), 0)

/** The first lines of text, each at most this many ems wide; the last one ends with `…` if there is more. */
export function linesOf(text: string, ems: number, most: number): string[] {
  // At most as much as could be shown, however long the text is.
  const plain = text
    .slice(0, 4 * ems * most)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
  const pieces = [...segments.segment(plain)].flatMap(({ segment }) =>
    lengthOf(segment) <= ems ? segment : [...characters.segment(segment)].map((one) => one.segment),
  )
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (lengthOf(line + piece.trimEnd()) <= ems) line += piece
    else {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    }
    if (lines.length === most) break
  }
  if (line.trim() === '') return lines
  if (lines.length < most) return [...lines, line.trimEnd()]
  const last = [...characters.segment(lines[most - 1] ?? '')].map((one) => one.segment)
  while (last.length > 0 && lengthOf(`${last.join('')}…`) > ems) last.pop()
  return [...lines.slice(0, -1), `${last.join('').trimEnd()}…`]
}
