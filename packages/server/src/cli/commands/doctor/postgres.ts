// Checks PostgreSQL the way the server will use it: at the same address, and with notifications.
import pg from 'pg'
import type { Config } from '../../../config/config.ts'
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.ts'
import { type Contents, examineContents, type RunQuery } from './contents.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const connectMilliseconds = 5000
const notifyMilliseconds = 2000
const oldestVersion = 15
const slightSeconds = 2
const graveSeconds = 30
// In addition to the pool: one listener connection, one for the click worker and two for the delivery worker.
const ownConnections = 4

export async function examinePostgres(config: Config & { databaseUrl: string }): Promise<Contents> {
  const client = connectTo(config.databaseUrl)
  try {
    await client.connect()
  } catch (error) {
    return { findings: [unreachable(error)], domains: [] }
  }
  try {
    const runQuery: RunQuery = async (statement) => (await client.query(statement)).rows
    const setting = async (name: string) => String((await runQuery(`show ${name}`))[0]?.[name])
    const findings = [
      version(Number(await setting('server_version_num'))),
      encoding(await setting('server_encoding')),
      await connections(runQuery, config, Number(await setting('max_connections'))),
      await clocks(runQuery),
      await listening(config.databaseListenUrl, client),
    ]
    if (config.databaseReplicaUrl !== null) findings.push(await replica(config.databaseReplicaUrl))
    const contents = await examineContents(runQuery, config)
    return { ...contents, findings: [...findings, ...contents.findings] }
  } catch (error) {
    return {
      findings: [problem('database', `stopped answering: ${reasonOf(error)}`, "check PostgreSQL's log")],
      domains: [],
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Connects with no more options than the server, because a pooler may refuse them. */
function connectTo(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    fallback_application_name: 'linnet',
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: connectMilliseconds,
  })
  client.on('error', () => {})
  return client
}

function unreachable(error: unknown): Finding {
  const reason = reasonOf(error)
  const todo = /password|role|database "[^"]*" does not exist/.test(reason)
    ? 'correct the user, password or database name in DATABASE_URL'
    : 'start PostgreSQL, or correct the host and port in DATABASE_URL'
  return problem('database', `PostgreSQL at DATABASE_URL can't be used: ${reason}`, todo)
}

function version(number: number): Finding {
  const says = `PostgreSQL ${Math.floor(number / 10_000)}.${number % 10_000} answers`
  if (number >= oldestVersion * 10_000) return ok('database', says)
  return problem('database', says, `upgrade to PostgreSQL ${oldestVersion} or later`)
}

function encoding(name: string): Finding {
  if (name === 'UTF8') return ok('encoding', 'is UTF8')
  return problem(
    'encoding',
    `is ${name}`,
    'recreate the database: create database … encoding UTF8 template template0',
  )
}

async function connections(
  runQuery: RunQuery,
  { databasePool, workers }: Config,
  most: number,
): Promise<Finding> {
  const [row] = await runQuery('select count(*) as used from pg_stat_activity where pid <> pg_backend_pid()')
  const needed = (databasePool + ownConnections) * workers
  const says = `max_connections is ${most}, ${row?.used} are in use, and this node needs up to ${needed}`
  const todo = 'lower DATABASE_POOL or WORKERS, raise max_connections, or use a pooler'
  if (needed > most) return problem('connections', says, todo)
  return needed > most / 2
    ? warning('connections', says, `before you add a node, ${todo}`)
    : ok('connections', says)
}

async function clocks(runQuery: RunQuery): Promise<Finding> {
  const before = Date.now()
  const [row] = await runQuery('select extract(epoch from clock_timestamp())::float8 as now')
  const difference = Math.abs(Number(row?.now) - (before + Date.now()) / 2000)
  const says = `this machine's clock and the database's differ by ${difference.toFixed(1)} s`
  if (difference > graveSeconds)
    return problem('clock', says, 'synchronize both with NTP (timedatectl set-ntp true)')
  return difference > slightSeconds
    ? warning('clock', says, 'synchronize both with NTP (timedatectl set-ntp true)')
    : ok('clock', says)
}

async function replica(connectionString: string): Promise<Finding> {
  const client = connectTo(connectionString)
  const todo = 'correct DATABASE_REPLICA_URL, or leave it out'
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as follows')
    return rows[0]?.follows
      ? ok('replica', 'answers, and replicates the primary')
      : warning('replica', 'DATABASE_REPLICA_URL points to a server that is not a replica', todo)
  } catch (error) {
    return warning('replica', `statistics are read from the primary: ${reasonOf(error)}`, todo)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Sends itself a notification over a second connection. */
async function listening(connectionString: string | null, sender: pg.Client): Promise<Finding> {
  if (connectionString === null)
    return ok('notifications', 'are not used: nodes poll for changes (DATABASE_LISTEN_URL=poll)')
  const channel = `linnet_doctor_${crypto.randomUUID().replaceAll('-', '')}`
  const listener = connectTo(connectionString)
  try {
    await listener.connect()
    const { promise: received, resolve } = Promise.withResolvers<boolean>()
    listener.on('notification', () => resolve(true))
    await listener.query(`listen ${channel}`)
    await sender.query('select pg_notify($1, $2)', [channel, ''])
    if (await waitAtMost(notifyMilliseconds, received, () => false))
      return ok('notifications', 'LISTEN receives what NOTIFY sends')
  } catch {
    // Treated as not received.
  } finally {
    await listener.end().catch(() => undefined)
  }
  return problem(
    'notifications',
    'LISTEN receives nothing, so nodes see changes late; the likely cause is a pooler in transaction mode',
    'set DATABASE_LISTEN_URL to a direct address of PostgreSQL, or to poll',
  )
}
