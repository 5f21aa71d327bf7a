// Formats the results of tools on clicks.
import type { AnswerOf, Api, StatPoint } from '@linnet/contract'
import { countNoun } from '../../platform/plural.ts'
import { fittingLines, joined, type ToolCall } from './lines.ts'
import { quoted } from './quoting.ts'

const longestName = 80

export function linkClicks({ data: points }: { data: StatPoint[] }, { now }: ToolCall): string {
  return fittingLines([summary(points, now)], days(points), (shown) => laterDays(points, shown))
}

export function allClicks({ data: { clicks } }: { data: { clicks: number } }): string {
  return `${countNoun(clicks, 'click')} in total.`
}

export function accountClicks({ data }: AnswerOf<Api['statistics']['account']>, { now }: ToolCall): string {
  const { timeline, links, referers, locations, devices, browsers } = data
  const mostClicked = links.map(
    ({ short, short_url, title, clicks }) =>
      `- ${short}${title ? ` ${quoted(title, longestName)}` : ''}: ${countNoun(clicks, 'click')}, ${short_url}`,
  )
  return fittingLines(
    [
      summary(timeline, now),
      ...(mostClicked.length > 0 ? ['Most clicked links:', ...mostClicked] : []),
      ...breakdown('Referers', referers),
      ...breakdown('Countries', locations),
      ...breakdown('Devices', devices),
      ...breakdown('Browsers', browsers),
      ...(timeline.some(({ clicks }) => clicks > 0) ? ['By day:'] : []),
    ],
    days(timeline),
    (shown) => laterDays(timeline, shown),
  )
}

function summary(points: readonly StatPoint[], now: number): string {
  // A model doesn't know by itself what "yesterday" and "this month" are.
  const today = new Date(now).toISOString().slice(0, 10)
  const range = `from ${points[0]?.date} to ${points.at(-1)?.date} (days in UTC; today is ${today})`
  const sum = (field: 'clicks' | 'bots' | 'visitors') =>
    points.reduce((total, point) => total + point[field], 0)
  const clicks = sum('clicks')
  if (clicks === 0) return `No clicks ${range}.`
  const without = points.length - withClicks(points).length
  const notes = joined([
    sum('bots') > 0 && `${sum('bots')} of them by bots`,
    `${countNoun(sum('visitors'), 'visitor')} (the sum of daily visitors)`,
  ])
  const gaps =
    without > 0
      ? ` The ${countNoun(without, 'day')} without clicks ${without === 1 ? 'is' : 'are'} omitted.`
      : ''
  return `${countNoun(clicks, 'click')} ${range}: ${notes}.${gaps}`
}

function withClicks(points: readonly StatPoint[]): StatPoint[] {
  return points.filter(({ clicks }) => clicks > 0)
}

function days(points: readonly StatPoint[]): string[] {
  return withClicks(points).map(
    ({ date, clicks, visitors, bots }) =>
      `- ${date}: ${joined([countNoun(clicks, 'click'), visitors > 0 && countNoun(visitors, 'visitor'), bots > 0 && countNoun(bots, 'bot')])}`,
  )
}

function laterDays(points: readonly StatPoint[], shown: number): string {
  const first = withClicks(points)[shown]?.date
  return `The days from ${first} on are omitted here because of their length. To read them, call again with start ${first}.`
}

function breakdown(heading: string, entries: readonly { name: string; clicks: number }[] = []): string[] {
  if (entries.length === 0) return []
  return [
    `${heading}: ${entries.map(({ name, clicks }) => `${quoted(name, longestName)} ${clicks}`).join(', ')}`,
  ]
}
