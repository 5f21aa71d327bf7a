// The redirect query is planned once per connection, and only if that plan stays a good one.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { migratedDatabase } from '../../../../test/databases.ts'
import { type Account, type Instance, startOn } from '../../../../test/instance.ts'
import { pretendManyLinks } from '../../../../test/servers/many-links.ts'
import { type SeverableDatabase, severable } from '../../../../test/servers/severable-postgres.ts'
import { until } from '../../../../test/timeouts.ts'

// Only the redirect query selects this column.
const redirectQuery = '"workspaces"."trusted_at"'
const name = 'linnet_question_'
const visits = 30

let way: SeverableDatabase
let instance: Instance
let account: Account

beforeEach(async () => {
  way = await severable(await migratedDatabase('postgres'))
})
afterEach(async () => {
  await instance.stop()
  await way.remove()
})

async function start(env: Record<string, string> = {}): Promise<void> {
  instance = await startOn(way, 'postgres', env)
  account = await instance.account({ plan: 'unlimited' })
}

/** Visits a link for the first time. */
async function visitAnother(): Promise<void> {
  const { short } = await account.link()
  expect((await instance.visit(`/${short}`)).status).toBe(302)
}

async function visitMany(): Promise<void> {
  for (let visit = 0; visit < visits; visit++) await visitAnother()
}

test('among many links, it is sent once for each connection, and by its name from then on', async () => {
  await pretendManyLinks(way)
  await start({ DATABASE_POOL: '2' })
  const named = way.watch(name)
  await until('a query is sent by name', async () => {
    await visitAnother()
    return named() > 0
  })
  const [words, before] = [way.watch(redirectQuery), named()]
  await visitMany()
  expect(words()).toBeLessThanOrEqual(2)
  expect(named() - before).toBeGreaterThanOrEqual(visits)
})

test.each([
  ['among few links, for which PostgreSQL would plan to read them all', false, {}],
  ['where a pooler is configured', true, { DATABASE_LISTEN_URL: 'poll' }],
])('%s, it is sent with each query', async (_where, areMany, env) => {
  if (areMany) await pretendManyLinks(way)
  await start(env)
  const [words, named] = [way.watch(redirectQuery), way.watch(name)]
  await visitMany()
  expect(words()).toBe(visits)
  expect(named()).toBe(0)
})
