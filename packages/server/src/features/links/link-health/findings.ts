// What a check means for a link: whether it works, fails or is broken, and when it is checked next.
import type { CheckOutcome } from '@linnet/contract'
import type { Finding } from './asking/asking.ts'
import { type CheckChange, type DueLink, nextSlot } from './store.ts'

const daySeconds = 24 * 60 * 60
const mostFailures = 3
const leastFailingSeconds = 2 * daySeconds

/** Outcomes that count as failures. The others, but for `answered`, say nothing about the destination. */
const failures: ReadonlySet<CheckOutcome> = new Set([
  'unreachable',
  'tls_failed',
  'timed_out',
  'not_found',
  'server_error',
])

/** Whether no server was reached, which may also be because this one reaches none. */
export function isUnreached({ outcome, status }: Finding): boolean {
  return status === null && (outcome === 'unreachable' || outcome === 'timed_out')
}

/** Whether robots.txt has failed for so long that RFC 9309 takes it for missing. */
export function ignoresRobots({ robots_failing_since: since }: DueLink, now: number): boolean {
  return since !== null && now - since >= leastFailingSeconds
}

export interface Meaning {
  change: CheckChange & { due_at: number }
  /** Undefined if nothing changes. */
  brokenAt: number | null | undefined
}

/** `now` in Unix seconds. */
export function meaningOf(
  link: DueLink,
  { outcome, status, isRobotsFailing }: Finding,
  now: number,
): Meaning {
  const seen = {
    checked_at: now,
    outcome,
    status,
    robots_failing_since: isRobotsFailing ? (link.robots_failing_since ?? now) : null,
  }
  if (outcome === 'answered')
    return {
      change: {
        ...seen,
        answered_at: now,
        failures: 0,
        failing_since: null,
        to_report: 0,
        due_at: nextSlot(link.link_id, now),
      },
      brokenAt: link.broken_at === null ? undefined : null,
    }
  if (!failures.has(outcome)) {
    // A robots.txt that fails is requested again on the next day.
    const due_at = isRobotsFailing ? now + daySeconds : nextSlot(link.link_id, now)
    return { change: { ...seen, due_at }, brokenAt: undefined }
  }
  const count = link.failures + 1
  const since = link.failing_since ?? now
  const isBroken = count >= mostFailures && now - since >= leastFailingSeconds
  const isNew = isBroken && link.broken_at === null
  return {
    change: {
      ...seen,
      failures: count,
      failing_since: since,
      ...(isNew ? { to_report: 1 } : {}),
      due_at: now + (isBroken ? pause(count) : daySeconds),
    },
    brokenAt: isNew ? now : undefined,
  }
}

/** Twice as long after each failure, up to a week. */
function pause(count: number): number {
  return daySeconds * Math.min(7, 2 ** Math.min(3, count - mostFailures))
}
