// Kept-alive connections: they are reused, their names checked again, and replaced if the server closed them.
import { afterAll, expect, test } from 'bun:test'
import { createServer, type Server, type Socket } from 'node:net'
import { createOutgoing, remembering } from './index.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const sending = { method: 'POST', body: 'hello', mostBytes: 1000, timeoutMilliseconds: 5000 } as const

/** A server whose handler gets each request with its number on its connection, starting at 1. */
async function serving(answer: (socket: Socket, number: number) => void) {
  const connections: Socket[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    let requests = 0
    socket.on('error', () => undefined)
    socket.on('data', () => answer(socket, ++requests))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { connections, url: `http://127.0.0.1:${(server.address() as { port: number }).port}/` }
}

test('sequential requests to one server share a connection', async () => {
  const server = await serving((socket) => socket.write(ok))
  const outgoing = createOutgoing({ allowPrivateTargets: true, keepConnections: 10 })
  for (let count = 0; count < 5; count++)
    expect((await outgoing.request(server.url, sending)).status).toBe(200)
  expect(server.connections).toHaveLength(1)
})

test('a request whose connection is closed is sent once more over a new one', async () => {
  const server = await serving((socket, number) => (number === 1 ? socket.write(ok) : socket.destroy()))
  const outgoing = createOutgoing({ allowPrivateTargets: true, keepConnections: 10 })
  for (let count = 0; count < 3; count++)
    expect((await outgoing.request(server.url, sending)).status).toBe(200)
  expect(server.connections.length).toBeGreaterThan(1)
})

test('a server that closes every connection without a response gets no further retries', async () => {
  const server = await serving((socket) => socket.destroy())
  const outgoing = createOutgoing({ allowPrivateTargets: true, keepConnections: 10 })
  await expect(outgoing.request(server.url, sending)).rejects.toMatchObject({ reason: 'bad-answer' })
  expect(server.connections).toHaveLength(1)
})

test('a response that was not read to its end closes its connection', async () => {
  const server = await serving((socket, number) =>
    socket.write(
      number === 1 ? 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n'.padEnd(4000, 'x') : 'not an answer',
    ),
  )
  const outgoing = createOutgoing({ allowPrivateTargets: true, keepConnections: 10 })
  for (let count = 0; count < 2; count++)
    await expect(outgoing.request(server.url, sending)).rejects.toMatchObject({
      reason: 'too-large',
      status: 200,
    })
  expect(server.connections).toHaveLength(2)
})

test('a name is checked for each request, even if a connection is open', async () => {
  const server = await serving((socket) => socket.write(ok))
  const port = new URL(server.url).port
  let addresses = ['127.0.0.1']
  const outgoing = createOutgoing({
    allowPrivateTargets: false,
    keepConnections: 10,
    resolve: async () => addresses,
  })
  await expect(outgoing.request(`http://hooks.example:${port}/`, sending)).rejects.toMatchObject({
    reason: 'private-target',
  })
  addresses = []
  await expect(outgoing.request(`http://hooks.example:${port}/`, sending)).rejects.toMatchObject({
    reason: 'unreachable',
  })
  expect(server.connections).toHaveLength(0)
})

test('resolved addresses are cached for a while, failures are not', async () => {
  const asked: string[] = []
  let now = 0
  const resolve = remembering(
    async (name) => {
      asked.push(name)
      if (name === 'away.example') throw new Error('no answer')
      return name === 'none.example' ? [] : ['192.0.2.1']
    },
    5000,
    () => now,
  )
  for (const name of ['one.example', 'one.example', 'two.example', 'one.example'])
    expect(await resolve(name)).toEqual(['192.0.2.1'])
  expect(asked).toEqual(['one.example', 'two.example'])
  now = 5001
  await resolve('one.example')
  for (let count = 0; count < 2; count++) {
    expect(await resolve('none.example')).toEqual([])
    expect(resolve('away.example')).rejects.toThrow()
  }
  expect(asked.slice(2)).toEqual([
    'one.example',
    'none.example',
    'away.example',
    'none.example',
    'away.example',
  ])
})

test('no more connections are kept than allowed, however many servers there are', async () => {
  const outgoing = createOutgoing({ allowPrivateTargets: true, keepConnections: 3 })
  const open = new Set<Socket>()
  const closed: Promise<void>[] = []
  for (let count = 0; count < 8; count++) {
    const server = await serving((socket) => {
      open.add(socket)
      closed.push(
        new Promise((resolve) =>
          socket.once('close', () => {
            open.delete(socket)
            resolve()
          }),
        ),
      )
      socket.write(ok)
    })
    expect((await outgoing.request(server.url, sending)).status).toBe(200)
  }
  // The first three are kept; the others are closed as soon as they are idle.
  await Promise.all(closed.slice(3))
  expect(open.size).toBe(3)
})
