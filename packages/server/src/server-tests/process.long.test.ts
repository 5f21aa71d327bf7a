// The process: Ctrl+C under load, and several processes that start at once on an empty database.
import { afterEach, expect, test } from 'bun:test'
import { roomyPlans } from '../../../../test/accounts/roomy-plans.ts'
import { engines, freshDatabase, migratedDatabase } from '../../../../test/databases.ts'
import { beginLoad } from '../../../../test/machine/load.ts'
import { api, expectPersisted, opened, silentConnection } from '../../../../test/machine/persisted-work.ts'
import { endAll, linnetJson, newKey, serve } from '../../../../test/machine/program.ts'

afterEach(endAll)

test.each([...engines])(
  'SIGINT under load, with open connections, ends it with code 0 and loses nothing that was answered, on %s',
  async (engine) => {
    const database = await migratedDatabase(engine)
    const settings = { ...database.env, PLANS_FILE: roomyPlans() }
    const key = await newKey(settings)
    const server = await serve(settings)
    await api(server.url, key, '/links', { long_url: 'https://example.com/', custom_slug: 'visited' })
    const sockets = await Promise.all(opened.map((bytes) => silentConnection(server, bytes)))
    const load = beginLoad(server.url, key, 'visited')
    await load.reached(100)
    expect(await server.end('SIGINT')).toBe(0)
    await load.ended
    for (const socket of sockets) socket.destroy()
    expect(await server.log).toBe('')
    const next = await serve(settings)
    await expectPersisted(next.url, key, 'visited', load)
    expect(await next.end('SIGTERM')).toBe(0)
    await database.remove()
  },
)

test.each([...engines])(
  'commands that start at the same moment on an empty %s all succeed',
  async (engine) => {
    const database = await freshDatabase(engine)
    const create = (name: string) =>
      linnetJson(['user', 'create', '--email', `${name}@example.com`, '--password', 'p'], database.env)
    const users = await Promise.all(['ana', 'bea', 'cid'].map(create))
    expect(users.map(({ email }) => email)).toEqual(['ana@example.com', 'bea@example.com', 'cid@example.com'])
    await database.remove()
  },
)
