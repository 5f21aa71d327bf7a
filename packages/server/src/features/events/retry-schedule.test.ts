// Deliveries that fail: when they are retried, when they are abandoned, and when an endpoint is turned off.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../test/instance.ts'
import { ownWebhook, webhookOf } from '../../../../../test/webhooks/own-webhook.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhooks/webhook-receiver.ts'
import { ask } from '../../../../../test/webhooks/webhooks.ts'

const pauses = [5, 60, 300, 1800, 7200, 21_600, 43_200, 86_400]

onEachEngine(
  'a delivery that fails',
  (instance) => {
    let receiver: WebhookReceiver
    beforeAll(async () => {
      receiver = await startWebhookReceiver()
    })
    afterAll(() => receiver.stop())

    async function subscribed(path: string, events = ['link.created']) {
      const account = await instance.account()
      const hook = await ownWebhook(instance, account, { url: receiver.url + path, events })
      return { account, hook }
    }
    const at = (path: string) => receiver.next((arrival) => arrival.path === path)

    test('is retried after 5 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h, and then abandoned', async () => {
      const { account, hook } = await subscribed('/always-500')
      receiver.answer = () => ({ status: 500, body: 'not today' })
      await account.link()
      const first = await at('/always-500')
      const { id } = first
      for (const [index, pause] of pauses.entries()) {
        const { attempts, next_attempt_at, status } = await hook.delivery(
          id,
          (delivery) => delivery.attempts.length === index + 1,
        )
        expect(status).toBe('waiting')
        expect(attempts.at(-1)).toMatchObject({ status: 500, answer: 'not today', error: null })
        // The pause begins when the attempt has ended, between these two moments.
        const [begun, seen] = [attempts.at(-1)?.at as number, instance.clock.unix()]
        const due = next_attempt_at as number
        expect(due).toBeGreaterThanOrEqual(begun + Math.floor(pause * 0.9))
        expect(due).toBeLessThanOrEqual(seen + 1 + Math.ceil(pause * 1.1))
        await instance.clock.advance((due + 1 - begun) * 1000)
        const again = await at('/always-500')
        expect([again.id, again.body.toString()]).toEqual([id, first.body.toString()])
        expect(Number(again.headers['webhook-timestamp'])).toBeGreaterThan(
          Number(first.headers['webhook-timestamp']),
        )
      }
      const given = await hook.delivery(id, ({ status }) => status !== 'waiting')
      expect([given.status, given.next_attempt_at, given.attempts.length]).toEqual(['failed', null, 9])
      expect((await hook.read()).enabled).toBe(true)
    })

    test('is delivered once the receiver recovers after an hour of 500, and not repeated', async () => {
      const { account, hook } = await subscribed('/hour')
      receiver.answer = () => 500
      const links = await Promise.all([1, 2, 3].map(() => account.link()))
      const firsts = [await at('/hour'), await at('/hour'), await at('/hour')]
      const begun = instance.clock.now()
      const ids = firsts.map(({ id }) => id)
      let tried = 1
      while (instance.clock.now() - begun < 3_600_000) {
        const due = await Promise.all(
          ids.map((id) => hook.delivery(id, ({ attempts }) => attempts.length === tried)),
        )
        const latest = Math.max(...due.map(({ next_attempt_at }) => next_attempt_at as number))
        if (latest * 1000 - begun >= 3_600_000) receiver.answer = () => 204
        await instance.clock.advance((latest + 1) * 1000 - instance.clock.now())
        for (const _ of ids) await at('/hour')
        tried++
      }
      for (const id of ids) {
        const { attempts, status } = await hook.delivery(id, ({ status }) => status === 'delivered')
        expect([status, attempts.at(-1)?.status, attempts.length]).toEqual(['delivered', 204, tried])
      }
      expect(new Set(firsts.map(({ event }) => event.data.id))).toEqual(new Set(links.map(({ id }) => id)))
      expect((await hook.read()).failing_since).toBeNull()
      // A day later nothing more has arrived: the next thing to arrive is another event.
      await instance.clock.advance(86_400_000)
      const { id } = await account.link()
      expect((await at('/hour')).event.data.id).toBe(id)
    })

    test("is retried with jitter, so that deliveries that failed together don't return together", async () => {
      const { account, hook } = await subscribed('/jitter')
      receiver.answer = (arrival) => (arrival.path === '/jitter' ? 503 : 200)
      const body = { links: Array.from({ length: 15 }, () => ({ long_url: 'https://example.com/' })) }
      await account.call('POST /links/bulk', { body })
      const first = await Promise.all(body.links.map(() => at('/jitter')))
      for (const { id } of first) await hook.delivery(id, ({ attempts }) => attempts.length === 1)
      await instance.clock.advance(7000)
      await Promise.all(body.links.map(() => at('/jitter')))
      const waits = await Promise.all(
        first.map(async ({ id }) => {
          const delivery = await hook.delivery(id, ({ attempts }) => attempts.length === 2)
          return (delivery.next_attempt_at as number) - (delivery.attempts.at(-1)?.at as number)
        }),
      )
      expect(new Set(waits).size).toBeGreaterThan(3)
    })

    test('with 410 Gone turns its endpoint off at once, and its owner is notified', async () => {
      const { account, hook } = await subscribed('/gone', ['link.created', 'link.updated'])
      receiver.answer = (arrival) => (arrival.path === '/gone' ? 410 : 200)
      const link = await account.link()
      const { id } = await at('/gone')
      const failed = await hook.delivery(id, ({ status }) => status !== 'waiting')
      expect([failed.status, failed.attempts.length, failed.next_attempt_at]).toEqual(['failed', 1, null])
      expect(await hook.read()).toMatchObject({ enabled: false, disabled_reason: 'gone' })
      await instance.clock.advance(10_000)
      expect(instance.messageTo(account.email).text).toContain(`${hook.id} at `)
      // Nothing more is recorded for it.
      await account.call(`PUT /links/${link.short}`, { body: { title: 'Later' } })
      expect(await hook.deliveries()).toHaveLength(1)
    })

    test('for five days without one success turns its endpoint off, and its owner is notified', async () => {
      const { account, hook } = await subscribed('/dead')
      receiver.answer = () => 500
      await account.link()
      const { id } = await at('/dead')
      await hook.delivery(id, ({ attempts }) => attempts.length === 1)
      const { failing_since } = await hook.read()
      expect(failing_since).toBeGreaterThan(0)
      await instance.clock.advance(4.9 * 86_400_000)
      await at('/dead')
      expect(await hook.read()).toMatchObject({ enabled: true, failing_since })
      await instance.clock.advance(0.2 * 86_400_000)
      expect(await hook.read()).toMatchObject({ enabled: false, disabled_reason: 'failing' })
      await instance.clock.advance(10_000)
      expect(instance.messageTo(account.email).text).toContain(`${hook.id} at `)
    })

    test('is sent when its endpoint is turned on again', async () => {
      const { account, hook } = await subscribed('/paused')
      receiver.answer = () => 500
      await account.link()
      const { id } = await at('/paused')
      await hook.delivery(id, ({ attempts }) => attempts.length === 1)
      await hook.call('PUT', { body: { enabled: false } })
      receiver.answer = () => 200
      await instance.clock.advance(3_600_000)
      // By then, changing a webhook requires the password again.
      const owner = await signIn(instance, account)
      const later = webhookOf(owner.call, hook.id)
      // Another endpoint of the account receives events meanwhile, this one does not.
      const other = await ownWebhook(instance, account, {
        url: `${receiver.url}/other`,
        events: ['link.created'],
      })
      await account.link()
      await at('/other')
      expect((await hook.delivery(id, () => true)).attempts).toHaveLength(1)
      await later.call('PUT', { body: { enabled: true } })
      expect((await at('/paused')).id).toBe(id)
      expect((await hook.delivery(id, ({ status }) => status === 'delivered')).attempts).toHaveLength(2)
      await other.call('DELETE')
    })

    test("is not sent unsigned if its secret can't be decrypted, and says why", async () => {
      const { account, hook } = await subscribed('/sealed')
      const other = await subscribed('/others')
      receiver.answer = () => 200
      // Sealed for another endpoint, so it can't be decrypted, as after a change of SECRET_KEY.
      await ask(
        instance.database,
        'update webhook_endpoints set secrets = (select secrets from webhook_endpoints where public_id = ?) where public_id = ?',
        [other.hook.id, hook.id],
      )
      await account.link()
      await other.account.link()
      await at('/others')
      const [delivery] = await hook.deliveries()
      const { attempts } = await hook.delivery(delivery?.id ?? '', ({ attempts }) => attempts.length === 1)
      expect(attempts[0]).toMatchObject({
        status: null,
        headers: {},
        error: expect.stringContaining('SECRET_KEY'),
      })
      expect(receiver.arrivals.filter(({ path }) => path === '/sealed')).toEqual([])
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
