// Sends requests at a fixed rate, from a process on the load's core. `wrk` can't: each of its connections waits for a
// response before it sends again, so a slower server is asked less often.
import { readFileSync } from 'node:fs'
import type { Socket } from 'bun'
import { loadCore, pinned } from './cores.ts'
import { separator } from './load.ts'
import { timesOf } from './queries.ts'
import { bun } from './servers.ts'

export interface SteadyLoad {
  port: number
  /** Written by requests.ts. */
  requests: string
  connections: number
  perSecond: number
  seconds: number
  /** The first request in the file. */
  first: number
}

export interface SteadyResult {
  requests: number
  /** The achieved rate, from the first request until the last response. */
  perSecond: number
  /** Milliseconds from the moment a request was due until its response, so waiting for a free connection counts. */
  p50: number
  p99: number
}

/** Sends requests at even intervals; any answer but a redirect is an error. */
export async function sendSteadily(load: SteadyLoad): Promise<SteadyResult> {
  const command = pinned(loadCore, [bun, import.meta.path, JSON.stringify(load)])
  const sender = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [said, fault] = await Promise.all([
    new Response(sender.stdout).text(),
    new Response(sender.stderr).text(),
  ])
  if ((await sender.exited) !== 0) throw new Error(`the steady load failed: ${fault}`)
  return JSON.parse(said) as SteadyResult
}

interface Connection {
  socket: Socket
  /** When its current request was due. */
  due: number
  /** What has arrived of the response. */
  received: string
}

async function send({ port, requests, connections, perSecond, seconds, first }: SteadyLoad) {
  const texts = readFileSync(requests, 'latin1').split(separator)
  const total = perSecond * seconds
  const interval = 1000 / perSecond
  const times: number[] = []
  const free: Connection[] = []
  for (let count = 0; count < connections; count++) {
    free.push(
      await connect(port, (connection) => {
        times.push(performance.now() - connection.due)
        free.push(connection)
      }),
    )
  }
  const begun = performance.now()
  for (let sent = 0; times.length < total; ) {
    for (; sent < total && free.length > 0 && begun + sent * interval <= performance.now(); sent++) {
      const connection = free.shift() as Connection
      connection.due = begun + sent * interval
      connection.socket.write(texts[(first + sent) % texts.length] as string)
    }
    // A timer would round to milliseconds; the core is the load's own.
    await new Promise(setImmediate)
  }
  const took = (performance.now() - begun) / 1000
  return { requests: total, perSecond: total / took, ...timesOf(times) }
}

/** Opens a connection; `answered` is called after each complete response. */
async function connect(port: number, answered: (connection: Connection) => void): Promise<Connection> {
  const connection = { due: 0, received: '' } as Connection
  connection.socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, bytes) {
        connection.received += bytes.toString('latin1')
        if (!isComplete(connection.received)) return
        if (!connection.received.startsWith('HTTP/1.1 302 ')) throw new Error(connection.received)
        connection.received = ''
        answered(connection)
      },
      close() {
        throw new Error('the server closed a connection')
      },
      error(_, error) {
        throw error
      },
    },
  })
  return connection
}

function isComplete(response: string): boolean {
  const head = response.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(response)?.[1] ?? 0)
  return response.length >= head + 4 + length
}

if (import.meta.main) {
  console.log(JSON.stringify(await send(JSON.parse(process.argv[2] as string) as SteadyLoad)))
  process.exit()
}
