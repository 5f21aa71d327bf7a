// The query worker: a thread for queries that would delay redirects on the main thread, which also updates the search index.
import type { Database as Connection } from 'bun:sqlite'
import { lowerThreadPriority } from '../../platform/process/priority.ts'
import { connect } from './connection.ts'
import type { FromQueryWorker, QueryWorkerFault, ToQueryWorker } from './query-worker-protocol.ts'
import { SearchIndex } from './search-index.ts'
import { WriterQueue } from './writer-queue.ts'

declare const self: Worker

// How often changes are indexed if no query needs them.
const indexMilliseconds = 100

// How long other queries wait while changes are indexed for one of them.
const catchUpMilliseconds = 20

// The writer queue is for this process. Another one, such as a command, may hold the lock all the same, and reads here must
// not wait for that.
const lockMilliseconds = 50

// Visitors come first if this thread shares a core with the main thread.
const niceness = 10

let reader: Connection
let writer: Connection
let index: SearchIndex
let writerQueue: WriterQueue

self.onmessage = ({ data }: MessageEvent<ToQueryWorker>) => {
  switch (data.kind) {
    case 'open':
      open(data.file, data.writerQueue)
      break
    case 'read':
      void answer(data.request, () => reader.query(data.sql).all(...data.parameters))
      break
    case 'index':
      void answer(data.request, async () =>
        (await whenItsTurn(() => index.catchUp(catchUpMilliseconds))) ? [] : ['more'],
      )
      break
    case 'close':
      reader.close()
      writer.close()
      self.terminate()
  }
}

function open(file: string, memory: SharedArrayBuffer): void {
  lowerThreadPriority(niceness)
  writer = connect(file)
  writer.run(`PRAGMA busy_timeout = ${lockMilliseconds}`)
  writerQueue = new WriterQueue(memory, 'query worker')
  index = new SearchIndex(writer)
  reader = connect(file)
  reader.run('PRAGMA query_only = ON')
  setTimeout(indexNow, indexMilliseconds)
}

/** Writes when it is this thread's turn. Reads are answered meanwhile, so they don't wait for writers. */
async function whenItsTurn<T>(write: () => T): Promise<T> {
  await writerQueue.take()
  try {
    return write()
  } finally {
    writerQueue.release()
  }
}

async function indexNow(): Promise<void> {
  let more = false
  try {
    more = index.isBehind() && (await whenItsTurn(() => index.step()))
  } catch {
    // The database is full or locked: this is tried again, and requests meanwhile are rejected.
  }
  setTimeout(indexNow, more ? 0 : indexMilliseconds)
}

async function answer(request: number, work: () => unknown[] | Promise<unknown[]>): Promise<void> {
  const response: FromQueryWorker = { request }
  try {
    response.rows = await work()
  } catch (error) {
    response.fault = faultOf(error)
  }
  self.postMessage(response)
}

function faultOf(error: unknown): QueryWorkerFault {
  const { message, code } = error as Error & { code?: string }
  return { message, code }
}
