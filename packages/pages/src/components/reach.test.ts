// Links to call and to write, of what people type: where it is no number and no mailbox, there is none.
import { expect, test } from 'bun:test'
import { readComponentData } from '@linnet/contract'
import fc from 'fast-check'
import { ugly } from '../../../../test/generated/ugly-texts.ts'
import { mailLink, telLink } from './reach.ts'

test.each([
  ['+62 (812) 3456-789', 'tel:+628123456789'],
  ['1-800-555-0100 ext. 12', 'tel:18005550100'],
  ['*123#', 'tel:*123%23'],
  ['call me', null],
  ['12', null],
  [undefined, null],
])('%p is called at %p', (phone, link) => expect(telLink(phone)).toBe(link))

test.each([
  ['ana@example.com', 'mailto:ana@example.com'],
  [' ana+linnet@example.com ', 'mailto:ana%2Blinnet@example.com'],
  ['ana?bcc=x@example.com', 'mailto:ana%3Fbcc%3Dx@example.com'],
  ['ana@example.com?subject=x', 'mailto:ana@example.com%3Fsubject%3Dx'],
  ['ana', null],
  ['a@b, c@d', null],
  ['"a b"@example.com', null],
  [undefined, null],
])('%p is written to at %p', (email, link) => expect(mailLink(email)).toBe(link))

test('whatever is typed makes a link that the contract would take, or none', () => {
  fc.assert(
    fc.property(fc.oneof(ugly, fc.emailAddress(), fc.stringMatching(/^[+\d() #*.-]{0,50}$/)), (typed) => {
      for (const link of [telLink(typed), mailLink(typed)])
        if (link !== null) expect(readComponentData('LINK', { href: link })).toEqual({ href: link })
    }),
  )
})
