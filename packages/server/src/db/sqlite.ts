// The embedded engine: one file in DATA_DIR, a connection that reads and one that writes.
import { Database as Connection, type SQLQueryBindings } from 'bun:sqlite'
import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { groupCommits } from './commit-group.ts'
import { type BareDatabase, type Database, within } from './database.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

// How often a process looks whether another one (the command line) has written something.
const pollMilliseconds = 25
const keptChangesSeconds = 3600

/** Opens the database file, creating and migrating it as needed. */
export async function openSqlite(file: string): Promise<Database> {
  setStaleWalAside(file)
  const writer = connect(file)
  const write = new Kysely<Schema>({ dialect: sqliteDialect(writer) })
  await migrate(write, 'sqlite')
  const reader = connect(file)
  reader.run('PRAGMA query_only = ON')
  const read = new Kysely<Schema>({ dialect: sqliteDialect(reader) })
  const changes = followChanges(reader)
  const transaction = groupCommits(writer, write)
  return {
    engine: 'sqlite',
    read,
    prepare(query) {
      const statement = reader.prepare(query.compile().sql)
      return (...parameters) => (statement.get(...(parameters as SQLQueryBindings[])) as never) ?? undefined
    },
    async transaction(work) {
      const result = await transaction(work)
      // Who made a change must see its effect with the next request.
      changes.look()
      return result
    },
    checkpoint: async () => truncateLog(writer),
    // A transaction here is alone anyway.
    hold: async () => {},
    async announce(tx, topic) {
      await within(tx)
        .insertInto('changes')
        .values({ topic, at: Math.floor(Date.now() / 1000) })
        .execute()
    },
    subscribe: changes.subscribe,
    catchUp: changes.look,
    contains: (column, text) => sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`,
    async pruneChanges() {
      const horizon = Math.floor(Date.now() / 1000) - keptChangesSeconds
      await transaction(async (tx) => {
        await within(tx).deleteFrom('changes').where('at', '<', horizon).execute()
      })
    },
    sharedRateLimiter: null,
    async close() {
      changes.stop()
      await read.destroy()
      await write.destroy()
    },
  }
}

/** A second connection to a file that is open already, which neither migrates nor hears of changes. */
export function openSqliteForWriting(file: string): BareDatabase {
  const connection = connect(file)
  const query = new Kysely<Schema>({ dialect: sqliteDialect(connection) })
  return {
    read: query,
    transaction: groupCommits(connection, query),
    checkpoint: async () => truncateLog(connection),
    close: () => query.destroy(),
  }
}

/** A salt is to be destroyed when its day is over, and nobody could do that in a copy. */
function withoutSalts(file: string): void {
  const connection = new Connection(file)
  try {
    connection.run('PRAGMA secure_delete = ON')
    connection.run('DELETE FROM visitor_salts')
  } finally {
    connection.close()
  }
}

function truncateLog(connection: Connection): void {
  connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Writes a consistent copy of a database that may be in use to a new file. */
export function backupSqlite(file: string, copy: string): void {
  const connection = new Connection(file, { readonly: true })
  try {
    connection.run('PRAGMA busy_timeout = 5000')
    connection.query('VACUUM INTO ?').run(copy)
    withoutSalts(copy)
  } finally {
    connection.close()
  }
}

export function connect(file: string): Connection {
  const connection = new Connection(file, { create: true, readwrite: true })
  connection.run('PRAGMA busy_timeout = 5000')
  connection.run('PRAGMA journal_mode = WAL')
  connection.run('PRAGMA synchronous = NORMAL')
  connection.run('PRAGMA foreign_keys = ON')
  // What is deleted (a day's salt, a key) shall not be left readable in free pages.
  connection.run('PRAGMA secure_delete = FAST')
  return connection
}

/**
 * A backup is put in place of the old file, whose write-ahead log may still lie beside it after a crash. SQLite
 * would play that foreign log into the backup. A copy made by VACUUM INTO is not in WAL mode (bytes 18 and 19 of
 * its header, https://sqlite.org/fileformat2.html#file_format_version_numbers), so such a log is not its own.
 */
function setStaleWalAside(file: string): void {
  const wal = `${file}-wal`
  if (!existsSync(file) || !existsSync(wal)) return
  const header = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, header, 0, 20, 0)
  closeSync(descriptor)
  if (length === 20 && header[18] === 1) renameSync(wal, `${wal}.stale-${Date.now()}`)
}

/** Tells what any process announced, by looking at the newest rows whenever SQLite says that something changed. */
function followChanges(reader: Connection) {
  const listeners: ((topic: string | null) => void)[] = []
  const version = reader.query<{ data_version: number }, []>('PRAGMA data_version')
  const newer = reader.query<{ id: number; topic: string }, [number]>(
    'SELECT id, topic FROM changes WHERE id > ? ORDER BY id',
  )
  const newest = reader.query<{ id: number | null }, []>('SELECT max(id) AS id FROM changes')
  let seen = newest.get()?.id ?? 0
  let seenVersion = version.get()?.data_version
  const look = () => {
    try {
      const current = version.get()?.data_version
      if (current === seenVersion) return
      seenVersion = current
      for (const { id, topic } of newer.all(seen)) {
        seen = id
        for (const listener of listeners) listener(topic)
      }
    } catch {
      // The database is away for the moment; the next look will tell.
    }
  }
  const timer = setInterval(look, pollMilliseconds)
  timer.unref()
  return {
    look,
    subscribe: (listener: (topic: string | null) => void) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  }
}
