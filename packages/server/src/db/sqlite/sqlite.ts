// The embedded engine: one file in DATA_DIR, a connection that reads and one that writes.
import { Database as Connection, type SQLQueryBindings } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { requesterOf } from '../../platform/concurrency/account-scheduler.ts'
import { ownLease } from '../../platform/concurrency/lease.ts'
import type { Tracing } from '../../platform/observability/tracing/index.ts'
import { type BareDatabase, type Database, within } from '../database.ts'
import { migrate } from '../migrate.ts'
import { QueryMetrics } from '../query-metrics.ts'
import type { Schema } from '../schema.ts'
import { sqliteBulkRows } from './bulk-rows.ts'
import { groupCommits } from './commit-group.ts'
import { connect } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { examineSqlite } from './file-examination.ts'
import { QueryWorker, queryInWorker } from './query-worker.ts'
import { sqliteSearch } from './search.ts'
import { unindexedChanges } from './search-index.ts'
import { type Writer, WriterQueue, writerQueueMemory } from './writer-queue.ts'

// How often a process looks whether another one (the command line) has written something.
const pollMilliseconds = 25
const keptChangesSeconds = 3600

// A checkpoint writes and syncs the database file, which takes milliseconds that no redirect shall wait for. So the
// drain's thread makes it once the log has so many pages; the main thread only where the log is far too long.
const checkpointPages = 1000
const longLogPages = 16_000
const checkpointMilliseconds = 50

const sqliteTime = sql<number>`unixepoch()`

// How long another connection is waited for when the log is to be emptied, and how often it is tried meanwhile.
const patienceMilliseconds = 5000
const retryMilliseconds = 10

// How many changes may wait for the first search to take them into the index, and how often that is looked at.
const mostUnindexed = 500
const indexingMilliseconds = 1000

/** Opens the database file, creating and migrating it as needed. */
export async function openSqlite(file: string, tracing: Tracing | null = null): Promise<Database> {
  examineSqlite(file)
  const writer = connect(file)
  const figures = new QueryMetrics('sqlite', tracing)
  const write = new Kysely<Schema>({ dialect: sqliteDialect(writer), log: figures.note })
  await migrate(write, 'sqlite')
  writer.run(`PRAGMA wal_autocheckpoint = ${longLogPages}`)
  const reader = connect(file)
  reader.run('PRAGMA query_only = ON')
  const read = new Kysely<Schema>({ dialect: sqliteDialect(reader), log: figures.note })
  const changes = followChanges(reader)
  const queueMemory = writerQueueMemory()
  // Who made a change must see its effect with the next request.
  const transaction = groupCommits(writer, write, new WriterQueue(queueMemory, 'server'), changes.look)
  const aside = new QueryWorker(file, queueMemory)
  const indexing = indexWhenBehind(reader, aside)
  return {
    engine: 'sqlite',
    figures: () => ({
      engine: 'sqlite',
      connections: null,
      // The file is looked at every 25 ms.
      isListening: true,
      isReplicaUsed: false,
      queries: figures.queries,
      failures: figures.failures,
    }),
    read,
    time: sqliteTime,
    readInWorker: (account) => queryInWorker(aside, requesterOf(account)),
    readReplica: (query) => query,
    refuseWorkerReads: () => aside.giveUp(),
    prepare(query) {
      const statement = reader.prepare(query.compile().sql)
      return (...parameters) => (statement.get(...(parameters as SQLQueryBindings[])) as never) ?? undefined
    },
    linkSearch: sqliteSearch(aside, transaction),
    async size() {
      const { bytes } = reader
        .query<{ bytes: number }, []>(
          'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
        )
        .get() ?? { bytes: 0 }
      return bytes
    },
    transaction,
    checkpoint: () => truncateLog(writer),
    bulk: sqliteBulkRows(writer),
    // A transaction here is alone anyway.
    lock: async () => {},
    async announce(tx, topic) {
      await within(tx)
        .insertInto('changes')
        .values({ topic, at: Math.floor(Date.now() / 1000) })
        .execute()
    },
    subscribe: changes.subscribe,
    catchUp: changes.look,
    // Only the command line writes beside this process, and what stood still hears of that within milliseconds.
    isBehind: () => false,
    keepUp: async () => {},
    async pruneChanges() {
      const horizon = Math.floor(Date.now() / 1000) - keptChangesSeconds
      await transaction(async (tx) => {
        await within(tx).deleteFrom('changes').where('at', '<', horizon).execute()
      })
    },
    writerQueue: queueMemory,
    takeLease: async () => ownLease,
    sharedRateLimiter: null,
    clickMonths: null,
    async close() {
      changes.stop()
      clearInterval(indexing)
      await aside.close()
      await read.destroy()
      await write.destroy()
    },
  }
}

/** The thread aside keeps the index while it runs; many new links start it, lest the first search waits for all of them. */
function indexWhenBehind(reader: Connection, aside: QueryWorker): ReturnType<typeof setInterval> {
  const behind = reader.query<{ changes: number }, []>(`select ${unindexedChanges} as changes`)
  const timer = setInterval(() => {
    // The database may be away for the moment; then there is nothing to index.
    if (!aside.isRunning && (behind.get()?.changes ?? 0) > mostUnindexed)
      void aside.index(requesterOf(null)).catch(() => undefined)
  }, indexingMilliseconds)
  timer.unref()
  return timer
}

/**
 * Another connection to a file that is open already, which neither migrates nor hears of changes. It belongs to a thread
 * that takes turns at writing with the server's. The drain's, which always runs, makes the checkpoints for all.
 */
export function openSqliteForWriting(
  file: string,
  queueMemory: SharedArrayBuffer,
  writer: Writer,
): BareDatabase {
  const connection = connect(file)
  if (writer !== 'click worker') connection.run(`PRAGMA wal_autocheckpoint = ${longLogPages}`)
  const query = new Kysely<Schema>({ dialect: sqliteDialect(connection) })
  const stopCheckpoints = writer === 'click worker' ? checkpointWhenDue(connection) : () => {}
  return {
    engine: 'sqlite',
    read: query,
    time: sqliteTime,
    transaction: groupCommits(connection, query, new WriterQueue(queueMemory, writer)),
    bulk: sqliteBulkRows(connection),
    checkpoint: () => truncateLog(connection),
    async close() {
      stopCheckpoints()
      await query.destroy()
    },
  }
}

/** Moves the write-ahead log into the database whenever it has grown, without making anyone wait. */
function checkpointWhenDue(connection: Connection): () => void {
  type Log = { log: number; checkpointed: number }
  const measure = connection.query<Log, []>('PRAGMA wal_checkpoint(NOOP)')
  const timer = setInterval(() => {
    if (connection.inTransaction) return
    try {
      const { log, checkpointed } = measure.get() as Log
      if (log - checkpointed >= checkpointPages) connection.run('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // The disk is full or away; the log keeps what was written, and this is tried again.
    }
  }, checkpointMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** A salt is to be destroyed when its day is over, and nobody could do that in a copy. */
export function forgetSalts(file: string): void {
  const connection = new Connection(file)
  try {
    connection.run('PRAGMA secure_delete = ON')
    connection.run('DELETE FROM visitor_salts')
  } finally {
    connection.close()
  }
}

/** Empties the write-ahead log; while another connection is at it, SQLite only says that it is busy. */
async function truncateLog(connection: Connection): Promise<void> {
  const truncate = connection.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)')
  const deadline = performance.now() + patienceMilliseconds
  while (truncate.get()?.busy && performance.now() < deadline) await Bun.sleep(retryMilliseconds)
}

/**
 * Writes a consistent copy of a database that may be in use to a new file: whole and on the disk, or not at all. It
 * grows under another name, so that what a killed backup leaves behind is not taken for one.
 */
export function backupSqlite(file: string, copy: string): void {
  const unfinished = `${copy}.unfinished`
  const connection = new Connection(file, { readonly: true })
  try {
    connection.run('PRAGMA busy_timeout = 5000')
    rmSync(unfinished, { force: true })
    connection.query('VACUUM INTO ?').run(unfinished)
    forgetSalts(unfinished)
    const written = openSync(unfinished, 'r')
    fsyncSync(written)
    closeSync(written)
    renameSync(unfinished, copy)
  } catch (error) {
    for (const end of ['', '-journal']) rmSync(unfinished + end, { force: true })
    throw error
  } finally {
    connection.close()
  }
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
