// The rows of a report, for CSV files.
import type { Report } from '@linnet/contract'
import type { CsvRow as Row } from '../../lib/csv.ts'

/** The headings. */
interface Messages {
  date: string
  time: string
  name: string
  code: string
  title: string
  metrics: Record<'clicks' | 'visitors' | 'scans' | 'bots', string>
}
export type ReportSection =
  | 'timeline'
  | 'locations'
  | 'referers'
  | 'placements'
  | 'devices'
  | 'browsers'
  | 'systems'
  | 'links'

/** The rows of one section of a report, with their headings. */
export function rowsOf(report: Report, section: ReportSection, text: Messages): Row[] {
  const { breakdowns, timeline, interval, timezone } = report
  if (section === 'timeline') {
    const time = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, timeStyle: 'short' })
    const isHours = interval === 'hour'
    return [
      [
        text.date,
        ...(isHours ? [`${text.time} (${timezone})`] : []),
        ...(['clicks', 'visitors', 'scans', 'bots'] as const).map((metric) => text.metrics[metric]),
      ],
      ...timeline.map(({ at, date, clicks, visitors, scans, bots }) => [
        date,
        ...(isHours ? [time.format(at * 1000)] : []),
        clicks,
        visitors ?? '',
        scans,
        bots,
      ]),
    ]
  }
  const clicks = text.metrics.clicks
  if (section === 'locations')
    return [
      [text.code, text.name, clicks],
      ...breakdowns.locations.map((location): Row => [location.code, location.name, location.clicks]),
    ]
  if (section === 'links')
    return [
      ['URL', text.title, clicks],
      ...(breakdowns.links ?? []).map((link): Row => [link.short_url, link.title, link.clicks]),
    ]
  return [[text.name, clicks], ...(breakdowns[section] ?? []).map(({ name, clicks }): Row => [name, clicks])]
}
