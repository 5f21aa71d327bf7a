// What a timeline chart is drawn from, as SVG: its axes, its lines, and the marks of the active point.
import { useFormats } from '../../../lib/formats.ts'
import { areaPath, type ChartLayout, labelledIndexes, linePath, runsOf } from './chart-geometry.ts'
import type { ChartPoint } from './chart-point.ts'

const labelWidth = 84

interface DrawingProps {
  layout: ChartLayout
  points: readonly ChartPoint[]
}

export function Axes({ layout: { frame, scale, ticks }, points }: DrawingProps) {
  const formats = useFormats()
  const { width, height, left, right } = frame
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={width - right}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
            className="stroke-line"
            strokeWidth={1}
          />
          <text
            x={left - 8}
            y={scale.y(tick) + 4}
            textAnchor="end"
            className="fill-soft text-xs tabular-nums"
          >
            {formats.short(tick)}
          </text>
        </g>
      ))}
      {labelledIndexes(points.length, width - left, labelWidth).map((index) => (
        <text
          key={index}
          x={scale.x(index)}
          y={height - 6}
          textAnchor={anchorOf(scale.x(index), width)}
          className="fill-soft text-xs tabular-nums"
        >
          {points[index]?.axis}
        </text>
      ))}
    </>
  )
}

/** So that the first and last labels are not cut off. */
function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  return x < labelWidth / 2 ? 'start' : x > width - labelWidth / 2 ? 'end' : 'middle'
}

export function Lines({ layout: { scale }, points }: DrawingProps) {
  const values = points.map(({ value }) => value)
  const before = points.map((point) => point.before?.value)
  return (
    <>
      <path
        d={linePath(scale, before)}
        className="fill-none stroke-soft"
        strokeWidth={1.5}
        strokeDasharray="5 4"
      />
      <path d={areaPath(scale, values)} className="fill-accent/12" />
      <path
        d={linePath(scale, values)}
        className="fill-none stroke-accent"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {/* A line needs two points; a value between unknown ones is a dot. */}
      {runsOf(values)
        .filter((run) => run.length === 1)
        .map(([index = 0]) => (
          <circle
            key={index}
            cx={scale.x(index)}
            cy={scale.y(values[index] ?? 0)}
            r={3.5}
            className="fill-accent"
          />
        ))}
    </>
  )
}

interface ActiveMarksProps {
  layout: ChartLayout
  index: number
  point: ChartPoint
}

export function ActiveMarks({ layout: { frame, scale }, index, point }: ActiveMarksProps) {
  return (
    <g data-marks="">
      <line
        x1={scale.x(index)}
        x2={scale.x(index)}
        y1={frame.top}
        y2={frame.height - frame.bottom}
        className="stroke-field-line"
        strokeDasharray="2 3"
      />
      {point.before?.value == null ? null : (
        <circle
          cx={scale.x(index)}
          cy={scale.y(point.before.value)}
          r={3.5}
          className="fill-surface stroke-soft"
          strokeWidth={1.5}
        />
      )}
      {point.value === null ? null : (
        <circle
          cx={scale.x(index)}
          cy={scale.y(point.value)}
          r={4.5}
          className="fill-accent stroke-surface"
          strokeWidth={2}
        />
      )}
    </g>
  )
}

const markSize = 5

/** A diamond at the base line wherever something was changed. */
export function ChangeMarks({ layout: { frame, scale }, points }: DrawingProps) {
  const baseLine = frame.height - frame.bottom
  return points.map(({ marks }, index) =>
    marks ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: points never move
      <g key={index} data-change="">
        <line
          x1={scale.x(index)}
          x2={scale.x(index)}
          y1={frame.top}
          y2={baseLine}
          className="stroke-warn"
          strokeWidth={1}
          strokeDasharray="1 4"
        />
        <path
          d={`M${scale.x(index)},${baseLine - markSize}l${markSize},${markSize}l-${markSize},${markSize}l-${markSize},-${markSize}Z`}
          className="fill-warn stroke-surface"
          strokeWidth={1.5}
        />
      </g>
    ) : null,
  )
}
