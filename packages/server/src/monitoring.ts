// What monitoring, load balancers and proxies ask of a server process: its metrics, its health, and which hosts it serves.
import type { CoreServices } from './core-services.ts'
import { databaseMetrics } from './db/metrics.ts'
import { certificatesPath, createCertificates } from './http/certificates.ts'
import { createHealth } from './http/health.ts'
import type { IncomingRequest } from './http/incoming-request.ts'
import { Readiness } from './http/readiness.ts'
import { RequestCounts } from './http/request-counts.ts'
import type { Route } from './http/route.ts'
import { type Module, metricsOf } from './module.ts'
import type { MaybePromise } from './platform/concurrency/bounded-cache.ts'
import { type MetricFamily, watchEventLoop, withFormerNames } from './platform/observability/metrics/index.ts'
import { isProbe } from './platform/observability/probe.ts'
import { processMetrics } from './platform/observability/process-metrics.ts'
import { unixSeconds } from './platform/time/clock.ts'

export interface MonitoringNeeds {
  core: CoreServices
  modules: readonly Pick<Module, 'metrics'>[]
  /** Clicks that were redirected but couldn't be recorded. */
  uncounted(): number
  /** The verified custom domain with this host name, or null. */
  domainOfHost(host: string): MaybePromise<number | null>
}

export interface Monitoring {
  /** The router counts requests here. */
  requests: RequestCounts
  metrics(): Promise<MetricFamily[]>
  routes: Route[]
  /** From now on, tells load balancers to send no more requests. */
  announceStop(): void
  stop(): void
}

export function createMonitoring(needs: MonitoringNeeds): Monitoring {
  const { core, domainOfHost } = needs
  const { db, heartbeat, secrets, clock, version } = core
  const requests = new RequestCounts()
  const eventLoop = watchEventLoop(() => heartbeat.beat())
  const parts = [
    { metrics: () => requests.families() },
    ...needs.modules,
    { metrics: () => databaseMetrics(db) },
    { metrics: () => processMetrics({ version, engine: db.engine, eventLoop, heartbeat }) },
  ]
  const metrics = async () => withFormerNames(await metricsOf(parts))
  const readiness = new Readiness({
    ask: () => db.read.selectFrom('instance_facts').select('name').limit(1).execute(),
    isListening: () => db.metrics().isListening,
  })
  const health = createHealth({
    clicks: { uncounted: needs.uncounted },
    families: metrics,
    readiness,
    isProbe: (given) => isProbe(secrets, given, unixSeconds(clock.now())),
    token: core.metricsToken,
  })
  const certificates = createCertificates({ ...core, domainOfHost })
  const answer = (incoming: IncomingRequest) =>
    incoming.path === certificatesPath ? certificates(incoming) : health(incoming)
  return {
    requests,
    metrics,
    routes: [
      { segment: 'healthz', name: 'health', part: null, servesUnknownHosts: true, answer },
      { segment: 'readyz', name: 'readiness', part: null, servesUnknownHosts: true, answer },
    ],
    announceStop: () => readiness.stop(),
    stop() {
      eventLoop.stop()
      heartbeat.rest()
    },
  }
}
