// Webhooks that are turned off automatically, and the e-mails to their owners.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type DashboardCall,
  reauthenticate,
  type SignedIn,
  signIn,
} from '../../../../../../test/accounts/sign-in.ts'
import {
  type Account,
  type Instance,
  onEachEngine,
  startInstance,
  startOn,
} from '../../../../../../test/instance.ts'
import { webhookOf } from '../../../../../../test/webhooks/own-webhook.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../../../test/webhooks/webhook-receiver.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const env = { ALLOW_PRIVATE_TARGETS: 'true' }
const day = 86_400_000

async function accountWithWebhook(instance: Instance, url: string) {
  const account: Account = await instance.account()
  const session = await signIn(instance, account)
  const { call } = session
  const made = await call('POST /webhooks', { body: { url, events: ['link.created'] } })
  return { account, session, call, ...made.body.data } as {
    account: Account
    session: SignedIn
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

    test('one that answers 410 is turned off at once, and its owner is notified once, without the secret', async () => {
      const { account, call, id, secret } = await accountWithWebhook(instance, `${receiver.url}/gone`)
      receiver.answer = () => 410
      await account.link()
      const gone = await webhookOf(call, id).awaited(({ enabled }) => !enabled)
      expect(gone).toMatchObject({ enabled: false, disabled_reason: 'gone' })
      await instance.clock.advance(10_000)
      const [message, ...more] = messagesTo(account)
      expect(message?.subject).toBe('A webhook was turned off')
      for (const piece of [
        `${id} at ${new URL(receiver.url).host}: it responded "410 Gone"`,
        `${instance.url}/dashboard/developer/webhooks/${id}`,
      ])
        expect(message?.text).toContain(piece)
      // Nor the rest of its URL, which may be a secret.
      for (const kept of [secret, '/gone']) expect(message?.text).not.toContain(kept)
      expect(more).toStrictEqual([])
      await instance.clock.advance(10_000)
      expect(messagesTo(account)).toHaveLength(1)
      // If it is turned on and gone again, that is reported, but no more than once a day.
      for (let round = 0; round < 2; round++) {
        await call(`PUT /webhooks/${id}`, { body: { enabled: true } })
        await account.link()
        await webhookOf(call, id).awaited(({ enabled }) => !enabled)
        await instance.clock.advance(10_000)
        expect(messagesTo(account)).toHaveLength(1)
      }
      await instance.clock.advance(day - 60_000)
      expect(messagesTo(account)).toHaveLength(1)
      await instance.clock.advance(60_000)
      expect(messagesTo(account)).toHaveLength(2)
      await instance.clock.advance(2 * day)
      expect(messagesTo(account)).toHaveLength(2)
    })

    test('nor does subscribing again cause more than one e-mail a day', async () => {
      receiver.answer = () => 410
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      for (let round = 0; round < 3; round++) {
        const { body } = await account.call('POST /integrations/automation/webhook/subscribe', {
          body: { url: `${receiver.url}/again` },
        })
        await account.link()
        await webhookOf(call, body.data.id).awaited(({ enabled }) => !enabled)
        await instance.clock.advance(10_000)
      }
      expect(messagesTo(account)).toHaveLength(1)
    })

    test('the owner of several is notified of all in one e-mail', async () => {
      receiver.answer = () => 410
      const { account, call, id } = await accountWithWebhook(instance, `${receiver.url}/one`)
      const body = { url: `${receiver.url}/two`, events: ['link.created'] }
      const second = (await call('POST /webhooks', { body })).body.data.id
      await account.link()
      for (const each of [id, second]) await webhookOf(call, each).awaited(({ enabled }) => !enabled)
      await instance.clock.advance(10_000)
      const [message, ...more] = messagesTo(account)
      expect([message?.subject, more]).toStrictEqual(['2 webhooks were turned off', []])
      for (const each of [id, second]) expect(message?.text).toContain(`${each} at `)
    })

    test('fifty owners are notified at a time', async () => {
      const { account } = await accountWithWebhook(instance, `${receiver.url}/many`)
      const many = Array.from({ length: 51 }, (_, at) => `many${at}@example.com`)
      await ask(
        instance.database,
        `with recursive many(number) as (select 0 union all select number + 1 from many where number < 50)
          insert into users (public_id, email, name, password_hash, plan, is_admin, created_at)
            select 'usr_many' || number, 'many' || number || '@example.com', name, password_hash, plan, is_admin, created_at
              from many, users where email = ?`,
        [account.email],
      )
      await ask(
        instance.database,
        `insert into webhook_endpoints
          (public_id, user_id, source, url, url_hash, description, events, secrets, created_at, updated_at, disabled_at, disabled_reason)
          select 'whk_' || public_id, id, 'dashboard', 'https://receiver.example/', '', '', '', '[]', created_at, created_at, 1, 'gone'
            from users where public_id like 'usr_many%'`,
      )
      const notified = () => instance.messages.filter(({ to }) => many.includes(to)).length
      await instance.clock.advance(10_000)
      expect(notified()).toBe(50)
      await instance.clock.advance(10_000)
      expect(notified()).toBe(51)
    })

    test('failing_since is the time of the first failure, even if another attempt began before it was recorded', async () => {
      const { account, call, id } = await accountWithWebhook(instance, `${receiver.url}/overlapping`)
      const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
      receiver.answer = () => first.promise
      await account.link()
      await receiver.next(({ path }) => path === '/overlapping')
      await instance.clock.advance(3000)
      receiver.answer = () => second.promise
      await account.link()
      const later = await receiver.next(({ path }) => path === '/overlapping')
      const webhook = webhookOf(call, id)
      first.resolve(500)
      const { failing_since } = await webhook.awaited(({ failing_since }) => failing_since !== null)
      second.resolve(500)
      await webhook.delivery(later.id, ({ attempts }) => attempts.length > 0)
      expect((await webhook.read()).failing_since).toBe(failing_since)
    })

    test('failing_since is cleared once an attempt succeeds, even if that attempt began before the failed one', async () => {
      const { account, call, id } = await accountWithWebhook(instance, `${receiver.url}/overtaken`)
      const first = Promise.withResolvers<number>()
      receiver.answer = () => first.promise
      await account.link()
      await receiver.next(({ path }) => path === '/overtaken')
      const webhook = webhookOf(call, id)
      receiver.answer = () => 500
      await account.link()
      await webhook.awaited(({ failing_since }) => failing_since !== null)
      first.resolve(200)
      expect((await webhook.awaited(({ failing_since }) => failing_since === null)).enabled).toBe(true)
    })

    test('one without a success for five days is turned off, but not before or after a success', async () => {
      const { account, session, call, id } = await accountWithWebhook(instance, `${receiver.url}/failing`)
      receiver.answer = () => 500
      await account.link()
      const failing = await webhookOf(call, id).awaited(({ failing_since }) => failing_since !== null)
      expect(failing.enabled).toBe(true)
      receiver.answer = () => 200
      await account.link()
      const mended = await webhookOf(call, id).awaited(({ failing_since }) => failing_since === null)
      expect(mended.failing_since).toBeNull()

      receiver.answer = () => 500
      await account.link()
      const since = (await webhookOf(call, id).awaited(({ failing_since }) => failing_since !== null))
        .failing_since
      await instance.clock.advance(5 * day - 120_000)
      expect((await call(`GET /webhooks/${id}`)).body.data).toMatchObject({
        enabled: true,
        failing_since: since,
      })
      await instance.clock.advance(120_000)
      expect((await call(`GET /webhooks/${id}`)).body.data).toMatchObject({
        ...{ enabled: false, disabled_reason: 'failing', failing_since: since },
      })
      expect(messagesTo(account).map(({ text }) => text.includes('for five days'))).toStrictEqual([true])

      receiver.answer = () => 200
      const owner = await reauthenticate(instance, session)
      const on = await owner.call(`PUT /webhooks/${id}`, { body: { enabled: true } })
      expect(on.body.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
      await instance.clock.advance(60_000)
      expect((await owner.call(`GET /webhooks/${id}`)).body.data.enabled).toBe(true)
    })

    test('a new URL starts without failures', async () => {
      const { account, call, id } = await accountWithWebhook(instance, `${receiver.url}/old`)
      receiver.answer = ({ path }) => (path === '/old' ? 500 : 200)
      await account.link()
      await webhookOf(call, id).awaited(({ failing_since }) => failing_since !== null)
      const { body } = await call(`PUT /webhooks/${id}`, { body: { url: `${receiver.url}/new` } })
      expect(body.data.failing_since).toBeNull()
    })

    test('no one is notified if its owner turned it off or deleted it, or was deleted', async () => {
      receiver.answer = () => 410
      const off = await accountWithWebhook(instance, `${receiver.url}/off`)
      await off.call(`PUT /webhooks/${off.id}`, { body: { enabled: false } })
      const deleted = await accountWithWebhook(instance, `${receiver.url}/deleted`)
      const left = await accountWithWebhook(instance, `${receiver.url}/left`)
      for (const { account, call, id } of [deleted, left]) {
        await account.link()
        await webhookOf(call, id).awaited(({ enabled }) => !enabled)
      }
      await deleted.call(`DELETE /webhooks/${deleted.id}`)
      await instance.command('user', 'delete', '--email', left.account.email)
      await instance.clock.advance(10_000)
      for (const { account } of [off, deleted, left]) expect(messagesTo(account)).toStrictEqual([])
    })
  },
  env,
)

describe('two nodes on one database', () => {
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

  test('notify the owner of a disabled webhook once', async () => {
    const [first] = nodes as [Instance]
    for (let round = 0; round < 3; round++) {
      const { account, call, id } = await accountWithWebhook(first, `${receiver.url}/gone`)
      await account.link()
      await webhookOf(call, id).awaited(({ enabled }) => !enabled)
      await Promise.all(nodes.map((node) => node.clock.advance(10_000)))
      const messages = nodes.flatMap((node) => node.messages.filter(({ to }) => to === account.email))
      expect(messages).toHaveLength(1)
    }
  })
})
