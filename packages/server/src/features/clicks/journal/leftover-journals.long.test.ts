// Two servers that share a folder are killed at once: one start counts and emits what both left behind.
import { afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migratedDatabase } from '../../../../../../test/databases.ts'
import { browser } from '../../../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../../test/machine/program.ts'
import { lockClickCounts } from '../../../../../../test/servers/table-locks.ts'
import { endpoint } from '../../../../../../test/webhooks/webhooks.ts'

afterEach(endAll)

test('two servers with one DATA_DIR on postgres keep separate journals; one start counts and emits what both left', async () => {
  const database = await migratedDatabase('postgres')
  const [one, other] = [await serve(database.env), await serve(database.env)]
  const headers = {
    authorization: `Bearer ${await newKey(database.env)}`,
    'content-type': 'application/json',
  }
  const body = '{"long_url": "https://example.com/", "custom_slug": "left"}'
  expect((await fetch(`${one.url}/v2/links`, { method: 'POST', headers, body })).status).toBe(200)
  const visit = async ({ url }: ServerProcess, times: number) => {
    for (let time = 0; time < times; time++)
      await fetch(`${url}/left`, { redirect: 'manual', headers: { 'user-agent': browser } })
  }
  const clicks = async ({ url }: ServerProcess) => {
    const answer = await fetch(`${url}/v2/links/left/stats/lifetime`, { headers })
    return ((await answer.json()) as { data: { clicks: number } }).data.clicks
  }
  const listener = await endpoint(database, 'ana@example.com', { events: ['link.clicked'] })
  await visit(one, 1)
  await visit(other, 1)
  const letGo = await lockClickCounts(database)
  await visit(one, 10)
  await visit(other, 20)
  await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')])
  await letGo()
  const identities = ['0', '1'].map((journal) =>
    readFileSync(join(database.env.DATA_DIR, 'journal', journal, 'id'), 'utf8'),
  )
  expect(new Set(identities).size).toBe(2)
  const server = await serve(database.env)
  expect(await clicks(server)).toBe(32)
  await server.end('SIGKILL')
  const next = await serve(database.env)
  await visit(next, 1)
  expect(await clicks(next)).toBe(33)
  expect(await listener.deliveries()).toHaveLength(33)
  expect(await next.end('SIGTERM')).toBe(0)
  await database.remove()
})
