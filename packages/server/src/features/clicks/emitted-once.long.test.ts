// Servers that are killed between two batches of click events: each click is reported exactly once.
import { afterEach, describe, expect, test } from 'bun:test'
import { engines, type FreshDatabase, migratedDatabase } from '../../../../../test/databases.ts'
import { browser } from '../../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../test/machine/program.ts'
import { lockClickCounts } from '../../../../../test/servers/table-locks.ts'
import {
  allowRows,
  batchIsPartlyWritten,
  byTurns,
  clickOf,
  linkOf,
  writtenClicks,
} from '../../../../../test/webhooks/click-events.ts'
import { endpoint, type WrittenDelivery } from '../../../../../test/webhooks/webhooks.ts'

afterEach(endAll)

const clicks = 100

async function call(server: ServerProcess, key: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/v2${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { id: string; clicks: number } }).data
}

async function expectCounted(server: ServerProcess, key: string): Promise<void> {
  for (const short of ['odd', 'even'])
    expect((await call(server, key, `/links/${short}/stats/lifetime`)).clicks).toBe(clicks / 2)
}

async function clickByTurns(server: ServerProcess): Promise<void> {
  for (const code of byTurns(clicks))
    await fetch(`${server.url}/${code}`, { redirect: 'manual', headers: { 'user-agent': browser } })
}

async function startWithLinks(database: FreshDatabase) {
  const server = await serve({ ...database.env, LOG_LEVEL: 'silent' })
  const key = await newKey(database.env)
  for (const custom_slug of ['odd', 'even'])
    await call(server, key, '/links', { long_url: 'https://example.com/', custom_slug })
  return { server, key }
}

describe.each([...engines])('on %s', (engine) => {
  test('a server killed between two parts of a batch: the next one emits the rest, and nothing twice', async () => {
    const database = await migratedDatabase(engine)
    const { server, key } = await startWithLinks(database)
    const listener = await endpoint(database, 'ana@example.com', { events: ['link.clicked'] })
    // Emitted events stay in the fan-outs.
    const letExpand = await allowRows(database, 'webhook_deliveries', 0)
    const letTell = await allowRows(database, 'webhook_fanouts', 1)
    const letGo = await lockClickCounts(database)
    await clickByTurns(server)
    await letGo()
    // A query counts pending clicks at once, if possible.
    const asked = fetch(`${server.url}/v2/links/odd`, { headers: { authorization: `Bearer ${key}` } }).catch(
      () => null,
    )
    await batchIsPartlyWritten(database)
    await asked
    await server.end('SIGKILL')
    const emitted = await writtenClicks(database)
    expect(emitted.length).toBeGreaterThan(0)
    expect(emitted.length).toBeLessThan(clicks)
    await letTell()
    await letExpand()

    const next = await serve(database.env)
    await expectCounted(next, key)
    const deliveries = await listener.deliveries()
    expect(deliveries.slice(0, emitted.length).map(clickOf)).toEqual(emitted)
    expect(deliveries.map(linkOf)).toEqual(byTurns(clicks))
    expect(new Set(deliveries.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    expect(await next.end('SIGTERM')).toBe(0)
    await database.remove()
  })

  test('a server killed between two parts of the expansion: each endpoint still gets each click once, in order', async () => {
    const database = await migratedDatabase(engine)
    const { server, key } = await startWithLinks(database)
    const listeners = [
      await endpoint(database, 'ana@example.com', { events: ['link.clicked'] }),
      await endpoint(database, 'ana@example.com', { events: ['link.clicked', 'qr.scanned'] }),
      await endpoint(database, 'ana@example.com', { events: ['link.clicked'] }),
    ]
    const letAll = await allowRows(database, 'webhook_deliveries', clicks)
    await clickByTurns(server)
    // All are counted, though not all can be expanded.
    await expectCounted(server, key)
    await server.end('SIGKILL')
    expect((await writtenClicks(database)).length).toBeGreaterThan(0)
    await letAll()
    const next = await serve(database.env)
    const [first, ...others] = await Promise.all(listeners.map((listener) => listener.deliveries()))
    expect(first?.map(linkOf)).toEqual(byTurns(clicks))
    expect(new Set(first?.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
    for (const other of others) expect(other).toEqual(first as WrittenDelivery[])
    expect(await next.end('SIGTERM')).toBe(0)
    await database.remove()
  })
})
