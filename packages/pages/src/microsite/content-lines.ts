// The lines that calendars and contact cards are written in: folded and escaped alike (RFC 5545, RFC 2426).

const encoder = new TextEncoder()
const longest = 75

/**
 * The first of some texts that holds anything, as the value of a property (RFC 5545, section 3.3.11): no character of
 * it ends the line or starts another. Empty where none holds anything.
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
 * Folded so that no line has more than 75 octets and no character is cut (RFC 5545, section 3.1); each ends with CRLF.
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
