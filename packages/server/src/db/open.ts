// Opens the database that the configuration names.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../platform/log.ts'
import type { BareDatabase, Database } from './database.ts'
import { openPostgres, openPostgresForWriting } from './postgres.ts'
import { openSqlite, openSqliteForWriting } from './sqlite.ts'

export interface DatabaseOptions {
  /** `postgres://…`, or null for SQLite in `dataDirectory`. */
  url: string | null
  dataDirectory: string
  poolSize: number
  clockOffset: () => number
  log: Log
}

export function sqliteFile(dataDirectory: string): string {
  return join(dataDirectory, 'linnet.db')
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) return await openPostgres({ ...options, url: options.url })
  mkdirSync(options.dataDirectory, { recursive: true, mode: 0o700 })
  return await openSqlite(sqliteFile(options.dataDirectory))
}

/** What the drain's thread needs: a connection to tables that the main thread has made. */
export function openDrainDatabase(
  { databaseUrl, dataDirectory }: { databaseUrl: string | null; dataDirectory: string },
  log: Log,
): BareDatabase {
  return databaseUrl
    ? openPostgresForWriting(databaseUrl, 1, log)
    : openSqliteForWriting(sqliteFile(dataDirectory))
}
