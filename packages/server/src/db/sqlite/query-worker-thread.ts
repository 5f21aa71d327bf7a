// SQLite's thread aside: reads what would keep the main thread from its redirects, and keeps the search index.
import type { Database as Connection } from 'bun:sqlite'
import { lowerThreadPriority } from '../../platform/process/priority.ts'
import { connect } from './connection.ts'
import type { FromQueryWorker, QueryWorkerFault, ToQueryWorker } from './query-worker-protocol.ts'
import { SearchIndex } from './search-index.ts'
import { WriterQueue } from './writer-queue.ts'

declare const self: Worker

// How often changes are taken into the index when nobody asks.
const indexMilliseconds = 100

// How long others wait while changes are taken in for one who asks.
const shareMilliseconds = 20

// Turns at writing are taken within this process. Another one, such as a command, may hold the lock all the same; who reads
// here shall not wait for that.
const lockMilliseconds = 50

// Where this thread shares a core with the one that answers, visitors come first.
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
        (await inTurn(() => index.catchUp(shareMilliseconds))) ? [] : ['more'],
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

/** Writes when it is this thread's turn. Whoever reads meanwhile is answered, so that nobody waits for those who write. */
async function inTurn<T>(write: () => T): Promise<T> {
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
    more = index.isBehind() && (await inTurn(() => index.step()))
  } catch {
    // The database is full or locked: tried again, and whoever asks meanwhile is told.
  }
  setTimeout(indexNow, more ? 0 : indexMilliseconds)
}

async function answer(request: number, work: () => unknown[] | Promise<unknown[]>): Promise<void> {
  const said: FromQueryWorker = { request }
  try {
    said.rows = await work()
  } catch (error) {
    said.fault = faultOf(error)
  }
  self.postMessage(said)
}

function faultOf(error: unknown): QueryWorkerFault {
  const { message, code } = error as Error & { code?: string }
  return { message, code }
}
