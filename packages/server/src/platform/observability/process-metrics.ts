// The resources that a process uses, for monitoring and administrators.
import { type EventLoopDelay, family, type MetricFamily } from './metrics/index.ts'
import { mostOpenFiles, openFiles } from './open-files.ts'
import type { Heartbeat } from './watchdog/index.ts'

export interface ProcessUsage {
  memoryBytes: number
  /** Of the main thread's heap. */
  heapBytes: number
  /** Of all its threads. */
  cpuSeconds: number
  /** Including connections; approximate. */
  openFiles: number
}

export function processUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage()
  return {
    memoryBytes: process.memoryUsage.rss(),
    heapBytes: process.memoryUsage().heapUsed,
    cpuSeconds: (user + system) / 1e6,
    openFiles: openFiles(),
  }
}

/** When the process started, in Unix seconds of the machine's clock. */
export const startedAt = Math.round(Date.now() / 1000 - process.uptime())

// Read once, because it doesn't change.
const mostOpen = mostOpenFiles()

export interface ProcessMetricsNeeds {
  version: string
  /** The database's, such as `postgres`. */
  engine: string
  eventLoop: EventLoopDelay
  heartbeat: Pick<Heartbeat, 'metrics'>
}

export function processMetrics({
  version,
  engine,
  eventLoop,
  heartbeat,
}: ProcessMetricsNeeds): MetricFamily[] {
  const { memoryBytes, heapBytes, cpuSeconds, openFiles } = processUsage()
  const { stalls, abandonedJobs } = heartbeat.metrics()
  return [
    {
      name: 'linnet_build_info',
      kind: 'gauge',
      help: 'Always 1; its labels have the version.',
      samples: [{ labels: { version, engine, bun: Bun.version }, value: 1 }],
    },
    eventLoop.histogram.family(
      'linnet_event_loop_delay_seconds',
      'How late the main thread runs timers that are due.',
    ),
    family(
      'counter',
      'linnet_main_thread_stalls_total',
      'Times the main thread was blocked for a second or longer.',
      stalls,
    ),
    family(
      'counter',
      'linnet_stalled_jobs_total',
      'Claimed jobs abandoned because they blocked the main thread.',
      abandonedJobs,
    ),
    family('gauge', 'process_resident_memory_bytes', 'Resident memory.', memoryBytes),
    family('gauge', 'process_heap_bytes', "Memory of the main thread's heap that is in use.", heapBytes),
    family('counter', 'process_cpu_seconds_total', 'Processor time of all threads.', cpuSeconds),
    family('gauge', 'process_open_fds', 'Open files and connections, approximately.', openFiles),
    family('gauge', 'process_max_fds', 'Most files and connections that may be open.', mostOpen),
    family('gauge', 'process_start_time_seconds', 'When the process started (Unix time).', startedAt),
  ]
}
