// Reading the card of a page from a server that behaves well, badly, or like an attacker.
import { afterAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type RawServer, startRawServer } from '../../../../../../test/servers/raw-server.ts'
import { createOutgoing } from '../../../platform/net/outgoing/index.ts'
import { createDestinationCards, type PictureStore } from './index.ts'

const servers: RawServer[] = []
afterAll(() => {
  for (const server of servers) server.stop()
})

async function serving(
  answer: (socket: Socket, path: string, server: RawServer) => void,
): Promise<RawServer> {
  const server: RawServer = await startRawServer((socket) => {
    const path = /^GET (\S+)/.exec(server.requests.at(-1) ?? '')?.[1] ?? ''
    answer(socket, path, server)
  })
  servers.push(server)
  return server
}

const page = (html: string, type = 'text/html; charset=utf-8') =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n${html}`
const to = (location: string) => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`
const said = '<title>Said</title><meta property="og:image" content="picture.png">'

const kept: string[] = []
const pictures: PictureStore = {
  async keep(_userId, content, title) {
    const text = new TextDecoder().decode(content)
    if (text.includes('no picture')) throw new Error('not an image')
    kept.push(`${title} ${text}`)
    return { id: `ast_${kept.length}`, path: `/assets/${kept.length}.webp` }
  },
  discard: async () => {},
}

const limits = { milliseconds: 300, requestMilliseconds: 200 }
const cards = (allowPrivateTargets = true, given = { milliseconds: 20_000, requestMilliseconds: 10_000 }) =>
  createDestinationCards({ outgoing: createOutgoing({ allowPrivateTargets }), pictures, limits: given })

const wanted = { userId: 1, wantsPicture: true, now: 0 }
const fetched = async (address: string) => await cards().read({ ...wanted, address })

describe('a card', () => {
  test('has title, text and picture, whose address may be relative', async () => {
    const server = await serving((socket, path) =>
      socket.end(
        path === '/a/page' ? page(`${said}<meta name=description content=Text>`) : page('PNG', 'image/png'),
      ),
    )
    const card = await fetched(`${server.url}/a/page`)
    expect(card).toMatchObject({ title: 'Said', description: 'Text', image: { id: expect.any(String) } })
    expect(kept.at(-1)).toBe('127.0.0.1 PNG')
    expect(server.requests.map((request) => request.split(' ')[1])).toEqual(['/a/page', '/a/picture.png'])
    const without = await cards().read({ ...wanted, wantsPicture: false, address: `${server.url}/a/page` })
    expect(without).toEqual({ title: 'Said', description: 'Text', image: null })
  })

  test('has no picture if that is missing, or is none', async () => {
    for (const picture of ['HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n', page('no picture')]) {
      const server = await serving((socket, path) => socket.end(path === '/' ? page(said) : picture))
      expect(await fetched(`${server.url}/`)).toEqual({ title: 'Said', description: null, image: null })
    }
    for (const address of [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'file:///etc/passwd',
      'http://[',
    ]) {
      const html = page(`<title>Said</title><meta property="og:image" content="${address}">`)
      const server = await serving((socket) => socket.end(html))
      expect(await fetched(`${server.url}/`)).toEqual({ title: 'Said', description: null, image: null })
    }
  })

  test('is read in the encoding that the header or the page declares', async () => {
    const latin =
      (type: string, head = '') =>
      (socket: Socket) =>
        socket.end(Buffer.from(page(`${head}<title>Größe</title>`, type), 'latin1'))
    for (const answer of [
      latin('text/html; charset=ISO-8859-1'),
      latin('text/html', '<meta charset="windows-1252">'),
      latin('text/html', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'),
    ])
      expect((await fetched((await serving(answer)).url))?.title).toBe('Größe')
    const unknown = await serving((socket) =>
      socket.end(page('<title>Größe</title>', 'text/html; charset=x-odd')),
    )
    expect((await fetched(unknown.url))?.title).toBe('Größe')
  })

  test('is found behind a few redirects, but not behind many or in a circle', async () => {
    const chain = await serving((socket, path) => {
      const left = Number(path.slice(1))
      socket.end(left === 0 ? page(said.replace('picture.png', '')) : to(`/${left - 1}`))
    })
    expect((await fetched(`${chain.url}/4`))?.title).toBe('Said')
    expect(await fetched(`${chain.url}/5`)).toBeNull()
    const circle = await serving((socket) => socket.end(to('/')))
    expect(await fetched(circle.url)).toBeNull()
    expect(circle.requests).toHaveLength(5)
  })

  test('is missing where there is no page, or nothing in it', async () => {
    for (const answer of [
      page('<p>Nothing</p>'),
      page(said, 'application/json'),
      page(said, ''),
      `HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${said}`,
      'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
      to('http://['),
      'not HTTP',
    ])
      expect(await fetched((await serving((socket) => socket.end(answer))).url)).toBeNull()
    expect(await fetched('http://127.0.0.1:9/')).toBeNull()
  })
})

describe('an attacker', () => {
  const trap = () => serving((socket) => socket.end(page(said)))

  test('does not reach private addresses, neither by the page nor by its redirect or picture', async () => {
    const inside = await trap()
    expect(await cards(false).read({ ...wanted, address: inside.url })).toBeNull()
    // As if the first server were public, and the guard only knew it.
    const guarded = createOutgoing({ allowPrivateTargets: false })
    const open = createOutgoing({ allowPrivateTargets: true })
    const outside = await serving((socket, path) =>
      socket.end(path === '/redirect' ? to(inside.url) : page(said.replace('picture.png', inside.url))),
    )
    const outgoing: Pick<typeof open, 'request'> = {
      request: (address, options) =>
        (address.startsWith(outside.url) ? open : guarded).request(address, options),
    }
    const reader = createDestinationCards({ outgoing, pictures })
    expect(await reader.read({ ...wanted, address: `${outside.url}/redirect` })).toBeNull()
    expect(await reader.read({ ...wanted, address: outside.url })).toMatchObject({
      title: 'Said',
      image: null,
    })
    expect(inside.requests).toEqual([])
  })

  test('gains nothing with endless pages, bombs and pictures', async () => {
    const endless = 'a'.repeat(100_000)
    const forEver = (socket: Socket) =>
      void (socket.destroyed || socket.write(endless, () => setImmediate(forEver, socket)))
    const long = await serving((socket) => socket.write(page(said), () => forEver(socket)))
    expect(await fetched(long.url)).toBeNull()
    await long.closed()
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const packed = await serving((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n',
      )
      socket.end(bomb)
    })
    expect(await fetched(packed.url)).toBeNull()
    const picture = await serving((socket, path) =>
      path === '/' ? socket.end(page(said)) : socket.write(page('', 'image/png'), () => forEver(socket)),
    )
    expect(await fetched(`${picture.url}/`)).toEqual({ title: 'Said', description: null, image: null })
    await picture.closed()
  })

  test('with a page that drips is given up, and the account goes on with the next', async () => {
    const slow = await serving((socket) => {
      socket.write(page(said))
      const timer = setInterval(() => socket.write('a'), 5)
      socket.once('close', () => clearInterval(timer))
    })
    const quick = await trap()
    const reader = cards(true, limits)
    expect(await reader.read({ ...wanted, address: slow.url })).toBeNull()
    await slow.closed()
    expect(await reader.read({ ...wanted, wantsPicture: false, address: quick.url })).not.toBeNull()
  })

  test('with many slow pages at once holds up nobody else, and opens one connection at a time', async () => {
    const sockets: Socket[] = []
    const slow = await serving((socket) => void sockets.push(socket))
    const quick = await trap()
    const reader = cards()
    const waiting = Array.from({ length: 40 }, () => reader.read({ ...wanted, userId: 7, address: slow.url }))
    expect(
      await reader.read({ ...wanted, userId: 8, wantsPicture: false, address: quick.url }),
    ).not.toBeNull()
    expect(slow.requests.length).toBeLessThanOrEqual(1)
    slow.stop()
    expect(await Promise.all(waiting)).toEqual(Array(40).fill(null))
  })
})
