// The embedded engine: one file in DATA_DIR, a connection that reads and one that writes.
import { Database as Connection, type SQLQueryBindings } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { requesterOf } from '../../platform/concurrency/account-scheduler.ts'
import { ownLease } from '../../platform/concurrency/lease.ts'
import type { Tracing } from '../../platform/observability/tracing/index.ts'
import type { RunTransaction } from '../../platform/transaction.ts'
import { type BareDatabase, type Database, type DatabaseMetrics, type Query, within } from '../database.ts'
import { migrate } from '../migrate.ts'
import { QueryMetrics } from '../query-metrics.ts'
import { withTags } from '../tagged-links/tagged-links.ts'
import { sqliteBulkRows } from './bulk-rows.ts'
import { groupCommits } from './commit-group.ts'
import { connect } from './connection.ts'
import { sqliteQueries } from './dialect.ts'
import { examineSqlite } from './file-examination.ts'
import { QueryWorker, queryInWorker } from './query-worker.ts'
import { sqliteSearch } from './search.ts'
import { unindexedChanges } from './search-index.ts'
import { sqliteTaggedLinks } from './tagged-links.ts'
import { type Writer, WriterQueue, writerQueueMemory } from './writer-queue.ts'

// How often a server polls for changes of another process (the command line).
const pollMilliseconds = 25
const keptChangesSeconds = 3600

// A checkpoint writes and syncs the database file, which takes milliseconds that no redirect should wait for. So the click
// worker does it once the log has this many pages, and the main thread only if the log is far too long.
const checkpointPages = 1000
const longLogPages = 16_000
const checkpointMilliseconds = 50

const sqliteTime = sql<number>`unixepoch()`

// How long to wait for other connections when emptying the log, and how often to retry meanwhile.
const patienceMilliseconds = 5000
const retryMilliseconds = 10

// How many changes may be left for the first search to index, and how often that is checked.
const mostUnindexed = 500
const indexingMilliseconds = 1000

/** Opens the database file, creating and migrating it as needed. */
export async function openSqlite(file: string, tracing: Tracing | null = null): Promise<Database> {
  examineSqlite(file)
  const writer = connect(file)
  const metrics = new QueryMetrics('sqlite', tracing)
  const write = sqliteQueries(writer, metrics.note)
  // A migration that replaces a table must not delete what refers to it (https://sqlite.org/lang_altertable.html, section 7).
  // The setting can't be changed within the migrations' transaction.
  writer.run('PRAGMA foreign_keys = OFF')
  await migrate(write, 'sqlite')
  writer.run('PRAGMA foreign_keys = ON')
  writer.run(`PRAGMA wal_autocheckpoint = ${longLogPages}`)
  const reader = connect(file)
  reader.run('PRAGMA query_only = ON')
  const read = sqliteQueries(reader, metrics.note)
  const statements = new PreparedReads(reader)
  const changes = followChanges(reader)
  const queueMemory = writerQueueMemory()
  const transaction = groupCommits({
    connection: writer,
    query: write,
    writerQueue: new WriterQueue(queueMemory, 'server'),
    // A client must see the effect of its change with the next request.
    onCommitted: changes.poll,
  })
  const queryWorker = new QueryWorker(file, queueMemory)
  const indexing = indexWhenBehind(reader, queryWorker)
  return {
    engine: 'sqlite',
    metrics: () => metricsOf(metrics),
    ...reading(statements, reader, read),
    ...readingInWorker(queryWorker),
    linkSearch: withTags(sqliteSearch(queryWorker, transaction), sqliteTaggedLinks(queryWorker)),
    transaction,
    bulk: sqliteBulkRows(writer),
    checkpoint: () => truncateLog(writer),
    writerQueue: queueMemory,
    ...announcing(transaction),
    subscribe: changes.subscribe,
    catchUp: changes.poll,
    ...onlyServer,
    async close() {
      changes.stop()
      clearInterval(indexing)
      await queryWorker.close()
      statements.finalize()
      await read.destroy()
      await write.destroy()
    },
  }
}

function metricsOf({ queries, failures }: QueryMetrics): DatabaseMetrics {
  // Changes are polled every 25 ms, which is as good as listening.
  return { engine: 'sqlite', connections: null, isListening: true, isReplicaUsed: false, queries, failures }
}

/** Statements that are prepared when they are first used. SQLite closes a file once all of them are finalized. */
class PreparedReads {
  private readonly statements = new Set<ReturnType<Connection['prepare']>>()

  constructor(private readonly reader: Connection) {}

  prepare(sql: string): (...parameters: unknown[]) => never | undefined {
    let statement: ReturnType<Connection['prepare']> | undefined
    return (...parameters) => {
      if (!statement) {
        statement = this.reader.prepare(sql)
        this.statements.add(statement)
      }
      return (statement.get(...(parameters as SQLQueryBindings[])) as never) ?? undefined
    }
  }

  finalize(): void {
    for (const statement of this.statements) statement.finalize()
  }
}

function reading(
  statements: PreparedReads,
  reader: Connection,
  read: Query,
): Pick<Database, 'read' | 'time' | 'prepare' | 'readReplica' | 'size'> {
  return {
    read,
    time: sqliteTime,
    readReplica: (query) => query,
    prepare: (query) => statements.prepare(query.compile().sql),
    async size() {
      const { bytes } = reader
        .query<{ bytes: number }, []>(
          'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
        )
        .get() ?? { bytes: 0 }
      return bytes
    },
  }
}

function readingInWorker(queryWorker: QueryWorker): Pick<Database, 'readInWorker' | 'refuseWorkerReads'> {
  return {
    readInWorker: (account) => queryInWorker(queryWorker, requesterOf(account)),
    refuseWorkerReads: () => queryWorker.refuseAll(),
  }
}

function announcing(transaction: RunTransaction): Pick<Database, 'announce' | 'pruneChanges'> {
  return {
    async announce(tx, topic) {
      await within(tx)
        .insertInto('changes')
        .values({ topic, at: Math.floor(Date.now() / 1000) })
        .execute()
    },
    async pruneChanges() {
      const horizon = Math.floor(Date.now() / 1000) - keptChangesSeconds
      await transaction(async (tx) => {
        await within(tx).deleteFrom('changes').where('at', '<', horizon).execute()
      })
    },
  }
}

// Only one server works with a file, apart from the command line.
const onlyServer: Pick<
  Database,
  'lock' | 'isBehind' | 'keepUp' | 'takeLease' | 'sharedRateLimiter' | 'clickMonths'
> = {
  // Transactions run one after the other anyway.
  lock: async () => {},
  // After the process was frozen, it notices changes of the command line within milliseconds.
  isBehind: () => false,
  keepUp: async () => {},
  takeLease: async () => ownLease,
  sharedRateLimiter: null,
  clickMonths: null,
}

/** Starts the query worker if many links are not indexed yet, so that the first search doesn't wait for all of them. */
function indexWhenBehind(reader: Connection, queryWorker: QueryWorker): ReturnType<typeof setInterval> {
  const behind = reader.query<{ changes: number }, []>(`select ${unindexedChanges} as changes`)
  const timer = setInterval(() => {
    // If the database is unavailable, there is nothing to index.
    if (!queryWorker.isRunning && (behind.get()?.changes ?? 0) > mostUnindexed)
      void queryWorker.index(requesterOf(null)).catch(() => undefined)
  }, indexingMilliseconds)
  timer.unref()
  return timer
}

/**
 * Opens another connection for a thread that writes, to a file that the server has open: it neither migrates nor notices
 * changes. The click worker, which always runs, makes the checkpoints for all.
 */
export function openSqliteForWriting(
  file: string,
  queueMemory: SharedArrayBuffer,
  writer: Writer,
): BareDatabase {
  const connection = connect(file)
  if (writer !== 'click worker') connection.run(`PRAGMA wal_autocheckpoint = ${longLogPages}`)
  const query = sqliteQueries(connection)
  const stopCheckpoints = writer === 'click worker' ? checkpointWhenDue(connection) : () => {}
  return {
    engine: 'sqlite',
    read: query,
    time: sqliteTime,
    transaction: groupCommits({ connection, query, writerQueue: new WriterQueue(queueMemory, writer) }),
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
      // The disk is full or unavailable: the log keeps what was written, and the checkpoint is retried.
    }
  }, checkpointMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Deletes the salts from a copy: they must be destroyed after their day, and no server would do that there. */
export function forgetSalts(file: string): void {
  const connection = new Connection(file)
  try {
    connection.run('PRAGMA secure_delete = ON')
    connection.run('DELETE FROM visitor_salts')
  } finally {
    connection.close()
  }
}

/** Empties the write-ahead log, retrying while another connection uses it. */
async function truncateLog(connection: Connection): Promise<void> {
  const truncate = connection.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)')
  const deadline = performance.now() + patienceMilliseconds
  while (truncate.get()?.busy && performance.now() < deadline) await Bun.sleep(retryMilliseconds)
}

/**
 * Writes a consistent copy of a database that may be in use to a new file: completely and synced to the disk, or not at all.
 * It is written under another name, so that the remains of a killed backup are not mistaken for a backup.
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

/** Reports what any process announced, by reading the newest rows whenever SQLite says that something has changed. */
function followChanges(reader: Connection) {
  const listeners: ((topic: string | null) => void)[] = []
  const version = reader.query<{ data_version: number }, []>('PRAGMA data_version')
  const newer = reader.query<{ id: number; topic: string }, [number]>(
    'SELECT id, topic FROM changes WHERE id > ? ORDER BY id',
  )
  const newest = reader.query<{ id: number | null }, []>('SELECT max(id) AS id FROM changes')
  let seen = newest.get()?.id ?? 0
  let seenVersion = version.get()?.data_version
  const poll = () => {
    try {
      const current = version.get()?.data_version
      if (current === seenVersion) return
      seenVersion = current
      for (const { id, topic } of newer.all(seen)) {
        seen = id
        for (const listener of listeners) listener(topic)
      }
    } catch {
      // The database is temporarily unavailable; the next poll reads it.
    }
  }
  const timer = setInterval(poll, pollMilliseconds)
  timer.unref()
  return {
    poll,
    subscribe: (listener: (topic: string | null) => void) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  }
}
