// A small timeline for other pages: one number per day, such as the views of a microsite.
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { statisticsMessages } from '../messages.ts'
import { timeLabels } from './time-labels.ts'
import { TimelineChart } from './timeline-chart.tsx'

interface SmallTimelineProps {
  /** What is counted, such as "Views". */
  name: string
  /** Every day of the range (UTC), such as `{ date: '2026-11-21', value: 3 }`. */
  days: readonly { date: string; value: number }[]
}

export function SmallTimeline({ name, days }: SmallTimelineProps) {
  const text = useMessages(statisticsMessages)
  const language = useLanguage()
  const timeline = days.map(({ date, value }) => ({
    at: Date.parse(date) / 1000,
    date,
    clicks: value,
    scans: 0,
    bots: 0,
    visitors: null,
  }))
  const labels = timeLabels(
    { interval: 'day', timezone: 'UTC', timeline, start: days[0]?.date ?? '', end: days.at(-1)?.date ?? '' },
    language,
  )
  return (
    <TimelineChart
      name={name}
      points={timeline.map((point) => ({
        label: labels.full(point),
        axis: labels.axis(point),
        value: point.clicks,
      }))}
      help={text.chartHelp}
      notKnown={text.notKnown}
      height={150}
    />
  )
}
