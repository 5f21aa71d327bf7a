// Strings that would break line-based files, as arbitraries for property tests.
import fc from 'fast-check'

const pieces = fc.constantFrom(
  '\n',
  '\r\n',
  '\r',
  '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:injected',
  '\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:injected',
  '\nURL:https://evil.example/',
  ',',
  ';',
  ':',
  '\\',
  '\\n',
  '"',
  '\t',
  ' ',
  '\u0007',
  '\u200b',
  '\u202e',
  '\u2028',
  '👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'é',
  'مرحبا',
  '日本語',
)
const composed = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary' }), fc.string()), { maxLength: 40 })
  .map((texts) => texts.join(''))

/** What people, and attackers, enter into a field of at most 10,000 characters. */
export const ugly = fc
  .oneof(
    { weight: 20, arbitrary: composed },
    { weight: 1, arbitrary: composed.map((text) => (text || 'x').repeat(10_000)) },
  )
  .map((text) => text.slice(0, 10_000).toWellFormed().replaceAll('\0', ''))

/** The same as stored in line-based files: line breaks are unified, and control characters and outer spaces removed. */
export const linesOf = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()
