// A rolling upgrade: the first release and this version serve one PostgreSQL side by side, each with a journal of its own.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookieOf, password } from '../accounts/sign-in.ts'
import { commandsOn } from '../commands.ts'
import { type FreshDatabase, freshDatabase } from '../databases.ts'
import { type CallOptions, request } from '../instance.ts'
import { endAll, linnetJson, type ServerProcess, serve } from '../machine/program.ts'
import { type Release, release } from '../releases/released.ts'
import { runStatement } from '../servers/statements.ts'
import { until } from '../timeouts.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhooks/webhook-receiver.ts'

const email = 'ana@example.com'
const first = 'https://example.com/first'
const second = 'https://example.com/second'

let database: FreshDatabase
let released: Release
let receiver: WebhookReceiver
let older: ServerProcess
let newer: ServerProcess
let key: string
let limitedKey: string
const folder = mkdtempSync(join(tmpdir(), 'linnet-newer-'))

const settings = () => ({
  ...database.env,
  SECRET_KEY: 'the same key for all nodes of it all',
  ALLOW_PRIVATE_TARGETS: 'true',
  ANONYMOUS_REQUESTS_PER_MINUTE: '100000',
  LOG_LEVEL: 'error',
})
const startOlder = () => serve(settings(), released.place)

const call = (at: ServerProcess, methodAndPath: string, options: CallOptions = {}) =>
  request(`${at.url}/v2`, methodAndPath, {
    ...options,
    headers: { authorization: `Bearer ${key}`, ...options.headers },
  })
const visit = (at: ServerProcess, short: string) => request(at.url, `GET /${short}`)

async function makeLink(at: ServerProcess): Promise<{ id: string; short: string }> {
  const { status, body } = await call(at, 'POST /links', { body: { long_url: first } })
  expect(status).toBe(200)
  return body.data
}

beforeAll(async () => {
  database = await freshDatabase('postgres')
  released = await release('0.1.0')
  receiver = await startWebhookReceiver()
  await Bun.write(
    join(folder, 'plans.json'),
    JSON.stringify({ unlimited: { requests_per_minute: 100_000 }, limited: { requests_per_minute: 38 } }),
  )
  database.env.PLANS_FILE = join(folder, 'plans.json')
  // The older version created the database: only the newer one, started beside it, migrates it.
  const said = (...words: string[]) => linnetJson(words, settings(), released.place)
  await said('user', 'create', '--email', email, '--password', password, '--admin')
  key = (await said('key', 'create', '--email', email, '--name', 'test', '--scopes', 'all')).key as string
  older = await startOlder()
  const kept = await makeLink(older)
  expect((await visit(older, kept.short)).headers.get('location')).toBe(first)
  newer = await serve({ ...settings(), DATA_DIR: folder })
  expect((await visit(newer, kept.short)).headers.get('location')).toBe(first)
  const limited = ['--email', 'bob@example.com']
  limitedKey = (
    await commandsOn(
      settings(),
      ['user', 'create', ...limited, '--password', password, '--plan', 'limited'],
      ['key', 'create', ...limited, '--name', 'test', '--scopes', 'all'],
    )
  ).key as string
})

afterAll(async () => {
  await endAll()
  await receiver.stop()
  released.remove()
  rmSync(folder, { recursive: true, force: true })
  await database.remove()
})

test.each([
  ['older', 'newer'],
  ['newer', 'older'],
])('a change on the %s is soon visible on the %s', async (where) => {
  const [one, other] = where === 'older' ? [older, newer] : [newer, older]
  const link = await makeLink(one)
  expect((await visit(other, link.short)).headers.get('location')).toBe(first)
  await call(one, `PUT /links/${link.short}`, { body: { long_url: second } })
  await until(
    'the change is seen',
    async () => (await visit(other, link.short)).headers.get('location') === second,
  )
  await call(one, `DELETE /links/${link.short}`)
  await until('the archived link is gone', async () => (await visit(other, link.short)).status === 404)

  const bad = await makeLink(one)
  expect((await visit(other, bad.short)).status).toBe(302)
  const cookie = cookieOf(await request(one.url, 'POST /api/session', { body: { email, password } }))
  const block = { headers: { cookie }, body: { reason: 'It is bad.' } }
  const { status } = await request(one.url, `POST /api/administration/links/${bad.id}/block`, block)
  expect(status).toBe(200)
  await until('the link is blocked', async () => (await visit(other, bad.short)).status === 410)
})

test('clicks of both are counted exactly while links are changed on both', async () => {
  const links = await Promise.all([makeLink(older), makeLink(newer)])
  const visits = Array.from({ length: 200 }, async (_, index) => {
    const at = index % 2 ? older : newer
    const short = links[(index >> 1) % 2]?.short as string
    if (index % 20 === 0) await call(at, `PUT /links/${short}`, { body: { title: `change ${index}` } })
    return (await visit(at, short)).status
  })
  expect(new Set(await Promise.all(visits))).toEqual(new Set([302]))
  const clicks = async (at: ServerProcess, { short }: { short: string }): Promise<number> =>
    (await call(at, `GET /links/${short}/stats/lifetime`)).body.data.clicks
  for (const link of links) {
    // Each sees its own at once.
    expect(await clicks(older, link)).toBeGreaterThanOrEqual(50)
    expect(await clicks(newer, link)).toBe(100)
    expect(await clicks(older, link)).toBe(100)
  }
})

test('limits are shared', async () => {
  const headers = { authorization: `Bearer ${limitedKey}` }
  const answers = Array.from({ length: 100 }, (_, index) =>
    call(index % 2 ? older : newer, 'GET /user', { headers }),
  )
  expect((await Promise.all(answers)).filter(({ status }) => status === 200)).toHaveLength(38)
})

test.each([
  ['older', 'newer'],
  ['newer', 'older'],
])('a request with an Idempotency-Key on the %s is not repeated on the %s', async (where) => {
  const [one, other] = where === 'older' ? [older, newer] : [newer, older]
  const body = { long_url: first, title: `Once at the ${where}` }
  const send = (at: ServerProcess) =>
    call(at, 'POST /links', { body, headers: { 'idempotency-key': `once-${where}` } })
  const made = await send(one)
  expect(made.status).toBe(200)
  for (const at of [other, one]) expect((await send(at)).body.data.id).toBe(made.body.data.id)
  const at = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call(index % 2 ? older : newer, 'POST /links', {
        body,
        headers: { 'idempotency-key': `at-once-${where}` },
      }),
    ),
  )
  expect(new Set(at.map(({ body }) => body.data.id)).size).toBe(1)
})

test('events of both are sent once', async () => {
  const subscribe = ['webhook', 'create', '--email', email, '--url', receiver.url, '--events', 'link.created']
  await commandsOn(settings(), subscribe)
  const links = await Promise.all(
    Array.from({ length: 30 }, (_, index) => makeLink(index % 2 ? older : newer)),
  )
  await until('every event has arrived', () => receiver.counts.size >= links.length)
  expect(new Set(receiver.arrivals.map(({ event }) => event.data.id))).toEqual(
    new Set(links.map(({ id }) => id)),
  )
  expect([...receiver.counts.values()]).toEqual(links.map(() => 1))
})

test('the older one restarts beside the newer one, and this version beside a newer one that only adds to the schema', async () => {
  expect(await older.end('SIGTERM')).toBe(0)
  older = await startOlder()
  const link = await makeLink(older)
  expect((await visit(newer, link.short)).status).toBe(302)
  const added = "insert into additive_migration (name, timestamp) values ('9999-future', '2099-01-01')"
  await runStatement(database, added)
  expect(await newer.end('SIGTERM')).toBe(0)
  newer = await serve({ ...settings(), DATA_DIR: folder })
  expect((await visit(newer, link.short)).status).toBe(302)
})
