// The process: how it stops, what survives a kill, and how several start on one database.
import { afterEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomyPlans } from '../../../../test/accounts/roomy-plans.ts'
import { engines, freshDatabase, migratedDatabase } from '../../../../test/databases.ts'
import { startOn } from '../../../../test/instance.ts'
import { beginLoad, type Load } from '../../../../test/machine/load.ts'
import { api, expectPersisted, opened, silentConnection } from '../../../../test/machine/persisted-work.ts'
import {
  endAll,
  linnetJson,
  newKey,
  program as own,
  type ServerProcess,
  serve,
} from '../../../../test/machine/program.ts'

afterEach(endAll)

// Open connections besides the load.
const connections = { SIGTERM: opened, SIGKILL: [] }
const ends = [
  ['SIGTERM', 0],
  ['SIGKILL', null],
] as const

for (const engine of engines)
  test(`stopped with open connections, or killed, it loses nothing that was answered and counts no click twice, on ${engine}`, async () => {
    const database = await migratedDatabase(engine)
    try {
      const settings = { ...database.env, PLANS_FILE: roomyPlans() }
      const key = await newKey(settings)
      const loads: [visited: string, load: Load][] = []
      for (const [signal, code] of ends) {
        const server = await serve(settings)
        const visited = `visited-${signal}`
        await api(server.url, key, '/links', { long_url: 'https://example.com/', custom_slug: visited })
        for (const [earlier, load] of loads.splice(0)) await expectPersisted(server.url, key, earlier, load)
        const sockets = await Promise.all(connections[signal].map((bytes) => silentConnection(server, bytes)))
        const load = beginLoad(server.url, key, visited)
        loads.push([visited, load])
        await load.reached(50)
        expect(await server.end(signal)).toBe(code)
        await load.ended
        for (const socket of sockets) socket.destroy()
        expect(await server.log).toBe('')
      }
      const last = await startOn(database, engine, settings)
      for (const [earlier, load] of loads) await expectPersisted(last.url, key, earlier, load)
      await last.stop()
    } finally {
      await endAll()
      await database.remove()
    }
  })

test('started with a low priority that it may not raise, it counts clicks, searches, and exits with code 0 on Ctrl+C', async () => {
  const { env, remove } = await migratedDatabase('sqlite')
  const program = join(env.DATA_DIR, 'linnet')
  // Root may raise the priority, unless it drops that capability.
  const bound = process.getuid?.() === 0 ? 'setpriv --bounding-set=-all --inh-caps=-all' : ''
  writeFileSync(program, `#!/bin/sh\nexec nice -n 19 ${bound} "${own}" "$@"\n`, { mode: 0o755 })
  const key = await newKey(env)
  const server = await serve(env, { program })
  await api(server.url, key, '/links', { long_url: 'https://example.com/', custom_slug: 'seen' })
  await fetch(`${server.url}/seen`, { redirect: 'manual' })
  expect(await api(server.url, key, '/links/seen/stats/lifetime')).toMatchObject({ clicks: 1 })
  expect(await api(server.url, key, '/links?search=seen')).toHaveLength(1)
  expect(await server.end('SIGINT')).toBe(0)
  // With this priority, a busy machine does block the main thread.
  const blocked = /.*"event":"the main thread is .*\n/g
  expect((await server.log).replaceAll(blocked, '')).toBe('')
  await remove()
})

test('servers that start at the same moment on an empty PostgreSQL all start and serve the same data', async () => {
  const database = await freshDatabase('postgres')
  try {
    const servers = await Promise.all([1, 2].map(() => serve(database.env)))
    const key = await newKey(database.env)
    const [first] = servers as [ServerProcess, ...ServerProcess[]]
    const { short } = await api(first.url, key, '/links', { long_url: 'https://example.com/' })
    for (const server of servers) {
      const answer = await fetch(`${server.url}/${short}`, { redirect: 'manual' })
      expect(answer.status).toBe(302)
      expect((await api(server.url, key, '/user')).email).toBe('ana@example.com')
    }
  } finally {
    await endAll()
    await database.remove()
  }
})

// PostgreSQL migrates with the same lock, as the servers above show.
test('commands that start at the same moment on an empty SQLite all succeed', async () => {
  const database = await freshDatabase('sqlite')
  try {
    const create = (name: string) =>
      linnetJson(['user', 'create', '--email', `${name}@example.com`, '--password', 'p'], database.env)
    const users = await Promise.all(['ana', 'bea'].map(create))
    expect(users.map(({ email }) => email)).toEqual(['ana@example.com', 'bea@example.com'])
  } finally {
    await database.remove()
  }
})
