// The composition root: the only file that knows everyone. It makes the parts and hands them to one another.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@linnet/contract'
import manifest from '../package.json' with { type: 'json' }
import { commandsOf, openCoreServices, type RuntimeContext } from './core-services.ts'
import { isDatabaseAway } from './db/faults.ts'
import { claimDataDirectory } from './db/open.ts'
import { recogniseSealingKey } from './db/sealing-key.ts'
import { createClicks } from './features/clicks/index.ts'
import { createDashboard, createMe } from './features/dashboard/index.ts'
import { createIdempotency } from './features/developer/idempotency/index.ts'
import { createOauth } from './features/developer/oauth/index.ts'
import { createWebhooks } from './features/developer/webhooks/index.ts'
import { createDeliveries } from './features/events/index.ts'
import { createAccountPages } from './features/identity/account-pages/index.ts'
import { createAdministration, createBlockMessages } from './features/identity/administration/index.ts'
import { createAuthenticators } from './features/identity/authenticators/index.ts'
import { createSecurityNotices } from './features/identity/security-notices/index.ts'
import { createSignIn } from './features/identity/sign-in/index.ts'
import { createLinks } from './features/links/links/index.ts'
import { createQr } from './features/links/qr/index.ts'
import { createRedirectFeature } from './features/links/redirect/index.ts'
import { createAssets } from './features/microsites/assets/index.ts'
import { createMicrosites } from './features/microsites/microsites/index.ts'
import { createMicrositePages } from './features/microsites/pages/index.ts'
import { createShop } from './features/microsites/shop/index.ts'
import { createModeration } from './features/moderation/index.ts'
import { createExport } from './features/portability/export/index.ts'
import { createStatistics } from './features/statistics/index.ts'
import { exportRoutes } from './http/export.ts'
import { pageRoutes } from './http/form-pages.ts'
import { referenceRoutes } from './http/reference.ts'
import { createRequestObserver } from './http/request-observers.ts'
import { dashboardRoutes } from './http/rest/dashboard-routes.ts'
import { publicRoutes } from './http/rest/public-routes.ts'
import type { RestNeeds } from './http/rest/route-context.ts'
import { createRouter } from './http/router.ts'
import { createFailureAnswer } from './http/visitor-answers.ts'
import { createDiscovery } from './mcp/discovery.ts'
import type { Mcp } from './mcp/endpoint.ts'
import { erasers, type Module, operationsOf } from './module.ts'
import type { Command } from './platform/command.ts'
import { RequestScheduler } from './platform/concurrency/request-scheduler.ts'
import { UnfinishedAnswers } from './platform/concurrency/unfinished-answers.ts'
import { IncomingFiles } from './platform/files/incoming-files.ts'
import { createMailer } from './platform/net/mail.ts'
import type { MetricFamily } from './platform/observability/metrics/index.ts'
import { openTracing, type TracingOptions } from './platform/observability/tracing/index.ts'
import { Heartbeat } from './platform/observability/watchdog/index.ts'
import { createRun } from './platform/operations/execute.ts'
import { implement } from './platform/operations/handler.ts'
import { createRenderer } from './platform/rendering/index.ts'
import { PasswordTries } from './platform/security/password-tries.ts'
import { createSecrets } from './platform/security/secrets.ts'
import { createSchedule, everyProcess, oneNode } from './platform/time/schedule.ts'
import { roomsOf } from './rooms.ts'
import { createWatching } from './watching.ts'
import { clickWorkerFile, deliveryWorkerFile, renderWorkerFile } from './workers/entries.ts'

export interface Application {
  fetch: ReturnType<typeof createRouter>
  /** Where the administrator of an instance without accounts is set up, a new address each time; null where it has one. */
  setUpAddress(): Promise<string | null>
  commands: Command[]
  /** Records work that may block the main thread. */
  heartbeat: Heartbeat
  /** Resolves once this process's clicks of an account (null: of all accounts) are in the statistics. */
  settleClicks(userId: number | null): Promise<void>
  /** What a monitor is told of this process. */
  families(): Promise<MetricFamily[]>
  /** Says, to who asks whether requests may be sent here, that it stops. */
  announceStop(): void
  /** Ends what would go on for ever: streams. To be called before requests are waited for. */
  endStreams(): void
  stop(): Promise<void>
}

// How long a process that stops waits for questions that take long.
const graceMilliseconds = 1000

/** Everything that a server process does, short of listening. */
export async function openApplication(surroundings: RuntimeContext): Promise<Application> {
  const { databaseUrl, dataDirectory } = surroundings.config
  const release = databaseUrl ? () => {} : claimDataDirectory(dataDirectory)
  try {
    const application = await assemble(surroundings)
    return { ...application, stop: () => application.stop().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

async function assemble(surroundings: RuntimeContext): Promise<Application> {
  const { config, clock, log } = surroundings
  const { origins } = config
  // First, because a key that can't be used ends the start, and nothing is open yet.
  const secrets = createSecrets(config, config.dataDirectory)
  const traced: TracingOptions | null = config.tracing && { ...config.tracing, version: manifest.version }
  const tracing = await openTracing(traced, log)
  const foundation = await openCoreServices(surroundings, secrets, tracing)
  const { db, limiter, requestsPerMinute, outgoing } = foundation
  const { audit, sessions, accounts, applications, domains, destinations } = foundation
  const heartbeat = new Heartbeat()
  const { begin } = heartbeat
  const clicks = createClicks({
    db,
    clock,
    log,
    logLevel: config.logLevel,
    databaseUrl: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    clickRetentionDays: config.clickRetentionDays,
    geoipDatabase: config.geoipDatabase,
    shortOrigin: origins.short,
    tracing: traced,
    heartbeat,
    clickWorkerFile,
    workers: config.workers,
    worker: surroundings.worker,
  })
  await clicks.open?.()
  const deliveries = createDeliveries({
    db,
    clock,
    log,
    logLevel: config.logLevel,
    databaseUrl: config.databaseUrl,
    dataDirectory: config.dataDirectory,
    secretKeys: { secretKey: config.secretKey, secretKeyFallbacks: config.secretKeyFallbacks },
    dnsServers: config.dnsServers,
    allowPrivateTargets: config.allowPrivateTargets,
    deliveryRetentionDays: config.deliveryRetentionDays,
    tracing: traced,
    deliveryWorkerFile,
  })
  const links = createLinks({
    db,
    clock,
    shortOrigin: origins.short,
    listeningOn: config,
    otherHosts: config.otherHosts,
    accounts,
    domains,
    clicks,
    outbox: deliveries.outbox,
    destinations,
  })
  const microsites = createMicrosites({
    db,
    clock,
    shortOrigin: origins.short,
    accounts,
    clicks,
    outbox: deliveries.outbox,
    requireAllAllowed: destinations.requireAllAllowed,
  })
  const drawing = createRenderer({ file: renderWorkerFile, log })
  const assets = createAssets({
    db,
    clock,
    log,
    drawing,
    dataDirectory: config.dataDirectory,
    bucket: config.assetsBucket,
  })
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, clock, log })
  const shop = createShop({ db, clock, clicks, requireAllowed: destinations.requireAllowed })
  const qr = createQr({
    db,
    clock,
    log,
    links,
    outgoing,
    drawing,
    limiter,
    during: heartbeat.during,
    audit,
    mailer,
    dashboardUrl: `${origins.public}/dashboard/qr`,
    pseudonym: clicks.pseudonym,
  })
  const statistics = createStatistics({ db, clock, log, accounts, links, microsites, clicks })
  const sealedBy = await recogniseSealingKey(db, secrets)
  if (sealedBy === 'unknown')
    log.warn(
      'secrets in the database were sealed with another key and cannot be opened: give the server the SECRET_KEY, or the secret.key file, of before',
    )
  if (sealedBy === 'fallback')
    log.info(
      'some secrets are still encrypted with a key from SECRET_KEY_FALLBACKS: run linnet secret reseal',
    )
  const ownOrigins = new Set([origins.public, origins.auth, origins.consent])
  const authenticators = createAuthenticators({
    db,
    audit,
    accounts,
    limiter,
    secrets,
    publicOrigin: origins.public,
    origins: ownOrigins,
    cookieDomain: config.cookieDomain,
  })
  const notices = createSecurityNotices({
    accounts,
    audit,
    mailer,
    log,
    transaction: db.transaction,
    publicOrigin: origins.public,
    countryOf: clicks.countryOf,
  })
  const webhooks = createWebhooks({
    db,
    clock,
    audit,
    secrets,
    outgoing,
    mailer,
    deliveries: deliveries.records,
    shortOrigin: origins.short,
    dashboardUrl: `${origins.public}/dashboard/developer/webhooks`,
    nudge: deliveries.nudge,
    requireAllowed: destinations.requireAllowed,
  })
  const oauth = createOauth({
    db,
    clock,
    log,
    limiter,
    accounts,
    sessions,
    applications,
    audit,
    origins,
    registration: config.oauthRegistration === 'open',
    failuresPerMinute: config.anonymousRequestsPerMinute,
    requestsPerMinute,
    pseudonym: clicks.pseudonym,
    isAway: isDatabaseAway,
    onRevoked: webhooks.endRevoked,
  })
  const signIn = createSignIn({
    db,
    clock,
    log,
    accounts,
    sessions,
    audit,
    authenticators,
    limiter,
    mailer,
    notices,
    endings: {
      passkeys: authenticators.endPasskeys,
      keys: async (tx, deed) => {
        await accounts.revokeKeys(tx, deed)
        await webhooks.endRevoked(tx, deed)
      },
      applications: async (tx, deed) => {
        await oauth.revokeApps(tx, deed)
        await applications.endSecrets(tx, deed)
      },
      webhooks: webhooks.disableAll,
    },
    signUps: config.signUps,
    publicOrigin: origins.public,
    shortOrigin: origins.short,
    origins: [...ownOrigins],
    passkeys: authenticators.passkeySignIn,
  })
  const me = createMe({ accounts, domains, origins, signUps: config.signUps, version: manifest.version })
  const messages = createBlockMessages({ db, mailer, publicOrigin: origins.public })
  const administration = createAdministration({
    db,
    accounts,
    audit,
    clicks,
    invitations: signIn.invitations,
    signUps: config.signUps,
    version: manifest.version,
    messages,
  })
  const moderation = createModeration({
    db,
    clock,
    messages,
    accounts,
    audit,
    links,
    microsites,
    domains,
    limiter,
    pseudonym: clicks.pseudonym,
    shortHost: new URL(origins.short).host,
    otherHosts: config.otherHosts,
  })
  const idempotency = createIdempotency({ db, clock })
  const accountUrl = `${origins.public}/account`

  // An account is erased from the last to the first: QR codes before the links, whose numbers new links may be given.
  const modules = [
    audit,
    sessions,
    accounts,
    applications,
    oauth,
    domains,
    destinations,
    clicks,
    deliveries,
    idempotency,
    authenticators,
    signIn,
    administration,
    moderation,
    webhooks,
    shop,
    assets,
    microsites,
    links,
    qr,
    statistics,
    me,
  ] as const

  const rest: RestNeeds = {
    operations: notices.after(implement(api, operationsOf(modules))),
    now: () => clock.now(),
    log,
    transaction: db.transaction,
    idempotency: idempotency.idempotency,
    isAway: isDatabaseAway,
    begin,
    limiter,
    anonymousRequestsPerMinute: config.anonymousRequestsPerMinute,
    pseudonym: clicks.pseudonym,
    callerByToken: (token) =>
      accounts.isKey(token) ? accounts.callerByKey(token) : oauth.caller(token, 'api'),
    appRequestsPerMinute: config.oauthAppRequestsPerMinute,
    callerBySession: sessions.caller,
    // SQLite has no connections to wait for: reads queue in their worker, and writes share commits.
    scheduler: new RequestScheduler(
      config.databaseUrl === null ? undefined : Math.max(2, config.databasePool - 2),
    ),
    files: new IncomingFiles({ clock, log, limiter, folder: join(config.dataDirectory, 'incoming') }),
    cookies: {
      secure: origins.public.startsWith('https:'),
      domain: config.cookieDomain,
      origins: ownOrigins,
    },
  }
  const pages = pageRoutes({ ...rest, accountUrl }, [
    ...signIn.pages,
    ...oauth.pages,
    ...createAccountPages({
      run: createRun(rest),
      pendingEnrolment: authenticators.pendingEnrolment,
      emailOf: async (userId) => (await accounts.byId(userId))?.email ?? null,
      docsUrl: `${origins.api}/v2/docs`,
      returnAddress: signIn.returnAddress,
      goOn: signIn.goOn,
    }),
    ...authenticators.passkeyPages(signIn),
    ...moderation.pages,
  ])
  const publicApi = publicRoutes(rest, (routes) => referenceRoutes(routes, origins))
  const exports = createExport({ db, clock, clicks, links, microsites, run: createRun(rest) })
  const dashboardApi = dashboardRoutes(rest, [statistics.live], (routes) =>
    exportRoutes(routes, { ...rest, begin: exports.begin }),
  )
  // Loaded when the first agent comes: the library and the schemas take as long as a fifth of the start.
  let loading: Promise<Mcp> | undefined
  const agentTools = () => {
    loading ??= import('./mcp/endpoint.ts').then(({ createMcp }) =>
      createMcp({
        ...rest,
        callerByToken: (token) =>
          accounts.isKey(token) ? accounts.callerByKey(token) : oauth.caller(token, 'mcp'),
        isIncluded: (caller) => accounts.planOf(caller).hosted_mcp_enabled,
        pool: { take: accounts.takeToolCall, giveBack: accounts.giveBackToolCall },
        elapsed: () => clock.elapsed(),
        origins,
        allowedOrigins: config.mcpAllowedOrigins,
        version: manifest.version,
      }),
    )
    return loading
  }
  const passwordTries = new PasswordTries(limiter)
  const pagesOfMicrosites = createMicrositePages({
    microsites,
    assets,
    shop,
    subscribe: db.subscribe,
    clicks,
    clock,
    secrets,
    passwordTries,
    shortOrigin: origins.short,
    drawing,
    destinations,
    reportUrl: `${accountUrl}/report`,
  })
  const redirect = createRedirectFeature({
    links,
    pages: pagesOfMicrosites,
    clicks,
    passwordTries,
    clock,
    docsUrl: `${origins.api}/v2/docs`,
    dashboardUrl: `${origins.public}/dashboard`,
    reportUrl: `${accountUrl}/report`,
  })

  const dashboard = createDashboard({
    log,
    cookies: rest.cookies,
    callerBySession: sessions.caller,
    shortOrigin: origins.short,
    bundler: {
      program: fileURLToPath(new URL('../../dashboard/bundle.ts', import.meta.url)),
      caches: [
        ...(Bun.isStandaloneExecutable
          ? []
          : [fileURLToPath(new URL('../../dashboard/.bundles', import.meta.url))]),
        join(config.dataDirectory, 'dashboard'),
      ],
    },
  })

  const schedule = createSchedule({
    clock,
    log,
    lease: await db.takeLease('upkeep'),
    isAway: isDatabaseAway,
    begin,
  })
  const watching = createWatching({
    config,
    clock,
    secrets,
    domains,
    version: manifest.version,
    modules: [...modules, pagesOfMicrosites, mailer, schedule],
    clicks,
    db,
    heartbeat,
  })
  const door = createRouter({
    origins,
    requests: watching.requests,
    begin,
    observe: createRequestObserver({ tracing, log: config.logRequests ? log : null }),
    trustedProxies: config.trustedProxies,
    domainAtHost: domains.atHost,
    otherHosts: config.otherHosts,
    servesEveryHost: config.servesEveryHost,
    rooms: roomsOf({
      origins,
      publicApi,
      dashboardApi,
      dashboard,
      pages,
      oauth,
      discovery: createDiscovery({ origins }),
      agentTools,
      assets,
      qr,
      pagesOfMicrosites,
      redirect,
      watching,
      failure: createFailureAnswer({ log, isAway: isDatabaseAway }),
      securityContacts: config.securityContacts,
      now: () => clock.now(),
    }),
  })

  schedule.add([
    ...modules.flatMap((module: Module) => module.jobs ?? []),
    everyProcess('prune bursts', 60_000, async () => (await loading)?.prune()),
    oneNode('prune limits', 60_000, () => limiter.prune()),
    oneNode('erase accounts', 10_000, () => accounts.eraseDeleted(erasers(modules))),
    oneNode('prune changes', 600_000, () => db.pruneChanges()),
  ])

  const unfinished = new UnfinishedAnswers()
  return {
    // What is remembered is only told by a process that has not stood still.
    fetch: (request, peer) =>
      unfinished.add(db.isBehind() ? db.keepUp().then(() => door(request, peer)) : door(request, peer)),
    setUpAddress: signIn.setUpAddress,
    commands: commandsOf(foundation),
    heartbeat,
    settleClicks: clicks.settleHere,
    families: watching.families,
    announceStop: watching.announceStop,
    endStreams: () => statistics.live.end(),
    async stop() {
      statistics.live.end()
      watching.stop()
      // Requests can outlive their clients, and still need what is closed below.
      rest.scheduler.end()
      await unfinished.finish(graceMilliseconds)
      // A job may wait for a logo from far away, which is given up here, or behind what somebody has asked aside.
      const late = setTimeout(db.refuseWorkerReads, graceMilliseconds)
      await Promise.all([schedule.stop(), qr.interrupt?.()])
      clearTimeout(late)
      await Promise.all([
        signIn.close?.(),
        mailer.stop(),
        deliveries.close?.(),
        drawing.stop(),
        accounts.close?.(),
      ])
      await clicks.close?.()
      await db.close()
      await tracing?.stop()
    },
  }
}
