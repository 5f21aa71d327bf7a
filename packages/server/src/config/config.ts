// Builds the configuration from the settings. Nothing else reads the environment.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../platform/config-error.ts'
import type { BucketAddress } from '../platform/files/bucket-address.ts'
import type { parseRanges } from '../platform/net/client-address.ts'
import { type LogLevel, logLevels } from '../platform/observability/log.ts'
import { samplerNames, type TracingOptions } from '../platform/observability/tracing/index.ts'
import {
  bucket,
  domain,
  header,
  integer,
  list,
  nameServers,
  oneOf,
  originOf,
  otherHost,
  pageOrigin,
  postgresUrl,
  proxies,
  secretKey,
  secretKeyFallbacks,
  securityContact,
  smtpUrl,
} from './setting-values.ts'
import { type Read, type SettingName, settings } from './settings.ts'

export type Environment = Record<string, string | undefined>

/** The origins of the service's parts, without a trailing slash. */
export interface Origins {
  public: string
  api: string
  auth: string
  consent: string
  mcp: string
  short: string
}

const signUpKinds = ['open', 'invite', 'closed'] as const
export type SignUps = (typeof signUpKinds)[number]
const policies = ['allow', 'warn', 'refuse'] as const
type Policy = (typeof policies)[number]

export interface Config {
  port: number
  host: string
  workers: number
  dataDirectory: string
  databaseUrl: string | null
  /** Null where the database is polled for changes instead. */
  databaseListenUrl: string | null
  databaseReplicaUrl: string | null
  databasePool: number
  assetsBucket: BucketAddress | null
  origins: Origins
  /** Whether any name in `Host` counts as the default domain, because PUBLIC_URL is not set. */
  servesEveryHost: boolean
  /** Further hosts of the default domain. */
  otherHosts: string[]
  mcpAllowedOrigins: string[]
  cookieDomain: string | null
  trustedProxies: ReturnType<typeof parseRanges>
  signUps: SignUps
  smtpUrl: string | null
  mailFrom: string
  secretKey: string | null
  secretKeyFallbacks: string[]
  /** URIs for reporting vulnerabilities. */
  securityContacts: string[]
  oauthRegistration: 'open' | 'closed'
  oauthAppRequestsPerMinute: number
  plansFile: string | null
  defaultPlan: string
  anonymousRequestsPerMinute: number
  clickRetentionDays: number
  deliveryRetentionDays: number
  geoipDatabase: string | null
  dnsServers: string[]
  allowPrivateTargets: boolean
  blockedHostsFiles: string[]
  lookAlikes: Policy
  protectedDomains: string[]
  shorteners: Policy
  quarantineHours: number
  metricsToken: string | null
  metricsPort: number | null
  metricsHost: string
  stopDelaySeconds: number
  /** Without the version, which the program adds; null without a collector. */
  tracing: Omit<TracingOptions, 'version'> | null
  logRequests: boolean
  logLevel: LogLevel
}

/** Reads the settings; each may also be given as the content of the file that `NAME_FILE` names. */
export function readConfig(environment: Environment = process.env): Config {
  const read: Read = (name) => {
    const file = environment[`${name}_FILE`]
    const value = file ? readSecret(`${name}_FILE`, file) : environment[name]
    return value?.trim() || settings[name].default
  }
  const server = serverSettings(read)
  const origins = readOrigins(server.port, read)
  const database = databaseSettings(read)
  const signUps = oneOf('SIGNUPS', read('SIGNUPS'), signUpKinds)
  const config: Config = {
    ...server,
    ...database,
    assetsBucket: bucket(read('ASSETS_URL')),
    origins,
    ...hostSettings(read),
    signUps,
    smtpUrl: smtpUrl(read('SMTP_URL')),
    mailFrom: read('MAIL_FROM') ?? `Linnet <linnet@${new URL(origins.public).hostname}>`,
    ...securitySettings(read),
    plansFile: read('PLANS_FILE'),
    defaultPlan: read('DEFAULT_PLAN') as string,
    ...limitSettings(read),
    geoipDatabase: read('GEOIP_DB'),
    ...destinationSettings(read, signUps),
    ...monitoringSettings(read, server.port),
  }
  requireOneSession(config)
  requireSharedDatabase(config)
  return config
}

function serverSettings(read: Read) {
  return {
    port: integer('PORT', read('PORT'), 1, 65_535),
    host: read('HOST') as string,
    workers: integer('WORKERS', read('WORKERS'), 1, 256),
    dataDirectory: resolve(read('DATA_DIR') as string),
    stopDelaySeconds: integer('STOP_DELAY_SECONDS', read('STOP_DELAY_SECONDS'), 0, 3600),
  }
}

function databaseSettings(read: Read) {
  const databaseUrl = postgresUrl('DATABASE_URL', read, 'leave it out for SQLite in DATA_DIR')
  const isPolling = read('DATABASE_LISTEN_URL') === 'poll'
  const listenUrl = isPolling
    ? null
    : (postgresUrl('DATABASE_LISTEN_URL', read, 'or give the word poll') ?? databaseUrl)
  const replicaUrl = postgresUrl('DATABASE_REPLICA_URL', read, 'leave it out to ask DATABASE_URL')
  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'] as const)
    if (!databaseUrl && read(name)) throw new ConfigError(`${name} needs DATABASE_URL: SQLite has neither`)
  return {
    databaseUrl,
    databaseListenUrl: listenUrl,
    databaseReplicaUrl: replicaUrl,
    databasePool: integer('DATABASE_POOL', read('DATABASE_POOL'), 2, 1000),
  }
}

function hostSettings(read: Read) {
  return {
    servesEveryHost: read('PUBLIC_URL') === null,
    otherHosts: list(read('OTHER_HOSTS')).map(otherHost),
    mcpAllowedOrigins: list(read('MCP_ALLOWED_ORIGINS')).map(pageOrigin),
    cookieDomain: read('COOKIE_DOMAIN'),
    trustedProxies: proxies(list(read('TRUST_PROXY'))),
  }
}

function securitySettings(read: Read) {
  return {
    secretKey: secretKey(read('SECRET_KEY')),
    secretKeyFallbacks: secretKeyFallbacks(read('SECRET_KEY_FALLBACKS')),
    securityContacts: list(read('SECURITY_CONTACT')).map(securityContact),
    oauthRegistration: oneOf('OAUTH_REGISTRATION', read('OAUTH_REGISTRATION'), ['open', 'closed']),
  }
}

function limitSettings(read: Read) {
  const perMinute = (name: 'OAUTH_APP_REQUESTS_PER_MINUTE' | 'ANONYMOUS_REQUESTS_PER_MINUTE') =>
    integer(name, read(name), 1, 1_000_000_000)
  return {
    oauthAppRequestsPerMinute: perMinute('OAUTH_APP_REQUESTS_PER_MINUTE'),
    anonymousRequestsPerMinute: perMinute('ANONYMOUS_REQUESTS_PER_MINUTE'),
    clickRetentionDays: integer('CLICK_RETENTION_DAYS', read('CLICK_RETENTION_DAYS'), 0, 36_500),
    deliveryRetentionDays: integer('DELIVERY_RETENTION_DAYS', read('DELIVERY_RETENTION_DAYS'), 3, 36_500),
  }
}

/** Which addresses links may lead to, and requests of ours may reach. */
function destinationSettings(read: Read, signUps: SignUps) {
  // Where everybody can sign up, visitors are warned by default.
  const isOpen = signUps === 'open'
  return {
    dnsServers: nameServers(list(read('DNS_SERVERS'))),
    allowPrivateTargets:
      oneOf('ALLOW_PRIVATE_TARGETS', read('ALLOW_PRIVATE_TARGETS'), ['true', 'false']) === 'true',
    blockedHostsFiles: list(read('BLOCKED_HOSTS_FILES')).map((path) => resolve(path)),
    lookAlikes: oneOf('LOOK_ALIKES', read('LOOK_ALIKES'), policies),
    protectedDomains: list(read('PROTECTED_DOMAINS')).map(domain),
    shorteners: oneOf('SHORTENERS', read('SHORTENERS') ?? (isOpen ? 'warn' : 'allow'), policies),
    quarantineHours: integer('QUARANTINE_HOURS', read('QUARANTINE_HOURS') ?? (isOpen ? '24' : '0'), 0, 8760),
  }
}

function monitoringSettings(read: Read, port: number) {
  return {
    metricsToken: read('METRICS_TOKEN'),
    metricsPort: metricsPort(read('METRICS_PORT'), port),
    metricsHost: read('METRICS_HOST') as string,
    tracing: tracing(read),
    logRequests: oneOf('LOG_REQUESTS', read('LOG_REQUESTS'), ['true', 'false']) === 'true',
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL'), logLevels),
  }
}

function readOrigins(port: number, read: Read): Origins {
  const origin = (name: SettingName, fallback: string) => originOf(name, read(name) ?? fallback)
  const home = origin('PUBLIC_URL', `http://localhost:${port}`)
  return {
    public: home,
    api: origin('API_URL', home),
    auth: origin('AUTH_URL', home),
    consent: origin('CONSENT_URL', home),
    mcp: origin('MCP_URL', home),
    short: origin('SHORT_URL', home),
  }
}

/** Sign-in, consent and dashboard share a cookie, so they must share a host or a domain. */
function requireOneSession({ origins, cookieDomain }: Config): void {
  const hosts = [origins.public, origins.auth, origins.consent].map((origin) => new URL(origin).hostname)
  const shared = cookieDomain?.replace(/^\./, '')
  const together = shared
    ? hosts.every((host) => host === shared || host.endsWith(`.${shared}`))
    : hosts.every((host) => host === hosts[0])
  if (!together)
    throw new ConfigError(
      'PUBLIC_URL, AUTH_URL and CONSENT_URL share the sign-in: put them on one host, or name the domain that they share in COOKIE_DOMAIN',
    )
}

/** Only one process may serve an SQLite database: another one would not learn of its changes in time. */
function requireSharedDatabase({ workers, databaseUrl }: Config): void {
  if (workers > 1 && databaseUrl === null)
    throw new ConfigError(
      `WORKERS ${workers} needs PostgreSQL: name it in DATABASE_URL, or leave WORKERS out, for SQLite is served by one process`,
    )
}

function tracing(read: Read): Config['tracing'] {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === null) return null
  const url = /^https?:\/\//.test(endpoint) ? URL.parse(endpoint) : null
  // Not shown: either may hold a password.
  if (!url)
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318')
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG'))
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return {
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(list(read('OTEL_EXPORTER_OTLP_HEADERS')).map(header)),
    service: read('OTEL_SERVICE_NAME') as string,
    sampler: oneOf('OTEL_TRACES_SAMPLER', read('OTEL_TRACES_SAMPLER'), samplerNames),
    ratio,
  }
}

function metricsPort(value: string | null, port: number): number | null {
  if (value === null) return null
  const own = integer('METRICS_PORT', value, 1, 65_535)
  if (own === port) throw new ConfigError(`METRICS_PORT must be another port than PORT ${port}`)
  return own
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} names a file that can't be read: ${(error as Error).message}`)
  }
}
