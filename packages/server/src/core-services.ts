// The core services, which every module builds on, opened from the settings. This file knows no features.
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { isDatabaseAway } from './db/faults.ts'
import { openDatabase } from './db/open.ts'
import { isSealingKey, knownSealingKey } from './db/sealing-key.ts'
import { CommandError } from './platform/command.ts'
import { createMailer, type Mailer } from './platform/net/mail.ts'
import { createOutgoing, createResolve, type Outgoing } from './platform/net/outgoing/index.ts'
import type { Log } from './platform/observability/log.ts'
import { openTracing, type Tracing, type TracingOptions } from './platform/observability/tracing/index.ts'
import { Heartbeat } from './platform/observability/watchdog/index.ts'
import { createRenderer, type Renderer } from './platform/rendering/index.ts'
import { AdmissionLedger } from './platform/security/admission-ledger.ts'
import { createMemoryRateLimiter } from './platform/security/memory-rate-limiter.ts'
import type { RateLimiter } from './platform/security/rate-limit.ts'
import { createSecrets, hasKey, type Secrets } from './platform/security/secrets.ts'
import type { CookieRules } from './platform/security/session-cookie.ts'
import type { Clock } from './platform/time/clock.ts'
import type { RunTransaction } from './platform/transaction.ts'
import { renderWorkerFile } from './workers/entries.ts'

/** What a process is started with. */
export interface RuntimeContext {
  config: Config
  /** Which of the `config.workers` processes this is, counted from 0, and the others; absent if it is the only one. */
  worker?: { number: number; siblings: { settle(userId: number | null): Promise<void> } }
  clock: Clock
  log: Log
}

/** The settings, the services created from them, and values that several modules derive from them. */
export interface CoreServices extends Omit<Config, 'tracing'>, Omit<RuntimeContext, 'config'> {
  version: string
  db: Database
  transaction: RunTransaction
  /** Whether an error means that the database is temporarily unavailable. */
  isAway(error: unknown): boolean
  limiter: RateLimiter
  outgoing: Outgoing
  mailer: Mailer
  renderer: Renderer
  heartbeat: Heartbeat
  /** Only in a server. A command that seals something uses `serverSecrets`. */
  secrets: Secrets
  /** The server's secrets. A command refuses any other key, because the server couldn't open what it seals. */
  serverSecrets(): Promise<Secrets>
  tracer: Tracing | null
  /** What worker threads need to create their own traces. */
  tracing: TracingOptions | null
  cookies: CookieRules
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Origin of the default short domain, and its host. */
  shortOrigin: string
  shortHost: string
  /** The origin at which people reach the service. */
  publicOrigin: string
  /** All origins that serve Linnet's own pages. */
  ownOrigins: ReadonlySet<string>
  listeningOn: { host: string; port: number }
  /** The address of the API reference. */
  docsUrl: string
  /** The address of the dashboard, without a trailing slash. */
  dashboardUrl: string
  /** The page for reporting links. */
  reportUrl: string
  /** Closes what was opened. A server stops its mailer and renderer first. */
  close(): Promise<void>
}

/** Opens the services of a server, which creates its secret key and records the requests that it admits. */
export async function openServerServices(context: RuntimeContext): Promise<CoreServices> {
  const { config, clock, log } = context
  // First, because an unusable key stops the start, and nothing is open yet.
  const secrets = createSecrets(config, config.dataDirectory)
  const tracing = config.tracing && { ...config.tracing, version: manifest.version }
  const tracer = await openTracing(tracing, log)
  const db = await openConfiguredDatabase(context, tracer)
  const ledger = () => new AdmissionLedger(join(config.dataDirectory, 'admissions'), clock, log)
  const limiter = db.sharedRateLimiter ?? createMemoryRateLimiter(() => clock.elapsed(), ledger())
  return servicesOf(context, { db, limiter, secrets, serverSecrets: async () => secrets, tracer, tracing })
}

/** Opens the services of a command, which may run alongside a server: it creates nothing that is missing. */
export async function openCommandServices(context: RuntimeContext): Promise<CoreServices> {
  const { config, clock } = context
  const db = await openConfiguredDatabase(context, null)
  return servicesOf(context, {
    db,
    limiter: db.sharedRateLimiter ?? createMemoryRateLimiter(() => clock.elapsed(), null),
    secrets: noSecrets,
    serverSecrets: () => secretsOfServer(config, db),
    tracer: null,
    tracing: null,
  })
}

type Opened = Pick<CoreServices, 'db' | 'limiter' | 'secrets' | 'serverSecrets' | 'tracer' | 'tracing'>

function servicesOf(context: RuntimeContext, opened: Opened): CoreServices {
  const { config, clock, log, worker } = context
  const { origins } = config
  const { db, tracer } = opened
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, clock, log })
  const renderer = createRenderer({ file: renderWorkerFile, log })
  const ownOrigins = new Set([origins.public, origins.auth, origins.consent])
  const { dnsServers, allowPrivateTargets } = config
  return {
    ...config,
    ...opened,
    clock,
    log,
    worker,
    version: manifest.version,
    transaction: db.transaction,
    isAway: isDatabaseAway,
    outgoing: createOutgoing({ allowPrivateTargets, resolve: createResolve(dnsServers) }),
    mailer,
    renderer,
    heartbeat: new Heartbeat(),
    cookies: {
      secure: origins.public.startsWith('https:'),
      domain: config.cookieDomain,
      origins: ownOrigins,
    },
    now: () => clock.now(),
    shortOrigin: origins.short,
    shortHost: new URL(origins.short).host,
    publicOrigin: origins.public,
    ownOrigins,
    listeningOn: config,
    docsUrl: `${origins.api}/v2/docs`,
    dashboardUrl: `${origins.public}/dashboard`,
    reportUrl: `${origins.public}/account/report`,
    async close() {
      await db.close()
      await tracer?.stop()
    },
  }
}

function openConfiguredDatabase(
  { config, clock, log }: RuntimeContext,
  tracing: Tracing | null,
): Promise<Database> {
  return openDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    replicaUrl: config.databaseReplicaUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.databasePool,
    clock,
    log,
    tracing,
  })
}

/** The server's secrets, for a command; refuses any other key, because the server couldn't open what it seals. */
export async function secretsOfServer(config: Config, db: Database): Promise<Secrets> {
  const { dataDirectory } = config
  // A key created here would be wrong, and a server that starts later would use it.
  const isMissing = !hasKey(config.secretKey, dataDirectory) && (await knownSealingKey(db)) !== null
  const secrets = isMissing ? null : createSecrets(config, dataDirectory)
  if (secrets === null || !(await isSealingKey(db, secrets)))
    throw new CommandError(
      'the server encrypts its secrets with another key: give this command the SECRET_KEY and SECRET_KEY_FALLBACKS, or the DATA_DIR, of the server',
    )
  return secrets
}

/** In a command: reading a secret would create a key, and the server might not be able to open what it seals. */
const noSecrets = new Proxy({} as Secrets, {
  get: () => {
    throw new Error('a command must use serverSecrets()')
  },
})
