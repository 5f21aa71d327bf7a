// Commits that PostgreSQL ends only after the server, or its thread, was killed: nobody counts the same clicks again,
// or tells of them.
import { afterEach, expect, test } from 'bun:test'
import pg from 'pg'
import { type FreshDatabase, freshDatabase } from '../../../../../test/databases.ts'
import { browser, startInstance } from '../../../../../test/instance.ts'
import { waitingForLocks } from '../../../../../test/lock-waits.ts'
import { endAll, newKey, type ServerProcess, serve } from '../../../../../test/program.ts'
import { watchThreads } from '../../../../../test/threads.ts'
import { endpoint } from '../../../../../test/webhooks.ts'

afterEach(endAll)

const gate = 4711

/** Keeps every transaction that counts clicks from ending, at its very commit, while the gate is held. */
async function buildGate(administrator: pg.Client): Promise<void> {
  await administrator.query(`
    create function pass_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${gate}); return null; end $$;
    create constraint trigger gate after insert or update on journal_positions
      deferrable initially deferred for each row execute function pass_gate()`)
}

/** Closes a gate; the function given opens it. */
async function closeGate(database: FreshDatabase): Promise<() => Promise<void>> {
  const administrator = new pg.Client({ connectionString: database.env.DATABASE_URL })
  await administrator.connect()
  await buildGate(administrator)
  await administrator.query(`select pg_advisory_lock(${gate})`)
  return async () => {
    await administrator.query(`select pg_advisory_unlock(${gate})`)
    await administrator.end()
  }
}

test.each([true, false])(
  'a batch whose commit outlives its server counts once; with somebody listening: %p',
  async (isHeard) => {
    const database = await freshDatabase('postgres')
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
    // Where somebody listens, the first commit is that of what they are told.
    const listener = isHeard && (await endpoint(database, 'ana@example.com', { events: ['link.clicked'] }))

    const open = await closeGate(database)
    for (let visits = 0; visits < 10; visits++) await visit(first)
    clicks(first).catch(() => undefined)
    await waitingForLocks(database, 1)
    await first.end('SIGKILL')

    const second = await serve(database.env)
    const counted = clicks(second)
    // It has read what is not committed yet, and waits to write it once more.
    await waitingForLocks(database, 2)
    await open()
    expect(await counted).toBe(11)
    if (listener) expect(await listener.deliveries()).toHaveLength(10)
    await second.end('SIGTERM')
    await database.remove()
  },
)

test.each([true, false])(
  'a batch whose commit outlives its thread counts once, and whoever asks later needs no thread for it; with somebody listening: %p',
  async (isHeard) => {
    const threads = watchThreads()
    const instance = await startInstance('postgres')
    const account = await instance.account()
    const { short } = await account.link()
    const clicks = async () => (await account.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks
    await instance.visit(`/${short}`)
    expect(await clicks()).toBe(1)
    const listener =
      isHeard && (await endpoint(instance.database, account.email, { events: ['link.clicked'] }))

    const open = await closeGate(instance.database)
    for (let visits = 0; visits < 10; visits++) await instance.visit(`/${short}`)
    const counted = clicks()
    await waitingForLocks(instance.database, 1)
    threads.newest().terminate()
    await waitingForLocks(instance.database, 2)
    await open()
    expect(await counted).toBe(11)
    if (listener) expect(await listener.deliveries()).toHaveLength(10)

    threads.idle(true)
    threads.newest().terminate()
    expect(await clicks()).toBe(11)
    threads.idle(false)
    threads.newest().terminate()
    await instance.visit(`/${short}`)
    expect(await clicks()).toBe(12)
    await instance.stop()
    threads.leave()
    await instance.database.remove()
  },
)
