// The main thread's side of SQLite's thread aside: starts it when it is first needed, and again when it has died.
import type { SQLQueryBindings } from 'bun:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { FromAside, ToAside } from './aside-protocol.ts'

// How long a thread that shall end may go on with what it is at.
const patienceMilliseconds = 1000

interface Waiting {
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

export class Aside {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private requests = 0

  constructor(private readonly file: string) {}

  get isRunning(): boolean {
    return this.worker !== null
  }

  /** Runs a query that only reads; sees all that was committed before. */
  read(sql: string, parameters: readonly SQLQueryBindings[]): Promise<unknown[]> {
    return this.ask((request) => ({ kind: 'read', request, sql, parameters }))
  }

  /** Takes all that was committed before into the search index. */
  async index(): Promise<void> {
    await this.ask((request) => ({ kind: 'index', request }))
  }

  async close(): Promise<void> {
    const { worker } = this
    if (!worker) return
    const closed = new Promise((resolve) => worker.addEventListener('close', resolve))
    worker.postMessage({ kind: 'close' } satisfies ToAside)
    // It may be at a long question, with others waiting behind it.
    await Promise.race([closed, Bun.sleep(patienceMilliseconds)])
    worker.terminate()
  }

  private ask(message: (request: number) => ToAside): Promise<unknown[]> {
    const request = ++this.requests
    return new Promise((resolve, reject) => {
      this.waiting.set(request, { resolve, reject })
      this.worker ??= this.start()
      this.worker.postMessage(message(request))
    })
  }

  private start(): Worker {
    const worker = new Worker(new URL('./aside-thread.ts', import.meta.url))
    worker.addEventListener('message', ({ data }: MessageEvent<FromAside>) => this.hear(data))
    let reason = 'the reading thread has ended'
    worker.addEventListener('error', ({ message }) => {
      reason = message
    })
    worker.addEventListener('close', () => {
      this.worker = null
      for (const { reject } of this.waiting.values()) reject(faultOf(reason, 'SQLITE_IOERR'))
      this.waiting.clear()
    })
    worker.postMessage({ kind: 'open', file: this.file } satisfies ToAside)
    return worker
  }

  private hear({ request, rows, fault }: FromAside): void {
    const waiting = this.waiting.get(request)
    this.waiting.delete(request)
    if (fault) waiting?.reject(faultOf(fault.message, fault.code))
    else waiting?.resolve(rows ?? [])
  }
}

function faultOf(message: string, code: string | undefined): Error {
  return Object.assign(new Error(message), { code })
}

/** Kysely over the thread: for reading, one statement at a time. */
export function asideDialect(aside: Aside): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      return { rows: (await aside.read(sql, parameters as SQLQueryBindings[])) as Row[] }
    },
    streamQuery: () => refuse('streaming'),
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: async () => refuse('a transaction'),
      commitTransaction: async () => refuse('a transaction'),
      rollbackTransaction: async () => refuse('a transaction'),
      destroy: () => aside.close(),
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function refuse(what: string): never {
  throw new Error(`${what} is not offered by the thread aside`)
}
