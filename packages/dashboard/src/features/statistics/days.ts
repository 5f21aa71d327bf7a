// Calendar days as strings (`2026-11-21`) in the viewer's time zone, and the days of a range.
import type { Language } from '@linnet/languages'
import type { RangeName, StatisticsSearch } from './search.ts'

export interface Days {
  start: string
  end: string
}

/** The name of the viewer's time zone, or UTC if the browser only knows an offset. */
export function zoneOf(name = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return /^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name) ? name : 'UTC'
}

/** Today in a time zone. */
export function todayIn(timeZone: string, now = new Date()): string {
  // The Swedish format is ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
}

/** Formats calendar days for people. */
export function dayIn(language: Language): (day: string) => string {
  // Calculated without times: where clocks go forward at midnight, the day begins at 1:00.
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return (day) => format.format(Date.parse(day))
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const daysBefore: Record<Exclude<RangeName, 'custom'>, number> = {
  today: 0,
  '7d': 6,
  '30d': 29,
  '90d': 89,
  '12m': 364,
}

/** Whether a plan that shows `planDays` (null: all) shows all of a range. */
export function isShown(range: RangeName, planDays: number | null): boolean {
  return range === 'custom' || planDays === null || daysBefore[range] <= planDays
}

/** The default range: 30 days, or fewer if the plan shows fewer. */
export function usualRange(planDays: number | null): Exclude<RangeName, 'custom'> {
  return (['30d', '7d'] as const).find((range) => isShown(range, planDays)) ?? 'today'
}

/** The chosen range and its days. */
export function chosenRange(
  { range, start, end }: StatisticsSearch,
  today: string,
  planDays: number | null,
): { range: RangeName; days: Days } {
  if (range === 'custom' && start && end && start <= end) return { range, days: { start, end } }
  const name = range && range !== 'custom' ? range : usualRange(planDays)
  return { range: name, days: { start: addDays(today, -daysBefore[name]), end: today } }
}
