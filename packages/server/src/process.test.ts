// The process: how it stops, what it keeps when it is killed, and how several start on one database.
import { afterEach, describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { engines, freshDatabase } from '../../../test/databases.ts'
import { beginLoad, type Load } from '../../../test/load.ts'
import {
  endAll,
  linnetJson,
  newKey,
  type ServerProcess,
  type Settings,
  serve,
} from '../../../test/program.ts'
import { roomyPlans } from '../../../test/roomy-plans.ts'

afterEach(endAll)

/** A connection on which these bytes were sent, and which then says nothing more. */
function silentConnection(server: ServerProcess, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes, () => resolve(socket)))
    socket.once('error', reject)
  })
}

async function api(server: ServerProcess, key: string, path: string, body?: unknown) {
  const answer = await fetch(`${server.url}/v2${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  return ((await answer.json()) as any).data
}

/** What was answered before the end must be there after the next start. */
async function expectKept(settings: Settings, key: string, load: Load): Promise<void> {
  const server = await serve(settings)
  for (const code of load.codes) expect((await api(server, key, `/links/${code}`))?.short).toBe(code)
  const { clicks } = await api(server, key, '/links/visited/stats/lifetime')
  // A visit may have been counted whose answer did not arrive any more, but none may count twice.
  expect(clicks).toBeGreaterThanOrEqual(load.answered)
  expect(clicks).toBeLessThanOrEqual(load.sent)
}

for (const engine of engines) {
  describe(`the end of the process, on ${engine}`, () => {
    async function withInstance(use: (settings: Settings, key: string) => Promise<void>): Promise<void> {
      const database = await freshDatabase(engine)
      try {
        const settings = { ...database.env, PLANS_FILE: roomyPlans() }
        await use(settings, await newKey(settings))
      } finally {
        await endAll()
        await database.remove()
      }
    }

    // What is open beside the work: nothing yet, an answered request, and requests that are never sent whole.
    const connections = {
      SIGINT: ['', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
      SIGTERM: [
        'GET /visited HTTP/1.1\r\nHost: a\r\n',
        'POST /v2/links HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{',
      ],
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      test(`${signal} at work, with connections open, ends it with code 0 and loses nothing that was answered`, () =>
        withInstance(async (settings, key) => {
          const server = await serve(settings)
          await api(server, key, '/links', { long_url: 'https://example.com/', custom_slug: 'visited' })
          const sockets = await Promise.all(
            connections[signal].map((bytes) => silentConnection(server, bytes)),
          )
          const load = beginLoad(server.url, key, 'visited')
          await load.reached(100)
          expect(await server.end(signal)).toBe(0)
          await load.ended
          for (const socket of sockets) socket.destroy()
          expect(await server.log).toBe('')
          await expectKept(settings, key, load)
        }))
    }

    test('kill -9 at work loses nothing that was answered, and counts no click twice', () =>
      withInstance(async (settings, key) => {
        const server = await serve(settings)
        await api(server, key, '/links', { long_url: 'https://example.com/', custom_slug: 'visited' })
        const load = beginLoad(server.url, key, 'visited')
        await load.reached(100)
        expect(await server.end('SIGKILL')).toBeNull()
        await load.ended
        await expectKept(settings, key, load)
      }))
  })
}

test('servers that start at the same moment on an empty PostgreSQL all come up and serve the same', async () => {
  const database = await freshDatabase('postgres')
  try {
    const servers = await Promise.all([1, 2, 3].map(() => serve(database.env)))
    const key = await newKey(database.env)
    const [first] = servers as [ServerProcess, ...ServerProcess[]]
    const { short } = await api(first, key, '/links', { long_url: 'https://example.com/' })
    for (const server of servers) {
      const answer = await fetch(`${server.url}/${short}`, { redirect: 'manual' })
      expect(answer.status).toBe(302)
      expect((await api(server, key, '/user')).email).toBe('ana@example.com')
    }
  } finally {
    await endAll()
    await database.remove()
  }
})

test('commands that start at the same moment on an empty database all succeed', async () => {
  for (const engine of engines) {
    const database = await freshDatabase(engine)
    try {
      const create = (name: string) =>
        linnetJson(['user', 'create', '--email', `${name}@example.com`, '--password', 'p'], database.env)
      const users = await Promise.all(['ana', 'bea', 'cid'].map(create))
      expect(users.map(({ email }) => email)).toEqual([
        'ana@example.com',
        'bea@example.com',
        'cid@example.com',
      ])
    } finally {
      await database.remove()
    }
  }
})
