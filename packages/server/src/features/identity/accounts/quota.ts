// How much of its plan's limits an account has used, and taking units without ever exceeding a limit.
import type { Quota } from '@linnet/contract'
import { Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type Metric, metrics, type Plan } from './plans.ts'
import type { AccountStore, Counter } from './store.ts'
import type { UnitCounts } from './unit-counts.ts'

// `resetsAt` is when a monthly limit starts again.
const limitMessages: Record<Metric, (limit: number, resetsAt: string) => string> = {
  links: (limit, resetsAt) =>
    `You have reached this month's limit of links (${limit}). It resets on ${resetsAt}.`,
  custom_slug_renames: (limit, resetsAt) =>
    `You have reached this month's limit of renames (${limit}). It resets on ${resetsAt}.`,
  microsites: (limit) => `You have reached the plan's limit of microsites (${limit}). Delete one first.`,
  mcp_calls: (limit, resetsAt) =>
    `You have reached this month's limit of tool calls (${limit}). It resets on ${resetsAt}.`,
}

/** The month (UTC) of a time in milliseconds, such as `2026-11`. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7)
}

/** When the next month (UTC) begins, in milliseconds. */
function nextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The beginning of the next month for a message, such as `2026-12-01 00:00 UTC`. */
function resetText(now: number): string {
  return `${new Date(nextMonth(now)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function periodOf(metric: Metric, now: number): string {
  return metrics[metric] === 'month' ? monthOf(now) : 'all'
}

/**
 * Takes one unit, or refuses with `plan_limit` if the plan's limit is reached. It runs in the transaction of
 * the change, so a change that fails gives its unit back, and the row's lock keeps two changes from taking
 * the same unit.
 */
export async function takeUnit(
  store: AccountStore,
  tx: Tx,
  { userId, plan, metric, now }: { userId: number; plan: Plan; metric: Metric; now: number },
): Promise<void> {
  const limit = plan[metric]
  const taken = await store.takeUnit(tx, { user_id: userId, period: periodOf(metric, now), metric }, limit)
  if (!taken) throw new Refusal('plan_limit', limitMessages[metric](limit ?? 0, resetText(now)))
}

/** Takes as many of these units as the plan has left, in the transaction of the change; returns how many. */
export function takeUnits(
  store: AccountStore,
  tx: Tx,
  {
    userId,
    plan,
    metric,
    now,
    units,
  }: { userId: number; plan: Plan; metric: Metric; now: number; units: number },
): Promise<number> {
  return store.takeUnits(
    tx,
    { user_id: userId, period: periodOf(metric, now), metric },
    {
      limit: plan[metric],
      units,
    },
  )
}

/** Takes one tool call of the plan's month, or refuses with `plan_limit`. */
export async function takeToolCall(
  { store, counts }: ToolCallNeeds,
  { userId, plan, now }: { userId: number; plan: Plan; now: number },
): Promise<void> {
  if (plan.mcp_calls === null) return counts.add(toolCallsOf(userId, now), 1)
  // Tool calls that a previous plan without a limit allowed count as well.
  await counts.write()
  await store.transaction((tx) => takeUnit(store, tx, { userId, plan, metric: 'mcp_calls', now }))
}

/** Gives back a tool call that was taken at `now`. */
export async function giveBackToolCall(
  { store, counts }: ToolCallNeeds,
  { userId, plan, now }: { userId: number; plan: Plan; now: number },
): Promise<void> {
  if (plan.mcp_calls === null) counts.add(toolCallsOf(userId, now), -1)
  else await store.transaction((tx) => giveBackUnit(store, tx, { userId, metric: 'mcp_calls', now }))
}

interface ToolCallNeeds {
  store: AccountStore
  counts: UnitCounts
}

function toolCallsOf(userId: number, now: number): Counter {
  return { user_id: userId, period: periodOf('mcp_calls', now), metric: 'mcp_calls' }
}

/** Gives one unit back, in the transaction that deletes what it was taken for; `now` is when it was taken. */
export async function giveBackUnit(
  store: AccountStore,
  tx: Tx,
  { userId, metric, now }: { userId: number; metric: Metric; now: number },
): Promise<void> {
  await store.giveBackUnit(tx, { user_id: userId, period: periodOf(metric, now), metric })
}

/** The Quota record of an account with this plan. */
export async function readQuota(
  store: AccountStore,
  { userId, planName, plan, now }: { userId: number; planName: string; plan: Plan; now: number },
): Promise<Quota> {
  const usage = await store.usage(userId, [monthOf(now), 'all'])
  const meter = (metric: Metric) => ({ limit: plan[metric], used: usage.get(metric) ?? 0 })
  return {
    plan: planName,
    resets_at: unixSeconds(nextMonth(now)),
    links: meter('links'),
    custom_slug_renames: meter('custom_slug_renames'),
    microsites: meter('microsites'),
    mcp_calls: meter('mcp_calls'),
    analytics_days: plan.analytics_days,
    requests_per_minute: plan.requests_per_minute,
    bulk_shortening: plan.bulk_shortening,
    image_slide: plan.image_slide,
    microsite_visibility: plan.microsite_visibility,
    hosted_mcp_enabled: plan.hosted_mcp_enabled,
  }
}
