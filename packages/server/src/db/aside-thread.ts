// SQLite's thread aside: reads what would keep the main thread from its redirects, and keeps the search index.
import type { Database as Connection } from 'bun:sqlite'
import { setPriority } from 'node:os'
import type { AsideFault, FromAside, ToAside } from './aside-protocol.ts'
import { SearchIndex } from './search-index.ts'
import { connect } from './sqlite-connection.ts'

declare const self: Worker

// How often changes are taken into the index when nobody asks.
const indexMilliseconds = 100

// How long others wait while changes are taken in for one who asks.
const shareMilliseconds = 20

// Where this thread shares a core with the one that answers, visitors come first.
const niceness = 10

let reader: Connection
let writer: Connection
let index: SearchIndex

self.onmessage = ({ data }: MessageEvent<ToAside>) => {
  switch (data.kind) {
    case 'open':
      open(data.file)
      break
    case 'read':
      answer(data.request, () => reader.query(data.sql).all(...data.parameters))
      break
    case 'index':
      answer(data.request, () => (index.catchUp(shareMilliseconds) ? [] : ['more']))
      break
    case 'close':
      reader.close()
      writer.close()
      self.terminate()
  }
}

function open(file: string): void {
  // On Linux this is about the calling thread alone (setpriority(2)).
  if (process.platform === 'linux') setPriority(0, niceness)
  writer = connect(file)
  index = new SearchIndex(writer)
  reader = connect(file)
  reader.run('PRAGMA query_only = ON')
  setTimeout(indexNow, indexMilliseconds)
}

function indexNow(): void {
  let more = false
  try {
    more = index.step()
  } catch {
    // The database is full or locked: tried again, and whoever asks meanwhile is told.
  }
  setTimeout(indexNow, more ? 0 : indexMilliseconds)
}

function answer(request: number, work: () => unknown[]): void {
  const said: FromAside = { request }
  try {
    said.rows = work()
  } catch (error) {
    said.fault = faultOf(error)
  }
  self.postMessage(said)
}

function faultOf(error: unknown): AsideFault {
  const { message, code } = error as Error & { code?: string }
  return { message, code }
}
