// Scheduled jobs on several nodes: one of them runs the jobs, and another takes over when it stops or dies.
import { expect, test } from 'bun:test'
import { freshDatabase } from '../../../../test/databases.ts'
import { type Instance, startOn } from '../../../../test/instance.ts'
import { severable } from '../../../../test/servers/severable-postgres.ts'
import { until } from '../../../../test/timeouts.ts'
import { ask } from '../../../../test/webhooks/webhooks.ts'

const hour = 3_600_000

async function links(node: Instance, key: string, archive_at: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const body = { long_url: 'https://example.com/' }
  const { short } = (await node.ask('POST /v2/links', { headers, body })).body.data
  await node.ask(`PUT /v2/links/${short}`, { headers, body: { archive_at } })
  return short
}

test('one node archives links; when it stops, another one takes over', async () => {
  const database = await freshDatabase('postgres')
  const one = await startOn(database, 'postgres')
  const other = await startOn(database, 'postgres')
  const { key } = await one.account()
  const status = async (short: string) => {
    const answer = await one.ask(`GET /v2/links/${short}`, { headers: { authorization: `Bearer ${key}` } })
    return answer.body.data.status
  }
  const short = await links(one, key, one.clock.day(1))
  await other.clock.advance(25 * hour)
  expect(await status(short)).toBe('active')
  await one.clock.advance(25 * hour)
  expect(await status(short)).toBe('archived')
  const next = await links(one, key, one.clock.day(1))
  await one.stop()
  const archived = async () => {
    const [row] = await ask<{ archived_at: number | null }>(
      database,
      `select archived_at from links join codes on codes.link_id = links.id where code = '${next}'`,
    )
    return row?.archived_at !== null
  }
  // It takes the lease within seconds; until then it does not run jobs.
  await until('the other archives the link', async () => {
    await other.clock.advance(25 * hour)
    return await archived()
  })
  await other.stop()
  await database.remove()
})

test('while the database is unavailable, scheduled jobs log no error, and they continue when it is back', async () => {
  const database = await severable(await freshDatabase('postgres'))
  const node = await startOn(database, 'postgres')
  const { key } = await node.account()
  const headers = { authorization: `Bearer ${key}` }
  const status = async (short: string) =>
    (await node.ask(`GET /v2/links/${short}`, { headers })).body.data.status
  const short = await links(node, key, node.clock.day(1))
  await database.sever()
  await node.clock.advance(25 * hour)
  expect(node.errors).toEqual([])
  await database.mend()
  while ((await node.ask('GET /readyz?database')).status !== 200);
  await node.clock.advance(hour)
  expect(await status(short)).toBe('archived')
  await node.stop()
  await database.remove()
})
