// Loaded into each test process before its files: sets the timeout, and records when each file begins and ends, for the
// progress line.
import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { testMilliseconds } from './timeouts.ts'

const events = process.env.LINNET_TEST_EVENTS
const note = (what: 'begin' | 'end') => {
  if (events) appendFileSync(events, `${JSON.stringify({ what, at: Date.now(), file: Bun.main })}\n`)
}

// For `bun test` with a single file; with several, it applies only to the first.
setDefaultTimeout(testMilliseconds)
beforeAll(() => note('begin'))
afterAll(() => note('end'))
