// A complete Linnet for a test file: a real server on a real database, reached over HTTP, with a test clock.
import { afterAll, beforeAll, describe } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@linnet/contract'
import { type Environment, readConfig } from '../packages/server/src/config/config.ts'
import type { Message } from '../packages/server/src/platform/net/mail.ts'
import type { Log } from '../packages/server/src/platform/observability/log.ts'
import { type RunningServer, startServer } from '../packages/server/src/serve.ts'
import './machine/bundled-threads.ts'
import './cheap-hashes.ts'
import { password } from './accounts/sign-in.ts'
import { TestClock } from './clock.ts'
import { keepRecord } from './command/failure-records.ts'
import { oneEngine } from './command/one-engine.ts'
import { commandJson } from './commands.ts'
import { type Engine, engines, type FreshDatabase, migratedDatabase } from './databases.ts'
import { freePort } from './machine/free-port.ts'

/** The User-Agent of a current browser. */
export const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** How many of the newest log lines are kept, to be shown if a test in the file fails. */
const recordedLines = 200

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON; null if the body is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  body: any
  text: string
}

export interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
}

export interface Account {
  email: string
  userId: string
  key: string
  /** Calls `/v2` with the account's key: `call('POST /links', { body })`. */
  call(methodAndPath: string, options?: CallOptions): Promise<Answer>
  /** Creates a link and returns its record; fails the test if it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  link(fields?: Record<string, unknown>): Promise<any>
  /** Gives the account a custom domain that is already verified. */
  domain(name: string): Promise<unknown>
  /** Creates another API key for this account. */
  newKey(scopes: string): Promise<string>
  client: Client
}

export interface Instance {
  engine: Engine
  url: string
  clock: TestClock
  database: FreshDatabase
  /** Sends a request to the server without following redirects: `ask('GET /abc', { headers })`. */
  ask(methodAndPath: string, options?: CallOptions): Promise<Answer>
  /** Opens a short URL as a browser would. */
  visit(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Runs a CLI command on the same database; returns its JSON, or throws its error. */
  command(...args: string[]): Promise<Record<string, unknown>>
  /** Creates an account. The default plan has no limits, and practically no request limit. */
  account(options?: { plan?: string; scopes?: string; administrator?: boolean }): Promise<Account>
  /** E-mails that would have been sent; without SMTP_URL, the server logs them instead. */
  messages: Message[]
  /** The newest message to this address; throws if there is none. */
  messageTo(email: string): Message
  /** The URL for setting up the administrator, new on each call; null once an account exists. */
  setUpAddress(): Promise<string | null>
  /** Resolves once the statistics include all pending clicks. */
  countClicks(): Promise<void>
  /** Errors that the server has logged. A test that provokes an error removes it from here. */
  errors: string[]
  stop(): Promise<void>
}

// The built-in plans, and one for tests that send many requests.
const plans = {
  unlimited: {},
  roomy: { requests_per_minute: 1_000_000 },
  free: {
    links: 100,
    custom_slug_renames: 5,
    microsites: 1,
    mcp_calls: 0,
    workspaces: 1,
    analytics_days: 30,
    bulk_shortening: false,
    image_slide: false,
    microsite_visibility: false,
    hosted_mcp_enabled: false,
    requests_per_minute: 1_000_000,
  },
  tiny: { links: 3, custom_slug_renames: 1, requests_per_minute: 1_000_000 },
}

export async function startInstance(engine: Engine, env: Environment = {}): Promise<Instance> {
  const database = await migratedDatabase(engine)
  return await startOn(database, engine, env)
}

/** Starts a server on an existing database; pass the `clock` of the server that it replaces. */
export async function startOn(
  database: FreshDatabase,
  engine: Engine,
  env: Environment = {},
  clock = new TestClock(),
): Promise<Instance> {
  const errors: string[] = []
  const messages: Message[] = []
  const logLines: string[] = []
  const addLine = (...args: unknown[]) => void logLines.push([new Date().toISOString(), ...args].join(' '))
  const log: Log = {
    info: (event, fields = {}) => addLine('info', event, JSON.stringify(fields)),
    warn(event, fields = {}) {
      addLine('warn', event, JSON.stringify(fields))
      const { to, subject, text } = fields
      if (to && subject && text) messages.push({ to: `${to}`, subject: `${subject}`, text: `${text}` })
    },
    error(event, error) {
      const reason = error instanceof Error ? error.stack : String(error)
      addLine('error', event, reason)
      errors.push(`${event}: ${reason}`)
    },
  }
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PLANS_FILE: plansFile(database.env.DATA_DIR),
    LOG_LEVEL: 'error',
    ANONYMOUS_REQUESTS_PER_MINUTE: '1000000',
    UNKNOWN_CODES_PER_MINUTE: '1000000',
    ...database.env,
    ...env,
  })
  const server = await startServer({ config, clock, log })
  return instanceOf({ engine, database, clock, errors, messages, logLines, server, port })
}

interface InstanceNeeds {
  engine: Engine
  database: FreshDatabase
  clock: TestClock
  errors: string[]
  messages: Message[]
  /** Everything that the server has logged. */
  logLines: string[]
  server: RunningServer
  port: number
}

function instanceOf(needs: InstanceNeeds): Instance {
  const { engine, database, clock, errors, messages, logLines, server, port } = needs
  const url = `http://localhost:${port}`
  let accounts = 0

  const ask: Instance['ask'] = (methodAndPath, options) => request(url, methodAndPath, options)

  const command: Instance['command'] = (...args) => commandJson(server.application.commands, args)

  return {
    engine,
    url,
    clock,
    database,
    ask,
    visit: (path, headers = {}) => ask(`GET ${path}`, { headers: { 'user-agent': browser, ...headers } }),
    command,
    account: (options) => createAccount({ url, command, email: `person${++accounts}@example.com` }, options),
    messages,
    messageTo(email) {
      const message = messages.findLast(({ to }) => to === email)
      if (!message) throw new Error(`no message was sent to ${email}`)
      return message
    },
    setUpAddress: server.application.setUpAddress,
    countClicks: () => server.application.settleClicks(null),
    errors,
    async stop() {
      try {
        await server.stop()
      } finally {
        if (logLines.length > 0) keepRecord('server.log', logLines.slice(-recordedLines).join('\n'))
      }
      if (errors.length > 0) throw new Error(`the server logged errors:\n${errors.join('\n')}`)
    },
  }
}

interface AccountNeeds {
  url: string
  command: Instance['command']
  email: string
}

async function createAccount(
  { url, command, email }: AccountNeeds,
  { plan = 'roomy', scopes = 'all', administrator = false }: Parameters<Instance['account']>[0] = {},
): Promise<Account> {
  const user = await command(
    ...['user', 'create', '--email', email, '--password', password, '--plan', plan],
    ...(administrator ? ['--admin'] : []),
  )
  const newKey = async (scopes: string) =>
    (await command('key', 'create', '--email', email, '--name', 'test', '--scopes', scopes)).key as string
  const key = await newKey(scopes)
  const call: Account['call'] = (methodAndPath, options = {}) =>
    request(`${url}/v2`, methodAndPath, {
      ...options,
      headers: { authorization: `Bearer ${key}`, ...options.headers },
    })
  return {
    email,
    userId: user.id as string,
    key,
    call,
    newKey,
    domain: (name) => command('domain', 'add', '--email', email, '--domain', name, '--verified'),
    client: createClient({ baseUrl: `${url}/v2`, credential: key }),
    async link(fields = {}) {
      const answer = await call('POST /links', { body: { long_url: 'https://example.com/', ...fields } })
      if (answer.status !== 200) throw new Error(`the link was refused: ${answer.text}`)
      return answer.body.data
    },
  }
}

/** Sends one request, following no redirect: `request(url, 'GET /abc', { headers })`. */
export async function request(
  url: string,
  methodAndPath: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = methodAndPath.split(' ')
  const isText = typeof body === 'string' || body instanceof Uint8Array || body instanceof URLSearchParams
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && !isText ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body === undefined ? undefined : isText ? (body as BodyInit) : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes the test plans to a file in the server's data folder; returns its path. */
function plansFile(folder: string): string {
  const file = join(folder, 'plans.json')
  writeFileSync(file, JSON.stringify(plans))
  return file
}

/** Runs the same tests on each engine, with a fresh instance that they share. */
export function onEachEngine(what: string, tests: (instance: Instance) => void, env: Environment = {}): void {
  onEngines(engines, what, tests, env)
}

/**
 * The same on one engine: for behaviour that doesn't depend on the database, and for browser tests of operations that are
 * tested on both elsewhere. It is SQLite, or PostgreSQL when `npm run test:all` runs the tests on PostgreSQL only.
 */
export function onOneEngine(what: string, tests: (instance: Instance) => void, env: Environment = {}): void {
  onEngines(oneEngine, what, tests, env)
}

function onEngines(
  chosen: readonly Engine[],
  what: string,
  tests: (instance: Instance) => void,
  env: Environment,
): void {
  for (const engine of chosen) {
    describe(`${what}, on ${engine}`, () => {
      tests(sharedInstance(engine, env))
    })
  }
}

/**
 * An instance that the tests of a file or block share. The returned object is empty while tests are registered, and is
 * filled in before they run.
 */
export function sharedInstance(engine: Engine, env: Environment = {}): Instance {
  const instance = {} as Instance
  beforeAll(async () => void Object.assign(instance, await startInstance(engine, env)))
  afterAll(async () => {
    try {
      await instance.stop()
    } finally {
      await instance.database.remove()
    }
  })
  return instance
}
