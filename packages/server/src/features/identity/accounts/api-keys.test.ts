// API keys: created and shown once, stored as a hash, with their scopes, expiry and revocation.

import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allScopes } from '@linnet/contract'
import pg from 'pg'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Instance, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('API keys', (instance) => {
  const use = (key: string, methodAndPath = 'GET /user') => {
    const [method, path] = methodAndPath.split(' ')
    return instance.ask(`${method} /v2${path}`, { headers: { authorization: `Bearer ${key}` } })
  }

  async function dashboard() {
    const account = await instance.account()
    return { account, call: (await signIn(instance, account)).call }
  }

  test('POST /api/keys returns the record with the key, which begins with sk_live_', async () => {
    const { account, call } = await dashboard()
    const before = instance.clock.unix()
    const { status, body } = await call('POST /keys', {
      body: { name: 'Deploy', scopes: ['links:write', 'links:read'] },
    })
    expect(status).toBe(200)
    expect(body.data).toStrictEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: 'Deploy',
      scopes: ['links:read', 'links:write'],
      hint: body.data.key.slice(-4),
      created_at: expect.any(Number),
      expires_at: null,
      last_used_at: null,
      made_by: { id: account.userId, name: '', email: account.email },
      stopped: false,
      key: expect.stringMatching(/^sk_live_[A-Za-z0-9]{32,}$/),
    })
    expect(body.data.created_at).toBeGreaterThanOrEqual(before)
    expect((await use(body.data.key, 'GET /links')).status).toBe(200)
  })

  test('a key is shown once: the list has everything but the key', async () => {
    const { call } = await dashboard()
    const { key, ...shown } = (await call('POST /keys', { body: { name: 'Once', scopes: ['user:read'] } }))
      .body.data
    const list = await call('GET /keys')
    expect(list.body.data[0]).toStrictEqual(shown)
    expect(list.text).not.toContain(key)
    expect(list.body.data).toHaveLength(2)
  })

  test('linnet key create --expires makes a key that works until the end of that day (UTC)', async () => {
    const account = await instance.account()
    const create = (day: string) =>
      instance.command(
        ...['key', 'create', '--email', account.email, '--name', 'k', '--scopes', 'all', '--expires', day],
      )
    const made = await create(instance.clock.day(1))
    expect(made.expires_at).toBe(Date.parse(`${instance.clock.day(2)}T00:00:00Z`) / 1000)
    expect((await use(made.key as string)).status).toBe(200)
    await instance.clock.advanceTo(`${instance.clock.day(2)}T00:00:00Z`)
    expect((await use(made.key as string)).status).toBe(401)
    await expect(create(instance.clock.day(-1))).rejects.toThrow('is in the past')
    for (const day of ['tomorrow', '2099-02-30', '1', ''])
      await expect(create(day)).rejects.toThrow('not a date')
  })

  test('an account can have 50 active keys: the 51st is 403 plan_limit; the command line has no limit', async () => {
    const { account, call } = await dashboard()
    const create = (expires_at?: number) =>
      call('POST /keys', { body: { name: 'more', scopes: ['user:read'], expires_at } })
    // The account starts with one.
    const soon = instance.clock.unix() + 60
    expect((await create(soon)).status).toBe(200)
    const made: string[] = []
    while (made.length < 48) made.push((await create()).body.data.id)
    const { status, body } = await create()
    expect([status, body.error.code]).toStrictEqual([403, 'plan_limit'])
    expect(body.error.message).toContain('50 active API keys')
    const more = await account.newKey('user:read')
    for (const key of [account.key, more]) expect((await use(key)).status).toBe(200)
    // Revoked and expired keys don't count.
    expect((await create()).status).toBe(403)
    for (const id of made.slice(0, 1)) expect((await call(`DELETE /keys/${id}`)).status).toBe(200)
    expect((await create()).status).toBe(403)
    await instance.clock.advance(61_000)
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(403)
    const others = await dashboard()
    expect((await others.call('POST /keys', { body: { name: 'x', scopes: ['user:read'] } })).status).toBe(200)
  })

  test('of many concurrent requests at 49 keys, one succeeds', async () => {
    const { call } = await dashboard()
    const create = () => call('POST /keys', { body: { name: 'rush', scopes: ['user:read'] } })
    for (let made = 0; made < 48; made++) expect((await create()).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 6 }, create))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 403, 403, 403, 403, 403])
    expect((await call('GET /keys')).body.data).toHaveLength(50)
  })

  test('every key is different', async () => {
    const account = await instance.account()
    const keys = await Promise.all(Array.from({ length: 20 }, () => account.newKey('user:read')))
    expect(new Set(keys).size).toBe(20)
  })

  test('only a hash of the key is in the database', async () => {
    const account = await instance.account()
    const { call, cookie } = await signIn(instance, account)
    const { key } = (await call('POST /keys', { body: { name: 'Hashed', scopes: ['user:read'] } })).body.data
    expect((await use(key)).status).toBe(200)
    const stored = await everythingStored(instance)
    expect(stored).toContain(account.email)
    expect(stored).toContain(new Bun.CryptoHasher('sha256').update(key).digest('hex'))
    expect(stored).not.toContain(key)
    expect(stored).not.toContain(key.slice('sk_live_'.length))
    expect(stored).not.toContain(cookie.slice(cookie.indexOf('=') + 1))
    expect(stored).not.toContain('a fine password')
  })

  test('a revoked key is refused from the next request on', async () => {
    const { call } = await dashboard()
    const { id, key } = (await call('POST /keys', { body: { name: 'Leaked', scopes: ['user:read'] } })).body
      .data
    for (let count = 0; count < 3; count++) expect((await use(key)).status).toBe(200)
    const revoked = await call(`DELETE /keys/${id}`)
    expect([revoked.status, revoked.body]).toStrictEqual([200, { data: { id, revoked: true } }])
    const { status, body, headers } = await use(key)
    expect([status, body.error.code]).toStrictEqual([401, 'unauthenticated'])
    expect(headers.get('www-authenticate')).toStartWith('Bearer')
    expect((await call('GET /keys')).text).not.toContain(id)
  })

  test('a key that the command line revokes is refused from the next request on', async () => {
    const account = await instance.account()
    const made = await instance.command(
      ...['key', 'create', '--email', account.email, '--name', 'c', '--scopes', 'user:read'],
    )
    expect((await use(made.key as string)).status).toBe(200)
    await instance.command('key', 'revoke', '--id', made.id as string)
    expect((await use(made.key as string)).status).toBe(401)
  })

  test('revoking one key leaves the others valid', async () => {
    const { account, call } = await dashboard()
    const { id } = (await call('POST /keys', { body: { name: 'A', scopes: ['user:read'] } })).body.data
    await call(`DELETE /keys/${id}`)
    expect((await use(account.key)).status).toBe(200)
  })

  test('an expired key is refused from the second that expires_at names', async () => {
    const { call } = await dashboard()
    const expires_at = instance.clock.unix() + 3600
    const { body } = await call('POST /keys', { body: { name: 'Short', scopes: ['user:read'], expires_at } })
    expect(body.data.expires_at).toBe(expires_at)
    expect((await use(body.data.key)).status).toBe(200)
    await instance.clock.advance((expires_at - 60) * 1000 - instance.clock.now())
    expect((await use(body.data.key)).status).toBe(200)
    await instance.clock.advance(60_000)
    const answer = await use(body.data.key)
    expect([answer.status, answer.body.error.code]).toStrictEqual([401, 'unauthenticated'])
  })

  test('a key permits what its scopes grant, and nothing else', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    const reader = await account.newKey('links:read')
    expect((await use(reader, `GET /links/${short}`)).status).toBe(200)
    const denied = ['GET /user', `DELETE /links/${short}`, `GET /links/${short}/stats`, 'GET /stats']
    for (const operation of denied) {
      const { status, body } = await use(reader, operation)
      expect([operation, status, body.error.code]).toStrictEqual([operation, 403, 'insufficient_scope'])
    }
    expect((await use(await account.newKey('all'), `DELETE /links/${short}`)).status).toBe(200)
  })

  test('"all" means the ten scopes of the contract', async () => {
    const account = await instance.account()
    const made = await instance.command(
      ...['key', 'create', '--email', account.email, '--name', 'c', '--scopes', 'all'],
    )
    expect(made.scopes).toStrictEqual([...allScopes])
    expect(allScopes).toHaveLength(10)
  })

  test('a key is not a session: /api refuses it', async () => {
    const { key } = await instance.account()
    const { status } = await instance.ask('GET /api/keys', { headers: { authorization: `Bearer ${key}` } })
    expect(status).toBe(401)
  })

  test('a key is compared whole and case-sensitively', async () => {
    const { key } = await instance.account()
    for (const wrong of [key.slice(0, -1), `${key}x`, key.toUpperCase(), key.replace('sk_live_', 'sk_test_')])
      expect((await use(wrong)).status).toBe(401)
  })

  test('an invalid request for a key is 422 and names the field', async () => {
    const { call } = await dashboard()
    const wrong: [string, Record<string, unknown>][] = [
      ['name', { scopes: ['user:read'] }],
      ['name', { name: '', scopes: ['user:read'] }],
      ['name', { name: 'x'.repeat(101), scopes: ['user:read'] }],
      ['scopes', { name: 'k' }],
      ['scopes', { name: 'k', scopes: [] }],
      ['scopes.0', { name: 'k', scopes: ['links:everything'] }],
      ['expires_at', { name: 'k', scopes: ['user:read'], expires_at: instance.clock.unix() - 1 }],
      ['expires_at', { name: 'k', scopes: ['user:read'], expires_at: 0 }],
      ['expires_at', { name: 'k', scopes: ['user:read'], expires_at: 'soon' }],
    ]
    for (const [path, body] of wrong) {
      const answer = await call('POST /keys', { body })
      expect([path, answer.status, answer.body.error?.details[0].path]).toStrictEqual([path, 422, path])
    }
    expect((await call('GET /keys')).body.data).toHaveLength(1)
  })

  test('another account’s key is 404 and stays valid', async () => {
    const [owner, stranger] = [await dashboard(), await dashboard()]
    const { id } = (await owner.call('GET /keys')).body.data[0]
    expect((await stranger.call(`DELETE /keys/${id}`)).status).toBe(404)
    expect((await use(owner.account.key)).status).toBe(200)
  })

  test("revoking a key that doesn't exist, or no longer does, is 404", async () => {
    const { call } = await dashboard()
    const { id } = (await call('POST /keys', { body: { name: 'k', scopes: ['user:read'] } })).body.data
    expect((await call(`DELETE /keys/${id}`)).status).toBe(200)
    for (const path of [id, 'key_nothing', 'é']) {
      const { status, body } = await call(`DELETE /keys/${path}`)
      expect([path, status, body?.error.code]).toStrictEqual([path, 404, 'not_found'])
    }
  })
})

/** All bytes of the SQLite files, or all rows of all PostgreSQL tables, as text. */
async function everythingStored({ engine, database }: Instance): Promise<string> {
  const { DATA_DIR, DATABASE_URL } = database.env
  if (engine === 'sqlite') {
    const files = readdirSync(DATA_DIR).filter((name) => /\.(db|sqlite)(-wal)?$/.test(name))
    return files.map((name) => readFileSync(join(DATA_DIR, name), 'latin1')).join('\n')
  }
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    )
    const contents: string[] = []
    for (const { name } of tables.rows)
      contents.push(JSON.stringify((await client.query(`select * from ${name}`)).rows))
    return contents.join('\n')
  } finally {
    await client.end()
  }
}
