// The log of a running server: JSON lines for monitoring, without visitors' addresses or secrets.
import { afterEach, expect, test } from 'bun:test'
import pg from 'pg'
import { migratedDatabase } from '../../../../test/databases.ts'
import { endAll, newKey, serve } from '../../../../test/machine/program.ts'

afterEach(endAll)

const visitor = '203.0.113.77'

/** Runs a server that loses its database for a while under requests; returns everything it logged. */
async function logOfTrouble(level: string): Promise<{ log: string; key: string }> {
  const database = await migratedDatabase('postgres')
  try {
    const url = new URL(database.env.DATABASE_URL as string)
    const name = url.pathname.slice(1)
    url.password = 'database-secret'
    const settings = { ...database.env, DATABASE_URL: url.href, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: level }
    const key = await newKey(settings)
    const server = await serve(settings)
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': visitor, 'x-request-id': 'asked-1' }
    const ask = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).status
    expect(await ask('/v2/user')).toBe(200)

    url.pathname = '/postgres'
    const administrator = new pg.Client({ connectionString: url.href })
    await administrator.connect()
    await administrator.query(`alter database ${name} with allow_connections false`)
    await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
    expect(await ask('/v2/user')).toBe(503)
    expect(await ask('/nothing')).toBe(503)
    await administrator.query(`alter database ${name} with allow_connections true`)
    await administrator.end()
    expect(await server.end('SIGTERM')).toBe(0)
    return { log: await server.log, key }
  } finally {
    await database.remove()
  }
}

test('each line is a JSON object with time, level and event, and no line contains an address or a secret', async () => {
  const { log, key } = await logOfTrouble('info')
  const lines = log.trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(events.length).toBeGreaterThan(0)
  for (const event of events) {
    expect(Number.isNaN(Date.parse(event.time as string))).toBe(false)
    expect(['info', 'warn', 'error']).toContain(event.level as string)
    expect(event.event).toBeString()
  }
  // The failed request can be found by the identifier in its response.
  expect(events).toContainEqual(expect.objectContaining({ level: 'warn', request_id: 'asked-1' }))
  for (const secret of [visitor, key, 'database-secret']) expect(log).not.toContain(secret)
})

test('LOG_LEVEL=silent keeps it quiet', async () => {
  expect((await logOfTrouble('silent')).log).toBe('')
})

test('LOG_REQUESTS logs the route and outcome of each request, and nothing that the client sent', async () => {
  const database = await migratedDatabase('sqlite')
  const key = await newKey(database.env)
  const server = await serve({
    ...database.env,
    ...{ LOG_REQUESTS: 'true', TRUST_PROXY: '127.0.0.1', ALLOW_PRIVATE_TARGETS: 'true' },
  })
  const from = {
    'x-forwarded-for': visitor,
    'user-agent': 'telling-agent',
    referer: 'https://telling.example/',
  }
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    (
      await fetch(server.url + path, {
        ...{ method, body, redirect: 'manual' },
        headers: { ...from, 'content-type': 'application/json', ...headers },
      })
    ).status
  const authorization = `Bearer ${key}`
  const destination =
    '{"long_url":"https://destination.example/?token=in-destination","custom_slug":"private-code"}'
  expect([
    await ask('POST', '/v2/links', { authorization, 'x-request-id': 'asked-2' }, destination),
    await ask('GET', '/private-code?token=in-query', { cookie: 'session=in-cookie' }),
    await ask('GET', '/v2/links/private-code?mail=ana@example.com', { authorization: 'Bearer wrong-key' }),
    await ask('POST', '/v2/links', { authorization }, '{"long_url": "broken in-body'),
    await ask('GET', '/ana@example.com/in-path'),
    await ask('POST', '/api/session', {}, '{"email":"ana@example.com","password":"wrong-password"}'),
    await ask('GET', '/account/reset?token=in-reset-token'),
    await ask('GET', '/readyz', { 'x-linnet-probe': 'in-probe' }),
  ]).toEqual([200, 302, 401, 400, 404, 401, 404, 200])
  expect(await server.end('SIGTERM')).toBe(0)
  const log = await server.log
  const lines = log.trimEnd().split('\n')
  const requests = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request')
  expect(requests.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
    'POST /v2/links 200',
    'GET /{code} 302',
    'GET /v2/links/{short} 401',
    'POST /v2/links 400',
    'GET /{code}/* 404',
    'POST /api/session 401',
    'GET /account/* 404',
    'GET /readyz 200',
  ])
  expect(requests[0]).toEqual({
    ...{ time: expect.any(String), level: 'info', event: 'request', method: 'POST', route: '/v2/links' },
    ...{ status: 200, milliseconds: expect.any(Number), request_id: 'asked-2' },
  })
  for (const secret of [
    ...[
      'private-code',
      'destination.example',
      'ana@example.com',
      key,
      'wrong-key',
      'wrong-password',
      visitor,
    ],
    ...['in-query', 'in-cookie', 'in-body', 'in-path', 'in-reset-token', 'in-probe', 'telling', '127.0.0.1'],
  ])
    expect(log.includes(secret), secret).toBe(false)
  await database.remove()
})
