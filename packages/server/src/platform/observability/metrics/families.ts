// Metrics as data, so that those of several processes can be sent, merged and written as one response.

/** One value of a family. A histogram's suffix says which of its series it belongs to. */
export interface Sample {
  suffix?: '_bucket' | '_sum' | '_count'
  labels: Record<string, string>
  value: number
}

/** All samples of one name. It can be sent as JSON. */
export interface MetricFamily {
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  /** What it measures, in a sentence. */
  help: string
  samples: Sample[]
}

/** A family with one sample, or with one for each value of a label. */
export function family(
  kind: 'counter' | 'gauge',
  name: string,
  help: string,
  values: number | null | { label: string; values: Iterable<readonly [text: string, value: number]> },
): MetricFamily {
  if (values === null) return { name, kind, help, samples: [] }
  if (typeof values === 'number') return { name, kind, help, samples: [{ labels: {}, value: values }] }
  const samples = [...values.values].map(([text, value]) => ({ labels: { [values.label]: text }, value }))
  return { name, kind, help, samples }
}

/** Merges the families of several workers; the label `worker` says which one a sample is from. */
export function mergeFamilies(
  workers: Iterable<readonly [worker: string, families: MetricFamily[]]>,
): MetricFamily[] {
  const merged = new Map<string, MetricFamily>()
  for (const [worker, families] of workers)
    for (const { samples, ...rest } of families) {
      const into = merged.get(rest.name) ?? { ...rest, samples: [] }
      for (const { labels, ...sample } of samples)
        into.samples.push({ ...sample, labels: { ...labels, worker } })
      merged.set(rest.name, into)
    }
  return [...merged.values()]
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export function writeFamilies(families: MetricFamily[]): string {
  return families
    .map(({ name, kind, help, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels, value }) => `${name}${suffix}${written(labels)} ${number(value)}\n`,
      )
      return `# HELP ${name} ${help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}\n# TYPE ${name} ${kind}\n${lines.join('')}`
    })
    .join('')
}

function written(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function number(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}
