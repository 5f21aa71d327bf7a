// A server whose every byte a test controls: for responses that no well-behaved server sends, and for checking that nothing
// connects.
import { createServer, type Socket } from 'node:net'

export interface RawServer {
  port: number
  /** `http://127.0.0.1:` and the port. */
  url: string
  /** What each connection has sent so far, in the order of the connections. */
  requests: string[]
  /** Resolves when the latest connection has been closed, by either side. */
  closed(): Promise<void>
  stop(): void
}

/** Listens on a free port; calls `answer` once the head of a request has arrived. */
export async function startRawServer(
  answer: (socket: Socket) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<RawServer> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let closed = Promise.resolve()
  const server = createServer((socket) => {
    const index = requests.push('') - 1
    sockets.add(socket)
    closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      const isComplete = requests[index]?.includes('\r\n\r\n')
      requests[index] += bytes.toString('latin1')
      if (!isComplete && requests[index]?.includes('\r\n\r\n')) answer(socket)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as { port: number }
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    requests,
    closed: () => closed,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
