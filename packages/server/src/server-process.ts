// Everything a server process does besides listening: opening the application, running its jobs, and answering requests.
import { join } from 'node:path'
import { api } from '@linnet/contract'
import { type App, makeServerApp } from './app.ts'
import type { CoreServices, RuntimeContext } from './core-services.ts'
import { claimDataDirectory } from './db/open.ts'
import { recogniseSealingKey } from './db/sealing-key.ts'
import { mountDownload } from './http/downloads.ts'
import { formPageRoutes } from './http/form-pages.ts'
import type { IncomingRequest } from './http/incoming-request.ts'
import { referenceRoutes } from './http/reference.ts'
import { createRequestObserver } from './http/request-observers.ts'
import { sessionAuthentication } from './http/rest/authentication.ts'
import { dashboardRoutes } from './http/rest/dashboard-routes.ts'
import { publicRoutes } from './http/rest/public-routes.ts'
import type { RestNeeds, Routes } from './http/rest/route-context.ts'
import type { Route } from './http/route.ts'
import { createRouter } from './http/router.ts'
import { createFailureAnswer } from './http/visitor-answers.ts'
import { wellKnownRoutes } from './http/well-known.ts'
import { discoveryRoute } from './mcp/discovery.ts'
import type { Mcp } from './mcp/endpoint.ts'
import { createMonitoring, type Monitoring } from './monitoring.ts'
import type { Command } from './platform/command.ts'
import { EventLoopLimiter } from './platform/concurrency/event-loop-limiter.ts'
import { RequestScheduler } from './platform/concurrency/request-scheduler.ts'
import { UnfinishedAnswers } from './platform/concurrency/unfinished-answers.ts'
import { IncomingFiles } from './platform/files/incoming-files.ts'
import type { MetricFamily } from './platform/observability/metrics/index.ts'
import type { Heartbeat } from './platform/observability/watchdog/index.ts'
import { utcDay } from './platform/time/clock.ts'
import { createSchedule, everyProcess, oneNode, type Schedule } from './platform/time/schedule.ts'

export interface ServerProcess {
  fetch: Fetch
  /** A new address for creating the administrator of an instance without accounts; null if it has accounts. */
  setUpAddress(): Promise<string | null>
  commands: Command[]
  /** Records work that may block the main thread. */
  heartbeat: Heartbeat
  /** Resolves once this process's clicks of an account (null: of all accounts) are in the statistics. */
  settleClicks(userId: number | null): Promise<void>
  metrics(): Promise<MetricFamily[]>
  /** From now on, tells load balancers to send no more requests. */
  announceStop(): void
  /** Ends streams, which would otherwise never end. Call it before waiting for requests. */
  endStreams(): void
  stop(): Promise<void>
}

// How long a stopping process waits for slow queries.
const graceMilliseconds = 1000
// Clients can send thousands of requests at once on each connection, and a page takes some 0.1 ms: this many delay others by
// a fifth of a second. Of a client that has sent more, Bun closes the connection, because a response has to wait.
const requestsPerTurn = 2000
// Only after this many does the limit find out when a turn ends, because that has a cost.
const unwatchedRequests = 1000

export async function openServerProcess(context: RuntimeContext): Promise<ServerProcess> {
  const { databaseUrl, dataDirectory } = context.config
  const release = databaseUrl ? () => {} : claimDataDirectory(dataDirectory)
  try {
    const { core, app } = await makeServerApp(context)
    const server = await openApp(core, app)
    return { ...server, stop: () => server.stop().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

async function openApp(core: CoreServices, app: App): Promise<ServerProcess> {
  const { db, heartbeat } = core
  const { modules } = app
  for (const module of modules) await module.open?.()
  await reportSealingKey(core)
  // The name stays, because nodes of older versions use the same lease.
  const lease = await db.takeLease('upkeep')
  const schedule = createSchedule({ ...core, lease, begin: heartbeat.begin })
  const monitoring = createMonitoring({
    core,
    modules: [...modules, core.mailer, schedule],
    uncounted: app.clicks.uncounted,
    domainOfHost: app.domains.idOfHost,
  })
  const rest = restNeeds(core, app)
  const tools = agentTools(core, app, rest)
  const route = createRouter({
    ...core,
    requests: monitoring.requests,
    begin: heartbeat.begin,
    observe: createRequestObserver({ tracing: core.tracer, log: core.logRequests ? core.log : null }),
    domainAtHost: app.domains.atHost,
    routes: routesOf(core, { app, rest, monitoring, tools }),
    shortAddresses: app.shortAddresses,
    answersOf: app.domains.settingsOf,
    failure: createFailureAnswer(core),
  })
  schedule.add([...app.jobs, ...coreJobs(core), everyProcess('prune bursts', 60_000, tools.prune)])
  const unfinished = new UnfinishedAnswers()
  return {
    fetch: createFetch(db, route, unfinished),
    setUpAddress: app.signIn.setUpAddress,
    commands: app.commands,
    heartbeat,
    settleClicks: app.clicks.settleHere,
    metrics: monitoring.metrics,
    announceStop: monitoring.announceStop,
    endStreams: () => app.statistics.live.end(),
    stop: () => stop(core, { app, schedule, monitoring, rest, unfinished }),
  }
}

type Fetch = ReturnType<typeof createRouter>

function createFetch(db: CoreServices['db'], route: Fetch, unfinished: UnfinishedAnswers): Fetch {
  const requests = new EventLoopLimiter(requestsPerTurn, unwatchedRequests)
  // A process that was suspended may have missed changes, and reads them first.
  const answer: Fetch = (request, peer) =>
    db.isBehind() ? db.keepUp().then(() => route(request, peer)) : route(request, peer)
  return (request, peer) => {
    const turn = requests.enter()
    return unfinished.add(turn ? turn.then(() => answer(request, peer)) : answer(request, peer))
  }
}

async function reportSealingKey({ db, secrets, log }: CoreServices): Promise<void> {
  const sealedBy = await recogniseSealingKey(db, secrets)
  if (sealedBy === 'unknown')
    log.warn(
      'secrets in the database were encrypted with another key and cannot be decrypted: restore the previous SECRET_KEY or DATA_DIR/secret.key',
    )
  if (sealedBy === 'fallback')
    log.info(
      'some secrets are still encrypted with a key from SECRET_KEY_FALLBACKS: run linnet secret reseal',
    )
}

function coreJobs({ limiter, db }: CoreServices) {
  return [
    oneNode('prune limits', 60_000, () => limiter.prune()),
    oneNode('prune changes', 600_000, () => db.pruneChanges()),
  ]
}

function restNeeds(core: CoreServices, app: App): RestNeeds {
  const { accounts, oauth, sessions, clicks } = app
  return {
    ...core,
    ...app.executor,
    appRequestsPerMinute: core.oauthAppRequestsPerMinute,
    pseudonym: clicks.pseudonym,
    callerByToken: (token) =>
      accounts.isKey(token) ? accounts.callerByKey(token) : oauth.caller(token, 'api'),
    callerBySession: sessions.caller,
    // SQLite has no connection pool to wait for: reads queue in the query worker, and writes share commits.
    scheduler: new RequestScheduler(
      core.databaseUrl === null ? undefined : Math.max(2, core.databasePool - 2),
    ),
    files: new IncomingFiles({ ...core, folder: join(core.dataDirectory, 'incoming') }),
  }
}

interface AgentTools {
  route: Route
  prune(): Promise<void>
}

/** Loaded when the first agent connects, because loading the library and the schemas at the start would take a fifth of the start-up time. */
function agentTools(core: CoreServices, { accounts, oauth }: App, rest: RestNeeds): AgentTools {
  let loading: Promise<Mcp> | undefined
  const load = () => {
    loading ??= import('./mcp/endpoint.ts').then(({ createMcp }) =>
      createMcp({
        ...rest,
        callerByToken: (token) =>
          accounts.isKey(token) ? accounts.callerByKey(token) : oauth.caller(token, 'mcp'),
        isIncluded: (caller) => accounts.planOf(caller).hosted_mcp_enabled,
        pool: { take: accounts.takeToolCall, giveBack: accounts.giveBackToolCall },
        elapsed: () => core.clock.elapsed(),
        origins: core.origins,
        allowedOrigins: core.mcpAllowedOrigins,
        version: core.version,
      }),
    )
    return loading
  }
  return {
    route: { segment: 'mcp', part: 'mcp', answer: async (incoming) => (await load()).answer(incoming) },
    prune: async () => (await loading)?.prune(),
  }
}

interface RouteSources {
  app: App
  rest: RestNeeds
  monitoring: Monitoring
  tools: AgentTools
}

function mountDownloads(routes: Routes, { audit, exports }: App, rest: RestNeeds): void {
  const needs = { ...rest, currentCaller: sessionAuthentication(rest).callerOf }
  const nameOf = (what: string) => () => `${what}-${utcDay(needs.now())}.ndjson`
  const all = {
    ...{ path: '/export', operation: null, reauthentication: true },
    ...{ fileName: nameOf('linnet'), parts: exports.lines },
  }
  mountDownload(routes, all, needs)
  const log = {
    ...{ path: '/audit/export', operation: api.audit.list, reauthentication: false },
    ...{ fileName: nameOf('linnet-audit'), parts: audit.lines },
  }
  mountDownload(routes, log, needs)
}

/** All routes. Those with the same first segment are tried in order. */
function routesOf(core: CoreServices, { app, rest, monitoring, tools }: RouteSources): Route[] {
  const publicApi = publicRoutes(rest, (routes) => referenceRoutes(routes, core.origins))
  const dashboardApi = dashboardRoutes(rest, [app.statistics.live], (routes) =>
    mountDownloads(routes, app, rest),
  )
  const answerDashboard = (incoming: IncomingRequest) => dashboardApi.fetch(incoming.request, incoming)
  const routes: Route[] = [
    {
      segment: 'v2',
      name: 'api',
      part: 'api',
      answer: (incoming) => publicApi.fetch(incoming.request, incoming),
    },
    { segment: 'api', name: 'dashboard_api', part: 'public', answer: answerDashboard },
    // The contract puts connected apps at the authorization server.
    { segment: 'api', part: 'auth', prefix: 'api/user/oauth/', answer: answerDashboard },
    discoveryRoute(core),
    tools.route,
    ...monitoring.routes,
    ...app.routes,
    ...formPageRoutes({ ...rest, accountUrl: `${core.publicOrigin}/account` }, app.pages),
  ]
  return [...app.domainSettings.fileRoutes, ...wellKnownRoutes(core, routes), ...routes]
}

interface StopNeeds {
  app: App
  schedule: Schedule
  monitoring: Monitoring
  rest: RestNeeds
  unfinished: UnfinishedAnswers
}

async function stop(core: CoreServices, { app, schedule, monitoring, rest, unfinished }: StopNeeds) {
  const { modules } = app
  app.statistics.live.end()
  monitoring.stop()
  // Requests can outlive their clients, and still use what is closed below.
  rest.scheduler.end()
  await unfinished.finish(graceMilliseconds)
  // A job may be downloading a logo, which is cancelled here, or waiting for the query worker.
  const late = setTimeout(core.db.refuseWorkerReads, graceMilliseconds)
  await Promise.all([schedule.stop(), ...modules.map((module) => module.interrupt?.())])
  clearTimeout(late)
  await Promise.all([...modules.map((module) => module.close?.()), core.renderer.stop()])
  // After the modules, which may have something left to say.
  await core.mailer.stop()
  await core.close()
}
