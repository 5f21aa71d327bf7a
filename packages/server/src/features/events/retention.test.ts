// How long deliveries are kept.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../test/instance.ts'
import { type OwnWebhook, ownWebhook } from '../../../../../test/webhooks/own-webhook.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhooks/webhook-receiver.ts'

const day = 86_400_000

// 503 are more than one transaction deletes.
for (const [days, before] of [
  [30, 0],
  [3, 5],
] as const)
  onEachEngine(
    `deliveries with DELIVERY_RETENTION_DAYS=${days}`,
    (instance) => {
      let receiver: WebhookReceiver
      beforeAll(async () => {
        receiver = await startWebhookReceiver()
      })
      afterAll(() => receiver.stop())

      test(`are kept for ${days} days, whatever their outcome, and then deleted`, async () => {
        const account = await instance.account()
        const webhook = (path: string) =>
          ownWebhook(instance, account, { url: receiver.url + path, events: ['link.created'] })
        const at = (path: string) => receiver.next((arrival) => arrival.path === path)
        // No session lasts that long.
        const listed = async ({ id }: OwnWebhook) => {
          const { call } = await signIn(instance, account)
          return (await call(`GET /webhooks/${id}/deliveries?limit=100`)).body.data
        }
        const off = await webhook('/off')
        receiver.answer = ({ path }) => (path === '/off' ? 500 : 200)
        const create = (links: number) =>
          account.call('POST /links/bulk', {
            body: { links: Array(links).fill({ long_url: 'https://example.com/' }) },
          })
        for (let call = 0; call < before; call++) await create(100)
        const hook = await webhook('/on')
        await create(3)
        // Deliveries are written in the order of events, so afterwards the other endpoint has its own too.
        for (let count = 0; count < 3; count++) await at('/on')
        await off.call('PUT', { body: { enabled: false } })
        await instance.clock.advance((days - 1) * day)
        const last = await account.link()
        expect((await at('/on')).event.data.id).toBe(last.id)
        expect(await listed(hook)).toHaveLength(4)
        await instance.clock.advance(day + 600_000)
        expect(await listed(hook)).toHaveLength(1)
        expect(await listed(off)).toEqual([])
      })
    },
    { ALLOW_PRIVATE_TARGETS: 'true', ...(days === 30 ? {} : { DELIVERY_RETENTION_DAYS: String(days) }) },
  )
