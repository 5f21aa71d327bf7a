// The geometry of a chart: scales with round numbers, and paths for SVG.
import type { ChartPoint } from './chart-point.ts'

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

const steps = [1, 2, 2.5, 5, 10]

/** Round integers from 0 up to at least `most`, about `count` of them. */
export function ticksFor(most: number, count = 4): number[] {
  const rough = Math.max(most, 1) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (steps.find((factor) => factor * power >= rough) ?? 10) * power)
  const whole = Math.ceil(step)
  return Array.from({ length: Math.ceil(Math.max(most, 1) / whole) + 1 }, (_, index) => index * whole)
}

export interface Scale {
  x(index: number): number
  y(value: number): number
  /** The point that is nearest to a distance from the left. */
  indexAt(x: number): number
}

export function scaleOf(
  { width, height, left, right, top, bottom }: Frame,
  points: number,
  most: number,
): Scale {
  const innerWidth = width - left - right
  const spacing = points > 1 ? innerWidth / (points - 1) : 0
  return {
    x: (index) => (points > 1 ? left + index * spacing : left + innerWidth / 2),
    y: (value) => height - bottom - (value / most) * (height - top - bottom),
    indexAt: (x) => (points > 1 ? Math.min(points - 1, Math.max(0, Math.round((x - left) / spacing))) : 0),
  }
}

export interface ChartLayout {
  frame: Frame
  scale: Scale
  ticks: readonly number[]
}

interface ChartLayoutNeeds {
  points: readonly ChartPoint[]
  width: number
  height: number
  /** How a tick is written, which decides how wide the axis is. */
  format(tick: number): string
}

export function chartLayout({ points, width, height, format }: ChartLayoutNeeds): ChartLayout {
  const ticks = ticksFor(
    Math.max(...points.map(({ value }) => value ?? 0), ...points.map(({ before }) => before?.value ?? 0)),
  )
  const left = 14 + 7 * Math.max(...ticks.map((tick) => format(tick).length))
  const frame = { width, height, left, right: 12, top: 10, bottom: 26 }
  return { frame, scale: scaleOf(frame, points.length, ticks.at(-1) ?? 1), ticks }
}

type Values = readonly (number | null | undefined)[]

/** Each unbroken run of known values, as indexes. */
export function runsOf(values: Values): number[][] {
  const runs: number[][] = []
  let run: number[] = []
  for (const [index, value] of values.entries()) {
    if (value !== null && value !== undefined) {
      if (run.length === 0) runs.push(run)
      run.push(index)
    } else run = []
  }
  return runs
}

const point = ({ x, y }: Scale, values: Values, index: number) =>
  `${x(index).toFixed(1)},${y(values[index] ?? 0).toFixed(1)}`

export function linePath(scale: Scale, values: Values): string {
  return runsOf(values)
    .map((run) => `M${run.map((index) => point(scale, values, index)).join('L')}`)
    .join('')
}

/** The same, closed down to the base line. */
export function areaPath(scale: Scale, values: Values): string {
  const baseLine = scale.y(0).toFixed(1)
  return runsOf(values)
    .map((run) => {
      const [first = 0, last = 0] = [run[0], run.at(-1)]
      const line = run.map((index) => point(scale, values, index)).join('L')
      return `M${scale.x(first).toFixed(1)},${baseLine}L${line}L${scale.x(last).toFixed(1)},${baseLine}Z`
    })
    .join('')
}

/** Which points get a label below the chart: evenly spread, as many as fit. */
export function labelledIndexes(points: number, width: number, labelWidth: number): number[] {
  const most = Math.max(2, Math.floor(width / labelWidth))
  const every = Math.max(1, Math.ceil(points / most))
  return Array.from({ length: Math.ceil(points / every) }, (_, index) => index * every)
}
