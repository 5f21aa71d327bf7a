// Two servers on one PostgreSQL are one service: limits and idempotency keys hold across them.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newApp, person, tokensFor } from '../../../../test/accounts/oauth.ts'
import { TestClock } from '../../../../test/clock.ts'
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
const env = { ANONYMOUS_REQUESTS_PER_MINUTE: '50', OAUTH_APP_REQUESTS_PER_MINUTE: '25' }

/** The clock of a machine that is an hour ahead; the database's is right. */
class WrongClock extends TestClock {
  override now(): number {
    return super.now() + 3_600_000
  }
}

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

/** Sends the same request this many times at once, to each server in turn. */
async function toEach(
  servers: Instance[],
  requests: number,
  { key }: Partial<Account>,
  at = 'GET /v2/user',
  more = {},
): Promise<Answer[]> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const sent = Array.from({ length: requests }, (_, index) =>
    (servers[index % servers.length] as Instance).ask(at, {
      ...more,
      headers: { ...headers, ...(more as { headers?: object }).headers },
    }),
  )
  return await Promise.all(sent)
}

const toBoth = (requests: number, account: Partial<Account>, at?: string, more?: object) =>
  toEach([first, second], requests, account, at, more)

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
])(
  'a database whose clock is set an hour %s admits no caller more often on two servers',
  async (_way, by) => {
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
  },
)

test('a server whose own clock is an hour wrong admits no caller more or less often', async () => {
  const ahead = mkdtempSync(join(tmpdir(), 'linnet-ahead-'))
  const clock = new WrongClock()
  // The database's clock keeps the offset of earlier tests.
  clock.offset[0] = first.clock.offset[0] ?? 0
  const wrong = await startOn(first.database, 'postgres', { ...env, DATA_DIR: ahead }, clock)
  try {
    const account = await first.account({ plan: 'unlimited' })
    const answers = await toEach([first, wrong], 100, account)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(62)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  } finally {
    await wrong.stop()
    rmSync(ahead, { recursive: true, force: true })
  }
})

test('of 40 links at once on two servers, a plan of 3 links allows exactly 3', async () => {
  const account = await first.account({ plan: 'tiny' })
  const answers = await toBoth(40, account, 'POST /v2/links', { body: { long_url: 'https://example.com/' } })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
  expect((await account.call('GET /quota')).body.data.links).toEqual({ limit: 3, used: 3 })
})

test('an address without a credential shares its limit across two servers', async () => {
  const answers = await toBoth(80, {})
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
})

test('a key revoked on one server is refused by the other at once', async () => {
  const account = await first.account()
  for (const instance of [first, second]) await instance.clock.advance(61_000)
  const key = await first.command('key', 'create', '--email', account.email, '--name', 'x', '--scopes', 'all')
  expect((await toBoth(2, { key: key.key as string })).map(({ status }) => status)).toEqual([200, 200])
  await second.command('key', 'revoke', '--id', key.id as string)
  expect((await toBoth(2, { key: key.key as string })).map(({ status }) => status)).toEqual([401, 401])
})

test('an idempotency key creates one link, even with requests to both servers at once', async () => {
  const account = await first.account()
  const more = { body: { long_url: 'https://example.com/' }, headers: { 'idempotency-key': 'once' } }
  const answers = await toBoth(20, account, 'POST /v2/links', more)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await account.call('GET /links')).body.total).toBe(1)
})

test('tokens of an application share its limit on two servers, even if they are used at once', async () => {
  const account = await first.account()
  const someone = await person(first, account)
  const app = await newApp(first, account)
  const tokens = [await tokensFor(first, someone, app), await tokensFor(second, someone, app)]
  const asked = Array.from({ length: 60 }, (_, index) =>
    toEach([index % 2 ? first : second], 1, { key: tokens[(index >> 1) % 2]?.access_token }),
  )
  const statuses = (await Promise.all(asked)).flat().map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(25)
  expect(statuses.filter((status) => status === 429)).toHaveLength(35)
})
