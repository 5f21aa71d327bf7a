// How often the list of deliveries is reloaded.
import { expect, test } from 'bun:test'
import { pauseFor } from './refresh-pause.ts'

const now = 1_790_000_000
const done = { status: 'delivered', next_attempt_at: null } as const
const pending = (seconds: number) => ({ status: 'waiting', next_attempt_at: now + seconds }) as const

test('never if nothing is pending', () => {
  expect(pauseFor([], now)).toBe(false)
  expect(pauseFor([[done], [done, { ...done, status: 'failed' }]], now)).toBe(false)
})

test('every second if an attempt is due soon or under way', () => {
  expect(pauseFor([[done, pending(19)]], now)).toBe(1000)
  expect(pauseFor([[pending(-5)]], now)).toBe(1000)
  expect(pauseFor([[{ status: 'waiting', next_attempt_at: null }]], now)).toBe(1000)
})

test('less often if there are several pages, each of which is a request', () => {
  expect(pauseFor([[done], [done], [pending(1)]], now)).toBe(3000)
})

test('every 15 seconds if no attempt is due soon', () => {
  expect(pauseFor([[pending(20), pending(3600)]], now)).toBe(15_000)
})
