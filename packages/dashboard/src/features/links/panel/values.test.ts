// What the panel sends for a changed link.
import { expect, test } from 'bun:test'
import { bodyOf, localMinute } from './values.ts'

test('only what was changed is sent', () => {
  expect(bodyOf({})).toEqual({})
  expect(bodyOf({ title: 'After', long_url: ' example.com ', adult: true, archive_at: '' })).toEqual({
    title: 'After',
    long_url: 'https://example.com',
    adult: true,
    archive_at: '',
  })
})

test('a new password is sent, and a removed one is sent as an empty string', () => {
  expect(bodyOf({ password: 'open sesame' })).toEqual({ password: 'open sesame' })
  expect(bodyOf({ password: '' })).toEqual({})
  expect(bodyOf({ has_password: false, password: 'open sesame' })).toEqual({ password: '' })
})

test('an expiry is a minute in the browser’s time zone, or none', () => {
  const seconds = Math.floor(new Date(2030, 0, 2, 3, 4).getTime() / 1000)
  expect(localMinute(seconds)).toBe('2030-01-02T03:04')
  expect(bodyOf({ expired_at: '2030-01-02T03:04' })).toEqual({ expired_at: seconds })
  expect(bodyOf({ expired_at: '' })).toEqual({ expired_at: null })
})
