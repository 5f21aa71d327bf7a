// A table of all settings, with their defaults and meanings.

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
      'Address for listening to changes if `DATABASE_URL` is a pooler in transaction mode: a direct one, or `poll` if there is none. Without it, `DATABASE_URL`.',
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
  OTHER_HOSTS: {
    default: '',
    meaning:
      'Further hosts of the default domain, separated by commas, such as `www.example.com` or a name inside your network. If `PUBLIC_URL` is set, requests for any other host get 421.',
  },
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
  SECRET_KEY_FALLBACKS: {
    default: null,
    meaning:
      'Further keys that can still decrypt stored secrets, separated by commas or line breaks, while `SECRET_KEY` is being [rotated](operating.md#rotating-the-secret-key).',
  },
  SECURITY_CONTACT: {
    default: null,
    meaning:
      'Where to report vulnerabilities, for `/.well-known/security.txt`: e-mail addresses or `https:` URLs, separated by commas. Without it, there is no such file.',
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
  BLOCKED_HOSTS_FILES: {
    default: '',
    meaning:
      'Files, separated by commas, with hosts that nothing may lead to: one a line, as a hosts file, or as `||host^`. Read again when they change.',
  },
  LOOK_ALIKES: {
    default: 'warn',
    meaning:
      'What is done about destinations whose host looks like a well-known one, or like this service: `allow`, `warn` (visitors see first where it leads) or `refuse`.',
  },
  PROTECTED_DOMAINS: {
    default: '',
    meaning:
      'More domains, separated by commas, that no destination may look like, such as `examplebank.com`.',
  },
  SHORTENERS: {
    default: null,
    meaning:
      'What is done about destinations at other services of short links: `allow`, `warn` or `refuse`. Without it, `warn` where `SIGNUPS` is `open`, else `allow`.',
  },
  QUARANTINE_HOURS: {
    default: null,
    meaning:
      'Hours that visitors of what a new account links to see first where it leads, unless an administrator trusts it. Without it, 24 where `SIGNUPS` is `open`, else 0.',
  },
  METRICS_TOKEN: {
    default: null,
    meaning:
      'Bearer token with which a monitor reads the metrics: also at `/healthz/metrics` of the server itself, which is not there without it.',
  },
  METRICS_PORT: {
    default: null,
    meaning:
      'Port of its own on which `/metrics` is answered. Without it, none. Without `METRICS_TOKEN` it only answers requests by IP address or as `localhost`.',
  },
  METRICS_HOST: { default: '127.0.0.1', meaning: 'Address that `METRICS_PORT` listens on.' },
  STOP_DELAY_SECONDS: {
    default: '0',
    meaning:
      'How long a server goes on answering after the signal to stop, while `/readyz` reports that it is stopping, so that a load balancer can notice.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: null,
    meaning:
      'Collector that traces are sent to, by OTLP over HTTP, such as `http://localhost:4318`. Without it, there are none.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: '',
    meaning: 'Headers for the collector, `name=value` separated by commas, values percent-encoded.',
  },
  OTEL_SERVICE_NAME: { default: 'linnet', meaning: 'What the service is called in traces.' },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    meaning:
      'Which traces are kept: `always_on`, `always_off`, `traceidratio`, or one of them with `parentbased_` before it, which does as the caller did.',
  },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', meaning: 'Share that `traceidratio` keeps, from 0 to 1.' },
  LOG_REQUESTS: {
    default: 'false',
    meaning:
      '`true` writes a line for each request: method, route, status and time, and no address, path or query.',
  },
  LOG_LEVEL: { default: 'info', meaning: 'Least level that is logged: `info`, `warn`, `error` or `silent`.' },
} as const satisfies Record<string, { default: string | null; meaning: string }>

export type SettingName = keyof typeof settings

/** A setting's value from the environment, or from the file that it names instead; otherwise its default. */
export type Read = (name: SettingName) => string | null
