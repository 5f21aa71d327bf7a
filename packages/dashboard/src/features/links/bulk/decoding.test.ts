// Files from any program, in the encodings that spreadsheets write.
import { expect, test } from 'bun:test'
import { decode } from './decoding.ts'

const table = 'url;title\nhttps://example.com/;Café – 10 €'

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < text.length; index++)
    view.setUint16(2 * index, text.charCodeAt(index), !isBigEndian)
  return bytes
}

test.each([
  ['utf-8', 'UTF-8', new TextEncoder().encode(table)],
  ['utf-8', 'UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${table}`)],
  ['utf-16le', 'UTF-16, least significant byte first', utf16(table, false)],
  ['utf-16le', 'the same with a byte order mark', utf16(`\uFEFF${table}`, false)],
  ['utf-16be', 'UTF-16, most significant byte first', utf16(table, true)],
  ['utf-16be', 'the same with a byte order mark', utf16(`\uFEFF${table}`, true)],
] as const)('%s is recognized in %s, and its text has no byte order mark', (encoding, _what, bytes) => {
  expect(decode(bytes)).toEqual({ text: table, encoding })
})

test.each(['utf-16le', 'utf-16be'] as const)(
  '%s with a byte order mark is recognized in any script',
  (encoding) => {
    const bytes = utf16('\uFEFF東京', encoding === 'utf-16be')
    expect(decode(bytes)).toEqual({ text: '東京', encoding })
  },
)

test('text that is not UTF-8 is read in the encoding of old spreadsheets', () => {
  const bytes = new Uint8Array([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80])
  expect(decode(bytes)).toEqual({ text: 'Café €', encoding: 'windows-1252' })
})

test('NUL characters are left out, because no link can contain them', () => {
  expect(decode(new TextEncoder().encode('https://example.com/\0a')).text).toBe('https://example.com/a')
})

test('an empty file is empty', () => {
  expect(decode(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' })
})
