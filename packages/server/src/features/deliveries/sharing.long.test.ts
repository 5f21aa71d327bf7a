// Receivers that hang, trickle, send endlessly or drop the connection, until each has used up its ten seconds.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'
import { badHooks, ownWebhook } from '../../../../../test/own-webhook.ts'
import type { RawServer } from '../../../../../test/raw-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts'

const long_url = 'https://example.com/'
const events = ['link.created']

onEachEngine(
  'endpoints share the delivery slots',
  (instance) => {
    let receiver: WebhookReceiver
    const raw: RawServer[] = []
    beforeAll(async () => {
      receiver = await startWebhookReceiver()
    })
    afterAll(async () => {
      for (const server of raw) server.stop()
      await receiver.stop()
    })

    test('endpoints that hang, trickle, send endlessly or drop the connection fail within 10 s, and delay nobody', async () => {
      const account = await instance.account()
      const bad = await badHooks(instance, account, raw)
      await ownWebhook(instance, account, { url: receiver.url, events })
      // While the bad ones have their ten seconds, the good one is told of everything.
      let first = ''
      for (let call = 0; call < 3; call++) {
        const body = { links: Array.from({ length: 50 }, () => ({ long_url })) }
        const { items } = (await account.call('POST /links/bulk', { body })).body.data
        const ids: string[] = items.map((item: { data: { id: string } }) => item.data.id)
        const came = await Promise.all(ids.map(() => receiver.next()))
        expect(new Set(came.map(({ event }) => event.data.id))).toEqual(new Set(ids))
        first ||= came.find(({ event }) => event.data.id === ids[0])?.id ?? ''
      }
      for (const { what, hook, status, error } of bad) {
        const delivery = await hook.delivery(first, ({ attempts }) => attempts.length > 0)
        expect([what, delivery.attempts[0]]).toEqual([what, expect.objectContaining({ status, error })])
        expect([what, delivery.status === 'delivered']).toEqual([what, status === 200])
      }
      for (const { hook } of bad) await hook.call('DELETE')
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
