// Two servers on one PostgreSQL are one service: limits and idempotency keys hold across them.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Account,
  type Answer,
  type Instance,
  startInstance,
  startOn,
} from '../../../../test/instance.ts'

let first: Instance
let second: Instance
const folder = mkdtempSync(join(tmpdir(), 'linnet-second-'))
const env = { ANONYMOUS_REQUESTS_PER_MINUTE: '50' }

beforeAll(async () => {
  first = await startInstance('postgres', env)
  second = await startOn(first.database, 'postgres', { ...env, DATA_DIR: folder })
})

afterAll(async () => {
  try {
    await Promise.all([first.stop(), second.stop()])
  } finally {
    await first.database.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The same request so many times at once, every other one to each server. */
async function toBoth(
  requests: number,
  { key }: Partial<Account>,
  at = 'GET /v2/user',
  more = {},
): Promise<Answer[]> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const sent = Array.from({ length: requests }, (_, index) =>
    (index % 2 ? first : second).ask(at, {
      ...more,
      headers: { ...headers, ...(more as { headers?: object }).headers },
    }),
  )
  return await Promise.all(sent)
}

test('a credential has 38 requests in 60 seconds on two servers together', async () => {
  const account = await first.account({ plan: 'unlimited' })
  const answers = await toBoth(100, account)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(38)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(62)
  const wait = Math.max(...refused.map(({ headers }) => Number(headers.get('retry-after'))))
  for (const instance of [first, second]) await instance.clock.advance(wait * 1000)
  expect((await toBoth(100, account)).filter(({ status }) => status === 200)).toHaveLength(38)
})

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('a database whose clock is set an hour %s admits nobody more often on two servers', async (_way, by) => {
  const account = await first.account({ plan: 'unlimited' })
  const admitted = async (requests: number) =>
    (await toBoth(requests, account)).filter(({ status }) => status === 200).length
  expect(await admitted(20)).toBe(20)
  for (const instance of [first, second]) instance.clock.move(by)
  expect(await admitted(30)).toBe(18)
  for (const instance of [first, second]) instance.clock.move(-by)
  expect(await admitted(10)).toBe(0)
  for (const instance of [first, second]) await instance.clock.advance(61_000)
  expect(await admitted(50)).toBe(38)
})

test('an address without a credential has its requests on two servers together', async () => {
  const answers = await toBoth(80, {})
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
})

test('a key that is revoked on one server is refused by the other at once', async () => {
  const account = await first.account()
  for (const instance of [first, second]) await instance.clock.advance(61_000)
  const key = await first.command('key', 'create', '--email', account.email, '--name', 'x', '--scopes', 'all')
  expect((await toBoth(2, { key: key.key as string })).map(({ status }) => status)).toEqual([200, 200])
  await second.command('key', 'revoke', '--id', key.id as string)
  expect((await toBoth(2, { key: key.key as string })).map(({ status }) => status)).toEqual([401, 401])
})

test('an idempotency key makes one link, also when both servers are asked at once', async () => {
  const account = await first.account()
  const more = { body: { long_url: 'https://example.com/' }, headers: { 'idempotency-key': 'once' } }
  const answers = await toBoth(20, account, 'POST /v2/links', more)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await account.call('GET /links')).body.total).toBe(1)
})
