// A line over time: drawn as SVG in the width that there is, read with a pointer, a finger, or the arrow keys.
import { type KeyboardEvent, type PointerEvent, type Ref, useId, useRef, useState } from 'react'
import { classes } from '../../../components/classes.ts'
import { useFormats } from '../../../lib/formats.ts'
import { areaPath, labelled, linePath, runsOf, scaleOf, ticksFor } from './chart-geometry.ts'
import { useWidth } from './use-width.ts'

export interface ChartPoint {
  /** When, in full. */
  label: string
  /** When, below the chart. */
  axis: string
  /** Null where that is not known. */
  value: number | null
  /** As far into the period before; null where there is none. */
  before?: { label: string; value: number | null } | null
}

interface TimelineChartProps {
  /** What is counted, such as "Clicks". */
  name: string
  points: readonly ChartPoint[]
  /** How the chart is used by keyboard. */
  help: string
  notKnown: string
  height?: number
  /** What choosing a point does, if anything. */
  onChoose?(index: number): void
  svgRef?: Ref<SVGSVGElement>
}

const labelRoom = 84
const tooltipAway = 12

export function TimelineChart({
  name,
  points,
  help,
  notKnown,
  height = 260,
  onChoose,
  svgRef,
}: TimelineChartProps) {
  const formats = useFormats()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [active, setActive] = useState<number | null>(null)
  // A finger's first touch shows a point, and its second one chooses it.
  const touched = useRef<number | null>(null)

  const values = points.map(({ value }) => value)
  const before = points.map((point) => point.before?.value)
  const ticks = ticksFor(Math.max(...values.map((value) => value ?? 0), ...before.map((value) => value ?? 0)))
  const most = ticks.at(-1) ?? 1
  const left = 14 + 7 * Math.max(...ticks.map((tick) => formats.short(tick).length))
  const frame = { width, height, left, right: 12, top: 10, bottom: 26 }
  const scale = scaleOf(frame, points.length, most)
  // Where reading begins: the newest that is known.
  const last = Math.max(
    0,
    values.findLastIndex((value) => value !== null),
  )
  const shown = active === null ? undefined : points[active]
  const describe = ({ label, value, before }: ChartPoint) =>
    [
      `${label}: ${value === null ? notKnown : formats.number(value)} ${name}`,
      ...(before && before.value !== null ? [`${before.label}: ${formats.number(before.value)}`] : []),
    ].join('; ')

  function indexOf({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    return scale.indexAt(clientX - currentTarget.getBoundingClientRect().left)
  }
  function choose(event: PointerEvent<HTMLElement>) {
    const index = indexOf(event)
    const isShown = event.pointerType !== 'touch' || touched.current === index
    touched.current = index
    setActive(index)
    if (isShown) onChoose?.(index)
  }
  function leave({ pointerType }: PointerEvent) {
    // A finger is lifted, and then one reads.
    if (pointerType !== 'touch') setActive(null)
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') setActive(null)
    if (event.key === 'Enter' && active !== null) onChoose?.(active)
  }

  return (
    <div
      ref={box}
      className={classes('relative touch-pan-y select-none', onChoose && 'cursor-pointer')}
      onPointerMove={(event) => setActive(indexOf(event))}
      onPointerLeave={leave}
      onPointerUp={choose}
    >
      <input
        type="range"
        aria-label={name}
        aria-describedby={`${id}-help`}
        aria-valuetext={describe(points[active ?? last] ?? { label: '', axis: '', value: null })}
        min={0}
        max={Math.max(0, points.length - 1)}
        value={active ?? last}
        onChange={(event) => setActive(Number(event.target.value))}
        onFocus={() => setActive((index) => index ?? last)}
        onBlur={() => setActive(null)}
        onKeyDown={press}
        className="pointer-events-none absolute inset-0 size-full appearance-none rounded-control opacity-0 peer"
      />
      <p id={`${id}-help`} className="sr-only">
        {help}
      </p>
      <svg
        ref={svgRef}
        aria-hidden="true"
        width={width}
        height={height}
        className="block max-w-full rounded-control peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={left}
              x2={width - frame.right}
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
        {labelled(points.length, width - left, labelRoom).map((index) => (
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
        {active === null || !shown ? null : (
          <g data-marks="">
            <line
              x1={scale.x(active)}
              x2={scale.x(active)}
              y1={frame.top}
              y2={height - frame.bottom}
              className="stroke-field-line"
              strokeDasharray="2 3"
            />
            {shown.before?.value == null ? null : (
              <circle
                cx={scale.x(active)}
                cy={scale.y(shown.before.value)}
                r={3.5}
                className="fill-surface stroke-soft"
                strokeWidth={1.5}
              />
            )}
            {shown.value === null ? null : (
              <circle
                cx={scale.x(active)}
                cy={scale.y(shown.value)}
                r={4.5}
                className="fill-accent stroke-surface"
                strokeWidth={2}
              />
            )}
          </g>
        )}
      </svg>
      {active === null || !shown ? null : (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-1 z-10 grid max-w-1/2 gap-1 rounded-control border border-line bg-raised px-3 py-2 text-xs shadow-overlay"
          style={
            scale.x(active) < width / 2
              ? { left: scale.x(active) + tooltipAway }
              : { right: width - scale.x(active) + tooltipAway }
          }
        >
          <p className="flex items-baseline justify-between gap-2">
            <span className="text-soft">{shown.label}</span>
            <span className="text-sm font-semibold tabular-nums">
              {shown.value === null ? '–' : formats.number(shown.value)}
            </span>
          </p>
          {shown.before ? (
            <p className="flex items-baseline justify-between gap-2 text-soft">
              <span>{shown.before.label}</span>
              <span className="tabular-nums">
                {shown.before.value === null ? '–' : formats.number(shown.before.value)}
              </span>
            </p>
          ) : null}
        </div>
      )}
    </div>
  )
}

/** So that the first and last labels are not cut off. */
function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  return x < labelRoom / 2 ? 'start' : x > width - labelRoom / 2 ? 'end' : 'middle'
}
