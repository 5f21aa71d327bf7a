// Builds the configuration from the settings. Only this file reads the environment.
import { readFileSync } from 'node:fs'
import { ConfigError } from '../platform/config-error.ts'
import type { TracingOptions } from '../platform/observability/tracing/index.ts'
import type { IdentityProvider } from '../platform/security/identity-provider.ts'
import { type Setting, type SettingName, type SettingValues, settings } from './settings.ts'

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

export type SignUps = SettingValues['signUps']

/** Values that depend on several settings, or on more than the environment. */
interface Derived {
  origins: Origins
  /** Null if the database is polled for changes instead. */
  databaseListenUrl: string | null
  /** Whether any `Host` counts as the default domain, because PUBLIC_URL is not set. */
  servesEveryHost: boolean
  mailFrom: string
  /** If anyone can sign up, visitors are warned by default. */
  shorteners: NonNullable<SettingValues['shorteners']>
  quarantineHours: number
  /** Null without single sign-on. */
  identityProvider: IdentityProvider | null
  /** Without the version, which the caller adds; null without a collector. */
  tracing: Omit<TracingOptions, 'version'> | null
}

export type Config = Omit<SettingValues, keyof Derived> & Derived

/** Reads the settings; each may also be given as the content of the file that `NAME_FILE` names. */
export function readConfig(environment: Environment = process.env): Config {
  const values = readValues(environment)
  const { databaseUrl, databaseListenUrl } = values
  const origins = originsOf(values)
  const isOpen = values.signUps === 'open'
  const config: Config = {
    ...values,
    origins,
    databaseListenUrl: databaseListenUrl === 'poll' ? null : (databaseListenUrl ?? databaseUrl),
    servesEveryHost: values.publicUrl === null,
    mailFrom: values.mailFrom ?? `Linnet <linnet@${new URL(origins.public).hostname}>`,
    shorteners: values.shorteners ?? (isOpen ? 'warn' : 'allow'),
    quarantineHours: values.quarantineHours ?? (isOpen ? 24 : 0),
    identityProvider: identityProviderOf(values),
    tracing: tracingOf(values),
  }
  requireDatabaseServer(values)
  requireOneSession(config)
  requireSharedDatabase(config)
  requireTwoPorts(config)
  requireSomeSignIn(config)
  return config
}

function readValues(environment: Environment): SettingValues {
  const rows: [string, Setting][] = Object.entries(settings)
  const entries = rows.map(([name, { key, parse, default: byDefault, onlyWith }]) => {
    const isIgnored = onlyWith !== undefined && !givenValue(environment, onlyWith)
    const value = (isIgnored ? null : givenValue(environment, name)) || byDefault
    return [key, value === null ? null : parse(value, name)]
  })
  return Object.fromEntries(entries) as SettingValues
}

function givenValue(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`]
  return (file ? readSecret(`${name}_FILE`, file) : environment[name])?.trim()
}

function originsOf(values: SettingValues): Origins {
  // Browsers leave the default port (80) out of the origins that they send, which are compared with this one.
  const home = values.publicUrl ?? new URL(`http://localhost:${values.port}`).origin
  return {
    public: home,
    api: values.apiUrl ?? home,
    auth: values.authUrl ?? home,
    consent: values.consentUrl ?? home,
    mcp: values.mcpUrl ?? home,
    short: values.shortUrl ?? home,
  }
}

function identityProviderOf(values: SettingValues): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId } = values
  if (issuer === null) return null
  if (clientId === null)
    throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID, the client id that the provider gave Linnet')
  return {
    issuer,
    clientId,
    clientSecret: values.oidcClientSecret,
    name: values.oidcName ?? new URL(issuer).hostname,
    allow: values.oidcAllow,
    groups: values.oidcGroups,
  }
}

function tracingOf({ tracesUrl, ...values }: SettingValues): Config['tracing'] {
  if (tracesUrl === null) return null
  return {
    url: tracesUrl,
    headers: Object.fromEntries(values.traceHeaders),
    service: values.traceService,
    sampler: values.traceSampler,
    ratio: values.traceRatio,
  }
}

function requireDatabaseServer(values: SettingValues): void {
  const needing: [SettingName, string | null][] = [
    ['DATABASE_LISTEN_URL', values.databaseListenUrl],
    ['DATABASE_REPLICA_URL', values.databaseReplicaUrl],
  ]
  for (const [name, value] of needing)
    if (!values.databaseUrl && value)
      throw new ConfigError(`${name} needs DATABASE_URL, because it is only for PostgreSQL`)
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
      'PUBLIC_URL, AUTH_URL and CONSENT_URL share the session: put them on one host, or set COOKIE_DOMAIN to the domain that they share',
    )
}

/** Only one process may serve an SQLite database, because another would not see its changes in time. */
function requireSharedDatabase({ workers, databaseUrl }: Config): void {
  if (workers > 1 && databaseUrl === null)
    throw new ConfigError(
      `WORKERS ${workers} needs PostgreSQL: set DATABASE_URL. With SQLite, leave WORKERS out, because only one process can use it`,
    )
}

function requireTwoPorts({ port, metricsPort }: Config): void {
  if (metricsPort === port) throw new ConfigError(`METRICS_PORT must differ from PORT ${port}`)
}

function requireSomeSignIn({ passwordSignIn, identityProvider }: Config): void {
  if (passwordSignIn === 'off' && identityProvider === null)
    throw new ConfigError('PASSWORD_SIGN_IN=off needs OIDC_ISSUER; without it, nobody could sign in')
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} names a file that can't be read: ${(error as Error).message}`)
  }
}
