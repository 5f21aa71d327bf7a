// Finds free ports for servers that need a fixed one, in tests and in the benchmark.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ports that systems hand out themselves (Linux from 32768 on, RFC 6335 from 49152 on): one of those may have
// gone to a connection, or to a server that asked for any port, before the intended server listens.
const lowest = 12_000
const ports = 20_000

// Each process starts at a different port, so that processes that run side by side do not collide.
let next = randomInt(ports)

/** A port that is free on every address, and that no other caller gets for a long while. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < ports; tried++) {
    const port = lowest + (next++ % ports)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${lowest} to ${lowest + ports - 1} is free`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE' ? resolve(false) : reject(new Error(`no port can be tried: ${code}`)),
    )
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
