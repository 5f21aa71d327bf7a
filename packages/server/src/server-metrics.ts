// What a monitor is told of a server process: the figures of its parts under the names of docs/metrics.md.
import type { Database } from './db/database.ts'
import type { Clicks } from './features/clicks/index.ts'
import type { Deliveries } from './features/events/index.ts'
import type { SignIn } from './features/identity/sign-in/index.ts'
import type { Links } from './features/links/links/index.ts'
import type { MicrositePages } from './features/microsites/pages/index.ts'
import type { RequestCounts } from './http/request-counts.ts'
import type { Mailer } from './platform/net/mail.ts'
import { type EventLoopDelay, family, type MetricFamily } from './platform/observability/metrics/index.ts'
import { mostOpenFiles } from './platform/observability/open-files.ts'
import { processFigures, startedAt } from './platform/observability/process-metrics.ts'
import type { Heartbeat } from './platform/observability/watchdog/index.ts'
import type { Schedule } from './platform/time/schedule.ts'

export interface ServerMetricsNeeds {
  version: string
  requests: RequestCounts
  links: Pick<Links, 'figures'>
  pages: Pick<MicrositePages, 'figures'>
  clicks: Pick<Clicks, 'figures' | 'uncounted'>
  deliveries: Pick<Deliveries, 'figures'>
  mailer: Pick<Mailer, 'figures'>
  signIn: Pick<SignIn, 'failures'>
  schedule: Pick<Schedule, 'figures'>
  db: Pick<Database, 'figures'>
  eventLoop: EventLoopDelay
  heartbeat: Pick<Heartbeat, 'figures'>
}

// It does not change, and asking takes the runtime a whole report.
const mostOpen = mostOpenFiles()

const counter = family.bind(null, 'counter')
const gauge = family.bind(null, 'gauge')

/** All families of this process. Asks the database one thing, and answers without it where that is away. */
export async function familiesOf(parts: ServerMetricsNeeds): Promise<MetricFamily[]> {
  return [
    ...parts.requests.families(),
    ...lookups(parts),
    ...clicks(parts),
    ...(await deliveries(parts)),
    ...messages(parts),
    ...jobs(parts),
    ...database(parts),
    ...machine(parts),
  ]
}

function lookups({ links, pages }: ServerMetricsNeeds): MetricFamily[] {
  const { cache, lookups } = links.figures()
  const caches = { links: cache, pages: pages.figures() }
  const each = (pick: 'entries' | 'hits' | 'misses') => ({
    label: 'cache',
    values: Object.entries(caches).map(([name, figures]) => [name, figures[pick]] as const),
  })
  return [
    gauge('linnet_cache_entries', 'Links or pages that are remembered, about.', each('entries')),
    counter('linnet_cache_hits_total', 'Visits answered from memory.', each('hits')),
    counter(
      'linnet_cache_misses_total',
      'Links read, or pages drawn, because they were not remembered.',
      each('misses'),
    ),
    lookups.family(
      'linnet_link_lookup_duration_seconds',
      'How long the database took for codes that are not remembered.',
    ),
  ]
}

function clicks({ clicks }: ServerMetricsNeeds): MetricFamily[] {
  const { kept, waiting, lagSeconds, journalBytes, batches, failures } = clicks.figures()
  return [
    counter('linnet_clicks_total', 'Clicks that were answered and kept.', kept),
    counter('linnet_uncounted_clicks_total', 'Clicks answered that could not be kept.', clicks.uncounted()),
    gauge('linnet_clicks_waiting', 'Clicks kept that are not in the statistics yet.', waiting),
    gauge('linnet_clicks_lag_seconds', 'How long the oldest click that waits has been waiting.', lagSeconds),
    gauge('linnet_journal_bytes', 'Size of the click journal with its reserve.', journalBytes),
    counter('linnet_drain_batches_total', 'Batches of clicks that were counted.', batches),
    counter('linnet_drain_failures_total', 'Times that clicks could not be counted.', failures),
  ]
}

async function deliveries({ deliveries }: ServerMetricsNeeds): Promise<MetricFamily[]> {
  const { delivered, failedAttempts, givenUp, waiting } = await deliveries.figures()
  return [
    counter('linnet_deliveries_sent_total', 'Webhook deliveries that were taken.', delivered),
    counter(
      'linnet_delivery_failed_attempts_total',
      'Attempts at a webhook delivery that failed.',
      failedAttempts,
    ),
    counter('linnet_deliveries_failed_total', 'Webhook deliveries that are not tried again.', givenUp),
    gauge(
      'linnet_deliveries_waiting',
      'Webhook deliveries that wait in the database, of all processes; up to 10,000.',
      waiting,
    ),
  ]
}

function messages({ mailer, signIn }: ServerMetricsNeeds): MetricFamily[] {
  const { sent, failed, waiting } = mailer.figures()
  return [
    counter(
      'linnet_mail_sent_total',
      'Messages that the mail server took, or that were written to the log.',
      sent,
    ),
    counter('linnet_mail_failed_total', 'Messages that were given up.', failed),
    gauge('linnet_mail_waiting', 'Messages that wait, or are tried again.', waiting),
    counter('linnet_sign_in_failures_total', 'Tries to sign in with a wrong password.', signIn.failures()),
  ]
}

function jobs({ schedule }: ServerMetricsNeeds): MetricFamily[] {
  const all = schedule.figures()
  const of = (pick: 'runs' | 'failures') => ({
    label: 'task',
    values: all.map((job) => [job.name, job[pick]] as const),
  })
  const successes = all.flatMap(({ name, lastSuccess }) =>
    lastSuccess === null ? [] : [[name, lastSuccess / 1000] as const],
  )
  return [
    counter('linnet_job_runs_total', 'Runs of scheduled work that began.', of('runs')),
    counter('linnet_job_failures_total', 'Runs of scheduled work that failed.', of('failures')),
    gauge('linnet_job_last_success_timestamp_seconds', 'When scheduled work last went well (Unix time).', {
      label: 'task',
      values: successes,
    }),
  ]
}

function database({ db }: ServerMetricsNeeds): MetricFamily[] {
  const { connections, isListening, isReplicaUsed, queries, failures } = db.figures()
  const { most = 0, inUse = 0, idle = 0, waiting = 0 } = connections ?? {}
  return [
    gauge('linnet_database_connections', 'Connections of the pool to PostgreSQL.', {
      label: 'state',
      values: connections ? Object.entries({ in_use: inUse, idle }) : [],
    }),
    gauge('linnet_database_connections_max', 'Most connections of the pool.', connections && most),
    gauge('linnet_database_waiting', 'Who waits for a connection of the pool.', connections && waiting),
    queries.family('linnet_database_query_duration_seconds', 'How long queries took.'),
    counter(
      'linnet_database_failures_total',
      'Queries that failed because the database was away, full or locked.',
      failures,
    ),
    gauge(
      'linnet_database_listening',
      '1 while changes of other processes are heard of as they come.',
      Number(isListening),
    ),
    gauge(
      'linnet_database_replica',
      '1 while a replica answers what may be a little behind.',
      Number(isReplicaUsed),
    ),
  ]
}

function machine({ version, db, eventLoop, heartbeat }: ServerMetricsNeeds): MetricFamily[] {
  const { memoryBytes, heapBytes, cpuSeconds, openFiles } = processFigures()
  const { engine } = db.figures()
  const { stalls, givenUpJobs } = heartbeat.figures()
  const build: MetricFamily = {
    name: 'linnet_build_info',
    kind: 'gauge',
    help: 'Always 1; its labels tell the version.',
    samples: [{ labels: { version, engine, bun: Bun.version }, value: 1 }],
  }
  return [
    build,
    eventLoop.histogram.family(
      'linnet_event_loop_delay_seconds',
      'How late the main thread comes to what is due.',
    ),
    counter(
      'linnet_main_thread_stalls_total',
      'Times the main thread was blocked for a second or longer.',
      stalls,
    ),
    counter(
      'linnet_stalled_jobs_total',
      'Claimed jobs abandoned because they blocked the main thread.',
      givenUpJobs,
    ),
    gauge('process_resident_memory_bytes', 'Resident memory.', memoryBytes),
    gauge('process_heap_bytes', "Memory of the main thread's heap that is in use.", heapBytes),
    counter('process_cpu_seconds_total', 'Processor time of all threads.', cpuSeconds),
    gauge('process_open_fds', 'Open files and connections, about.', openFiles),
    gauge('process_max_fds', 'Most files and connections that may be open.', mostOpen),
    gauge('process_start_time_seconds', 'When the process started (Unix time).', startedAt),
  ]
}
