// A histogram of durations, from which monitoring can compute quantiles.
import type { MetricFamily, Sample } from './families.ts'

/** Seconds: from a response from memory to longer than people wait. */
export const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Seconds: from a lookup in a memory-mapped file to two database queries. */
export const lookupBounds = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5]

export class Histogram {
  private readonly counts: Float64Array
  private sum = 0

  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(seconds: number): void {
    let index = 0
    while (index < this.bounds.length && seconds > (this.bounds[index] as number)) index++
    this.counts[index] = (this.counts[index] as number) + 1
    this.sum += seconds
  }

  samples(labels: Record<string, string> = {}): Sample[] {
    let count = 0
    const buckets = [...this.bounds, Number.POSITIVE_INFINITY].map((bound, index): Sample => {
      count += this.counts[index] as number
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound)
      return { suffix: '_bucket', labels: { ...labels, le }, value: count }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.sum },
      { suffix: '_count', labels, value: count },
    ]
  }

  family(name: string, help: string): MetricFamily {
    return { name, kind: 'histogram', help, samples: this.samples() }
  }
}
