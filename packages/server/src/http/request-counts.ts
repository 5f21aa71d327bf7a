// Counts requests by part of the service and by status. Every redirect is counted here, so the counters are numbers in an
// array, without lookups by name.
import { Histogram, type MetricFamily, requestBounds } from '../platform/observability/metrics/index.ts'

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx']
const tooManyRequests = 429

export class RequestCounts {
  private readonly parts: string[] = []
  private readonly counts: number[] = []
  private readonly limited: number[] = []
  private readonly durations: (Histogram | null)[] = []

  /** Adds a part and returns its number. Without timing, the clock isn't read. */
  add(part: string, isTimed: boolean): number {
    this.counts.push(...classes.map(() => 0))
    this.limited.push(0)
    this.durations.push(isTimed ? new Histogram(requestBounds) : null)
    return this.parts.push(part) - 1
  }

  count(part: number, status: number): void {
    const index = part * classes.length + ((status / 100) | 0) - 1
    this.counts[index] = (this.counts[index] as number) + 1
    if (status === tooManyRequests) this.limited[part] = (this.limited[part] as number) + 1
  }

  /** Records how long a part took to answer. */
  took(part: number, milliseconds: number): void {
    this.durations[part]?.observe(milliseconds / 1000)
  }

  families(): MetricFamily[] {
    const { parts } = this
    return [
      {
        name: 'linnet_http_requests_total',
        kind: 'counter',
        help: 'Requests answered, by part of the service and class of status.',
        samples: parts.flatMap((part, number) =>
          classes.slice(1).map((status, index) => ({
            labels: { part, status },
            value: this.counts[number * classes.length + index + 1] as number,
          })),
        ),
      },
      {
        name: 'linnet_http_rate_limited_total',
        kind: 'counter',
        help: 'Requests refused with 429, by part of the service.',
        samples: parts.map((part, number) => ({ labels: { part }, value: this.limited[number] as number })),
      },
      {
        name: 'linnet_http_request_duration_seconds',
        kind: 'histogram',
        help: 'How long parts other than short codes took until an answer began.',
        samples: parts.flatMap((part, number) => this.durations[number]?.samples({ part }) ?? []),
      },
    ]
  }
}
