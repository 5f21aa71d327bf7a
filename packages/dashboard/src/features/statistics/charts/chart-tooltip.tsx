// The values of the active point, beside it.
import { useFormats } from '../../../lib/formats.ts'
import type { ChartPoint } from './chart-point.ts'

const distance = 12
const mostMarks = 4

interface ChartTooltipProps {
  point: ChartPoint
  /** Where the point is, in a chart of this width. */
  x: number
  width: number
}

export function ChartTooltip({ point: { label, value, before, marks = [] }, x, width }: ChartTooltipProps) {
  const formats = useFormats()
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-1 z-10 grid max-w-1/2 gap-1 rounded-control border border-line bg-raised px-3 py-2 text-xs shadow-overlay"
      style={x < width / 2 ? { left: x + distance } : { right: width - x + distance }}
    >
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-soft">{label}</span>
        <span className="text-sm font-semibold tabular-nums">
          {value === null ? '–' : formats.number(value)}
        </span>
      </p>
      {before ? (
        <p className="flex items-baseline justify-between gap-2 text-soft">
          <span>{before.label}</span>
          <span className="tabular-nums">{before.value === null ? '–' : formats.number(before.value)}</span>
        </p>
      ) : null}
      {marks.slice(0, mostMarks).map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be alike, and never move
        <p key={index} dir="auto" className="flex gap-1.5 wrap-anywhere">
          <span className="text-warn">◆</span>
          {mark}
        </p>
      ))}
      {marks.length > mostMarks ? <p className="text-soft">+{marks.length - mostMarks}</p> : null}
    </div>
  )
}
