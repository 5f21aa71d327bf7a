// How much of a plan's limits an account has used, and taking from it without ever running over.
import type { Quota } from '@linnet/contract'
import { Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type Metric, metrics, type Plan } from './plans.ts'
import type { AccountStore, Counter } from './store.ts'
import type { UnitCounts } from './unit-counts.ts'

// `again` is when what counts by month begins anew.
const sentences: Record<Metric, (limit: number, again: string) => string> = {
  links: (limit, again) =>
    `The ${limit} links that the plan allows this month are used. They start again at ${again}.`,
  custom_slug_renames: (limit, again) =>
    `The ${limit} renames that the plan allows this month are used. They start again at ${again}.`,
  microsites: (limit) => `Microsites that the plan allows: ${limit}. Delete one first.`,
  mcp_calls: (limit, again) =>
    `The ${limit} tool calls that the plan allows this month are used. They start again at ${again}.`,
}

/** The month (UTC) of a moment in milliseconds, such as `2026-11`. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7)
}

/** When the next month (UTC) begins, in milliseconds. */
function nextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The same as people read it, such as `2026-12-01 00:00 UTC`. */
function againAt(now: number): string {
  return `${new Date(nextMonth(now)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function periodOf(metric: Metric, now: number): string {
  return metrics[metric] === 'month' ? monthOf(now) : 'all'
}

/**
 * Books one unit, or refuses with `plan_limit` when the plan's limit is reached. It is part of the transaction of
 * what it is booked for, so a change that fails gives its unit back, and the row's lock keeps two from taking one.
 */
export async function takeUnit(
  store: AccountStore,
  tx: Tx,
  { userId, plan, metric, now }: { userId: number; plan: Plan; metric: Metric; now: number },
): Promise<void> {
  const limit = plan[metric]
  const taken = await store.takeUnit(tx, { user_id: userId, period: periodOf(metric, now), metric }, limit)
  if (!taken) throw new Refusal('plan_limit', sentences[metric](limit ?? 0, againAt(now)))
}

/** Books as many of these units as the plan has left, within the transaction of what they are for: how many. */
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
  return store.takeUnits(tx, { user_id: userId, period: periodOf(metric, now), metric }, plan[metric], units)
}

/** Books one tool call of the plan's month, or refuses with `plan_limit`. */
export async function takeToolCall(
  { store, counts }: ToolCallNeeds,
  { userId, plan, now }: { userId: number; plan: Plan; now: number },
): Promise<void> {
  if (plan.mcp_calls === null) return counts.add(toolCallsOf(userId, now), 1)
  // What this plan's predecessor let through without a limit counts as well.
  await counts.write()
  await store.transaction((tx) => takeUnit(store, tx, { userId, plan, metric: 'mcp_calls', now }))
}

/** Gives a tool call back that was booked at `now`. */
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

/** Gives one unit back, within the transaction that ends what it was booked for; `now` is when it was booked. */
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
  userId: number,
  planName: string,
  plan: Plan,
  now: number,
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
