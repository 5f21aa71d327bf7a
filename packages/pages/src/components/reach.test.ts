// Links to typed telephone numbers and e-mail addresses: other text gets no link.
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
])('the telephone link of %p is %p', (phone, link) => expect(telLink(phone)).toBe(link))

test.each([
  ['ana@example.com', 'mailto:ana@example.com'],
  [' ana+linnet@example.com ', 'mailto:ana%2Blinnet@example.com'],
  ['ana?bcc=x@example.com', 'mailto:ana%3Fbcc%3Dx@example.com'],
  ['ana@example.com?subject=x', 'mailto:ana@example.com%3Fsubject%3Dx'],
  ['ana', null],
  ['a@b, c@d', null],
  ['"a b"@example.com', null],
  [undefined, null],
])('the e-mail link of %p is %p', (email, link) => expect(mailLink(email)).toBe(link))

test('any typed text makes a link that the contract accepts, or none', () => {
  fc.assert(
    fc.property(fc.oneof(ugly, fc.emailAddress(), fc.stringMatching(/^[+\d() #*.-]{0,50}$/)), (typed) => {
      for (const link of [telLink(typed), mailLink(typed)])
        if (link !== null) expect(readComponentData('LINK', { href: link })).toEqual({ href: link })
    }),
  )
})
