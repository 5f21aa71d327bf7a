// Two third-party libraries verify received deliveries: GitHub's kind of signature, and Standard Webhooks.
import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { verify } from '@octokit/webhooks-methods'
import { Webhook } from 'standardwebhooks'
import { type DashboardCall, signIn } from '../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../test/instance.ts'
import { ownWebhook } from '../test/webhooks/own-webhook.ts'
import {
  type IncomingRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../test/webhooks/webhook-receiver.ts'

const day = 86_400_000
const events = ['link.created'] as const

/** Verifies `X-SVC-Signature` with its library. */
const acceptsSvc = ({ body, headers }: IncomingRequest, secret: string) =>
  verify(secret, body.toString(), headers['x-svc-signature'] ?? '')

/**
 * Its verdict on the three headers at a moment in milliseconds: the event, or the reason for refusing it. Nothing else runs
 * while the time is changed.
 */
function judge({ body, headers }: IncomingRequest, secret: string, now = Date.now()): unknown {
  setSystemTime(new Date(now))
  try {
    return new Webhook(secret).verify(body.toString(), headers)
  } catch (error) {
    return (error as Error).message
  } finally {
    setSystemTime()
  }
}

const noMatch = 'No matching signature found'

onEachEngine(
  'independent signature verifiers',
  (instance) => {
    let receiver: WebhookReceiver
    let account: Account
    let call: DashboardCall
    let endpoints = 0
    beforeAll(async () => {
      receiver = await startWebhookReceiver()
      account = await instance.account()
      call = (await signIn(instance, account)).call
    })
    afterAll(() => receiver?.stop())

    /** A new endpoint with its secret, and a function that causes a delivery. */
    async function endpoint() {
      const path = `/referee/${endpoints++}`
      const webhook = await ownWebhook(instance, account, { url: receiver.url + path, events }, call)
      const deliver = async (title = 'Coffee & “quotes” ☕') => {
        const link = await account.link({ title })
        return await receiver.next(({ path: to, event }) => to === path && event.data.id === link.id)
      }
      const rotate = async (more = {}): Promise<string> =>
        (await webhook.call('POST /secret', { body: more })).body.data.secret
      return { ...webhook, deliver, rotate }
    }

    test('both accept a delivery as it arrived', async () => {
      const { secret, deliver } = await endpoint()
      const arrival = await deliver()
      expect(await acceptsSvc(arrival, secret)).toBe(true)
      expect(judge(arrival, secret)).toEqual(arrival.event)
      expect(arrival.event).toMatchObject({ type: 'link.created', data: { title: 'Coffee & “quotes” ☕' } })
    })

    test('the headers name the event and when it was sent', async () => {
      const { deliver } = await endpoint()
      const { headers, event } = await deliver()
      expect(headers['x-svc-event']).toBe('link.created')
      expect(headers['x-svc-delivery']).toBe(event.id)
      expect(headers['webhook-id']).toBe(event.id)
      expect(Math.abs(Number(headers['webhook-timestamp']) - instance.clock.unix())).toBeLessThan(60)
    })

    test('both refuse a delivery with one changed byte, and another secret', async () => {
      const { secret, deliver } = await endpoint()
      const other = await endpoint()
      const arrival = await deliver('Coffee')
      const forged = { ...arrival, body: Buffer.from(arrival.body.toString().replace('Coffee', 'Toffee')) }
      expect(await acceptsSvc(forged, secret)).toBe(false)
      expect(judge(forged, secret)).toBe(noMatch)
      expect(await acceptsSvc(arrival, other.secret)).toBe(false)
      expect(judge(arrival, other.secret)).toBe(noMatch)
    })

    test("a delivery can't be passed off as another event, or with another time", async () => {
      const { secret, deliver } = await endpoint()
      const [first, second] = [await deliver(), await deliver()]
      const later = String(Number(first.headers['webhook-timestamp']) + 1)
      const changes: Record<string, string>[] = [
        { 'webhook-id': second.event.id },
        { 'webhook-timestamp': later },
      ]
      for (const changed of changes)
        expect(judge({ ...first, headers: { ...first.headers, ...changed } }, secret)).toBe(noMatch)
    })

    test('a delivery that is replayed more than five minutes later is refused for its age', async () => {
      const { secret, deliver } = await endpoint()
      const arrival = await deliver()
      const sent = Number(arrival.headers['webhook-timestamp']) * 1000
      expect(judge(arrival, secret, sent + 300_000)).toEqual(arrival.event)
      expect(judge(arrival, secret, sent + 301_000)).toBe('Message timestamp too old')
    })

    test('after a rotation after a rotation, webhook-signature verifies with both secrets, X-SVC-Signature only with the old one', async () => {
      const { secret: old, deliver, rotate } = await endpoint()
      const fresh = await rotate()
      expect(fresh).not.toBe(old)
      const arrival = await deliver()
      expect(arrival.headers['webhook-signature']?.split(' ')).toHaveLength(2)
      expect(judge(arrival, old)).toEqual(arrival.event)
      expect(judge(arrival, fresh)).toEqual(arrival.event)
      expect(await acceptsSvc(arrival, old)).toBe(true)
      expect(await acceptsSvc(arrival, fresh)).toBe(false)
    })

    test('once the owner has ended the old secret, only the new one is accepted', async () => {
      const { secret: old, deliver, rotate, call } = await endpoint()
      const fresh = await rotate()
      expect((await call('DELETE /old-secrets')).status).toBe(200)
      const arrival = await deliver()
      expect(judge(arrival, old)).toBe(noMatch)
      expect(judge(arrival, fresh)).toEqual(arrival.event)
      expect(await acceptsSvc(arrival, old)).toBe(false)
      expect(await acceptsSvc(arrival, fresh)).toBe(true)
    })

    test("a rotation that doesn't keep the old secret ends it at once", async () => {
      const { secret: old, deliver, rotate } = await endpoint()
      const fresh = await rotate({ keep_old: false })
      const arrival = await deliver()
      expect(judge(arrival, old)).toBe(noMatch)
      expect(judge(arrival, fresh)).toEqual(arrival.event)
      expect(await acceptsSvc(arrival, fresh)).toBe(true)
    })

    // Last, because the clock isn't set back.
    test('24 hours after a rotation the old secret has expired', async () => {
      const { secret: old, deliver, rotate } = await endpoint()
      const fresh = await rotate()
      await instance.clock.advance(day - 60_000)
      const before = await deliver()
      expect(judge(before, old, instance.clock.now())).toEqual(before.event)
      expect(await acceptsSvc(before, old)).toBe(true)
      await instance.clock.advance(120_000)
      const after = await deliver()
      expect(judge(after, old, instance.clock.now())).toBe(noMatch)
      expect(judge(after, fresh, instance.clock.now())).toEqual(after.event)
      expect(await acceptsSvc(after, old)).toBe(false)
      expect(await acceptsSvc(after, fresh)).toBe(true)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
