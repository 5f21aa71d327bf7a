// What a process in the soak test reports about itself: the sizes that can explain why its memory grows.

export type Reported = Record<string, number>

const mebibyte = 2 ** 20

/** For each size, its metric (docs/metrics.md) and unit. */
const sizes: { [name: string]: [metric: string, unit: number] } = {
  'heap of the main thread (MiB)': ['process_heap_bytes', mebibyte],
  'links cached': ['linnet_cache_entries{cache="links"}', 1],
  'pages cached': ['linnet_cache_entries{cache="pages"}', 1],
  'clicks pending': ['linnet_clicks_pending', 1],
  'journal (MiB)': ['linnet_journal_bytes', mebibyte],
  'deliveries pending': ['linnet_deliveries_pending', 1],
}

export const reportedNames = Object.keys(sizes)

export async function reportOf(metricsPort: number): Promise<Reported> {
  const lines = (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).split('\n')
  const figureOf = (metric: string) => {
    const line = lines.find((line) => line.startsWith(`${metric} `))
    // Some metrics are absent while the database doesn't answer.
    return line ? Number(line.slice(metric.length + 1)) : Number.NaN
  }
  return Object.fromEntries(
    Object.entries(sizes).map(([name, [metric, unit]]) => [name, Math.round(figureOf(metric) / unit)]),
  )
}
