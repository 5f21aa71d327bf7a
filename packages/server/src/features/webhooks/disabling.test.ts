// Webhooks that are switched off by themselves: when, and what their owner is told.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type Account,
  type Answer,
  type Instance,
  onEachEngine,
  startInstance,
  startOn,
} from '../../../../../test/instance.ts'
import { type DashboardCall, signIn } from '../../../../../test/sign-in.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts'

const env = { ALLOW_PRIVATE_TARGETS: 'true' }
const day = 86_400_000

/** The record of a webhook as soon as it is as expected: what came of an attempt is written down a moment after it. */
async function webhookOnce(call: DashboardCall, id: string, fits: (webhook: Answer['body']) => boolean) {
  for (let left = 1000; ; left--) {
    const { data } = (await call(`GET /webhooks/${id}`)).body
    if (fits(data) || left === 0) return data
  }
}

async function webhookOf(instance: Instance, url: string) {
  const account: Account = await instance.account()
  const { call } = await signIn(instance, account)
  const made = await call('POST /webhooks', { body: { url, events: ['link.created'] } })
  return { account, call, ...made.body.data } as {
    account: Account
    call: DashboardCall
    id: string
    secret: string
  }
}

onEachEngine(
  'webhooks that fail',
  (instance) => {
    let receiver: WebhookReceiver
    beforeAll(async () => {
      receiver = await startWebhookReceiver()
    })
    beforeEach(() => {
      receiver.answer = () => 200
    })
    afterAll(() => receiver.stop())
    const messagesTo = ({ email }: Account) => instance.messages.filter(({ to }) => to === email)

    test('one that answers 410 is switched off at once, and its owner told once, without its secret', async () => {
      const { account, call, id, secret } = await webhookOf(instance, `${receiver.url}/gone`)
      receiver.answer = () => 410
      await account.link()
      const gone = await webhookOnce(call, id, ({ enabled }) => !enabled)
      expect(gone).toMatchObject({ enabled: false, disabled_reason: 'gone' })
      await instance.clock.advance(10_000)
      const [message, ...more] = messagesTo(account)
      expect(message?.subject).toBe('A webhook was switched off')
      for (const piece of [`${receiver.url}/gone`, '410 Gone', `PUT ${instance.url}/api/webhooks/${id}`])
        expect(message?.text).toContain(piece)
      expect(message?.text).not.toContain(secret)
      expect(more).toStrictEqual([])
      await instance.clock.advance(10_000)
      expect(messagesTo(account)).toHaveLength(1)
      // Switched on and gone again is news.
      await call(`PUT /webhooks/${id}`, { body: { enabled: true } })
      await account.link()
      await webhookOnce(call, id, ({ enabled }) => !enabled)
      await instance.clock.advance(10_000)
      expect(messagesTo(account)).toHaveLength(2)
    })

    test('one without a success for five days is switched off; until then, and after a success, it is not', async () => {
      const { account, call, id } = await webhookOf(instance, `${receiver.url}/failing`)
      receiver.answer = () => 500
      await account.link()
      const failing = await webhookOnce(call, id, ({ failing_since }) => failing_since !== null)
      expect(failing.enabled).toBe(true)
      receiver.answer = () => 200
      await account.link()
      const mended = await webhookOnce(call, id, ({ failing_since }) => failing_since === null)
      expect(mended.failing_since).toBeNull()

      receiver.answer = () => 500
      await account.link()
      const since = (await webhookOnce(call, id, ({ failing_since }) => failing_since !== null)).failing_since
      await instance.clock.advance(5 * day - 120_000)
      expect((await call(`GET /webhooks/${id}`)).body.data).toMatchObject({
        enabled: true,
        failing_since: since,
      })
      await instance.clock.advance(120_000)
      expect((await call(`GET /webhooks/${id}`)).body.data).toMatchObject({
        ...{ enabled: false, disabled_reason: 'failing', failing_since: since },
      })
      expect(messagesTo(account).map(({ text }) => text.includes('For five days'))).toStrictEqual([true])

      receiver.answer = () => 200
      const on = await call(`PUT /webhooks/${id}`, { body: { enabled: true } })
      expect(on.body.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
      await instance.clock.advance(60_000)
      expect((await call(`GET /webhooks/${id}`)).body.data.enabled).toBe(true)
    })

    test('another address has not failed yet', async () => {
      const { account, call, id } = await webhookOf(instance, `${receiver.url}/old`)
      receiver.answer = ({ path }) => (path === '/old' ? 500 : 200)
      await account.link()
      await webhookOnce(call, id, ({ failing_since }) => failing_since !== null)
      const { body } = await call(`PUT /webhooks/${id}`, { body: { url: `${receiver.url}/new` } })
      expect(body.data.failing_since).toBeNull()
    })

    test('nobody is told of one that its owner switched off or deleted, or whose owner is gone', async () => {
      receiver.answer = () => 410
      const off = await webhookOf(instance, `${receiver.url}/off`)
      await off.call(`PUT /webhooks/${off.id}`, { body: { enabled: false } })
      const deleted = await webhookOf(instance, `${receiver.url}/deleted`)
      const left = await webhookOf(instance, `${receiver.url}/left`)
      for (const { account, call, id } of [deleted, left]) {
        await account.link()
        await webhookOnce(call, id, ({ enabled }) => !enabled)
      }
      await deleted.call(`DELETE /webhooks/${deleted.id}`)
      await instance.command('user', 'delete', '--email', left.account.email)
      await instance.clock.advance(10_000)
      for (const { account } of [off, deleted, left]) expect(messagesTo(account)).toStrictEqual([])
    })
  },
  env,
)

describe('two nodes at one database', () => {
  let nodes: Instance[] = []
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await startWebhookReceiver(() => 410)
    const first = await startInstance('postgres', env)
    nodes = [first, await startOn(first.database, 'postgres', env)]
  })
  afterAll(async () => {
    await receiver.stop()
    for (const node of nodes) await node.stop()
    await nodes[0]?.database.remove()
  })
  afterEach(() => {
    for (const node of nodes) node.messages.length = 0
  })

  test('tell the owner of a disabled webhook once', async () => {
    const [first] = nodes as [Instance]
    for (let round = 0; round < 3; round++) {
      const { account, call, id } = await webhookOf(first, `${receiver.url}/gone`)
      await account.link()
      await webhookOnce(call, id, ({ enabled }) => !enabled)
      await Promise.all(nodes.map((node) => node.clock.advance(10_000)))
      const messages = nodes.flatMap((node) => node.messages.filter(({ to }) => to === account.email))
      expect(messages).toHaveLength(1)
    }
  })
})
