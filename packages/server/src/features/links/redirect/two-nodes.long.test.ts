// Two nodes on one PostgreSQL decide as one: shares of visitors, clicks that are limited, and settings of domains.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type FreshDatabase, migratedDatabase } from '../../../../../../test/databases.ts'
import { type Account, type Instance, startOn } from '../../../../../../test/instance.ts'
import { notificationMilliseconds, until } from '../../../../../../test/timeouts.ts'

const settings = { SECRET_KEY: 'one key for both nodes of this test', TRUST_PROXY: '127.0.0.1,::1' }
const atOnce = 250

let database: FreshDatabase
let nodes: Instance[]
let account: Account
beforeAll(async () => {
  database = await migratedDatabase('postgres')
  const one = await startOn(database, 'postgres', settings)
  nodes = [one, await startOn(database, 'postgres', settings, one.clock)]
  account = await one.account()
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await database.remove()
})

/** What each of many visitors gets, alternately at both nodes; `shift` swaps the nodes. */
async function visits(
  path: string,
  count: number,
  shift = 0,
): Promise<{ status: number; location: string | null }[]> {
  const answers: { status: number; location: string | null }[] = []
  for (let first = 0; first < count; first += atOnce)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: atOnce }, async (_, index) => {
          const visitor = first + index
          const node = nodes[(visitor + shift) % 2] as Instance
          const address = `100.${64 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}`
          const { status, headers } = await node.visit(path, { 'x-forwarded-for': address })
          return { status, location: headers.get('location') }
        }),
      )),
    )
  return answers
}

test('of 10,000 visitors of a 70/30 split, each side gets its share within 2 points, and nobody changes sides on the other node', async () => {
  const to = [
    { long_url: 'https://example.com/a', weight: 70 },
    { long_url: 'https://example.com/b', weight: 30 },
  ]
  const { short } = await account.link({ rules: [{ when: {}, to }] })
  const first = await visits(`/${short}`, 10_000)
  const share = first.filter(({ location }) => location === to[0]?.long_url).length / 10_000
  expect(share).toBeWithin(0.68, 0.72)
  const again = await visits(`/${short}`, 10_000, 1)
  expect(again).toEqual(first)
})

test('of 5,000 visitors at once, a link of 1,000 clicks redirects exactly 1,000', async () => {
  const link = await account.link({ max_clicks: 1000 })
  const answers = await Promise.all(
    Array.from({ length: 5000 / atOnce }, () => visits(`/${link.short}`, atOnce)),
  )
  const statuses = answers.flat().map(({ status }) => status)
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length
  expect([count(302), count(410), statuses.length]).toEqual([1000, 4000, 5000])
  const { data } = (await account.call(`GET /links/${link.short}`)).body
  expect(data).toMatchObject({ status: 'consumed', max_clicks_used: 1000 })
})

test('what a domain is set to on one node holds on the other, for links that it has cached too', async () => {
  const [one, other] = nodes as [Instance, Instance]
  const host = 'two-nodes.example.com'
  const { id } = (await account.domain(host)) as { id: string }
  const { call } = await signIn(one, account)
  const { short } = await account.link({ domain_alias: host, long_url: 'https://example.com/' })
  const visit = (path: string) => other.visit(path, { host })
  const locationOf = async (path: string) => (await visit(path)).headers.get('location')
  const holds = (description: string, check: () => Promise<boolean>) =>
    until(description, check, notificationMilliseconds)
  await holds('the link is known', async () => (await visit(`/${short}`)).status === 302)
  expect((await visit('/')).status).toBe(200)

  const body = { root_url: 'https://example.com/home', forward_query: true, robots: 'User-agent: *\n' }
  expect((await call(`PUT /domains/${id}/settings`, { body })).status).toBe(200)
  await holds('the root leads there', async () => (await locationOf('/')) === body.root_url)
  await holds('the query is passed on', async () => {
    return (await locationOf(`/${short}?a=1`)) === 'https://example.com/?a=1'
  })
  expect((await visit('/robots.txt')).text).toBe(body.robots)

  await call(`PUT /domains/${id}/settings`, { body: { root_url: null, forward_query: false } })
  await holds('the root is a page again', async () => (await visit('/')).status === 200)
  await holds('the query stays', async () => (await locationOf(`/${short}?a=1`)) === 'https://example.com/')
})
