// Many deliveries and bad receivers: in order, within limits, and without delaying others.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'
import {
  createMany,
  deliverToGoodAndBad,
  sharedReceivers,
} from '../../../../../test/webhooks/good-and-bad-receivers.ts'
import { ownWebhook } from '../../../../../test/webhooks/own-webhook.ts'

const events = ['link.created']

onEachEngine(
  'endpoints share the delivery slots',
  (instance) => {
    const receivers = sharedReceivers()
    const { good: receiver } = receivers
    const at = (path: string) => receiver().next((arrival) => arrival.path === path)

    test('first attempts start in the order of the events, and each success lets more run at once', async () => {
      const account = await instance.account()
      await ownWebhook(instance, account, { url: `${receiver().url}/order`, events })
      const answers: (() => void)[] = []
      receiver().answer = () => new Promise((resolve) => answers.push(() => resolve(200)))
      const ids = await createMany(account, 60)
      const came: string[] = []
      for (let started = 2; started <= 60; started += 2) {
        // Nothing else is in flight: each response lets two more start.
        while (came.length < started) came.push((await at('/order')).event.data.id)
        expect(new Set(came)).toEqual(new Set(ids.slice(0, started)))
        answers.shift()?.()
      }
      for (const answer of answers) answer()
      receiver().answer = () => 200
    })

    test('an endpoint that is flooded and slow does not delay another one', async () => {
      const [flooded, quiet] = [await instance.account(), await instance.account()]
      await ownWebhook(instance, flooded, { url: `${receiver().url}/flooded`, events })
      await ownWebhook(instance, quiet, { url: `${receiver().url}/quiet`, events })
      const held: (() => void)[] = []
      receiver().answer = ({ path }) =>
        path === '/flooded' ? new Promise((resolve) => held.push(() => resolve(200))) : 200
      for (let call = 0; call < 2; call++) await createMany(flooded, 100)
      await at('/flooded')
      const { id } = await quiet.link()
      expect((await at('/quiet')).event.data.id).toBe(id)
      // Two of the 200 are in flight: the endpoint has not answered once.
      expect(held).toHaveLength(2)
      receiver().answer = () => 200
      for (const answer of held) answer()
      for (let call = 1; call < 200; call++) await at('/flooded')
    })

    test("endpoints that hang, trickle, send endlessly or drop the connection don't delay others, and the attempts that end are recorded", async () => {
      const { hooks: bad, first } = await deliverToGoodAndBad(instance, receivers, { calls: 2, links: 30 })
      // The endless ones get ten seconds; sharing.long.test.ts waits for that.
      for (const { what, hook, status, error } of bad.filter(({ isEndless }) => !isEndless)) {
        const delivery = await hook.delivery(first, ({ attempts }) => attempts.length > 0)
        const [attempt] = delivery.attempts
        const outcome = status === 200 ? 'delivered' : 'waiting'
        expect([what, delivery.status, attempt]).toEqual([
          what,
          outcome,
          expect.objectContaining({ status, error }),
        ])
      }
      for (const { hook } of bad) await hook.call('DELETE')
    })

    test('a redirect counts as a failure and is not followed', async () => {
      const account = await instance.account()
      const hook = await ownWebhook(instance, account, { url: `${receiver().url}/moved`, events })
      receiver().answer = ({ path }) =>
        path === '/moved' ? { status: 307, headers: { location: `${receiver().url}/elsewhere` } } : 200
      await account.link()
      const { id } = await at('/moved')
      const { status, attempts } = await hook.delivery(id, ({ attempts }) => attempts.length === 1)
      expect([status, attempts[0]?.status]).toEqual(['waiting', 307])
      expect(receiver().arrivals.filter(({ path }) => path === '/elsewhere')).toEqual([])
      receiver().answer = () => 200
    })

    test('the response of an endpoint is stored as text that is safe to show, and truncated', async () => {
      const account = await instance.account()
      const hook = await ownWebhook(instance, account, { url: `${receiver().url}/talks`, events })
      receiver().answer = () => ({ status: 200, body: `\u0000<script>\ud83d${'é'.repeat(5000)}` })
      await account.link()
      const { id } = await at('/talks')
      const { attempts } = await hook.delivery(id, ({ status }) => status === 'delivered')
      expect(attempts[0]?.answer).toStartWith('\u0000<script>')
      expect(attempts[0]?.answer).toHaveLength(2048)
      receiver().answer = () => 200
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
