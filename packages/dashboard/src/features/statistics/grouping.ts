// Puts the days of long ranges together: a line of a whole year is read by weeks.
import type { Report } from '@linnet/contract'

type Point = Report['timeline'][number]

/** One mark of the timeline: an hour, a day, or some days up to `end`. */
export interface Mark extends Point {
  /** Its last day. */
  end: string
}

// More marks than this are a fringe on a phone.
const mostDays = 120
const mostWeeks = 800

function daysPerMark(days: number): number {
  return days > mostWeeks ? 28 : days > mostDays ? 7 : 1
}

/** The marks of a timeline. The last one is whole, for its end is what people look at; the first may be shorter. */
export function marksOf({ interval, timeline }: Pick<Report, 'interval' | 'timeline'>): Mark[] {
  const size = interval === 'hour' ? 1 : daysPerMark(timeline.length)
  const marks: Mark[] = []
  for (let end = timeline.length; end > 0; end -= size) {
    const points = timeline.slice(Math.max(0, end - size), end)
    marks.push(sumOf(points))
  }
  return marks.reverse()
}

function sumOf(points: Point[]): Mark {
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
