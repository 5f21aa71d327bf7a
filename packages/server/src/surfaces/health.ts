// What a monitor asks: whether the server answers, and with the operator's token its figures in Prometheus' text format.
import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '../platform/ids.ts'
import { processFigures, startedAt } from '../platform/process-figures.ts'
import type { Arrival } from './door.ts'

export interface HealthNeeds {
  clicks: {
    /** Answered since the process started, but not kept. */
    uncounted(): number
    figures(): {
      /** Answered and kept since the process started. */
      kept: number
      /** Kept and not yet in the statistics. */
      waiting: number
      journalBytes: number
    }
  }
  /** What the operator's monitor sends as its bearer token; without one, the figures are told to nobody. */
  token: string | null
  notFound(arrival: Arrival): Response
  wrongMethod(arrival: Arrival): Response
}

type Kind = 'counter' | 'gauge'

/** Answers `/healthz` and what lies below. */
export function createHealth({ clicks, token, notFound, wrongMethod }: HealthNeeds) {
  return (arrival: Arrival): Response => {
    const { request, requestId, path } = arrival
    const isMetrics = path === 'healthz/metrics' && token !== null && isBearer(request, token)
    if (path !== 'healthz' && !isMetrics) return notFound(arrival)
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(arrival)
    const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' }
    if (!isMetrics) return Response.json({ status: 'ok', uncounted_clicks: clicks.uncounted() }, { headers })
    return new Response(metrics(clicks), {
      headers: { ...headers, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
  }
}

/** Hashed first, for texts of different lengths can't be compared in constant time. */
function isBearer(request: Request, token: string): boolean {
  const given = request.headers.get('authorization') ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(`Bearer ${token}`)))
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
function metrics(clicks: HealthNeeds['clicks']): string {
  const { kept, waiting, journalBytes } = clicks.figures()
  const { memoryBytes, cpuSeconds, openFiles } = processFigures()
  const figures: [name: string, kind: Kind, meaning: string, value: number][] = [
    ['linnet_clicks_total', 'counter', 'Clicks that were answered and kept.', kept],
    [
      'linnet_uncounted_clicks_total',
      'counter',
      'Clicks answered that could not be kept.',
      clicks.uncounted(),
    ],
    ['linnet_clicks_waiting', 'gauge', 'Clicks kept that are not in the statistics yet.', waiting],
    ['linnet_journal_bytes', 'gauge', 'Size of the click journal with its reserve.', journalBytes],
    ['process_resident_memory_bytes', 'gauge', 'Resident memory.', memoryBytes],
    ['process_cpu_seconds_total', 'counter', 'Processor time of all threads.', cpuSeconds],
    ['process_open_fds', 'gauge', 'Open files and connections, about.', openFiles],
    ['process_start_time_seconds', 'gauge', 'When the process started (Unix time).', startedAt],
  ]
  return figures
    .map(
      ([name, kind, meaning, value]) =>
        `# HELP ${name} ${meaning}\n# TYPE ${name} ${kind}\n${name} ${value}\n`,
    )
    .join('')
}
