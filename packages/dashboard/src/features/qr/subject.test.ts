// What a QR code is for, according to the page's URL.
import { expect, test } from 'bun:test'
import { previewParameters, subjectOf } from './subject.ts'

test.each([
  ['a link', { link: 'lnk_1' }, { kind: 'link', id: 'lnk_1' }, { short: 'lnk_1' }],
  ['a microsite', { microsite: 'ana' }, { kind: 'microsite', id: 'ana' }, { slug: 'ana' }],
  [
    'a link, if both are there',
    { link: 'lnk_1', microsite: 'ana' },
    { kind: 'link', id: 'lnk_1' },
    { short: 'lnk_1' },
  ],
  ['all codes of the account, without either', {}, { kind: 'account', id: '' }, {}],
] as const)('it is %s', (_what, address, subject, parameters) => {
  expect(subjectOf(address)).toEqual(subject)
  expect(previewParameters(subject)).toEqual(parameters)
})
