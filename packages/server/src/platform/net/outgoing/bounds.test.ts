// The limits of outgoing requests: no server can take more time or bytes than allowed.
import { afterAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type RawServer, startRawServer } from '../../../../../../test/servers/raw-server.ts'
import { createOutgoing, OutgoingFailure, type OutgoingRequest } from './index.ts'

const servers: RawServer[] = []
afterAll(() => {
  for (const server of servers) server.stop()
})

async function serving(answer: (socket: Socket) => void): Promise<RawServer> {
  const server = await startRawServer(answer)
  servers.push(server)
  return server
}

const outgoing = createOutgoing({ allowPrivateTargets: true })
const bounds = { mostBytes: 100_000, timeoutMilliseconds: 5000 }

/** Sends a request to a server that responds like this. */
async function ask(answer: (socket: Socket) => void, options: Partial<OutgoingRequest> = {}) {
  const server = await serving(answer)
  const { status, headers, body } = await outgoing.request(`${server.url}/path?a=b`, {
    ...bounds,
    ...options,
  })
  return { status, headers, text: Buffer.from(body).toString(), server }
}

/** The failure of a request to a server that responds like this; the connection must be closed. */
async function failure(answer: (socket: Socket) => void, options: Partial<OutgoingRequest> = {}) {
  const server = await serving(answer)
  const error = await outgoing.request(server.url, { ...bounds, ...options }).catch((error) => error)
  expect(error).toBeInstanceOf(OutgoingFailure)
  await server.closed()
  return { reason: error.reason, status: error.status }
}

const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`

/** Keeps writing as long as the other side reads. */
function forEver(socket: Socket, first: string, rest: string): void {
  const more = () => void (socket.destroyed || socket.write(rest, () => setImmediate(more)))
  socket.write(first, more)
}

/** A little at a time, so that no idle timer would ever run out. */
function drip(socket: Socket, first: string, rest: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(rest), 5)
  socket.once('close', () => clearInterval(timer))
}

describe('a request is sent as given, and its response returned', () => {
  test('method, path, headers and body', async () => {
    const headers = { 'content-type': 'application/json', 'X-SVC-Event': 'link.created' }
    const { status, text, server, ...answer } = await ask(
      (socket) => socket.end(`HTTP/1.1 201 Created\r\nX-Note: one\r\nContent-Length: 5\r\n\r\nhello`),
      { method: 'POST', headers, body: '{"héllo":1}' },
    )
    expect([status, text, answer.headers['x-note']]).toEqual([201, 'hello', 'one'])
    const [request] = server.requests
    expect(request).toStartWith('POST /path?a=b HTTP/1.1\r\n')
    expect(request).toContain(`Host: 127.0.0.1:${server.port}\r\n`)
    expect(request).toContain('X-SVC-Event: link.created\r\n')
    expect(request?.toLowerCase()).toContain('content-length: 12\r\n')
    expect(Buffer.from(request as string, 'latin1').toString()).toEndWith('\r\n\r\n{"héllo":1}')
  })

  test('a header from the caller replaces the default one, in any case', async () => {
    const { server } = await ask((socket) => socket.end(head()), {
      headers: { 'User-Agent': 'Linnet-Hooks' },
    })
    expect(server.requests[0]?.match(/^user-agent:.*$/gim)).toEqual(['User-Agent: Linnet-Hooks'])
  })

  test('bytes are sent as they are', async () => {
    const body = new Uint8Array([0, 255, 13, 10, 128])
    const { server } = await ask((socket) => socket.end(head()), { method: 'POST', body })
    expect(Buffer.from(server.requests[0] as string, 'latin1').subarray(-5)).toEqual(Buffer.from(body))
  })

  test('responses may have no body, chunks, or a body until the connection ends', async () => {
    expect((await ask((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))).status).toBe(204)
    expect((await ask((socket) => socket.end(head('Content-Length: 9')), { method: 'HEAD' })).text).toBe('')
    const chunks = '2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n'
    expect((await ask((socket) => socket.end(head('Transfer-Encoding: chunked') + chunks))).text).toBe(
      'abcde',
    )
    expect((await ask((socket) => socket.end(`${head()}until the end`))).text).toBe('until the end')
  })

  test('a body of exactly the allowed size', async () => {
    expect((await ask((socket) => socket.end(`${head()}12345`), { mostBytes: 5 })).text).toBe('12345')
  })

  test('each request has its own connection, which is closed afterwards', async () => {
    const server = await serving((socket) =>
      socket.write(`${head('Content-Length: 2', 'Connection: keep-alive')}ok`),
    )
    for (let i = 0; i < 3; i++) await outgoing.request(server.url, bounds)
    await server.closed()
    expect(server.requests).toHaveLength(3)
  })

  test('proxies from the environment are not used', async () => {
    const proxy = await serving((socket) => socket.end(head()))
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    const before = names.map((name) => process.env[name])
    for (const name of names) process.env[name] = proxy.url
    try {
      const { server } = await ask((socket) => socket.end(head()))
      expect([server.requests.length, proxy.requests.length]).toEqual([1, 0])
    } finally {
      for (const [i, name] of names.entries())
        if (before[i] === undefined) delete process.env[name]
        else process.env[name] = before[i]
    }
  })
})

describe('a redirect is a response, and is not followed', () => {
  for (const status of [301, 302, 303, 307, 308])
    test(String(status), async () => {
      const elsewhere = await serving((socket) => socket.end(head()))
      const answer = await ask((socket) =>
        socket.end(`HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}/\r\nContent-Length: 0\r\n\r\n`),
      )
      expect([answer.status, answer.headers.location]).toEqual([status, `${elsewhere.url}/`])
      expect(elsewhere.requests).toEqual([])
    })
})

describe('the time limit covers the whole attempt, however a server delays', () => {
  const trigger = { timeoutMilliseconds: 100 }
  const cases: [string, (socket: Socket) => void, number | null][] = [
    ['a server that never answers', () => {}, null],
    ['a head that drips', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-A: ', 'a'), null],
    ['a body that drips', (socket) => drip(socket, head(), 'a'), 200],
    ['chunks that drip', (socket) => drip(socket, head('Transfer-Encoding: chunked'), '1\r\na\r\n'), 200],
    ['endless interim answers', (socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'), null],
    ['a body that stops', (socket) => socket.write(`${head('Content-Length: 10')}abc`), 200],
  ]
  for (const [what, answer, status] of cases)
    test(what, async () => {
      expect(await failure(answer, trigger)).toEqual({ reason: 'timeout', status })
    })

  test('the caller can cancel it before it starts or while it runs', async () => {
    await expect(
      outgoing.request('http://127.0.0.1:9999/', { ...bounds, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      reason: 'cancelled',
    })
    const giveUp = new AbortController()
    const given = failure(() => giveUp.abort(), { signal: giveUp.signal })
    expect(await given).toEqual({ reason: 'cancelled', status: null })
  })
})

describe('size is limited in every part of a response', () => {
  const endless = 'a'.repeat(50_000)
  const chunk = `c350\r\n${endless}\r\n`
  const cases: [string, (socket: Socket) => void, string, number | null][] = [
    ['an endless body', (socket) => forEver(socket, head(), endless), 'too-large', 200],
    [
      'endless chunks',
      (socket) => forEver(socket, head('Transfer-Encoding: chunked'), chunk),
      'too-large',
      200,
    ],
    [
      'a body in chunks of a byte each',
      (socket) => socket.end(head('Transfer-Encoding: chunked') + '1\r\na\r\n'.repeat(5_000)),
      'too-large',
      200,
    ],
    [
      'an announced body longer than allowed',
      (socket) => forEver(socket, head('Content-Length: 999999999'), endless),
      'too-large',
      200,
    ],
    [
      'an endless header',
      (socket) => forEver(socket, 'HTTP/1.1 200 OK\r\nX-A: ', endless),
      'bad-answer',
      null,
    ],
    [
      'endless headers',
      (socket) => forEver(socket, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'.repeat(5000)),
      'bad-answer',
      null,
    ],
    ['an endless status line', (socket) => forEver(socket, 'HTTP/1.1 200 ', endless), 'bad-answer', null],
    [
      'an endless chunk extension',
      (socket) => forEver(socket, `${head('Transfer-Encoding: chunked')}5;`, endless),
      'bad-answer',
      200,
    ],
    [
      'endless trailers',
      (socket) => forEver(socket, `${head('Transfer-Encoding: chunked')}1\r\na\r\n0\r\nX-A: `, endless),
      'bad-answer',
      200,
    ],
  ]
  for (const [what, answer, reason, status] of cases)
    test(what, async () => {
      expect(await failure(answer)).toMatchObject({ reason, status })
    })
})

describe('an encoding is decoded within the same limits', () => {
  const encoders: [string, (bytes: Buffer) => Buffer][] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ]
  const encoded = (encoding: string, body: Buffer) => (socket: Socket) => {
    socket.write(head(`Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`))
    socket.end(body)
  }
  for (const [encoding, encode] of encoders) {
    test(`${encoding}, although none was requested`, async () => {
      const { text, server } = await ask(encoded(encoding.toUpperCase(), encode(Buffer.from('hello'))))
      expect(text).toBe('hello')
      expect(server.requests[0]?.toLowerCase()).toContain('accept-encoding: identity\r\n')
    })

    test(`a small ${encoding} body that decompresses to too much is refused`, async () => {
      const bomb = encode(Buffer.alloc(16_000_000))
      expect(bomb.length).toBeLessThan(bounds.mostBytes)
      expect(await failure(encoded(encoding, bomb))).toEqual({ reason: 'too-large', status: 200 })
    })

    test(`damaged ${encoding} is refused`, async () => {
      const damaged = encode(Buffer.from('hello hello hello')).subarray(0, -6)
      expect(await failure(encoded(encoding, damaged))).toEqual({ reason: 'bad-answer', status: 200 })
    })
  }

  test('a body of many small bombs one after another is refused', async () => {
    const bombs = Buffer.concat(Array.from({ length: 50 }, () => gzipSync(Buffer.alloc(90_000))))
    expect(await failure(encoded('gzip', bombs))).toEqual({ reason: 'too-large', status: 200 })
  })

  test('several encodings, and unknown ones, are refused', async () => {
    for (const encoding of ['gzip, gzip', 'zstd', 'compress', 'constructor'])
      expect(await failure(encoded(encoding, gzipSync('a')))).toEqual({ reason: 'bad-answer', status: 200 })
  })

  test('an empty body needs no decoding', async () => {
    expect((await ask(encoded('gzip', Buffer.alloc(0)))).text).toBe('')
  })
})

describe('an invalid response fails', () => {
  const cases: [string, (socket: Socket) => void, number | null][] = [
    ['another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), null],
    ['an end before the response', (socket) => socket.end(), null],
    ['an end before the body is complete', (socket) => socket.end(`${head('Content-Length: 10')}abc`), 200],
    ['an end between chunks', (socket) => socket.end(`${head('Transfer-Encoding: chunked')}1\r\na\r\n`), 200],
    ['a broken connection', (socket) => socket.resetAndDestroy(), null],
    [
      'another protocol that was not requested',
      (socket) => socket.end('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      null,
    ],
    ['two lengths', (socket) => socket.end(`${head('Content-Length: 1', 'Content-Length: 2')}ab`), null],
  ]
  for (const [what, answer, status] of cases)
    test(what, async () => {
      expect(await failure(answer)).toEqual({ reason: 'bad-answer', status })
    })

  test('a closed port is unreachable', async () => {
    const server = await serving(() => {})
    server.stop()
    await expect(outgoing.request(server.url, bounds)).rejects.toMatchObject({ reason: 'unreachable' })
  })
})
