// Examines PostgreSQL as the server will use it: through the same address, with the same options, and a notification.
import pg from 'pg'
import type { Config } from '../../config.ts'
import { type Contents, examineContents } from './contents.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const connectMilliseconds = 5000
const notifyMilliseconds = 2000
const oldestVersion = 15
const slightSeconds = 2
const graveSeconds = 30
// Besides its pool: the main thread listens, the drain has one and the sender two.
const ownConnections = 4

export async function examinePostgres(config: Config & { databaseUrl: string }): Promise<Contents> {
  const client = connectTo(config.databaseUrl)
  try {
    await client.connect()
  } catch (error) {
    return { findings: [unreachable(error)], domains: [] }
  }
  try {
    const ask = async (statement: string) => (await client.query(statement)).rows as Record<string, unknown>[]
    const setting = async (name: string) => String((await ask(`show ${name}`))[0]?.[name])
    const findings = [
      version(Number(await setting('server_version_num'))),
      encoding(await setting('server_encoding')),
      timeout(await setting('statement_timeout')),
      await connections(ask, config, Number(await setting('max_connections'))),
      await clocks(ask),
      await listening(config.databaseUrl, client),
    ]
    const contents = await examineContents(ask, config)
    return { ...contents, findings: [...findings, ...contents.findings] }
  } catch (error) {
    return {
      findings: [problem('database', `stopped answering: ${reasonOf(error)}`, 'look into its log')],
      domains: [],
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** With the option that the server gives: a pooler may refuse it. */
function connectTo(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: connectMilliseconds,
    statement_timeout: connectMilliseconds,
  })
  client.on('error', () => {})
  return client
}

function unreachable(error: unknown): Finding {
  const reason = reasonOf(error)
  const todo = /startup parameter/.test(reason)
    ? 'let the pooler pass it: ignore_startup_parameters = statement_timeout in pgbouncer.ini'
    : /password|role|database .* does not exist/.test(reason)
      ? 'mend user, password or database name in DATABASE_URL'
      : 'start PostgreSQL, or mend host and port in DATABASE_URL'
  return problem('database', `PostgreSQL at DATABASE_URL can't be used: ${reason}`, todo)
}

function version(number: number): Finding {
  const says = `PostgreSQL ${Math.floor(number / 10_000)}.${number % 10_000} answers`
  if (number >= oldestVersion * 10_000) return ok('database', says)
  return problem('database', says, `${oldestVersion} or later is needed`)
}

function encoding(name: string): Finding {
  if (name === 'UTF8') return ok('encoding', 'is UTF8')
  return problem(
    'encoding',
    `is ${name}`,
    'make the database anew: create database … encoding UTF8 template template0',
  )
}

function timeout(value: string): Finding {
  if (value !== '0') return ok('statement timeout', 'what the server asks for holds')
  return warning(
    'statement timeout',
    'what the server asks for is lost on the way, so that a slow question is never ended',
    'set it for the user: alter role … set statement_timeout = 10000',
  )
}

async function connections(
  ask: (statement: string) => Promise<Record<string, unknown>[]>,
  { databasePool, workers }: Config,
  most: number,
): Promise<Finding> {
  const [row] = await ask('select count(*) as used from pg_stat_activity where pid <> pg_backend_pid()')
  const needed = (databasePool + ownConnections) * workers
  const says = `max_connections is ${most}, ${row?.used} are in use, and this node takes up to ${needed}`
  const todo = 'lower DATABASE_POOL or WORKERS, raise max_connections, or put a pooler before it'
  if (needed > most) return problem('connections', says, todo)
  return needed > most / 2
    ? warning('connections', says, `with a second node it is too few: ${todo}`)
    : ok('connections', says)
}

async function clocks(ask: (statement: string) => Promise<Record<string, unknown>[]>): Promise<Finding> {
  const before = Date.now()
  const [row] = await ask('select extract(epoch from clock_timestamp())::float8 as now')
  const difference = Math.abs(Number(row?.now) - (before + Date.now()) / 2000)
  const says = `this machine's clock and the database's differ by ${difference.toFixed(1)} s`
  if (difference > graveSeconds) return problem('clock', says, 'set both by NTP (timedatectl set-ntp true)')
  return difference > slightSeconds
    ? warning('clock', says, 'set both by NTP (timedatectl set-ntp true)')
    : ok('clock', says)
}

/** Sends a notification to itself, over a second connection. */
async function listening(connectionString: string, sender: pg.Client): Promise<Finding> {
  const channel = `linnet_doctor_${crypto.randomUUID().replaceAll('-', '')}`
  const listener = connectTo(connectionString)
  try {
    await listener.connect()
    const { promise: heard, resolve } = Promise.withResolvers<boolean>()
    listener.on('notification', () => resolve(true))
    await listener.query(`listen ${channel}`)
    await sender.query('select pg_notify($1, $2)', [channel, ''])
    const timer = setTimeout(resolve, notifyMilliseconds, false)
    const isHeard = await heard
    clearTimeout(timer)
    if (isHeard) return ok('notifications', 'LISTEN hears what NOTIFY says')
  } catch {
    // As good as not heard.
  } finally {
    await listener.end().catch(() => undefined)
  }
  return problem(
    'notifications',
    'LISTEN hears nothing, so that nodes do not hear of changes: a pooler in transaction mode stands between',
    'let DATABASE_URL lead past it, or through it in session mode',
  )
}
