// Slow, greedy or malicious clients: a visitor alongside them gets every response, and memory stays bounded.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomyPlans } from '../../../../test/accounts/roomy-plans.ts'
import { needs } from '../../../../test/command/requirements.ts'
import { freshDatabase } from '../../../../test/databases.ts'
import { browser } from '../../../../test/instance.ts'
import {
  endAll,
  newKey,
  program as own,
  root,
  type ServerProcess,
  serve,
} from '../../../../test/machine/program.ts'
import { openRaw, type RawConnection, statuses } from '../../../../test/servers/raw-http.ts'
import { mostOpenFiles } from '../platform/observability/open-files.ts'

needs('Linux')

interface Attacked extends ServerProcess {
  key: string
  pid: number
  remove(): Promise<void>
}

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${more}`

/** A server with the link `/known`, run by `starter`; `first` is a shell command that runs before it. */
async function startServer(first = '', starter = own): Promise<Attacked> {
  const database = await freshDatabase('sqlite')
  const pidFile = join(database.env.DATA_DIR, 'pid')
  const program = join(database.env.DATA_DIR, 'linnet')
  writeFileSync(program, `#!/bin/sh\necho $$ >"${pidFile}"\n${first}\nexec "${starter}" "$@"\n`)
  chmodSync(program, 0o755)
  const settings = {
    ...database.env,
    PLANS_FILE: roomyPlans(),
    ANONYMOUS_REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  }
  const key = await newKey(settings)
  const server = await serve(settings, { program })
  await fetch(`${server.url}/v2/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"long_url": "https://example.com/", "custom_slug": "known"}',
  })
  return { ...server, key, pid: Number(readFileSync(pidFile, 'utf8')), remove: database.remove }
}

/** Opens connections that each send these bytes, without waiting until the server reads them. */
async function openMany(server: Attacked, count: number, bytes: string, options?: { reading: boolean }) {
  const opened: RawConnection[] = []
  while (opened.length < count) {
    const more = Array.from({ length: Math.min(200, count - opened.length) }, async () => {
      const connection = await openRaw(server.port, options)
      const sent = connection.send(bytes)
      if (options?.reading !== false) await sent
      return connection
    })
    opened.push(...(await Promise.all(more)))
  }
  return opened
}

const visit = (server: Attacked) =>
  fetch(`${server.url}/known`, { redirect: 'manual', keepalive: false, headers: { 'user-agent': browser } })

let server: Attacked
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0)
  // Nothing went wrong, and the main thread was never blocked.
  expect(await server.log).toBe('')
  await endAll()
  await server.remove()
})

type Open = (count: number, bytes: string, options?: { reading: boolean }) => Promise<RawConnection[]>

/**
 * An attack, with a visitor alongside who opens a connection for every visit: each must be redirected, during the attack and
 * fifty times more while its connections stay open.
 */
async function attack(work: (open: Open) => Promise<void>): Promise<void> {
  const opened: RawConnection[] = []
  let attacking = true
  const visitor = async () => {
    for (let left = 50; attacking || left-- > 0; ) expect((await visit(server)).status).toBe(302)
  }
  const attacker = async () => {
    try {
      await work(async (count, bytes, options) => {
        const more = await openMany(server, count, bytes, options)
        opened.push(...more)
        return more
      })
    } finally {
      attacking = false
    }
  }
  await Promise.all([attacker(), visitor()])
  for (const connection of opened) connection.end()
}

function residentMebibytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Returns a function that measures by how many MiB the server has grown since; with FIGURES set, it also prints that. */
function memoryFrom(pid: number): () => number {
  const before = residentMebibytes(pid)
  return () => {
    const now = residentMebibytes(pid)
    if (process.env.FIGURES) console.log(`resident memory: from ${before.toFixed()} to ${now.toFixed()} MiB`)
    return now - before
  }
}

// As many as the target requires, if the system lets the test and the server open that many.
const crowd = Math.min(10_000, Math.floor(mostOpenFiles() * 0.6))

for (const [what, bytes] of [
  ['that say nothing', ''],
  ['with half a head', head('GET', '/known', 'X: a')],
] as const)
  test(`${crowd} connections ${what} delay no visitor`, () =>
    attack(async (open) => {
      const grown = memoryFrom(server.pid)
      await open(crowd, bytes)
      expect(grown()).toBeLessThan(64)
    }))

test('at the open-file limit, idle connections are closed in favour of active ones', async () => {
  const small = await startServer('ulimit -n 256')
  const idle = await openMany(small, 400, head('GET', '/known', 'X: a'))
  await Promise.all(idle.slice(0, 100).map(({ closed }) => closed))
  for (let visits = 0; visits < 50; visits++) {
    // Clients that were waiting for a connection are disconnected too and retry: while the listener is replaced, the port
    // refuses connections for a moment.
    const again = () => Bun.sleep(50).then(() => visit(small))
    const answer = await visit(small).catch(again).catch(again)
    expect(answer.status).toBe(302)
  }
  expect(await small.end('SIGTERM')).toBe(0)
  expect(await small.log).toContain('nearly all files')
  await small.remove()
})

const mebibyte = 1024 * 1024

test('bodies that are never completed take bounded memory, and the slowest is dropped first', () =>
  attack(async (open) => {
    const grown = memoryFrom(server.pid)
    const creating = head(
      'POST',
      '/v2/links',
      `Authorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${mebibyte}\r\n\r\n`,
    )
    // Bun keeps cancelled bodies until its garbage collector runs: a few hundred MiB, however many are sent.
    const [first] = await open(1000, creating + 'a'.repeat(mebibyte - 1))
    expect(statuses((await first?.answers(1)) ?? '')).toEqual([503])
    const answer = await fetch(`${server.url}/v2/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ long_url: 'https://example.com/', title: 'a'.repeat(200) }),
    })
    expect(answer.status).toBe(200)
    expect(grown()).toBeLessThan(600)
  }))

test('truncated bodies count as client errors', () =>
  attack(async (open) => {
    const post = head(
      'POST',
      '/v2/links',
      `Authorization: Bearer ${server.key}\r\nContent-Length: 9\r\n\r\n{`,
    )
    for (const connection of await open(50, post)) connection.end()
  }))

test('an endless body is refused and not buffered', () =>
  attack(async (open) => {
    const grown = memoryFrom(server.pid)
    const [connection] = await open(
      1,
      head('POST', '/v2/links', `Authorization: Bearer ${server.key}\r\nTransfer-Encoding: chunked\r\n\r\n`),
    )
    const chunk = Buffer.from(`10000\r\n${'a'.repeat(0x10000)}\r\n`)
    for (let sent = 0; sent < 64 * mebibyte; sent += chunk.length) await connection?.send(chunk)
    expect(statuses((await connection?.answers(1)) ?? '')).toEqual([413])
    expect(grown()).toBeLessThan(32)
  }))

const tooLarge: [what: string, bytes: string, status: number][] = [
  ['a header of 16 KiB', head('GET', '/known', `X: ${'a'.repeat(16 * 1024)}\r\n\r\n`), 431],
  ['a header of 1 MiB', head('GET', '/known', `X: ${'a'.repeat(mebibyte)}\r\n\r\n`), 431],
  ['3,000 headers', head('GET', '/known', `${'X: a\r\n'.repeat(3000)}\r\n`), 431],
  ['a head without an end', head('GET', '/known', 'X: a\r\n'.repeat(mebibyte)), 431],
  ['an address of 64 KiB', head('GET', `/${'a'.repeat(64 * 1024)}`, '\r\n'), 431],
  ['an address of 1 MiB', head('GET', `/${'a'.repeat(mebibyte)}`, '\r\n'), 431],
  ['an address of 8 KiB', head('GET', `/${'a'.repeat(8 * 1024)}`, 'Connection: close\r\n\r\n'), 404],
  ['a query of 8 KiB', head('GET', `/known?${'a'.repeat(8 * 1024)}`, 'Connection: close\r\n\r\n'), 302],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
]
test('oversized headers and anything that is not HTTP are refused at once, and the connection is closed', () =>
  attack(async () => {
    for (const [what, bytes, status] of tooLarge) {
      const connection = await openRaw(server.port)
      // The server may close the connection long before everything is sent.
      void connection.send(bytes)
      const [answered] = statuses(await connection.closed)
      // A reset may overtake the response to a client that continues sending.
      if (answered !== undefined || bytes.length < 20_000) expect([what, answered]).toEqual([what, status])
    }
  }))

test('a request that arrives byte by byte gets a normal response', () =>
  attack(async () => {
    const connection = await openRaw(server.port)
    const body = '{"long_url": "https://example.com/"}'
    const headers = `Authorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
    for (const byte of head('POST', '/v2/links', headers) + body) {
      await connection.send(byte)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(statuses(await connection.closed)).toEqual([200])
  }))

// Bun closes a connection that sends the next request while an answer still waits for the database, as the search for a code's
// neighbour does. So these are answers from memory.
test('1,000 requests sent at once on one connection are all answered, in order', () =>
  attack(async (open) => {
    const [connection] = await open(
      1,
      `${head('GET', '/known', '\r\n')}${head('GET', '/no/code', '\r\n')}`.repeat(500),
    )
    const answered = statuses((await connection?.answers(1000)) ?? '')
    // Sixty unknown codes a minute are answered with a page; known ones always.
    const answers = Array.from({ length: 1000 }, (_, at) => (at % 2 === 0 ? 302 : at < 120 ? 404 : 429))
    expect(answered).toEqual(answers)
  }))

test('the first 400 requests for the API reference, all at once, generate it once', async () => {
  // Not the bundle, which loads the reference before it takes another request.
  const sources = await startServer('', join(root, 'bin/linnet'))
  const connections = await openMany(sources, 400, '')
  // Only the head, because the page itself has an example of a response.
  for (const connection of connections) void connection.send(head('HEAD', '/v2/docs', '\r\n'))
  for (const connection of connections) expect(statuses(await connection.answers(1))).toEqual([200])
  expect(await sources.end('SIGTERM')).toBe(0)
  // Generating it for each would have blocked the main thread for seconds.
  expect(await sources.log).toBe('')
  await sources.remove()
})

// The log at the end shows that this did not block the main thread.
test('40,000 requests at once on 400 connections leave visitors their turn', () =>
  attack(async (open) => {
    await open(400, head('GET', '/none', '\r\n').repeat(100))
  }))

test('clients that request a lot and read nothing take bounded memory', () =>
  attack(async (open) => {
    const grown = memoryFrom(server.pid)
    await open(200, head('GET', '/v2/docs', '\r\n').repeat(100), { reading: false })
    expect(grown()).toBeLessThan(64)
  }))

test('3,000 connections that are opened and closed at once leave nothing behind', () =>
  attack(async () => {
    for (let round = 0; round < 30; round++)
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const connection = await openRaw(server.port)
          connection.end()
          await connection.closed
        }),
      )
  }))
