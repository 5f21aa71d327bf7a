// Commits that PostgreSQL completes only after the server was killed: no click is counted or emitted twice.
import { afterEach, expect, test } from 'bun:test'
import { migratedDatabase } from '../../../../../test/databases.ts'
import { browser } from '../../../../../test/instance.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../test/machine/program.ts'
import { closeGate } from '../../../../../test/servers/commit-gate.ts'
import { untilLockWaits } from '../../../../../test/servers/lock-waits.ts'
import { endpoint } from '../../../../../test/webhooks/webhooks.ts'

afterEach(endAll)

test.each([true, false])(
  'a batch whose commit outlives its server counts once; with an endpoint subscribed: %p',
  async (hasListeners) => {
    const database = await migratedDatabase('postgres')
    const first = await serve(database.env)
    const key = await newKey(database.env)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = '{"long_url": "https://example.com/", "custom_slug": "late"}'
    expect((await fetch(`${first.url}/v2/links`, { method: 'POST', headers, body })).status).toBe(200)
    const visit = (server: ServerProcess) =>
      fetch(`${server.url}/late`, { redirect: 'manual', headers: { 'user-agent': browser } })
    const clicks = async (server: ServerProcess) => {
      const answer = await fetch(`${server.url}/v2/links/late/stats/lifetime`, { headers })
      return ((await answer.json()) as { data: { clicks: number } }).data.clicks
    }
    await visit(first)
    expect(await clicks(first)).toBe(1)
    // If an endpoint subscribes, the first commit is that of the events.
    const listener =
      hasListeners && (await endpoint(database, 'ana@example.com', { events: ['link.clicked'] }))

    const open = await closeGate(database)
    for (let visits = 0; visits < 10; visits++) await visit(first)
    clicks(first).catch(() => undefined)
    await untilLockWaits(database, 1)
    await first.end('SIGKILL')

    const second = await serve(database.env)
    const counted = clicks(second)
    // It has read the uncommitted state, and waits to write the batch again.
    await untilLockWaits(database, 2)
    await open()
    expect(await counted).toBe(11)
    if (listener) expect(await listener.deliveries()).toHaveLength(10)
    await second.end('SIGTERM')
    await database.remove()
  },
)
