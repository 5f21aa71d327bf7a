// A line over time, drawn as SVG at the available width and read with a pointer, a finger or the arrow keys.
import { clsx } from 'clsx'
import { type Ref, useId, useRef } from 'react'
import { type Formats, useFormats } from '../../../lib/formats.ts'
import { chartLayout } from './chart-geometry.ts'
import type { ChartPoint } from './chart-point.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { ActiveMarks, Axes, ChangeMarks, Lines } from './timeline-drawing.tsx'
import { type ActivePoint, useActivePoint } from './use-active-point.ts'
import { useWidth } from './use-width.ts'

interface TimelineChartProps {
  /** What is counted, such as "Clicks". */
  name: string
  points: readonly ChartPoint[]
  /** How to use the chart with a keyboard. */
  help: string
  notKnown: string
  height?: number
  /** What choosing a point does, if anything. */
  onChoose?(index: number): void
  svgRef?: Ref<SVGSVGElement>
}

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
  const helpId = `${useId()}-help`
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const layout = chartLayout({ points, width, height, format: formats.short })
  const activePoint = useActivePoint({ points, scale: layout.scale, onChoose })
  const { active } = activePoint
  const shown = active === null ? undefined : points[active]
  return (
    <div
      ref={box}
      className={clsx('relative touch-pan-y select-none', onChoose && 'cursor-pointer')}
      {...activePoint.pointerHandlers}
    >
      <PointSlider
        name={name}
        points={points}
        activePoint={activePoint}
        helpId={helpId}
        describe={(point) => describePoint(point, { name, notKnown, formats })}
      />
      <p id={helpId} className="sr-only">
        {help}
      </p>
      <svg
        ref={svgRef}
        aria-hidden="true"
        width={width}
        height={height}
        className="block max-w-full rounded-control peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
      >
        <Axes layout={layout} points={points} />
        <Lines layout={layout} points={points} />
        <ChangeMarks layout={layout} points={points} />
        {active === null || !shown ? null : <ActiveMarks layout={layout} index={active} point={shown} />}
      </svg>
      {active === null || !shown ? null : (
        <ChartTooltip point={shown} x={layout.scale.x(active)} width={width} />
      )}
    </div>
  )
}

interface PointSliderProps {
  name: string
  points: readonly ChartPoint[]
  activePoint: ActivePoint
  helpId: string
  describe(point: ChartPoint): string
}

/** Over the whole chart and invisible: it is how keyboards and screen readers reach the points. */
function PointSlider({ name, points, activePoint, helpId, describe }: PointSliderProps) {
  const { active, newest, setActive, onKeyDown } = activePoint
  return (
    <input
      type="range"
      aria-label={name}
      aria-describedby={helpId}
      aria-valuetext={describe(points[active ?? newest] ?? { label: '', axis: '', value: null })}
      min={0}
      max={Math.max(0, points.length - 1)}
      value={active ?? newest}
      onChange={(event) => setActive(Number(event.target.value))}
      onFocus={() => setActive((index) => index ?? newest)}
      onBlur={() => setActive(null)}
      onKeyDown={onKeyDown}
      className="pointer-events-none absolute inset-0 size-full appearance-none rounded-control opacity-0 peer"
    />
  )
}

function describePoint(
  { label, value, before, marks = [] }: ChartPoint,
  { name, notKnown, formats }: { name: string; notKnown: string; formats: Formats },
): string {
  return [
    `${label}: ${value === null ? notKnown : formats.number(value)} ${name}`,
    ...(before && before.value !== null ? [`${before.label}: ${formats.number(before.value)}`] : []),
    ...marks,
  ].join('; ')
}
