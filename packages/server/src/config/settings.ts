// The table of all settings: the environment variable, its field in Config, its parser, default and meaning.
import { logLevels } from '../platform/observability/log.ts'
import { samplerNames } from '../platform/observability/tracing/index.ts'
import {
  allowRule,
  boolean,
  bucket,
  domain,
  encryptionKey,
  encryptionKeys,
  groupPlace,
  header,
  integer,
  issuer,
  list,
  nameServers,
  oneOf,
  origin,
  orWord,
  otherHost,
  type Parser,
  pageOrigin,
  path,
  postgresUrl,
  proxies,
  ratio,
  securityContact,
  smtpAddress,
  text,
  tracesUrl,
} from './setting-values.ts'

export interface Setting {
  /** The field of `SettingValues`. */
  key: string
  parse: Parser<unknown>
  /**
   * The default, as it would stand in the environment. If null, an unset value is null, and the meaning says what that does.
   */
  default: string | null
  /** Another setting without which this one is ignored, because the host may set it for all its programs. */
  onlyWith?: string
  /** In Markdown, for docs/configuration.md, which is generated from this table. */
  meaning: string
}

export const settings = {
  PORT: {
    key: 'port',
    parse: integer(1, 65_535),
    default: '3000',
    meaning: 'Port to listen on.',
  },
  HOST: {
    key: 'host',
    parse: text,
    default: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` for all interfaces.',
  },
  WORKERS: {
    key: 'workers',
    parse: integer(1, 256),
    default: '1',
    meaning: 'Processes that share the port, such as one per core. More than one needs PostgreSQL.',
  },
  DATA_DIR: {
    key: 'dataDirectory',
    parse: path,
    default: './data',
    meaning: 'Folder of the SQLite database, the click journal and uploaded images.',
  },
  DATABASE_URL: {
    key: 'databaseUrl',
    parse: postgresUrl('leave it out to use SQLite in DATA_DIR'),
    default: null,
    meaning: '`postgres://…` for PostgreSQL 15 or later. Without it, SQLite in `DATA_DIR`.',
  },
  DATABASE_LISTEN_URL: {
    key: 'databaseListenUrl',
    parse: orWord('poll', postgresUrl('or it must be poll')),
    default: null,
    meaning:
      'Direct URL of PostgreSQL for the change feed if `DATABASE_URL` is a pooler in transaction mode, or `poll` if there is none. Without it, `DATABASE_URL`.',
  },
  DATABASE_REPLICA_URL: {
    key: 'databaseReplicaUrl',
    parse: postgresUrl('leave it out to use DATABASE_URL'),
    default: null,
    meaning: 'Read replica of `DATABASE_URL` for statistics. Without it, they are read from `DATABASE_URL`.',
  },
  ASSETS_URL: {
    key: 'assetsBucket',
    parse: bucket,
    default: null,
    meaning:
      'S3-compatible bucket for uploaded images: `s3://KEY:SECRET@host/bucket?region=…`. Without it, `DATA_DIR/assets`.',
  },
  DATABASE_POOL: {
    key: 'databasePool',
    parse: integer(2, 1000),
    default: '10',
    meaning: 'Size of the PostgreSQL connection pool per process. Each process opens four more connections.',
  },
  PUBLIC_URL: {
    key: 'publicUrl',
    parse: origin,
    default: null,
    meaning: 'URL of the service. Without it, `http://localhost:` and the port.',
  },
  API_URL: {
    key: 'apiUrl',
    parse: origin,
    default: null,
    meaning: 'Another origin for the API (`/v2`). Without it, `PUBLIC_URL`.',
  },
  AUTH_URL: {
    key: 'authUrl',
    parse: origin,
    default: null,
    meaning: 'Another origin for the OAuth server. Without it, `PUBLIC_URL`.',
  },
  CONSENT_URL: {
    key: 'consentUrl',
    parse: origin,
    default: null,
    meaning: 'Another origin for the consent screen. Without it, `PUBLIC_URL`.',
  },
  MCP_URL: {
    key: 'mcpUrl',
    parse: origin,
    default: null,
    meaning: 'Another origin for the agent-tool server. Without it, `PUBLIC_URL`.',
  },
  MCP_ALLOWED_ORIGINS: {
    key: 'mcpAllowedOrigins',
    parse: list(pageOrigin),
    default: '',
    meaning:
      'Origins, separated by commas, whose pages may use the agent-tool server from a browser, such as `http://localhost:6274` for the MCP Inspector.',
  },
  SHORT_URL: {
    key: 'shortUrl',
    parse: origin,
    default: null,
    meaning: 'Another origin for the short links. Without it, `PUBLIC_URL`.',
  },
  OTHER_HOSTS: {
    key: 'otherHosts',
    parse: list(otherHost),
    default: '',
    meaning:
      'Further hosts of the default domain, separated by commas, such as `www.example.com` or a name inside your network. If `PUBLIC_URL` is set, requests for any other host get 421.',
  },
  COOKIE_DOMAIN: {
    key: 'cookieDomain',
    parse: text,
    default: null,
    meaning:
      'Domain that the hosts of `PUBLIC_URL`, `AUTH_URL` and `CONSENT_URL` have in common. Needed if these hosts differ, because they share a session.',
  },
  TRUST_PROXY: {
    key: 'trustedProxies',
    parse: proxies,
    default: '',
    meaning:
      'Addresses or CIDR ranges, separated by commas, of the proxies whose `X-Forwarded-For` is trusted.',
  },
  SIGNUPS: {
    key: 'signUps',
    parse: oneOf('open', 'invite', 'closed'),
    default: 'invite',
    meaning:
      'Who can create an account: `open` (anyone), `invite` (people with an invitation) or `closed` (only the command line).',
  },
  OIDC_ISSUER: {
    key: 'oidcIssuer',
    parse: issuer,
    default: null,
    meaning:
      'Issuer URL of the OpenID Connect provider for [single sign-on](single-sign-on.md), exactly as the provider writes it. Without it, single sign-on is off.',
  },
  OIDC_CLIENT_ID: {
    key: 'oidcClientId',
    parse: text,
    default: null,
    meaning: "Linnet's client id at the provider. Needed with `OIDC_ISSUER`.",
  },
  OIDC_CLIENT_SECRET: {
    key: 'oidcClientSecret',
    parse: text,
    default: null,
    meaning: "Linnet's client secret at the provider. Without it, Linnet is a public client, with PKCE only.",
  },
  OIDC_NAME: {
    key: 'oidcName',
    parse: text,
    default: null,
    meaning: 'Name of the provider on the sign-in button. Without it, the host of `OIDC_ISSUER`.',
  },
  OIDC_ALLOW: {
    key: 'oidcAllow',
    parse: list(allowRule),
    default: '',
    meaning:
      'Who gets an account when they first sign in at the provider: domains of verified e-mail addresses and groups, separated by commas, such as `example.org, group:staff`. Without it, nobody does: only existing accounts can be connected.',
  },
  OIDC_GROUPS: {
    key: 'oidcGroups',
    parse: list(groupPlace),
    default: '',
    meaning:
      'Which workspaces people get into by their groups at the provider, as `group=workspace:role`, separated by commas, such as `staff=wsp_…:editor`. The roles are `viewer`, `editor` and `admin`.',
  },
  PASSWORD_SIGN_IN: {
    key: 'passwordSignIn',
    parse: oneOf('on', 'off'),
    default: 'on',
    meaning: '`off` makes the provider the only way to sign in and to get an account. Needs `OIDC_ISSUER`.',
  },
  SMTP_URL: {
    key: 'smtpUrl',
    parse: smtpAddress,
    default: null,
    meaning:
      'Mail server, such as `smtp://user:password@mail.example.com:587`. Without it, e-mails are written to the log.',
  },
  MAIL_FROM: {
    key: 'mailFrom',
    parse: text,
    default: null,
    meaning: 'Sender of e-mails. Without it, `linnet@` followed by the host of `PUBLIC_URL`.',
  },
  SECRET_KEY: {
    key: 'secretKey',
    parse: encryptionKey,
    default: null,
    meaning:
      'Key of 32 characters or more that encrypts secrets in the database. Without it, one is created and stored in `DATA_DIR/secret.key`.',
  },
  SECRET_KEY_FALLBACKS: {
    key: 'secretKeyFallbacks',
    parse: encryptionKeys,
    default: '',
    meaning:
      'Previous keys, separated by commas or line breaks, that can still decrypt stored secrets while `SECRET_KEY` is being [rotated](operating.md#rotating-the-secret-key).',
  },
  SECURITY_CONTACT: {
    key: 'securityContacts',
    parse: list(securityContact),
    default: '',
    meaning:
      'Where to report vulnerabilities, for `/.well-known/security.txt`: e-mail addresses or `https:` URLs, separated by commas. Without it, there is no such file.',
  },
  OAUTH_REGISTRATION: {
    key: 'oauthRegistration',
    parse: oneOf('open', 'closed'),
    default: 'open',
    meaning: 'Whether applications may register themselves with the OAuth server: `open` or `closed`.',
  },
  OAUTH_APP_REQUESTS_PER_MINUTE: {
    key: 'oauthAppRequestsPerMinute',
    parse: integer(1, 1_000_000_000),
    default: '500',
    meaning: 'API requests per minute for one OAuth application, across its access tokens.',
  },
  PLANS_FILE: {
    key: 'plansFile',
    parse: text,
    default: null,
    meaning: 'JSON file that replaces the built-in plans.',
  },
  DEFAULT_PLAN: {
    key: 'defaultPlan',
    parse: text,
    default: 'unlimited',
    meaning: 'Plan of new accounts.',
  },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    key: 'anonymousRequestsPerMinute',
    parse: integer(1, 1_000_000_000),
    default: '600',
    meaning: 'API requests per minute from one IP address without a valid credential.',
  },
  UNKNOWN_CODES_PER_MINUTE: {
    key: 'unknownCodesPerMinute',
    parse: integer(1, 1_000_000_000),
    default: '60',
    meaning:
      'Unknown short codes per minute from one IP address (or IPv6 /64) in one server process. Codes that exist are always answered.',
  },
  CLICK_RETENTION_DAYS: {
    key: 'clickRetentionDays',
    parse: integer(0, 36_500),
    default: '90',
    meaning: 'Days to keep individual clicks; 0 keeps none. Totals are kept forever.',
  },
  DELIVERY_RETENTION_DAYS: {
    key: 'deliveryRetentionDays',
    parse: integer(3, 36_500),
    default: '30',
    meaning:
      'Days to keep webhook deliveries with their requests and responses: at least 3, because retries take two.',
  },
  GEOIP_DB: {
    key: 'geoipDatabase',
    parse: text,
    default: null,
    meaning: 'Country database in MaxMind format (`.mmdb`). Without it, the included one.',
  },
  DNS_SERVERS: {
    key: 'dnsServers',
    parse: nameServers,
    default: '',
    meaning:
      'Name servers, separated by commas, for verifying custom domains and resolving the hosts of outgoing requests. Without it, those of the system.',
  },
  ALLOW_PRIVATE_TARGETS: {
    key: 'allowPrivateTargets',
    parse: boolean,
    default: 'false',
    meaning:
      '`true` lets outgoing requests (webhooks, logos, link checks) reach this machine and private networks. For development and tests.',
  },
  LINK_CHECKS: {
    key: 'linkChecks',
    parse: oneOf('on', 'off'),
    default: 'on',
    meaning:
      '`off` turns off all checks of link destinations. With `on`, they are checked each week for owners who want this.',
  },
  BLOCKED_HOSTS_FILES: {
    key: 'blockedHostsFiles',
    parse: list(path),
    default: '',
    meaning:
      'Files, separated by commas, with hosts that are blocked as destinations: one per line, as in a hosts file, or as `||host^`. Reloaded when they change.',
  },
  LOOK_ALIKES: {
    key: 'lookAlikes',
    parse: oneOf('allow', 'warn', 'refuse'),
    default: 'warn',
    meaning:
      'How to treat destinations whose host resembles a well-known one or this service: `allow`, `warn` (visitors see the destination first) or `refuse`.',
  },
  PROTECTED_DOMAINS: {
    key: 'protectedDomains',
    parse: list(domain),
    default: '',
    meaning: 'More domains, separated by commas, to protect from look-alikes, such as `examplebank.com`.',
  },
  SHORTENERS: {
    key: 'shorteners',
    parse: oneOf('allow', 'warn', 'refuse'),
    default: null,
    meaning:
      'How to treat destinations at other link shorteners: `allow`, `warn` or `refuse`. Without it, `warn` if `SIGNUPS` is `open`, otherwise `allow`.',
  },
  QUARANTINE_HOURS: {
    key: 'quarantineHours',
    parse: integer(0, 8760),
    default: null,
    meaning:
      "Hours during which visitors of a new account's links see the destination first, unless an administrator trusts the account. Without it, 24 if `SIGNUPS` is `open`, otherwise 0.",
  },
  METRICS_TOKEN: {
    key: 'metricsToken',
    parse: text,
    default: null,
    meaning: 'Bearer token for reading the metrics. It also enables `/healthz/metrics` on the server itself.',
  },
  METRICS_PORT: {
    key: 'metricsPort',
    parse: integer(1, 65_535),
    default: null,
    meaning:
      'Separate port that serves `/metrics`. Without it, there is none. Without `METRICS_TOKEN`, it only answers requests to an IP address or `localhost`.',
  },
  METRICS_HOST: {
    key: 'metricsHost',
    parse: text,
    default: '127.0.0.1',
    meaning: 'Address that `METRICS_PORT` listens on.',
  },
  STOP_DELAY_SECONDS: {
    key: 'stopDelaySeconds',
    parse: integer(0, 3600),
    default: '0',
    meaning:
      'Seconds that a server keeps answering after the stop signal, while `/readyz` reports that it is stopping, so that a load balancer can notice.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    key: 'tracesUrl',
    parse: tracesUrl,
    default: null,
    meaning:
      'Collector that traces are sent to, with OTLP over HTTP, such as `http://localhost:4318`. Without it, none are sent.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    key: 'traceHeaders',
    parse: list(header),
    default: '',
    onlyWith: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'Headers for the collector, `name=value` separated by commas, values percent-encoded.',
  },
  OTEL_SERVICE_NAME: {
    key: 'traceService',
    parse: text,
    default: 'linnet',
    onlyWith: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'Name of the service in traces.',
  },
  OTEL_TRACES_SAMPLER: {
    key: 'traceSampler',
    parse: oneOf(...samplerNames),
    default: 'parentbased_always_on',
    onlyWith: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      "Sampler of traces: `always_on`, `always_off`, `traceidratio`, or one of them with the prefix `parentbased_`, which follows the caller's decision.",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    key: 'traceRatio',
    parse: ratio,
    default: '1',
    onlyWith: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'Share of traces that `traceidratio` keeps, from 0 to 1.',
  },
  LOG_REQUESTS: {
    key: 'logRequests',
    parse: boolean,
    default: 'false',
    meaning: '`true` logs each request: method, route, status and time, but no IP address, path or query.',
  },
  LOG_LEVEL: {
    key: 'logLevel',
    parse: oneOf(...logLevels),
    default: 'info',
    meaning: 'Lowest level that is logged: `info`, `warn`, `error` or `silent`.',
  },
} as const satisfies Record<string, Setting>

type Settings = typeof settings
export type SettingName = keyof Settings

/** The parsed settings, by key. */
export type SettingValues = {
  -readonly [Name in SettingName as Settings[Name]['key']]:
    | ReturnType<Settings[Name]['parse']>
    | (Settings[Name]['default'] extends null ? null : never)
}
