// Loaded into each test process before its files: how long a test may take, and notes of when a file begins and ends, for
// the test command's progress.
import { afterAll, beforeAll, setDefaultTimeout } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { testMilliseconds } from './patience.ts'

const events = process.env.LINNET_TEST_EVENTS
const note = (what: 'begin' | 'end') => {
  if (events) appendFileSync(events, `${JSON.stringify({ what, at: Date.now(), file: Bun.main })}\n`)
}

// For `bun test` with a file: of several, only the first one has it.
setDefaultTimeout(testMilliseconds)
beforeAll(() => note('begin'))
afterAll(() => note('end'))
