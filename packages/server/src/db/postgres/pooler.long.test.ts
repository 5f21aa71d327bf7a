// With a pooler in transaction mode in front of PostgreSQL, two servers behave like one service as usual.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pg from 'pg'
import { type FreshDatabase, freshDatabase, migratedDatabase } from '../../../../../test/databases.ts'
import { type Account, type Instance, startOn } from '../../../../../test/instance.ts'
import { pretendManyLinks } from '../../../../../test/servers/many-links.ts'
import { type Pooler, startPooler } from '../../../../../test/servers/pgbouncer.ts'
import { notificationMilliseconds, until } from '../../../../../test/timeouts.ts'

describe.each([
  ['that listen directly', migratedDatabase, (direct: string) => ({ DATABASE_LISTEN_URL: direct })],
  ['that poll for changes', migratedDatabase, () => ({ DATABASE_LISTEN_URL: 'poll' })],
  // Through the pooler from the first migration on.
  ['that are not configured for the pooler', freshDatabase, () => ({})],
])('two servers %s', (_how, newDatabase, env) => {
  let database: FreshDatabase
  let pooler: Pooler
  let one: Instance
  let other: Instance
  let account: Account
  beforeAll(async () => {
    database = await newDatabase('postgres')
    pooler = await startPooler(database)
    const behind = { ...database, env: { ...database.env, DATABASE_URL: pooler.url } }
    const settings = env(database.env.DATABASE_URL as string)
    one = await startOn(behind, 'postgres', settings)
    await pretendManyLinks(database)
    other = await startOn(behind, 'postgres', settings)
    account = await one.account({ plan: 'unlimited' })
  })
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
    await pooler.stop()
    await database.remove()
  })

  test('create links, redirect, and see each other’s changes', async () => {
    const { short } = await account.link()
    expect((await other.visit(`/${short}`)).headers.get('location')).toBe('https://example.com/')
    await account.call(`PUT /links/${short}`, { body: { long_url: 'https://example.org/' } })
    const isSeen = async () =>
      (await other.visit(`/${short}`)).headers.get('location') === 'https://example.org/'
    await until('the other sees the change', isSeen, notificationMilliseconds)
  })

  test('count every click', async () => {
    const { short } = await account.link()
    const visits = Array.from({ length: 40 }, () => one.visit(`/${short}`))
    expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([302]))
    expect((await account.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks).toBe(40)
    const found = await account.call('GET /links?search=example')
    expect(found.body.total).toBeGreaterThan(0)
  })

  test('let one visitor through a one-click link', async () => {
    const { short } = await account.link()
    expect((await account.call(`PUT /links/${short}`, { body: { disposable: true } })).status).toBe(200)
    const visits = Array.from({ length: 20 }, (_, visit) => (visit % 2 ? one : other).visit(`/${short}`))
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 302)).toHaveLength(1)
  })

  test('share a limit', async () => {
    const { key } = await one.account({ plan: 'unlimited' })
    const asked = Array.from({ length: 100 }, (_, index) =>
      (index % 2 ? one : other).ask('GET /v2/user', { headers: { authorization: `Bearer ${key}` } }),
    )
    expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(38)
  })

  test('leave nothing behind in the pooler’s sessions', async () => {
    const clients = Array.from({ length: 6 }, () => new pg.Client({ connectionString: pooler.url }))
    await Promise.all(clients.map((client) => client.connect()))
    const asked = `select current_setting('statement_timeout') || current_setting('work_mem') ||
    current_setting('jit') || (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) ||
    (select count(*) from pg_prepared_statements) as left from pg_sleep(0.1)`
    const left = await Promise.all(clients.map(async (client) => (await client.query(asked)).rows[0]?.left))
    await Promise.all(clients.map((client) => client.end()))
    expect(new Set(left)).toEqual(new Set(['04MBon00']))
  })
})
