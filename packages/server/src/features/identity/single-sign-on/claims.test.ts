// What is read from the provider's claims, and what is ignored.
import { describe, expect, test } from 'bun:test'
import { readClaims } from './claims.ts'

const issuer = 'https://login.example.org'
const provider = {
  issuer,
  allow: [{ group: 'staff' }, { domain: 'example.org' }],
  groups: [{ group: 'ops', workspace: 'wsp_a', role: 'admin' as const }],
}
const read = (idToken: object, userInfo: object = {}) =>
  readClaims(provider, { sub: '1', ...idToken }, { sub: '1', ...userInfo })

test('everything is read from the ID token, and what it lacks from user info', () => {
  expect(
    read(
      { sid: 's1', auth_time: 1_800_000_000.5, email: 'Ana@Example.org', email_verified: true },
      { name: 'Ana', groups: ['staff'], email: 'other@example.org' },
    ),
  ).toStrictEqual({
    issuer,
    subject: '1',
    session: 's1',
    authenticatedAt: 1_800_000_000,
    email: 'ana@example.org',
    isVerified: true,
    name: 'Ana',
    groups: ['staff'],
  })
})

describe('an address counts as verified', () => {
  test('only if the same source says so', () => {
    expect(read({ email: 'a@example.org' }, { email: 'b@example.org', email_verified: true })).toMatchObject({
      email: 'a@example.org',
      isVerified: false,
    })
  })

  test.each([
    [true, true],
    ['true', true],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('email_verified %p: %p', (email_verified, isVerified) => {
    expect(read({ email: 'a@example.org', email_verified })).toMatchObject({ isVerified })
  })
})

test.each([undefined, '', 7, 'a\0b', 'x'.repeat(256)])('there is nobody with the subject %p', (sub) => {
  expect(read({ sub })).toBeNull()
})

test('values of other types, and of other lengths, are left out', () => {
  const odd = { email: ['a@example.org'], name: 'a\u202eb', groups: ['staff', 7, null, ['ops']], sid: 7 }
  expect(read(odd)).toMatchObject({ email: null, name: '', groups: ['staff'], session: null })
  expect(read({ groups: 'staff' })).toMatchObject({ groups: ['staff'] })
  expect(read({ groups: { staff: true } })).toMatchObject({ groups: [] })
})

test('of very many groups, those that the settings name are kept, once each', () => {
  const groups = Array.from({ length: 50_000 }, (_, index) => `group ${index}`)
  expect(read({ groups: [...groups, 'ops', ...groups, 'staff', 'ops'] })?.groups).toEqual(['staff', 'ops'])
})
