// The figures of a benchmark: values of several rounds, and the limits that they are compared with.

/** The values of the rounds of one figure. */
export interface Spread {
  min: number
  median: number
  max: number
  rounds: number
}

export interface Limit {
  is: 'at most' | 'at least' | 'under'
  value: number
}

/** One line of the results. */
export interface Row {
  figure: string
  /** Such as `µs`, or an empty string for a ratio or a count. */
  unit: string
  spread: Spread
  /** The target; a row without one is for comparison. */
  target?: Limit
  goal?: Limit
}

export function spreadOf(values: number[]): Spread {
  if (values.length === 0 || values.some((value) => !Number.isFinite(value)))
    throw new Error(`rounds without a figure: ${values.join(', ')}`)
  const sorted = [...values].sort((a, b) => a - b)
  return {
    min: sorted[0] as number,
    median: percentile(sorted, 50),
    max: sorted.at(-1) as number,
    rounds: values.length,
  }
}

/** A percentile of sorted values: the least value that this percentage of them does not exceed (nearest rank). */
export function percentile(sorted: number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  return sorted[rank - 1] as number
}

/** The growth from one value to the next: the slope of a straight line through them (least squares). */
export function slope(values: number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const products = values.map((value, at) => (at - middle) * (value - mean))
  const squares = values.map((_, at) => (at - middle) ** 2)
  const sum = (parts: number[]) => parts.reduce((total, part) => total + part, 0)
  return sum(products) / sum(squares)
}

/** A limit applies to the median of the rounds. */
export function isReached({ spread }: Row, limit: Limit): boolean {
  if (limit.is === 'at least') return spread.median >= limit.value
  return limit.is === 'under' ? spread.median < limit.value : spread.median <= limit.value
}

export function atMost(value: number): Limit {
  return { is: 'at most', value }
}

export function atLeast(value: number): Limit {
  return { is: 'at least', value }
}

export function under(value: number): Limit {
  return { is: 'under', value }
}
