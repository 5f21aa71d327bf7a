// Every setting: its name, its default and its meaning in one table, and the only reader of the environment.
import { Resolver } from 'node:dns'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BucketAddress, bucketOf } from './platform/bucket-address.ts'
import { parseRanges } from './platform/client-address.ts'
import { ConfigError } from './platform/config-error.ts'
import { type LogLevel, logLevels } from './platform/log.ts'

/** The settings, as docs/configuration.md lists them. A `null` default is explained in its meaning. */
export const settings = {
  PORT: { default: '3000', meaning: 'Port to listen on.' },
  HOST: { default: '127.0.0.1', meaning: 'Address to listen on; `0.0.0.0` for all.' },
  WORKERS: {
    default: '1',
    meaning: 'Processes that share the port, such as one for each core. More than one needs PostgreSQL.',
  },
  DATA_DIR: {
    default: './data',
    meaning: 'Folder of the SQLite database, of the click journal and of uploaded images.',
  },
  DATABASE_URL: {
    default: null,
    meaning: '`postgres://…` for PostgreSQL 15 or later. Without it, SQLite in `DATA_DIR`.',
  },
  DATABASE_LISTEN_URL: {
    default: null,
    meaning:
      'Address by which changes are heard, where a pooler in transaction mode stands at `DATABASE_URL`: a direct one, or `poll` where there is none. Without it, `DATABASE_URL`.',
  },
  DATABASE_REPLICA_URL: {
    default: null,
    meaning: 'Read replica of `DATABASE_URL` for statistics. Without it, they are asked of `DATABASE_URL`.',
  },
  ASSETS_URL: {
    default: null,
    meaning:
      'S3-compatible bucket for uploaded images: `s3://KEY:SECRET@host/bucket?region=…`. Without it, `DATA_DIR/assets`.',
  },
  DATABASE_POOL: {
    default: '10',
    meaning: 'Connections to PostgreSQL per process, besides four of its own.',
  },
  PUBLIC_URL: {
    default: null,
    meaning: 'Where people reach the service. Without it, `http://localhost:` and the port.',
  },
  API_URL: { default: null, meaning: 'Another origin for the API (`/v2`). Without it, `PUBLIC_URL`.' },
  AUTH_URL: { default: null, meaning: 'Another origin for the OAuth server. Without it, `PUBLIC_URL`.' },
  CONSENT_URL: { default: null, meaning: 'Another origin for the consent screen. Without it, `PUBLIC_URL`.' },
  MCP_URL: { default: null, meaning: 'Another origin for the agent-tool server. Without it, `PUBLIC_URL`.' },
  MCP_ALLOWED_ORIGINS: {
    default: '',
    meaning:
      'Origins, separated by commas, whose pages may use the agent-tool server from a browser, such as `http://localhost:6274` for the MCP Inspector.',
  },
  SHORT_URL: { default: null, meaning: 'Another origin for the short links. Without it, `PUBLIC_URL`.' },
  COOKIE_DOMAIN: {
    default: null,
    meaning:
      'Domain that `PUBLIC_URL`, `AUTH_URL` and `CONSENT_URL` share, where they are different hosts: sign-in needs one session.',
  },
  TRUST_PROXY: {
    default: '',
    meaning:
      'Addresses or CIDR ranges, separated by commas, of the proxies whose `X-Forwarded-For` is believed.',
  },
  SIGNUPS: {
    default: 'invite',
    meaning:
      'Who may make an account: `open` (everyone), `invite` (who is invited) or `closed` (nobody; the command line still can).',
  },
  SMTP_URL: {
    default: null,
    meaning:
      'Mail server, such as `smtp://user:password@mail.example.com:587`. Without it, messages are written to the log.',
  },
  MAIL_FROM: {
    default: null,
    meaning: 'Sender of messages. Without it, `linnet@` and the host of `PUBLIC_URL`.',
  },
  SECRET_KEY: {
    default: null,
    meaning:
      'Key of 32 characters or more that encrypts secrets in the database. Without it, one is made and kept in `DATA_DIR/secret.key`.',
  },
  OAUTH_REGISTRATION: {
    default: 'open',
    meaning: 'Whether applications may introduce themselves to the OAuth server: `open` or `closed`.',
  },
  OAUTH_APP_REQUESTS_PER_MINUTE: {
    default: '500',
    meaning: 'API requests a minute of one OAuth application, across its access tokens.',
  },
  PLANS_FILE: { default: null, meaning: 'JSON file that replaces the built-in plans.' },
  DEFAULT_PLAN: { default: 'unlimited', meaning: 'Plan of a new account.' },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    default: '600',
    meaning: 'API requests a minute from one address without a valid credential.',
  },
  CLICK_RETENTION_DAYS: {
    default: '90',
    meaning: 'Days that single clicks are kept, besides the sums that are kept for ever; 0 keeps none.',
  },
  DELIVERY_RETENTION_DAYS: {
    default: '30',
    meaning:
      'Days that webhook deliveries are kept, with what was sent and answered: at least 3, because retries take two.',
  },
  GEOIP_DB: {
    default: null,
    meaning: 'Country database in MaxMind format (`.mmdb`). Without it, the one that comes along.',
  },
  DNS_SERVERS: {
    default: '',
    meaning:
      "Name servers, separated by commas, that prove custom domains and find the hosts of outgoing requests. Without it, the machine's.",
  },
  ALLOW_PRIVATE_TARGETS: {
    default: 'false',
    meaning:
      '`true` lets outgoing requests (webhooks, logos, link checks) reach this machine and private networks. For development and tests.',
  },
  METRICS_TOKEN: {
    default: null,
    meaning:
      'Bearer token with which a monitor reads the metrics: also at `/healthz/metrics` of the server itself, which is not there without it.',
  },
  METRICS_PORT: {
    default: null,
    meaning: 'Port of its own on which `/metrics` is answered. Without it, none.',
  },
  METRICS_HOST: { default: '127.0.0.1', meaning: 'Address that `METRICS_PORT` listens on.' },
  STOP_DELAY_SECONDS: {
    default: '0',
    meaning:
      'How long a server that is told to stop goes on answering, while `/readyz` says that it stops: what a load balancer needs to hear of it.',
  },
  LOG_LEVEL: { default: 'info', meaning: 'Least level that is logged: `info`, `warn`, `error` or `silent`.' },
} as const satisfies Record<string, { default: string | null; meaning: string }>

export type SettingName = keyof typeof settings
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

export interface Config {
  port: number
  host: string
  workers: number
  dataDirectory: string
  databaseUrl: string | null
  /** Null where changes are not listened to but looked for. */
  databaseListenUrl: string | null
  databaseReplicaUrl: string | null
  databasePool: number
  assetsBucket: BucketAddress | null
  origins: Origins
  mcpAllowedOrigins: string[]
  cookieDomain: string | null
  trustedProxies: ReturnType<typeof parseRanges>
  signUps: SignUps
  smtpUrl: string | null
  mailFrom: string
  secretKey: string | null
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
  metricsToken: string | null
  metricsPort: number | null
  metricsHost: string
  stopDelaySeconds: number
  logLevel: LogLevel
}

/** Reads the settings; each may also be given as the content of the file that `NAME_FILE` names. */
export function readConfig(environment: Environment = process.env): Config {
  const read = (name: SettingName): string | null => {
    const file = environment[`${name}_FILE`]
    const value = file ? readSecret(`${name}_FILE`, file) : environment[name]
    return value?.trim() || settings[name].default
  }
  const port = integer('PORT', read('PORT'), 1, 65_535)
  const origins = readOrigins(port, read)
  const databaseUrl = postgresUrl('DATABASE_URL', read, 'leave it out for SQLite in DATA_DIR')
  const isPolling = read('DATABASE_LISTEN_URL') === 'poll'
  const listenUrl = isPolling
    ? null
    : (postgresUrl('DATABASE_LISTEN_URL', read, 'or give the word poll') ?? databaseUrl)
  const config: Config = {
    port,
    host: read('HOST') as string,
    workers: integer('WORKERS', read('WORKERS'), 1, 256),
    dataDirectory: resolve(read('DATA_DIR') as string),
    databaseUrl,
    databaseListenUrl: listenUrl,
    databaseReplicaUrl: postgresUrl('DATABASE_REPLICA_URL', read, 'leave it out to ask DATABASE_URL'),
    databasePool: integer('DATABASE_POOL', read('DATABASE_POOL'), 2, 1000),
    assetsBucket: bucket(read('ASSETS_URL')),
    origins,
    mcpAllowedOrigins: list(read('MCP_ALLOWED_ORIGINS')).map(pageOrigin),
    cookieDomain: read('COOKIE_DOMAIN'),
    trustedProxies: proxies(list(read('TRUST_PROXY'))),
    signUps: oneOf('SIGNUPS', read('SIGNUPS'), signUpKinds),
    smtpUrl: smtpUrl(read('SMTP_URL')),
    mailFrom: read('MAIL_FROM') ?? `Linnet <linnet@${new URL(origins.public).hostname}>`,
    secretKey: secretKey(read('SECRET_KEY')),
    oauthRegistration: oneOf('OAUTH_REGISTRATION', read('OAUTH_REGISTRATION'), ['open', 'closed']),
    oauthAppRequestsPerMinute: integer(
      'OAUTH_APP_REQUESTS_PER_MINUTE',
      read('OAUTH_APP_REQUESTS_PER_MINUTE'),
      1,
      1_000_000_000,
    ),
    plansFile: read('PLANS_FILE'),
    defaultPlan: read('DEFAULT_PLAN') as string,
    anonymousRequestsPerMinute: integer(
      'ANONYMOUS_REQUESTS_PER_MINUTE',
      read('ANONYMOUS_REQUESTS_PER_MINUTE'),
      1,
      1_000_000_000,
    ),
    clickRetentionDays: integer('CLICK_RETENTION_DAYS', read('CLICK_RETENTION_DAYS'), 0, 36_500),
    deliveryRetentionDays: integer('DELIVERY_RETENTION_DAYS', read('DELIVERY_RETENTION_DAYS'), 3, 36_500),
    geoipDatabase: read('GEOIP_DB'),
    dnsServers: nameServers(list(read('DNS_SERVERS'))),
    allowPrivateTargets:
      oneOf('ALLOW_PRIVATE_TARGETS', read('ALLOW_PRIVATE_TARGETS'), ['true', 'false']) === 'true',
    metricsToken: read('METRICS_TOKEN'),
    metricsPort: metricsPort(read('METRICS_PORT'), port),
    metricsHost: read('METRICS_HOST') as string,
    stopDelaySeconds: integer('STOP_DELAY_SECONDS', read('STOP_DELAY_SECONDS'), 0, 3600),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL'), logLevels),
  }
  requireOneSession(config)
  requireSharedDatabase(config)
  return config
}

function readOrigins(port: number, read: (name: SettingName) => string | null): Origins {
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

/** One process at a time serves from an SQLite database: another one would not hear in time what it has changed. */
function requireSharedDatabase({ workers, databaseUrl }: Config): void {
  if (workers > 1 && databaseUrl === null)
    throw new ConfigError(
      `WORKERS ${workers} needs PostgreSQL: name it in DATABASE_URL, or leave WORKERS out, for SQLite is served by one process`,
    )
}

function originOf(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new ConfigError(
      `${name} must be an origin such as https://example.com, without a path; it is "${value}"`,
    )
  return url.origin
}

/** An origin as browsers send it; those of extensions are no web addresses. */
function pageOrigin(value: string): string {
  if (/^https?:/i.test(value)) return originOf('MCP_ALLOWED_ORIGINS', value)
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/.test(value)) return value
  throw new ConfigError(
    `MCP_ALLOWED_ORIGINS must list origins such as https://example.com, without a path; one is "${value}"`,
  )
}

/** Not shown where it is wrong: it holds a password. */
function postgresUrl(
  name: SettingName,
  read: (name: SettingName) => string | null,
  otherwise: string,
): string | null {
  const value = read(name)
  if (value === null || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value))) return value
  throw new ConfigError(`${name} must be an address that begins with postgres://; ${otherwise}`)
}

function smtpUrl(value: string | null): string | null {
  if (value === null || (/^smtps?:\/\/./.test(value) && URL.canParse(value))) return value
  // Not shown: it holds a password.
  throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587')
}

function bucket(value: string | null): BucketAddress | null {
  const address = value === null ? null : bucketOf(value)
  if (value === null || address) return address
  // Not shown: it holds a secret.
  throw new ConfigError(
    'ASSETS_URL must be an address such as s3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1, its key and secret percent-encoded',
  )
}

function metricsPort(value: string | null, port: number): number | null {
  if (value === null) return null
  const own = integer('METRICS_PORT', value, 1, 65_535)
  if (own === port) throw new ConfigError(`METRICS_PORT must be another port than PORT ${port}`)
  return own
}

function secretKey(value: string | null): string | null {
  if (value === null || value.length >= 32) return value
  throw new ConfigError('SECRET_KEY must have 32 characters or more; `openssl rand -hex 32` makes a good one')
}

function integer(name: string, value: string | null, least: number, most: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value ?? '') || number < least || number > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}; it is "${value}"`)
  return number
}

function oneOf<const Values extends readonly string[]>(
  name: string,
  value: string | null,
  values: Values,
): Values[number] {
  if (!values.includes(value ?? ''))
    throw new ConfigError(`${name} must be one of ${values.join(', ')}; it is "${value}"`)
  return value as Values[number]
}

function list(value: string | null): string[] {
  return (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function proxies(entries: string[]): ReturnType<typeof parseRanges> {
  try {
    return parseRanges(entries)
  } catch {
    throw new ConfigError(
      `TRUST_PROXY must list addresses or ranges such as 10.0.0.0/8; it is "${entries.join(',')}"`,
    )
  }
}

function nameServers(entries: string[]): string[] {
  try {
    new Resolver().setServers(entries)
    return entries
  } catch {
    throw new ConfigError(
      `DNS_SERVERS must list addresses such as 9.9.9.9 or 9.9.9.9:53; it is "${entries.join(',')}"`,
    )
  }
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} names a file that can't be read: ${(error as Error).message}`)
  }
}
