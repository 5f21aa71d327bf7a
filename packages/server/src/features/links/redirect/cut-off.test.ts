// A server that is cut off from PostgreSQL: it redirects from its cache, and catches up when the connection is back.
import { expect, test } from 'bun:test'
import { migratedDatabase } from '../../../../../../test/databases.ts'
import { startOn } from '../../../../../../test/instance.ts'
import { severable } from '../../../../../../test/servers/severable-postgres.ts'
import { notificationMilliseconds, until } from '../../../../../../test/timeouts.ts'

test('a server that is cut off redirects from memory, and soon applies what changed meanwhile', async () => {
  const direct = await migratedDatabase('postgres')
  const way = await severable(direct)
  const [cut, other] = [await startOn(way, 'postgres'), await startOn(direct, 'postgres')]
  const account = await other.account()
  const { short } = await account.link({ long_url: 'https://example.com/old' })
  let visits = 0
  const seen = async () => {
    visits++
    return (await cut.visit(`/${short}`)).headers.get('location')
  }
  // What is read while a change is announced isn't cached, so one request may not be enough.
  for (let visit = 0; visit < 10; visit++) expect(await seen()).toBe('https://example.com/old')

  await way.sever()
  const change = { long_url: 'https://example.com/new' }
  expect((await account.call(`PUT /links/${short}`, { body: change })).status).toBe(200)
  for (let visit = 0; visit < 50; visit++) {
    expect(await seen()).toBe('https://example.com/old')
    // It can't answer for what it hasn't cached.
    expect((await cut.visit(`/unknown-${visit}`)).status).toBe(503)
  }

  await way.mend()
  const isSeen = async () => (await seen()) === 'https://example.com/new'
  await until('the change takes effect', isSeen, notificationMilliseconds)
  const clicks = async (): Promise<number> =>
    (await account.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks
  // Statistics include the clicks of the requested node; those of the other follow soon.
  await until('the clicks of both are counted', async () => (await clicks()) >= visits)
  expect(await clicks()).toBe(visits)
  await cut.stop()
  await other.stop()
  await way.remove()
})
