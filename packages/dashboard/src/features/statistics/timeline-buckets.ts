// Groups the days of long ranges into buckets: a whole year is shown by weeks.
import type { Report } from '@linnet/contract'

type Point = Report['timeline'][number]

/** One point of the timeline: an hour, a day, or several days up to `end`. */
export interface TimelineBucket extends Point {
  /** Its last day. */
  end: string
}

// More points than this are unreadable on a phone.
const mostDays = 120
const mostWeeks = 800

function daysPerBucket(days: number): number {
  return days > mostWeeks ? 28 : days > mostDays ? 7 : 1
}

/** The buckets of a timeline. The last one is full, because people look at the end; the first may be shorter. */
export function bucketsOf({ interval, timeline }: Pick<Report, 'interval' | 'timeline'>): TimelineBucket[] {
  const size = interval === 'hour' ? 1 : daysPerBucket(timeline.length)
  const buckets: TimelineBucket[] = []
  for (let end = timeline.length; end > 0; end -= size) {
    const points = timeline.slice(Math.max(0, end - size), end)
    buckets.push(sumOf(points))
  }
  return buckets.reverse()
}

function sumOf(points: Point[]): TimelineBucket {
  const [first] = points as [Point]
  const sum = (name: 'clicks' | 'scans' | 'bots') => points.reduce((total, point) => total + point[name], 0)
  return {
    at: first.at,
    date: first.date,
    end: points.at(-1)?.date ?? first.date,
    clicks: sum('clicks'),
    scans: sum('scans'),
    bots: sum('bots'),
    visitors: points.some(({ visitors }) => visitors === null)
      ? null
      : points.reduce((total, { visitors }) => total + (visitors ?? 0), 0),
  }
}
