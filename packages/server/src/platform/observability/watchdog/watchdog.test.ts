// When a main thread counts as blocked, and when it only seems to be, on a test clock.
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
let abandoned: ClaimedJob[] = []

beforeEach(() => {
  now = 0
  isRunning = true
  lines = []
  abandoned = []
  heartbeat = new Heartbeat()
  const note = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  const log: Log = { info: note, warn: note, error: (event, error) => note(`${event}: ${error}`) }
  watchdog = new Watchdog(heartbeat.memory, {
    log,
    abandon: async (job) => abandoned.push(job) > 0,
    now: () => now,
    isRunning: () => isRunning,
  })
})
afterEach(() => watchdog.stop())

/** Advances the time, with the watchdog's checks. */
function advance(milliseconds: number, { beating = false } = {}): void {
  for (let passed = 0; passed < milliseconds; passed += step) {
    now += step
    if (beating) heartbeat.beat()
    watchdog.check()
  }
}

const events = () => lines.map(({ event }) => event)
const blocked = 'the main thread is blocked: nothing is answered'

describe('a main thread', () => {
  test('with heartbeats is left alone', () => {
    advance(60_000, { beating: true })
    expect(events()).toEqual([])
    expect(heartbeat.metrics()).toEqual({ stalls: 0, abandonedJobs: 0 })
  })

  test('that blocks is reported once, with what it started, and again when it recovers', () => {
    advance(500, { beating: true })
    heartbeat.begin('job: prune limits')
    for (let visit = 0; visit < 1000; visit++) heartbeat.begin('/{code}')
    heartbeat.begin('/v2/*', 'request-1')
    heartbeat.begin('links.bulkCreate', 'request-1')
    advance(750)
    expect(events()).toEqual([])
    advance(5000)
    expect(events()).toEqual([blocked])
    expect(lines[0]?.fields).toMatchObject({
      milliseconds: 1000,
      job: null,
      last_begun: 'links.bulkCreate request-1',
      begun_before: '/v2/* request-1, /{code}, job: prune limits',
    })
    advance(step, { beating: true })
    expect(events()).toEqual([blocked, 'the main thread is responding again'])
    expect(lines[1]?.fields).toEqual({ milliseconds: 6000 })
    advance(1250)
    expect(heartbeat.metrics()).toEqual({ stalls: 2, abandonedJobs: 0 })
  })

  test('without a first heartbeat, or after its end, is not watched', () => {
    advance(5000)
    advance(step, { beating: true })
    heartbeat.rest()
    advance(5000)
    expect(events()).toEqual([])
  })

  test('is not blamed if the machine was asleep or the process was stopped: the watchdog stopped as well', () => {
    advance(500, { beating: true })
    advance(750)
    now += 3_600_000
    watchdog.check()
    advance(750)
    advance(step, { beating: true })
    expect(events()).toEqual([])
  })

  test('is described by the newest eight entries, each truncated to fit', () => {
    advance(step, { beating: true })
    for (let begun = 0; begun < 1_000_000; begun++) heartbeat.begin('/v2/*', `request-${begun}`)
    heartbeat.begin('x'.repeat(300), 'y')
    advance(1250)
    const { last_begun, begun_before } = lines[0]?.fields ?? {}
    expect(last_begun).toBe('x'.repeat(255))
    expect(`${begun_before}`.split(', ')).toEqual(
      Array.from({ length: 7 }, (_, age) => `/v2/* request-${999_999 - age}`),
    )
  })
})

describe('a claimed job', () => {
  test('that blocks the thread is abandoned and counted', async () => {
    advance(step, { beating: true })
    heartbeat.during(job, () => advance(2000))
    await Promise.resolve()
    expect(abandoned).toEqual([job])
    expect(events()).toEqual([blocked, 'a job was abandoned because it blocked the main thread'])
    expect(lines.map(({ fields }) => fields?.job)).toEqual(['drawing user 3', 'drawing user 3'])
    expect(heartbeat.metrics()).toEqual({ stalls: 1, abandonedJobs: 1 })
  })

  test('is kept if the thread waits for a disk or a debugger', () => {
    advance(step, { beating: true })
    isRunning = false
    heartbeat.during(job, () => advance(2000))
    expect(lines).toMatchObject([{ event: blocked, fields: { state: 'waiting', job: 'drawing user 3' } }])
    expect(abandoned).toEqual([])
  })

  test('that is over when the thread blocks is kept, even one that failed', () => {
    advance(step, { beating: true })
    expect(heartbeat.during(job, () => 'done')).toBe('done')
    expect(() =>
      heartbeat.during(job, () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    advance(2000)
    expect(abandoned).toEqual([])
    expect(lines[0]?.fields?.job).toBeNull()
  })

  test('that is too long to be recorded is still named', () => {
    advance(step, { beating: true })
    heartbeat.during({ ...job, claim: 'x'.repeat(100_000) }, () => advance(1250))
    expect(abandoned).toEqual([{ ...job, claim: null }])
  })
})
