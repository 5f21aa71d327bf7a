// Who gets an account on first sign-in, by domain and by group.
import { describe, expect, test } from 'bun:test'
import { whyNotAdmitted } from './admission.ts'

const rules = [{ domain: 'example.org' }, { group: 'staff' }]
const ana = { email: 'ana@example.org', isVerified: true, groups: [] }

describe('someone is admitted', () => {
  test('by the domain of a verified address', () => {
    expect(whyNotAdmitted(ana, rules)).toBeNull()
  })

  test('by a group, whatever the address', () => {
    const stranger = { email: 'ana@elsewhere.example', isVerified: false, groups: ['guests', 'staff'] }
    expect(whyNotAdmitted(stranger, rules)).toBeNull()
  })
})

describe('nobody is admitted', () => {
  test.each([
    'ana@mail.example.org',
    'ana@notexample.org',
    'ana@example.org.evil.example',
    'ana@example.com',
    '"ana@example.org"@evil.example',
  ])('by an address that only resembles the domain: %s', (email) => {
    expect(whyNotAdmitted({ ...ana, email }, rules)).toBe('not-allowed')
  })

  test('by an address that the provider has not verified', () => {
    expect(whyNotAdmitted({ ...ana, isVerified: false }, rules)).toBe('unverified')
  })

  test('without an address, even with a group', () => {
    expect(whyNotAdmitted({ email: null, isVerified: true, groups: ['staff'] }, rules)).toBe('no-address')
  })

  test('by part of the name of a group', () => {
    const guest = { email: 'ana@example.com', isVerified: true, groups: ['Staff', 'staffing', '/staff'] }
    expect(whyNotAdmitted(guest, rules)).toBe('not-allowed')
  })

  test('if there are no rules', () => {
    expect(whyNotAdmitted({ ...ana, groups: ['staff'] }, [])).toBe('not-allowed')
  })
})
