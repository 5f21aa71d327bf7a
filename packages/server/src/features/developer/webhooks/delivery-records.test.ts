// Deliveries as their owner sees them: requests and responses, sending a test, and resending.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { api, WebhookEvent } from '@linnet/contract'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { until } from '../../../../../../test/timeouts.ts'
import {
  type IncomingRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../../../test/webhooks/webhook-receiver.ts'
import { isSvcSignedBy } from '../../../../../../test/webhooks/webhook-signatures.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

onEachEngine(
  'deliveries of a webhook',
  (instance) => {
    let receiver: WebhookReceiver
    let account: Account
    let call: DashboardCall

    beforeAll(async () => {
      receiver = await startWebhookReceiver()
    })
    afterAll(() => receiver.stop())

    /** A webhook with an account of its own, so it receives no other events. */
    const create = async (events = ['link.created']) => {
      receiver.answer = () => 200
      account = await instance.account()
      call = (await signIn(instance, account)).call
      const { body } = await call('POST /webhooks', { body: { url: `${receiver.url}/hook`, events } })
      return body.data
    }
    const list = async (id: string, query = '') => {
      const { body } = await call(`GET /webhooks/${id}/deliveries${query}`)
      expect(api.webhooks.listDeliveries.answer.parse(body)).toStrictEqual(body)
      return body
    }
    /** The delivery once its outcome is recorded, a moment after it arrived. */
    const settled = (id: string, event: string, attempts: number) =>
      until(`${attempts} attempts are recorded`, async () => {
        const { data } = (await call(`GET /webhooks/${id}/deliveries/${event}`)).body
        return data.attempts.length >= attempts && data
      })
    const tell = async (): Promise<IncomingRequest> => {
      const { id } = await account.link()
      return await receiver.next(({ event }) => event.data.id === id)
    }

    test('each shows the request and the response', async () => {
      const { id, url, secret } = await create()
      receiver.answer = () => ({ status: 202, body: 'thank you' })
      const arrival = await tell()
      const delivery = await settled(id, arrival.id, 1)
      expect(delivery).toStrictEqual({
        id: arrival.event.id,
        event: 'link.created',
        status: 'delivered',
        created_at: arrival.event.created_at,
        next_attempt_at: null,
        body: arrival.body.toString(),
        attempts: [
          {
            at: expect.any(Number),
            url,
            headers: expect.any(Object),
            milliseconds: expect.any(Number),
            status: 202,
            answer: 'thank you',
            error: null,
          },
        ],
      })
      const { headers } = delivery.attempts[0]
      const sent = Object.entries(headers)
      expect(sent).toHaveLength(8)
      for (const [name, value] of sent)
        expect([name, value]).toStrictEqual([name, arrival.headers[name.toLowerCase()]])
      expect(isSvcSignedBy(arrival, secret)).toBe(true)
      const listed = await list(id)
      expect(listed).toStrictEqual({ data: [delivery], next_cursor: null })
      expect(JSON.stringify(listed)).not.toContain(secret)
    })

    test('a page of large ones ends at a megabyte, but has at least one', async () => {
      const { id } = await create()
      // Their sizes, oldest first.
      for (const [at, size] of [1, 400_000, 400_000, 400_000, 2_000_000].entries()) {
        const event = `evt_${5 + at}`
        await ask(
          instance.database,
          "insert into webhook_events (public_id, type, body, created_at) values (?, 'link.created', ?, 1)",
          [event, 'x'.repeat(size)],
        )
        await ask(
          instance.database,
          `insert into webhook_deliveries (event_id, endpoint_id, next_at)
            select webhook_events.id, webhook_endpoints.id, null from webhook_events, webhook_endpoints
            where webhook_events.public_id = ? and webhook_endpoints.public_id = ?`,
          [event, id],
        )
      }
      const pages: string[][] = []
      for (let before = ''; pages.length < 9; ) {
        const { data, next_cursor } = await list(id, `?limit=100${before}`)
        pages.push(data.map((delivery: { id: string }) => delivery.id))
        if (next_cursor === null) break
        before = `&before=${next_cursor}`
      }
      expect(pages).toStrictEqual([['evt_9'], ['evt_8', 'evt_7'], ['evt_6', 'evt_5']])
    })

    test('they are listed newest first, page by page, and by outcome', async () => {
      const { id } = await create()
      const expectedIds = new Map<string, string[]>()
      for (const [status, reply] of [
        ['delivered', 200],
        ['waiting', 503],
        ['delivered', 204],
        ['waiting', 500],
      ] as const) {
        receiver.answer = () => reply
        const arrival = await tell()
        expect((await settled(id, arrival.id, 1)).status).toBe(status)
        expectedIds.set(status, [arrival.id, ...(expectedIds.get(status) ?? [])])
        expectedIds.set('', [arrival.id, ...(expectedIds.get('') ?? [])])
      }
      // From now on, the receiver answers everything with this.
      receiver.answer = () => 410
      const gone = await tell()
      expect((await settled(id, gone.id, 1)).status).toBe('failed')
      const all = [gone.id, ...(expectedIds.get('') as string[])]
      const idsOf = ({ data }: { data: { id: string }[] }) => data.map((delivery) => delivery.id)
      expect(idsOf(await list(id))).toStrictEqual(all)
      const first = await list(id, '?limit=2')
      expect(idsOf(first)).toStrictEqual(all.slice(0, 2))
      const second = await list(id, `?limit=2&before=${first.next_cursor}`)
      const third = await list(id, `?limit=2&before=${second.next_cursor}`)
      expect([...idsOf(second), ...idsOf(third)]).toStrictEqual(all.slice(2))
      expect(third.next_cursor).toBeNull()
      expect(idsOf(await list(id, '?status=failed'))).toStrictEqual([gone.id])
      for (const status of ['delivered', 'waiting'])
        expect([status, idsOf(await list(id, `?status=${status}`))]).toStrictEqual([
          status,
          expectedIds.get(status) as string[],
        ])
      const pending = await list(id, '?status=waiting')
      for (const { next_attempt_at, attempts } of pending.data)
        expect(next_attempt_at).toBeGreaterThan(attempts[0].at)
    })

    test('an invalid request for the list is 400', async () => {
      const { id } = await create()
      for (const query of ['?limit=0', '?limit=101', '?status=lost', '?before=%00', '?limit=1&limit=2'])
        expect([query, (await call(`GET /webhooks/${id}/deliveries${query}`)).status]).toStrictEqual([
          query,
          400,
        ])
      expect((await list(id, '?before=nothing')).data).toStrictEqual([])
      for (const event of ['evt_x', '%00', 'x'.repeat(100)])
        expect((await call(`GET /webhooks/${id}/deliveries/${event}`)).status).toBeOneOf([400, 404])
    })

    test('a test is a sample of the first subscribed event, or of any, and is delivered like any other', async () => {
      const made = await create(['qr.scanned', 'link.archived'])
      const { body, status } = await call(`POST /webhooks/${made.id}/test`, { body: {} })
      expect(status).toBe(200)
      expect(api.webhooks.sendTest.answer.parse(body)).toStrictEqual(body)
      expect(body.data).toMatchObject({ event: 'link.archived', status: 'waiting', attempts: [] })
      const arrival = await receiver.next(({ id }) => id === body.data.id)
      expect(WebhookEvent.parse(arrival.event)).toStrictEqual(arrival.event)
      expect(arrival.body.toString()).toBe(body.data.body)
      expect(isSvcSignedBy(arrival, made.secret)).toBe(true)
      const other = await call(`POST /webhooks/${made.id}/test`, { body: { event: 'microsite.published' } })
      const second = await receiver.next(({ id }) => id === other.body.data.id)
      expect(second.event.type).toBe('microsite.published')
      expect((await settled(made.id, second.id, 1)).status).toBe('delivered')
      const wrong = await call(`POST /webhooks/${made.id}/test`, { body: { event: 'link.painted' } })
      expect([wrong.status, wrong.body.error.details[0].path]).toStrictEqual([422, 'event'])
    })

    test('one can be resent whatever its outcome, and keeps its attempts', async () => {
      const { id } = await create()
      const first = await tell()
      await settled(id, first.id, 1)
      const again = await call(`POST /webhooks/${id}/deliveries/${first.id}/resend`)
      expect([again.status, again.body.data.status, again.body.data.attempts.length]).toStrictEqual([
        200,
        'waiting',
        1,
      ])
      const second = await receiver.next(({ id }) => id === first.id)
      expect(second.body).toStrictEqual(first.body)
      expect((await settled(id, first.id, 2)).status).toBe('delivered')
    })

    test('an abandoned one is sent again once its webhook is turned on', async () => {
      const { id } = await create()
      receiver.answer = () => 410
      const gone = await tell()
      expect((await settled(id, gone.id, 1)).status).toBe('failed')
      const resend = `POST /webhooks/${id}/deliveries/${gone.id}/resend`
      for (const operation of [resend, `POST /webhooks/${id}/test`]) {
        const refused = await call(operation, { body: {} })
        expect([refused.status, refused.body.error.code]).toStrictEqual([422, 'validation_failed'])
        expect(refused.body.error.message).toContain('turned off')
      }
      receiver.answer = () => 200
      await call(`PUT /webhooks/${id}`, { body: { enabled: true } })
      expect((await call(resend)).status).toBe(200)
      await receiver.next(({ id }) => id === gone.id)
      const settledAgain = await settled(id, gone.id, 2)
      expect([
        settledAgain.status,
        settledAgain.attempts.map(({ status }: { status: number }) => status),
      ]).toEqual(['delivered', [410, 200]])
    })

    test('resending one that was never attempted keeps its place', async () => {
      const { id } = await create()
      // More than are read ahead. While the first are in flight, the others wait for their turn.
      const release = Promise.withResolvers<number>()
      receiver.answer = () => release.promise
      const links = Array.from({ length: 40 }, () => ({ long_url: 'https://example.com/' }))
      await account.call('POST /links/bulk', { body: { links } })
      await receiver.next(({ event }) => event.type === 'link.created')
      const pending = (await list(id, '?limit=100')).data
      const expectedIds: string[] = pending.map((delivery: { id: string }) => delivery.id).reverse()
      const untried = pending[0]
      await instance.clock.advance(5000)
      const again = await call(`POST /webhooks/${id}/deliveries/${untried.id}/resend`)
      expect(again.body.data).toStrictEqual(untried)
      // An endpoint that fails gets them one by one.
      release.resolve(503)
      await receiver.next((arrival) => arrival.id === untried.id)
      expect((await settled(id, untried.id, 1)).attempts).toHaveLength(1)
      const arrived = receiver.arrivals
        .map((arrival) => arrival.id)
        .filter((event) => expectedIds.includes(event))
      expect([...new Set(arrived)]).toStrictEqual(expectedIds)
    })

    test('a resend while one is in flight is not lost when that attempt ends', async () => {
      const { id } = await create()
      receiver.answer = () => 503
      const first = await tell()
      await settled(id, first.id, 1)
      const release = Promise.withResolvers<number>()
      receiver.answer = () => release.promise
      await instance.clock.advance(10_000)
      await receiver.next((arrival) => arrival.id === first.id)
      await call(`POST /webhooks/${id}/deliveries/${first.id}/resend`)
      receiver.answer = () => 200
      release.resolve(200)
      const second = await receiver.next((arrival) => arrival.id === first.id)
      expect(second.body).toStrictEqual(first.body)
      expect((await settled(id, first.id, 2)).status).toBe('delivered')
      expect(receiver.counts.get(first.id)).toBe(3)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
