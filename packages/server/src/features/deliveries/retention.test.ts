// How long deliveries are kept.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'
import { type OwnWebhook, ownWebhook } from '../../../../../test/own-webhook.ts'
import { signIn } from '../../../../../test/sign-in.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts'

const day = 86_400_000

// Six hundred are more than are deleted at once.
for (const [days, calls] of [
  [30, 1],
  [3, 6],
] as const)
  onEachEngine(
    `deliveries with DELIVERY_RETENTION_DAYS=${days}`,
    (instance) => {
      let receiver: WebhookReceiver
      beforeAll(async () => {
        receiver = await startWebhookReceiver()
      })
      afterAll(() => receiver.stop())

      test(`are kept for ${days} days, whatever came of them, and deleted then`, async () => {
        const account = await instance.account()
        const hook = await ownWebhook(instance, account, { url: receiver.url, events: ['link.created'] })
        const off = await ownWebhook(instance, account, {
          url: `${receiver.url}/off`,
          events: ['link.created'],
        })
        receiver.answer = ({ path }) => (path === '/off' ? 500 : 200)
        const body = { links: Array.from({ length: 100 }, () => ({ long_url: 'https://example.com/' })) }
        for (let call = 0; call < calls; call++) await account.call('POST /links/bulk', { body })
        let newest = await hook.deliveries('?limit=1')
        for (; newest.length === 0; newest = await hook.deliveries('?limit=1')) await Bun.sleep(100)
        await hook.delivery(newest[0]?.id ?? '', ({ status }) => status === 'delivered')
        await off.call('PUT', { body: { enabled: false } })
        await instance.clock.advance((days - 1) * day)
        const last = await account.link()
        // No session lasts as long.
        const listed = async ({ id }: OwnWebhook) => {
          const { call } = await signIn(instance, account)
          return (await call(`GET /webhooks/${id}/deliveries?limit=100`)).body.data
        }
        expect(await listed(hook)).toHaveLength(100)
        // The last one is written down for its endpoint a moment after it happened.
        while ((await listed(hook))[0]?.created_at < last.created_at) await Bun.sleep(20)
        await instance.clock.advance(day + 600_000)
        expect(await listed(hook)).toHaveLength(1)
        expect(await listed(off)).toEqual([])
      })
    },
    { ALLOW_PRIVATE_TARGETS: 'true', ...(days === 30 ? {} : { DELIVERY_RETENTION_DAYS: String(days) }) },
  )
