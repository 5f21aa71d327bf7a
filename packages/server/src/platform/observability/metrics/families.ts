// Figures for a monitor as data, so that those of several processes can be sent, joined and written as one answer.

/** One figure of a family. A histogram's names which of its series it is part of. */
export interface Sample {
  suffix?: '_bucket' | '_sum' | '_count'
  labels: Record<string, string>
  value: number
}

/** All figures of one name. Nothing in it is lost as JSON. */
export interface MetricFamily {
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  /** What it says, in a sentence. */
  help: string
  samples: Sample[]
}

/** A family of one figure, or of one for each value of a label. */
export function family(
  kind: 'counter' | 'gauge',
  name: string,
  help: string,
  figures: number | null | { label: string; values: Iterable<readonly [value: string, figure: number]> },
): MetricFamily {
  if (figures === null) return { name, kind, help, samples: [] }
  if (typeof figures === 'number') return { name, kind, help, samples: [{ labels: {}, value: figures }] }
  const samples = [...figures.values].map(([text, value]) => ({ labels: { [figures.label]: text }, value }))
  return { name, kind, help, samples }
}

/** The families of several workers as one list: each sample says in its label `worker` whose it is. */
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
