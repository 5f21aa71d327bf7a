// Loaded into each test process: notes in the file LINNET_TEST_EVENTS when a test file begins and ends.
import { afterAll, beforeAll } from 'bun:test'
import { appendFileSync } from 'node:fs'

const events = process.env.LINNET_TEST_EVENTS
const note = (what: 'begin' | 'end') => {
  if (events) appendFileSync(events, `${JSON.stringify({ what, at: Date.now(), file: Bun.main })}\n`)
}

beforeAll(() => note('begin'))
afterAll(() => note('end'))
