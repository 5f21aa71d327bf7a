// Contacts as vCards, read by a third-party parser.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { linesOf, ugly } from '../../../../test/generated/ugly-texts.ts'
import { type ContactData, vCardFile } from './vcard.ts'

const page = { title: 'Ana' }

function read(data: ContactData) {
  const text = vCardFile(data, page)
  // It returns several cards as an array of arrays.
  const parsed = ICAL.parse(text) as unknown as [string, unknown[], unknown[]]
  expect(parsed[0]).toBe('vcard')
  const card = new ICAL.Component(parsed as never)
  const value = (name: string) => {
    const found = card.getFirstPropertyValue(name) as unknown
    // The parser follows RFC 6350, where a semicolon needs no escape outside of a list; in RFC 2426 it does.
    return typeof found === 'string' && name !== 'org' && name !== 'tel'
      ? found.replaceAll('\\;', ';')
      : found
  }
  const names = card.getAllProperties().map(({ name }) => name)
  return { text, card, value, names }
}

const full = {
  name: 'Ana Wijaya',
  phone: '+62 812-3456-789',
  email: 'ana@example.com',
  website: 'https://example.com/a?b=c,d;e',
  address: 'Jl. Merdeka 1, Jakarta; Indonesia',
  organization: 'Kopi & Co, Ltd.',
}

test('a card contains every field of the contact', () => {
  const { value, names } = read({ value: 'Save me', ...full })
  expect(value('version')).toBe('3.0')
  expect(value('fn')).toBe(full.name)
  expect(value('n')).toEqual(['', full.name, '', '', ''])
  expect(value('tel')).toBe(full.phone)
  expect(value('email')).toBe(full.email)
  expect(value('url')).toBe(full.website)
  expect(value('adr')).toEqual(['', '', full.address, '', '', '', ''])
  expect([value('org')].flat()).toEqual([full.organization])
  expect(names).toEqual(['version', 'prodid', 'fn', 'n', 'org', 'tel', 'email', 'adr', 'url'])
})

test('an organization without a person has its own name, and empty fields are left out', () => {
  const { value, names } = read({ organization: 'Kopi', name: ' ', phone: '', address: '\n' })
  expect(value('fn')).toBe('Kopi')
  expect(names).toEqual(['version', 'prodid', 'fn', 'n', 'org', 'x-abshowas'])
})

test('a contact without anything has the title of its page', () => {
  const { value, names } = read({})
  expect(value('fn')).toBe('Ana')
  expect(names).toEqual(['version', 'prodid', 'fn', 'n'])
})

// The parser takes an escaped backslash before a semicolon for an escaped semicolon.
const inList = ugly.map((text) => text.replace(/[\s\p{Cc}\\]+$/u, ''))

test('any text can be read back from the card unchanged, in lines of 75 octets, and adds nothing', () => {
  fc.assert(
    fc.property(inList, ugly, inList, ugly, (name, phone, address, organization) => {
      const { text, value, names } = read({ name, phone, email: phone, address, organization })
      const [person, place, company] = [name, address, organization].map((text) => linesOf(text))
      if (person) expect([value('fn'), value('n')]).toEqual([person, ['', person, '', '', '']])
      if (place) expect(value('adr')).toEqual(['', '', place, '', '', '', ''])
      if (company) expect([value('org')].flat()).toEqual([company])
      const oneLine = phone.replace(/[\s\p{Cc}]+/gu, ' ').trim()
      if (oneLine) expect(value('email')).toBe(oneLine)
      // The parser drops all backslashes from telephone numbers.
      if (oneLine) expect(value('tel')).toBe(oneLine.replaceAll('\\', ''))
      expect(names.length).toBeLessThanOrEqual(9)
      for (const line of text.split('\r\n')) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[\r\n]/)
      }
    }),
  )
})
