// The main thread's side of the query worker: starts it when it is first needed, and restarts it after it died.
import type { SQLQueryBindings } from 'bun:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { AccountScheduler, type Requester } from '../../platform/concurrency/account-scheduler.ts'
import { waitAtMost } from '../../platform/concurrency/wait-at-most.ts'
import type { Query } from '../database.ts'
import type { Schema } from '../schema.ts'
import { PlannedOnceCompiler } from './query-compiler.ts'
import type { FromQueryWorker, ToQueryWorker } from './query-worker-protocol.ts'

// One query runs while the next one is on its way.
const atOnce = 2

// How long a stopping worker may continue its query.
const patienceMilliseconds = 1000

interface PendingQuery {
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

export class QueryWorker {
  private worker: Worker | null = null
  private readonly pending = new Map<number, PendingQuery>()
  private readonly scheduler = new AccountScheduler(atOnce)
  private requests = 0

  /** `queueMemory` is that of the writer queue of this process. */
  constructor(
    private readonly file: string,
    private readonly queueMemory: SharedArrayBuffer,
  ) {}

  get isRunning(): boolean {
    return this.worker !== null
  }

  /** Runs a query that only reads; it sees everything that was committed before. */
  read(requester: Requester, sql: string, parameters: readonly SQLQueryBindings[]): Promise<unknown[]> {
    return this.request(requester, (request) => ({ kind: 'read', request, sql, parameters }))
  }

  /** Indexes everything that was committed before; throws if that takes longer than this many milliseconds. */
  async index(requester: Requester, milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
    const end = performance.now() + milliseconds
    // The worker replies with a row as long as there is more.
    while ((await this.request(requester, (request) => ({ kind: 'index', request }))).length > 0)
      if (performance.now() > end) throw new Error('the index is far behind')
  }

  /** Refuses all queries from now on, including pending ones, so that a stopping server does not wait for them. */
  refuseAll(): void {
    this.scheduler.end()
  }

  async close(): Promise<void> {
    this.refuseAll()
    const { worker } = this
    if (!worker) return
    const closed = new Promise((resolve) => worker.addEventListener('close', resolve))
    worker.postMessage({ kind: 'close' } satisfies ToQueryWorker)
    // It may be in the middle of a long query. It can be terminated all the same: SQLite does not need to be closed.
    await waitAtMost(patienceMilliseconds, closed)
    worker.terminate()
  }

  private request(requester: Requester, message: (request: number) => ToQueryWorker): Promise<unknown[]> {
    return this.scheduler.take(
      requester,
      () =>
        new Promise((resolve, reject) => {
          const request = ++this.requests
          this.pending.set(request, { resolve, reject })
          this.worker ??= this.start()
          this.worker.postMessage(message(request))
        }),
    )
  }

  private start(): Worker {
    const worker = new Worker(new URL('./query-worker-thread.ts', import.meta.url))
    worker.addEventListener('message', ({ data }: MessageEvent<FromQueryWorker>) => this.receive(data))
    let reason = 'the query worker has exited'
    worker.addEventListener('error', ({ message }) => {
      reason = message
    })
    worker.addEventListener('close', () => {
      this.worker = null
      for (const { reject } of this.pending.values()) reject(faultOf(reason, 'SQLITE_IOERR'))
      this.pending.clear()
    })
    worker.postMessage({
      kind: 'open',
      file: this.file,
      writerQueue: this.queueMemory,
    } satisfies ToQueryWorker)
    return worker
  }

  private receive({ request, rows, fault }: FromQueryWorker): void {
    const pending = this.pending.get(request)
    this.pending.delete(request)
    if (fault) pending?.reject(faultOf(fault.message, fault.code))
    else pending?.resolve(rows ?? [])
  }
}

function faultOf(message: string, code: string | undefined): Error {
  return Object.assign(new Error(message), { code })
}

// `statement` caches compiled statements by adapter, so there must be only one.
const adapter = new SqliteAdapter()

/** A query builder for one requester: only for reading, one statement at a time. */
export function queryInWorker(queryWorker: QueryWorker, requester: Requester): Query {
  return new Kysely<Schema>({ dialect: queryWorkerDialect(queryWorker, requester) })
}

function queryWorkerDialect(queryWorker: QueryWorker, requester: Requester): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return { rows: (await queryWorker.read(requester, sql, parameters as SQLQueryBindings[])) as Row[] }
    },
    streamQuery: () => refuse('streaming'),
  }
  return {
    createAdapter: () => adapter,
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: async () => refuse('a transaction'),
      commitTransaction: async () => refuse('a transaction'),
      rollbackTransaction: async () => refuse('a transaction'),
      destroy: async () => {},
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlannedOnceCompiler(),
  }
}

function refuse(what: string): never {
  throw new Error(`${what} is not supported by the query worker`)
}
