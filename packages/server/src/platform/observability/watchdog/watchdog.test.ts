// When a main thread counts as blocked, and when it only seems so: by a clock of our own.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Log, LogFields } from '../log.ts'
import { type ClaimedJob, Heartbeat, Watchdog } from './index.ts'

const step = 250
const job: ClaimedJob = {
  kind: 'drawing',
  label: 'user 3',
  claim: { id: 3, address: 'https://example.com/ö' },
}

let now = 0
let isRunning = true
let heartbeat: Heartbeat
let watchdog: Watchdog
let lines: { event: string; fields?: LogFields }[] = []
let given: ClaimedJob[] = []

beforeEach(() => {
  now = 0
  isRunning = true
  lines = []
  given = []
  heartbeat = new Heartbeat()
  const note = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  const log: Log = { info: note, warn: note, error: (event, error) => note(`${event}: ${error}`) }
  watchdog = new Watchdog(heartbeat.memory, {
    log,
    giveUp: async (job) => given.push(job) > 0,
    now: () => now,
    isRunning: () => isRunning,
  })
})
afterEach(() => watchdog.stop())

/** Time passes, and the watching thread looks as often as it does. */
function pass(milliseconds: number, { beating = false } = {}): void {
  for (let passed = 0; passed < milliseconds; passed += step) {
    now += step
    if (beating) heartbeat.beat()
    watchdog.look()
  }
}

const events = () => lines.map(({ event }) => event)
const blocked = 'the main thread is blocked: nothing is answered'

describe('a main thread', () => {
  test('with heartbeats is left alone', () => {
    pass(60_000, { beating: true })
    expect(events()).toEqual([])
    expect(heartbeat.figures()).toEqual({ stalls: 0, givenUpJobs: 0 })
  })

  test('that blocks is reported once, with what it started, and again when it recovers', () => {
    pass(500, { beating: true })
    heartbeat.begin('job: prune limits')
    for (let visit = 0; visit < 1000; visit++) heartbeat.begin('/{code}')
    heartbeat.begin('/v2/*', 'request-1')
    heartbeat.begin('links.bulkCreate', 'request-1')
    pass(750)
    expect(events()).toEqual([])
    pass(5000)
    expect(events()).toEqual([blocked])
    expect(lines[0]?.fields).toMatchObject({
      milliseconds: 1000,
      job: null,
      last_begun: 'links.bulkCreate request-1',
      begun_before: '/v2/* request-1, /{code}, job: prune limits',
    })
    pass(step, { beating: true })
    expect(events()).toEqual([blocked, 'the main thread is responding again'])
    expect(lines[1]?.fields).toEqual({ milliseconds: 6000 })
    pass(1250)
    expect(heartbeat.figures()).toEqual({ stalls: 2, givenUpJobs: 0 })
  })

  test('without a first heartbeat, or after its end, is not watched', () => {
    pass(5000)
    pass(step, { beating: true })
    heartbeat.rest()
    pass(5000)
    expect(events()).toEqual([])
  })

  test('is not blamed if the machine was asleep or the process was stopped: the watchdog stopped as well', () => {
    pass(500, { beating: true })
    pass(750)
    now += 3_600_000
    watchdog.look()
    pass(750)
    pass(step, { beating: true })
    expect(events()).toEqual([])
  })

  test('is described by the newest eight entries, each cut to fit', () => {
    pass(step, { beating: true })
    for (let begun = 0; begun < 1_000_000; begun++) heartbeat.begin('/v2/*', `request-${begun}`)
    heartbeat.begin('x'.repeat(300), 'y')
    pass(1250)
    const { last_begun, begun_before } = lines[0]?.fields ?? {}
    expect(last_begun).toBe('x'.repeat(255))
    expect(`${begun_before}`.split(', ')).toEqual(
      Array.from({ length: 7 }, (_, age) => `/v2/* request-${999_999 - age}`),
    )
  })
})

describe('a claimed job', () => {
  test('that blocks the thread is given up and counted', async () => {
    pass(step, { beating: true })
    heartbeat.during(job, () => pass(2000))
    await Promise.resolve()
    expect(given).toEqual([job])
    expect(events()).toEqual([blocked, 'a job was abandoned because it blocked the main thread'])
    expect(lines.map(({ fields }) => fields?.job)).toEqual(['drawing user 3', 'drawing user 3'])
    expect(heartbeat.figures()).toEqual({ stalls: 1, givenUpJobs: 1 })
  })

  test('is kept if the thread waits for a disk or a debugger', () => {
    pass(step, { beating: true })
    isRunning = false
    heartbeat.during(job, () => pass(2000))
    expect(lines).toMatchObject([{ event: blocked, fields: { state: 'waiting', job: 'drawing user 3' } }])
    expect(given).toEqual([])
  })

  test('that is over when the thread blocks is kept, even one that failed', () => {
    pass(step, { beating: true })
    expect(heartbeat.during(job, () => 'done')).toBe('done')
    expect(() =>
      heartbeat.during(job, () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    pass(2000)
    expect(given).toEqual([])
    expect(lines[0]?.fields?.job).toBeNull()
  })

  test('that is too long to be recorded is named all the same', () => {
    pass(step, { beating: true })
    heartbeat.during({ ...job, claim: 'x'.repeat(100_000) }, () => pass(1250))
    expect(given).toEqual([{ ...job, claim: null }])
  })
})
