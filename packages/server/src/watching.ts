// What machines ask of a server process: its figures, whether it may be sent requests, and which names are its own.
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { databaseMetrics } from './db/metrics.ts'
import type { Clicks } from './features/clicks/index.ts'
import type { Domains } from './features/links/domains/index.ts'
import { certificatesPath, createCertificates } from './http/certificates.ts'
import { createHealth } from './http/health.ts'
import { Readiness } from './http/readiness.ts'
import { RequestCounts } from './http/request-counts.ts'
import type { Room } from './http/router.ts'
import type { Module } from './module.ts'
import { metricsOf } from './module.ts'
import { type MetricFamily, watchEventLoop, withFormerNames } from './platform/observability/metrics/index.ts'
import { isProbe } from './platform/observability/probe.ts'
import { processMetrics } from './platform/observability/process-metrics.ts'
import type { Heartbeat } from './platform/observability/watchdog/index.ts'
import type { Secrets } from './platform/security/secrets.ts'
import { type Clock, unixSeconds } from './platform/time/clock.ts'

export interface WatchingNeeds {
  /** What a monitor is told of. */
  modules: readonly Module[]
  version: string
  clicks: Clicks

  db: Database
  config: Config
  clock: Clock
  secrets: Secrets
  domains: Domains
  heartbeat: Heartbeat
}

export interface Watching {
  /** What the door counts. */
  requests: RequestCounts
  families(): Promise<MetricFamily[]>
  /** Answers `/healthz`, what lies below it, and `/readyz`. */
  answer: Room['answer']
  /** From now on nobody shall send requests here. */
  announceStop(): void
  stop(): void
}

export function createWatching(needs: WatchingNeeds): Watching {
  const { config, clock, secrets, domains, db, heartbeat } = needs
  const requests = new RequestCounts()
  const eventLoop = watchEventLoop(() => heartbeat.beat())
  const parts = [
    { metrics: () => requests.families() },
    ...needs.modules,
    { metrics: () => databaseMetrics(db) },
    { metrics: () => processMetrics({ version: needs.version, engine: db.engine, eventLoop, heartbeat }) },
  ]
  const families = async () => withFormerNames(await metricsOf(parts))
  const readiness = new Readiness({
    ask: () => db.read.selectFrom('instance_facts').select('name').limit(1).execute(),
    isListening: () => db.figures().isListening,
  })
  const health = createHealth({
    clicks: needs.clicks,
    families,
    readiness,
    isProbe: (given) => isProbe(secrets, given, unixSeconds(clock.now())),
    token: config.metricsToken,
  })
  const certificates = createCertificates({
    origins: config.origins,
    otherHosts: config.otherHosts,
    trustedProxies: config.trustedProxies,
    domainOfHost: domains.idOfHost,
  })
  return {
    requests,
    families,
    answer: (arrival) => (arrival.path === certificatesPath ? certificates(arrival) : health(arrival)),
    announceStop: () => readiness.stop(),
    stop() {
      eventLoop.stop()
      heartbeat.rest()
    },
  }
}
