// What a check finds, how politely it asks, and that no destination can hold it up, whatever it answers.
import { afterAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { TestClock } from '../../../../../../../test/clock.ts'
import { type RawServer, startRawServer } from '../../../../../../../test/servers/raw-server.ts'
import { createOutgoing, type Outgoing } from '../../../../platform/net/outgoing/index.ts'
import { createAsking } from './asking.ts'
import { longestPause, PoliteHosts, retryAfter } from './polite-hosts.ts'

const servers: RawServer[] = []
afterAll(() => {
  for (const server of servers) server.stop()
})

let hosts = 1
/** Each server has an address of its own, because a host is asked once a second. */
async function serving(answer: (socket: Socket, path: string) => void): Promise<RawServer> {
  const host = `127.0.2.${hosts++}`
  const server: RawServer = await startRawServer((socket) => {
    answer(socket, /^GET (\S+)/.exec(server.requests.at(-1) ?? '')?.[1] ?? '')
  }, host)
  server.url = `http://${host}:${server.port}`
  servers.push(server)
  return server
}

const response = (status: number, headers = '', body = '') =>
  `HTTP/1.1 ${status} X\r\n${headers}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const noRobots = response(404)
/** A destination that answers like this, and has no robots.txt. */
const page = (status: number, headers = '', body = '') =>
  serving((socket, path) => socket.end(path === '/robots.txt' ? noRobots : response(status, headers, body)))

function asking({
  limits = { requestMilliseconds: 5000, checkMilliseconds: 30_000 },
  outgoing = createOutgoing({ allowPrivateTargets: true }) as Pick<Outgoing, 'request'>,
  clock = new TestClock(),
} = {}) {
  const hosts = new PoliteHosts(clock)
  const ask = createAsking({ outgoing, hosts, clock, userAgent: 'LinnetBot/1.0 (+http://here)', limits })
  const stopping = new AbortController()
  const found = async (url: string, ignoresFailingRobots = false) =>
    await ask(url, { ignoresFailingRobots, stopping: stopping.signal })
  return { found, hosts, clock, stopping }
}

const hasty = { requestMilliseconds: 400, checkMilliseconds: 3000 }
const paths = ({ requests }: RawServer) => requests.map((request) => request.split(' ')[1])
const outcomeOf = async (url: string, options: Parameters<typeof asking>[0] = {}) => {
  const finding = await asking(options).found(url)
  return [finding?.outcome, finding?.status]
}

describe('a check', () => {
  test.concurrent('tells what fails from what only refuses us', async () => {
    const expected = {
      200: 'answered',
      204: 'answered',
      304: 'answered',
      401: 'answered',
      403: 'answered',
      405: 'answered',
      418: 'answered',
      429: 'answered',
      451: 'answered',
      404: 'not_found',
      410: 'not_found',
      500: 'server_error',
      503: 'server_error',
      521: 'server_error',
    }
    const outcomes = await Promise.all(
      Object.keys(expected).map(async (status) => {
        const { url } = await page(Number(status))
        return [status, (await asking().found(url))?.outcome]
      }),
    )
    expect(Object.fromEntries(outcomes)).toEqual(expected)
  })

  test.concurrent('finds refused connections, unknown names and servers that do not speak TLS', async () => {
    expect(await outcomeOf('http://127.0.2.250:9999/')).toEqual(['unreachable', null])
    expect(await outcomeOf('http://nobody-has-this.invalid/')).toEqual(['unreachable', null])
    const plain = Bun.serve({ hostname: '127.0.2.251', port: 0, fetch: () => new Response() })
    expect(await outcomeOf(`https://127.0.2.251:${plain.port}/`)).toEqual(['tls_failed', null])
    await plain.stop(true)
  })

  test.concurrent('says who asks, and asks for robots.txt first', async () => {
    const server = await page(200)
    await asking().found(`${server.url}/a?b=c`)
    expect(paths(server)).toEqual(['/robots.txt', '/a?b=c'])
    for (const request of server.requests) {
      expect(request.toLowerCase()).toContain('user-agent: linnetbot/1.0 (+http://here)\r\n')
      expect(request.toLowerCase()).not.toContain('cookie')
    }
  })

  test.concurrent('leaves out what robots.txt forbids, and reads that once a day', async () => {
    const robots = response(200, '', 'User-agent: LinnetBot\nDisallow: /no')
    const server = await serving((socket, path) =>
      socket.end(path === '/robots.txt' ? robots : response(200)),
    )
    const { found, clock } = asking()
    expect(await found(`${server.url}/no/page`)).toMatchObject({ outcome: 'robots', status: null })
    expect(await found(`${server.url}/yes`)).toMatchObject({ outcome: 'answered' })
    await clock.advance(25 * 60 * 60 * 1000)
    await found(`${server.url}/no`)
    expect(paths(server)).toEqual(['/robots.txt', '/yes', '/robots.txt'])
  })

  test.concurrent('takes a robots.txt that fails as a refusal, until it has failed for long', async () => {
    for (const status of [500, 429]) {
      const server = await serving((socket, path) =>
        socket.end(response(path === '/robots.txt' ? status : 404)),
      )
      const { found } = asking()
      expect(await found(server.url)).toEqual({ outcome: 'robots', status: null, isRobotsFailing: true })
      expect(paths(server)).toEqual(['/robots.txt'])
      expect(await found(server.url, true)).toEqual({
        outcome: 'not_found',
        status: 404,
        isRobotsFailing: true,
      })
    }
  })

  test.concurrent('follows redirects, of robots.txt too, and judges where they end', async () => {
    const end = await page(410)
    const leadsTo: Record<string, string> = { '/robots.txt': '/real-robots', '/': end.url }
    const start = await serving((socket, path) =>
      socket.end(path in leadsTo ? response(302, `Location: ${leadsTo[path]}\r\n`) : noRobots),
    )
    expect(await outcomeOf(start.url)).toEqual(['not_found', 410])
    expect(paths(end)).toEqual(['/robots.txt', '/'])
  })

  test.concurrent('starts at most one request a second to a host', async () => {
    const times: number[] = []
    const server = await serving((socket) => {
      times.push(performance.now())
      socket.end(response(200))
    })
    const { found } = asking()
    await Promise.all(['/a', '/b', '/c'].map((path) => found(server.url + path)))
    const gaps = times.slice(1).map((time, index) => time - (times[index] as number))
    expect(times.length).toBeGreaterThanOrEqual(4)
    // The requests start a second apart; a busy machine may let one arrive late.
    expect(Math.min(...gaps)).toBeGreaterThan(700)
  })

  test.concurrent('ends with the server, and then finds nothing', async () => {
    const silent = await serving(() => {})
    const { found, stopping } = asking()
    const finding = found(silent.url)
    stopping.abort()
    expect(await finding).toBeNull()
  })
})

describe('a host', () => {
  test('that asks for a pause gets one, but not for a million years', async () => {
    const { found, hosts, clock } = asking()
    const server = await page(429, 'Retry-After: 31536000000000\r\n')
    expect(await found(server.url)).toMatchObject({ outcome: 'answered', status: 429 })
    expect(await found(server.url)).toMatchObject({ outcome: 'unclear' })
    const host = new URL(server.url).hostname
    const now = clock.unix()
    const taken = hosts.take(host) as { postponedTo: number }
    expect(taken.postponedTo).toBeGreaterThan(now + longestPause - 60)
    expect(taken.postponedTo).toBeLessThanOrEqual(now + longestPause + 60)
    await clock.advance((longestPause + 60) * 1000)
    expect(hosts.take(host)).toHaveProperty('release')
  })

  test('gives the pause in seconds or as a date', () => {
    const now = Date.parse('2026-11-27T00:00:00Z')
    expect(retryAfter('120', now)).toBe(120)
    expect(retryAfter('Fri, 27 Nov 2026 00:01:00 GMT', now)).toBe(60)
    for (const value of [
      undefined,
      '',
      '-1',
      '1e9',
      'soon',
      'Thu, 26 Nov 2026 00:00:00 GMT',
      '9'.repeat(400),
    ])
      expect(retryAfter(value, now)).toBe(0)
  })

  test('gives waiting links slots one after the other, and none more than a week away', () => {
    const clock = new TestClock()
    const hosts = new PoliteHosts(clock)
    const taken = hosts.take('example.com') as { release(): void }
    const places = Array.from({ length: 200_000 }, () => hosts.take('example.com') as { postponedTo: number })
    const times = places.map(({ postponedTo }) => postponedTo - clock.unix())
    expect(times.slice(0, 3)).toEqual([5, 10, 15])
    expect(Math.max(...times)).toBeLessThanOrEqual(longestPause + 1)
    taken.release()
    expect(hosts.take('example.com')).toHaveProperty('release')
  })
})

describe('nothing holds up a check:', () => {
  const forEver = (socket: Socket, bytes: string, milliseconds: number) => {
    const timer = setInterval(() => socket.write(bytes), milliseconds)
    socket.once('close', () => clearInterval(timer))
  }
  const withoutRobots = (answer: (socket: Socket) => void) =>
    serving((socket, path) => (path === '/robots.txt' ? void socket.end(noRobots) : answer(socket)))
  const flood = (socket: Socket) =>
    void (socket.destroyed || socket.write('a'.repeat(100_000), () => setImmediate(flood, socket)))

  test('a destination that never answers', async () => {
    const server = await withoutRobots(() => {})
    expect(await outcomeOf(server.url, { limits: hasty })).toEqual(['timed_out', null])
    await server.closed()
  })

  test('one that sends its head a byte at a time', async () => {
    const server = await withoutRobots((socket) => forEver(socket, 'H', 20))
    const [outcome] = await outcomeOf(server.url, { limits: hasty })
    expect(['timed_out', 'unclear']).toContain(outcome as string)
    await server.closed()
  })

  test('one that sends its body a byte at a time has answered', async () => {
    const server = await withoutRobots((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      forEver(socket, 'a', 20)
    })
    expect(await outcomeOf(server.url, { limits: hasty })).toEqual(['answered', 200])
    await server.closed()
  })

  test('one that sends ten gigabytes has answered, and is cut off', async () => {
    const server = await withoutRobots((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n', () => flood(socket))
    })
    expect(await outcomeOf(server.url)).toEqual(['answered', 200])
    await server.closed()
  })

  test('a gzip bomb has answered', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
    const server = await withoutRobots((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n')
      socket.end(bomb)
    })
    expect(await outcomeOf(server.url)).toEqual(['answered', 200])
  })

  test('a hundred redirects', async () => {
    const server = await serving((socket, path) =>
      socket.end(path === '/robots.txt' ? noRobots : response(302, `Location: ${path}x\r\n`)),
    )
    expect(await outcomeOf(`${server.url}/`)).toEqual(['answered', 302])
    expect(server.requests.length).toBe(7)
  })

  test('redirects to something other than a web address', async () => {
    for (const location of ['javascript:alert(1)', 'file:///etc/passwd', 'http://['])
      expect(await outcomeOf((await page(302, `Location: ${location}\r\n`)).url)).toEqual(['answered', 302])
  })

  test('an answer that is not HTTP says nothing', async () => {
    const server = await withoutRobots((socket) => void socket.end('SSH-2.0-OpenSSH\r\n'))
    expect(await outcomeOf(server.url)).toEqual(['unclear', null])
  })

  test('a robots.txt that hangs, or never ends', async () => {
    const hanging = await serving(() => {})
    expect(await asking({ limits: hasty }).found(hanging.url)).toEqual({
      outcome: 'robots',
      status: null,
      isRobotsFailing: true,
    })
    const dripping = await serving((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      forEver(socket, 'User-agent: *\n', 20)
    })
    expect(await outcomeOf(dripping.url, { limits: hasty })).toEqual(['robots', null])
    const endless = await serving((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nAllow: /\n', () => flood(socket))
    })
    expect(await outcomeOf(endless.url)).toEqual(['robots', null])
    await endless.closed()
    expect(paths(endless)).toEqual(['/robots.txt'])
  })

  test('a robots.txt that is redirected forever', async () => {
    const server = await serving((socket, path) =>
      socket.end(path === '/page' ? response(200) : response(301, `Location: ${path}x\r\n`)),
    )
    expect(await outcomeOf(`${server.url}/page`)).toEqual(['answered', 200])
  })

  test('a private address, by its name, by a redirect, or after a check of the name', async () => {
    const inside = await page(200)
    const guarded = createOutgoing({ allowPrivateTargets: false })
    expect(await outcomeOf(inside.url, { outgoing: guarded })).toEqual(['private', null])
    const open = createOutgoing({ allowPrivateTargets: true })
    const outside = await page(302, `Location: ${inside.url}\r\n`)
    // As if the first server were public.
    const outgoing: Pick<Outgoing, 'request'> = {
      request: (address, options) =>
        (address.startsWith(outside.url) ? open : guarded).request(address, options),
    }
    expect(await outcomeOf(outside.url, { outgoing })).toEqual(['private', null])
    expect(inside.requests).toEqual([])
    // A name that has a public address while robots.txt is read, and then a private one.
    const resolve = async () => [new URL(inside.url).hostname]
    let requests = 0
    const rebinding: Pick<Outgoing, 'request'> = {
      request: (address, options) =>
        createOutgoing({ allowPrivateTargets: requests++ === 0, resolve }).request(address, options),
    }
    const address = `http://rebinding.example:${inside.port}/`
    expect(await outcomeOf(address, { outgoing: rebinding })).toEqual(['private', null])
    expect(paths(inside)).toEqual(['/robots.txt'])
  })
})
