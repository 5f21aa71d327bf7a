// Receivers that hang, trickle, send endlessly or drop the connection, until each has used up its ten seconds.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'
import { deliverToGoodAndBad, sharedReceivers } from '../../../../../test/webhooks/good-and-bad-receivers.ts'

onEachEngine(
  'endpoints share the delivery slots',
  (instance) => {
    const receivers = sharedReceivers()

    test("endpoints that hang, trickle, send endlessly or drop the connection fail within 10 s, and don't delay others", async () => {
      const { hooks: bad, first } = await deliverToGoodAndBad(instance, receivers, { calls: 3, links: 50 })
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
