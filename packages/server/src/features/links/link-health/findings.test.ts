// What a sequence of checks means: when a link is broken, when it is checked next, and what says nothing.
import { expect, test } from 'bun:test'
import type { CheckOutcome } from '@linnet/contract'
import { ignoresRobots, meaningOf } from './findings.ts'
import { type DueLink, nextSlot, weekSeconds } from './store.ts'

const day = 86_400
const start = 1_790_000_000

/** Checks a link whenever it is due; returns what each check has meant. */
function checks(outcomes: readonly CheckOutcome[], isRobotsFailing = false) {
  let link = { link_id: 7, failures: 0, failing_since: null, broken_at: null } as unknown as DueLink
  let now = start
  return outcomes.map((outcome) => {
    const { change, brokenAt } = meaningOf(link, { outcome, status: null, isRobotsFailing }, now)
    link = { ...link, ...change, ...(brokenAt === undefined ? {} : { broken_at: brokenAt }) } as DueLink
    const pause = change.due_at - now
    const seen = { brokenAt, pause, link, at: now }
    now = change.due_at
    return seen
  })
}

test('a link is broken with its third failure, two days after the first, and is then checked less and less often', () => {
  const all = checks(Array(8).fill('timed_out'))
  expect(all.map(({ brokenAt }) => brokenAt)).toEqual([
    ...[undefined, undefined, start + 2 * day],
    ...Array(5).fill(undefined),
  ])
  expect(all.map(({ pause }) => pause / day)).toEqual([1, 1, 1, 2, 4, 7, 7, 7])
})

test('after an answer, a link no longer counts as failing or broken', () => {
  const all = checks([
    'not_found',
    'server_error',
    'answered',
    'unreachable',
    'tls_failed',
    'timed_out',
    'answered',
  ])
  expect(all.map(({ link }) => link.failures)).toEqual([1, 2, 0, 1, 2, 3, 0])
  expect(all.map(({ brokenAt }) => brokenAt).filter((at) => at !== undefined)).toEqual([
    all[5]?.at ?? 0,
    null,
  ])
})

test('outcomes that say nothing neither add to failures nor end them', () => {
  const all = checks(['not_found', 'robots', 'private', 'unclear', 'not_found'])
  expect(all.map(({ link }) => link.failures)).toEqual([1, 1, 1, 1, 2])
})

test('a robots.txt that fails is requested each day, and ignored after two days', () => {
  const all = checks(Array(4).fill('robots'), true)
  expect(all.map(({ pause }) => pause / day)).toEqual([1, 1, 1, 1])
  expect(all.map(({ link, at }) => ignoresRobots(link, at + day))).toEqual([false, true, true, true])
})

test('a million links are spread evenly over the week, and keep their times', () => {
  const hours = new Map<number, number>()
  for (let id = 1; id <= 1_000_000; id++) {
    const slot = nextSlot(id, start)
    const hour = Math.floor((slot - start) / 3600)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
    if (id % 1000 === 0) expect(nextSlot(id, slot)).toBe(slot + weekSeconds)
  }
  const counts = [...hours.values()]
  // 5,952 an hour.
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(60)
})
