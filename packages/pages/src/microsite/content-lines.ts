// The lines of calendar and contact files: both fold and escape them alike (RFC 5545, RFC 2426).

const encoder = new TextEncoder()
const longest = 75

/**
 * The first text with any content, as the value of a property (RFC 5545, section 3.3.11): escaped, so that no character
 * ends the line. Empty if none has any.
 */
export function textValue(...texts: readonly (string | undefined)[]): string {
  const text = texts.map((text = '') => withoutControls(text)).find((text) => text !== '') ?? ''
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
}

const withoutControls = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()

/**
 * Folds lines to at most 75 octets without splitting a character (RFC 5545, section 3.1); each ends with CRLF.
 */
export function contentLines(lines: readonly (string | null)[]): string {
  return lines
    .filter((line) => line !== null)
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

function fold(line: string): string {
  let folded = ''
  let width = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (width + size > longest) {
      folded += '\r\n '
      width = 1
    }
    folded += character
    width += size
  }
  return folded
}
