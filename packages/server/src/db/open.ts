// Opens the configured database.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../platform/config-error.ts'
import { lockFile } from '../platform/files/file-lock.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Tracing } from '../platform/observability/tracing/index.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { BareDatabase, Database } from './database.ts'
import { openSqlite, openSqliteForWriting } from './sqlite/sqlite.ts'
import { writerQueueMemory } from './sqlite/writer-queue.ts'

export interface DatabaseOptions {
  /** `postgres://…`, or null for SQLite in `dataDirectory`. */
  url: string | null
  /** Where to listen for changes: by default `url`; null to poll for them instead. */
  listenUrl?: string | null
  /** A read replica of PostgreSQL, for queries about clicks. */
  replicaUrl?: string | null
  dataDirectory: string
  poolSize: number
  clock: Clock
  log: Log
  tracing?: Tracing | null
}

export function sqliteFile(dataDirectory: string): string {
  return join(dataDirectory, 'linnet.db')
}

// Connections to PostgreSQL by worker: the delivery worker records outcomes while it reads the next deliveries.
const connections = { 'click worker': 1, 'delivery worker': 2 }

// Loaded only if it is used, because the click worker loads it a second time: that saves 6 MB and 30 ms at the start.
const postgres = () => import('./postgres/postgres.ts')

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) return await (await postgres()).openPostgres({ ...options, url: options.url })
  makeDataDirectory(options.dataDirectory)
  return await openSqlite(sqliteFile(options.dataDirectory), options.tracing ?? null)
}

/**
 * Locks the folder for this server process, and returns the function that unlocks it. SQLite is for one server (apart from
 * the command line), because a second one would notice the first one's changes too late.
 */
export function claimDataDirectory(directory: string): () => void {
  makeDataDirectory(directory)
  const release = lockFile(join(directory, 'server.lock'))
  if (release) return release
  throw new ConfigError(
    `another server is using DATA_DIR ${directory}; stop it, or give this one another folder (several servers need PostgreSQL)`,
  )
}

function makeDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!statSync(directory).isDirectory()) throw new Error('it is not a folder')
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${directory} can't be used: ${(error as Error).message}`)
  }
}

/** Opens connections for a worker thread, to tables that exist already. */
export async function openThreadDatabase(
  {
    databaseUrl,
    dataDirectory,
    writerQueue,
  }: { databaseUrl: string | null; dataDirectory: string; writerQueue: SharedArrayBuffer | null },
  worker: keyof typeof connections,
  log: Log,
): Promise<BareDatabase> {
  if (databaseUrl) return (await postgres()).openPostgresForWriting(databaseUrl, connections[worker], log)
  return openSqliteForWriting(sqliteFile(dataDirectory), writerQueue ?? writerQueueMemory(), worker)
}
