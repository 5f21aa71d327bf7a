// The health of a link as the API shows it.
import type { BrokenChoice, CheckOutcome, LinkHealth } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { archiveAddress, mayBeWatched, statusOfLink } from '../links/index.ts'
import type { CheckRow, DueLink } from './store.ts'

type JudgedLink = Pick<
  DueLink,
  | 'password_hash'
  | 'disposable'
  | 'max_clicks'
  | 'max_clicks_used'
  | 'archived_at'
  | 'consumed_at'
  | 'expired_at'
  | 'starts_at'
>

/** Why a link is not checked, although it is watched; null if it is. */
export function exclusionOf(
  link: JudgedLink,
  { isBlocked, now }: { isBlocked: boolean; now: number },
): LinkHealth['excluded_by'] {
  if (isBlocked) return 'blocked'
  if (!mayBeWatched(link)) return link.password_hash === null ? 'limit' : 'password'
  return statusOfLink(link, now) === 'active' ? null : 'inactive'
}

type ShownLink = JudgedLink & { long_url: string; broken_at: number | null; when_broken: string | null }

export function healthRecord(
  link: ShownLink,
  check: CheckRow | undefined,
  { isBlocked, isWorkspaceWatched, now }: { isBlocked: boolean; isWorkspaceWatched: boolean; now: number },
): LinkHealth {
  const watch = check?.chosen == null ? null : check.chosen === 1
  const watched = watch ?? isWorkspaceWatched
  const excluded = watched ? exclusionOf(link, { isBlocked, now }) : null
  const isChecked = watched && excluded === null
  return {
    status: watched ? (excluded === null ? statusOf(link, check) : 'excluded') : 'off',
    watched,
    watch,
    excluded_by: excluded,
    checked_at: check?.checked_at ?? null,
    next_check_at: isChecked && check?.due_at ? check.due_at : null,
    outcome: (check?.outcome ?? null) as CheckOutcome | null,
    answer_status: check?.status ?? null,
    answered_at: check?.answered_at ?? null,
    failures: check?.failures ?? 0,
    failing_since: check?.failing_since ?? null,
    broken_at: link.broken_at,
    when_broken: link.when_broken as BrokenChoice | null,
    archive_url: archiveAddress(link.long_url, {
      at: check?.answered_at ?? unixSeconds(now),
      brokenAt: link.broken_at,
    }),
  }
}

function statusOf({ broken_at }: ShownLink, check: CheckRow | undefined): LinkHealth['status'] {
  if (broken_at !== null) return 'broken'
  if (check?.checked_at == null) return 'waiting'
  if (check.failures > 0) return 'failing'
  return check.outcome === 'answered' ? 'answers' : 'unclear'
}
