// Several processes on one database: each event is sent by one of them, and another takes over when it dies.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { migratedDatabase } from '../../../../../test/databases.ts'
import { type Instance, startOn } from '../../../../../test/instance.ts'
import { ownWebhook } from '../../../../../test/webhooks/own-webhook.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhooks/webhook-receiver.ts'
import { ask } from '../../../../../test/webhooks/webhooks.ts'

const settings = { ALLOW_PRIVATE_TARGETS: 'true', SECRET_KEY: 'one key for all nodes of this test' }
const events = ['link.created']

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

/** Two nodes on a new database, and an account that both serve. */
async function twoNodes() {
  const database = await migratedDatabase('postgres')
  const [one, other] = [
    await startOn(database, 'postgres', settings),
    await startOn(database, 'postgres', settings),
  ]
  return { database, one, other, account: await one.account() }
}

const linkAt = async (node: Instance, key: string): Promise<string> => {
  const headers = { authorization: `Bearer ${key}` }
  const body = { long_url: 'https://example.com/' }
  return (await node.ask('POST /v2/links', { body, headers })).body.data.id
}

test('each event of either node is sent once, by the node that leases the endpoint', async () => {
  const { database, one, other, account } = await twoNodes()
  const hooks = ['/a', '/b', '/c'].map((path) => receiver.url + path)
  for (const url of hooks) await ownWebhook(one, account, { url, events })
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, number) => linkAt(number % 2 === 0 ? one : other, account.key)),
  )
  const came = await Promise.all(Array.from({ length: 120 }, () => receiver.next()))
  for (const url of hooks) {
    const ids = came.filter(({ path }) => receiver.url + path === url).map(({ event }) => event.data.id)
    expect(ids.toSorted()).toEqual(made.toSorted())
  }
  const leases = await ask<{ leased_by: string }>(database, 'select leased_by from webhook_endpoints')
  expect(leases.every(({ leased_by }) => leased_by !== null)).toBe(true)
  await Promise.all([one.stop(), other.stop()])
  await database.remove()
})

test('a node that stops releases its endpoints, and another one continues at once', async () => {
  const database = await migratedDatabase('postgres')
  const one = await startOn(database, 'postgres', settings)
  const account = await one.account()
  await ownWebhook(one, account, { url: `${receiver.url}/handed`, events })
  await linkAt(one, account.key)
  await receiver.next(({ path }) => path === '/handed')
  await one.stop()
  expect(await ask(database, 'select leased_by, leased_until from webhook_endpoints')).toEqual([
    { leased_by: null, leased_until: null },
  ])
  const other = await startOn(database, 'postgres', settings)
  const id = await linkAt(other, account.key)
  expect((await receiver.next(({ path }) => path === '/handed')).event.data.id).toBe(id)
  await other.stop()
  await database.remove()
})

test('the deliveries of a dead process are sent by another one when its lease ends, and not before', async () => {
  const { database, one, other, account } = await twoNodes()
  const hook = await ownWebhook(one, account, { url: `${receiver.url}/leased`, events })
  const free = await ownWebhook(one, account, { url: `${receiver.url}/free`, events })
  const lease = 'extract(epoch from clock_timestamp())::bigint'
  await ask(
    database,
    `update webhook_endpoints set leased_by = 'a dead process', leased_until = ${lease} + 3 where public_id = '${hook.id}'`,
  )
  const id = await linkAt(one, account.key)
  expect((await receiver.next(({ path }) => path === '/free')).event.data.id).toBe(id)
  expect(receiver.arrivals.filter(({ path }) => path === '/leased')).toEqual([])
  const arrival = await receiver.next(({ path }) => path === '/leased')
  expect(arrival.event.data.id).toBe(id)
  const [{ over } = { over: false }] = await ask<{ over: boolean }>(
    database,
    `select leased_by <> 'a dead process' as over from webhook_endpoints where public_id = '${hook.id}'`,
  )
  expect(over).toBe(true)
  expect(await free.deliveries()).toHaveLength(1)
  await Promise.all([one.stop(), other.stop()])
  await database.remove()
})
