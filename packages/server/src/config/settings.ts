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
    meaning: 'Folder of the SQLite database, the click journal and uploaded images.',
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
    meaning: 'Read replica of `DATABASE_URL` for statistics. Without it, they are read from `DATABASE_URL`.',
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
    meaning: 'URL of the service. Without it, `http://localhost:` and the port.',
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
      'Domain that `PUBLIC_URL`, `AUTH_URL` and `CONSENT_URL` share, if they are different hosts: sign-in needs one session.',
  },
  TRUST_PROXY: {
    default: '',
    meaning:
      'Addresses or CIDR ranges, separated by commas, of the proxies whose `X-Forwarded-For` is trusted.',
  },
  SIGNUPS: {
    default: 'invite',
    meaning:
      'Who can create an account: `open` (everyone), `invite` (people with an invitation) or `closed` (nobody, except on the command line).',
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
      'Key of 32 characters or more that encrypts secrets in the database. Without it, one is created and stored in `DATA_DIR/secret.key`.',
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
    meaning: 'Whether applications may register themselves with the OAuth server: `open` or `closed`.',
  },
  OAUTH_APP_REQUESTS_PER_MINUTE: {
    default: '500',
    meaning: 'API requests a minute for one OAuth application, across its access tokens.',
  },
  PLANS_FILE: { default: null, meaning: 'JSON file that replaces the built-in plans.' },
  DEFAULT_PLAN: { default: 'unlimited', meaning: 'Plan of new accounts.' },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    default: '600',
    meaning: 'API requests a minute from one address without a valid credential.',
  },
  CLICK_RETENTION_DAYS: {
    default: '90',
    meaning: 'Days that single clicks are kept, in addition to sums, which are kept forever; 0 keeps none.',
  },
  DELIVERY_RETENTION_DAYS: {
    default: '30',
    meaning:
      'Days that webhook deliveries are kept, with their requests and responses: at least 3, because retries take two.',
  },
  GEOIP_DB: {
    default: null,
    meaning: 'Country database in MaxMind format (`.mmdb`). Without it, the included one.',
  },
  DNS_SERVERS: {
    default: '',
    meaning:
      "Name servers, separated by commas, used to verify custom domains and to resolve the hosts of outgoing requests. Without it, the machine's.",
  },
  ALLOW_PRIVATE_TARGETS: {
    default: 'false',
    meaning:
      '`true` lets outgoing requests (webhooks, logos, link checks) reach this machine and private networks. For development and tests.',
  },
  BLOCKED_HOSTS_FILES: {
    default: '',
    meaning:
      'Files, separated by commas, with hosts that are blocked as destinations: one per line, as in a hosts file, or as `||host^`. Reloaded when they change.',
  },
  LOOK_ALIKES: {
    default: 'warn',
    meaning:
      'How to treat destinations whose host looks like a well-known one, or like this service: `allow`, `warn` (visitors see the destination first) or `refuse`.',
  },
  PROTECTED_DOMAINS: {
    default: '',
    meaning: 'More domains, separated by commas, to protect from look-alikes, such as `examplebank.com`.',
  },
  SHORTENERS: {
    default: null,
    meaning:
      'How to treat destinations at other link shorteners: `allow`, `warn` or `refuse`. Without it, `warn` if `SIGNUPS` is `open`, otherwise `allow`.',
  },
  QUARANTINE_HOURS: {
    default: null,
    meaning:
      "Hours during which visitors of a new account's links see the destination first, unless an administrator trusts the account. Without it, 24 if `SIGNUPS` is `open`, otherwise 0.",
  },
  METRICS_TOKEN: {
    default: null,
    meaning: 'Bearer token for reading the metrics. It also enables `/healthz/metrics` on the server itself.',
  },
  METRICS_PORT: {
    default: null,
    meaning:
      'Separate port that serves `/metrics`. Without it, none. Without `METRICS_TOKEN` it only answers requests by IP address or as `localhost`.',
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
      'Collector that traces are sent to, with OTLP over HTTP, such as `http://localhost:4318`. Without it, none are sent.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: '',
    meaning: 'Headers for the collector, `name=value` separated by commas, values percent-encoded.',
  },
  OTEL_SERVICE_NAME: { default: 'linnet', meaning: 'Name of the service in traces.' },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    meaning:
      "Which traces are kept: `always_on`, `always_off`, `traceidratio`, or one of them with the prefix `parentbased_`, which follows the caller's decision.",
  },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', meaning: 'Share that `traceidratio` keeps, from 0 to 1.' },
  LOG_REQUESTS: {
    default: 'false',
    meaning: '`true` logs each request: method, route, status and time, but no IP address, path or query.',
  },
  LOG_LEVEL: {
    default: 'info',
    meaning: 'Lowest level that is logged: `info`, `warn`, `error` or `silent`.',
  },
} as const satisfies Record<string, { default: string | null; meaning: string }>

export type SettingName = keyof typeof settings

/** A setting's value from the environment, or from the file that it names instead; otherwise its default. */
export type Read = (name: SettingName) => string | null
