// A server with a low limit of open files, and accounts whose endpoints hang or keep connections.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roomyPlans } from '../../../../../test/accounts/roomy-plans.ts'
import { type FreshDatabase, freshDatabase } from '../../../../../test/databases.ts'
import {
  endAll,
  linnetJson,
  program as own,
  type Settings,
  serve,
} from '../../../../../test/machine/program.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhooks/webhook-receiver.ts'

const mostFiles = 512
const long_url = 'https://example.com/'

let receiver: WebhookReceiver
let hanging: Server
let database: FreshDatabase
const sockets = new Set<Socket>()
const folder = mkdtempSync(join(tmpdir(), 'linnet-crowd-'))
const program = join(folder, 'linnet')

beforeAll(async () => {
  writeFileSync(program, `#!/bin/sh\nulimit -n ${mostFiles}\nexec "${own}" "$@"\n`)
  chmodSync(program, 0o700)
  receiver = await startWebhookReceiver()
  hanging = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
  })
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await endAll()
  await database.remove()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  hanging.close()
  await receiver.stop()
  rmSync(folder, { recursive: true })
})

async function crowdedServer() {
  database = await freshDatabase('sqlite')
  const settings: Settings = {
    ...database.env,
    PLANS_FILE: roomyPlans(),
    ALLOW_PRIVATE_TARGETS: 'true',
    LOG_LEVEL: 'error',
  }
  const server = await serve(settings, { program })
  const account = async (name: string) => {
    const email = `${name}@example.com`
    await linnetJson(['user', 'create', '--email', email, '--password', 'a fine password'], settings)
    const { key } = await linnetJson(
      ['key', 'create', '--email', email, '--name', 'n', '--scopes', 'all'],
      settings,
    )
    const call = async (path: string, body: object) => {
      const answer = await fetch(`${server.url}/v2${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status, await answer.clone().text()).toBe(200)
      return ((await answer.json()) as { data: { id: string; short: string } }).data
    }
    const subscribe = (url: string) =>
      call('/integrations/automation/webhook/subscribe', { url, events: ['link.created'] })
    return { call, subscribe, link: () => call('/links', { long_url }) }
  }
  return { server, account }
}

test('hanging endpoints of other accounts delay no endpoint, not even one with its first event', async () => {
  const { account } = await crowdedServer()
  const { port } = hanging.address() as { port: number }
  const good = await account('good')
  await good.subscribe(`${receiver.url}/good`)
  await good.link()
  await receiver.next(({ path }) => path === '/good')
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const greedy = await account(name)
    await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        greedy.subscribe(`http://127.0.0.1:${port}/${name}/${number}`),
      ),
    )
    await greedy.link()
  }
  const fresh = await account('fresh')
  await fresh.subscribe(`${receiver.url}/fresh`)
  expect(sockets.size).toBeGreaterThan(10)
  // Each gets its event while the hanging ones use up their ten seconds. If some of those end meanwhile because the machine
  // is slow, the result proves nothing, and the next link is tried.
  const ended = () => [...sockets].filter(({ destroyed }) => destroyed).length
  async function isToldAtOnce(someone: typeof good, at: string): Promise<boolean> {
    const before = ended()
    const { id } = await someone.link()
    const { event } = await receiver.next(({ path }) => path === at)
    expect(event.data.id).toBe(id)
    return ended() === before
  }
  for (const [someone, at] of [
    [good, '/good'],
    [fresh, '/fresh'],
  ] as const) {
    let tries = 1
    while (!(await isToldAtOnce(someone, at))) expect(tries++).toBeLessThan(20)
  }
})

test('receivers that keep connections open leave enough for visitors', async () => {
  const { server, account } = await crowdedServer()
  const many = await account('many')
  const receivers = await Promise.all(Array.from({ length: 40 }, () => startWebhookReceiver()))
  for (const { url } of receivers) await many.subscribe(url)
  const links = Array.from({ length: 60 }, () => ({ long_url }))
  await many.call('/links/bulk', { links })
  const { short } = await many.link()
  await Promise.all(
    receivers.map(async (one) => {
      for (let count = 0; count < 61; count++) {
        await one.next()
        if (count % 20 === 0)
          expect((await fetch(`${server.url}/${short}`, { redirect: 'manual' })).status).toBe(302)
      }
    }),
  )
  await Promise.all(receivers.map((one) => one.stop()))
  expect(await server.end('SIGTERM')).toBe(0)
  expect((await server.log).split('\n').filter((line) => line.includes('EMFILE'))).toEqual([])
})
