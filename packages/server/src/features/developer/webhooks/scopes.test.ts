// Each event needs the scope that reads its data: subscribers receive only what their credential may read.
import { describe, expect, test } from 'bun:test'
import { type EventType, eventTypes, usualEvents } from '@linnet/contract'
import { newApp, tokensFor } from '../../../../../../test/accounts/oauth.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { until } from '../../../../../../test/timeouts.ts'
import { automationPlatform } from '../../../../../../test/webhooks/automation-platform.ts'
import { ask, expanded } from '../../../../../../test/webhooks/webhooks.ts'

const metricsToken = 'a monitor of this test'

const readBy: Record<string, EventType[]> = {
  'links:read': ['link.created', 'link.updated', 'link.archived'],
  'links:analytics': ['link.clicked'],
  'qr:read': ['qr.scanned'],
  'microsites:read': ['microsite.published'],
  // Permission to write doesn't include reading.
  'links:write': [],
  'links:archive': [],
  'qr:write': [],
  'user:read': [],
  'microsites:write': [],
  'microsites:delete': [],
}

onEachEngine(
  'the scopes of events',
  (instance) => {
    const platform = automationPlatform(instance)
    const { newUrl, subscribe, unsubscribe, webhooks } = platform

    /** Causes an event of each type, and returns the types that are recorded for a URL. */
    async function typesWritten(url: string): Promise<string[]> {
      const { account } = platform
      const link = await account.link()
      await account.call(`PUT /links/${link.short}`, { body: { title: 'Another' } })
      await instance.visit(`/${link.short}?qr`)
      const slug = `s-${crypto.randomUUID().slice(0, 8)}`
      await account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'other' } })
      await account.call(`DELETE /links/${link.short}`)
      const deleted = await account.call(`POST /links/${link.short}/delete`)
      await account.call('POST /undo', { body: { token: deleted.headers.get('undo-token') } })
      await account.call('GET /stats')
      const [endpoint] = await ask<{ id: number }>(
        instance.database,
        'select id from webhook_endpoints where url = ? and deleted_at is null',
        [url],
      )
      await expanded(instance.database, Number(endpoint?.id))
      const rows = await ask<{ type: string }>(
        instance.database,
        `select distinct type from webhook_deliveries join webhook_events on webhook_events.id = event_id
          where endpoint_id = ?`,
        [endpoint?.id as number],
      )
      return rows.map(({ type }) => type).sort()
    }
    const inOrder = (types: readonly EventType[]) => eventTypes.filter((type) => types.includes(type))

    for (const [scope, events] of Object.entries(readBy))
      test(`a key of ${scope} alone subscribes to ${events.join(', ') || 'nothing'}, and gets no other`, async () => {
        const url = newUrl()
        const key = await platform.account.newKey(scope)
        const answer = await subscribe({ url }, key)
        expect([answer.status, answer.body.data.events, answer.body.data.withheld]).toStrictEqual([
          200,
          inOrder(events),
          usualEvents.filter((type) => !events.includes(type)),
        ])
        expect(await typesWritten(url)).toStrictEqual([...events].sort())
        expect((await unsubscribe({ url }, key)).status).toBe(200)
        expect(await webhooks()).toStrictEqual([])
      })

    test('a token covers its own scopes, not all scopes of its application', async () => {
      const url = newUrl()
      const app = await newApp(instance, platform.account)
      const { access_token } = await tokensFor(instance, platform.someone, app, { scope: 'links:read' })
      const { data } = (await subscribe({ url, events: ['link.created', 'link.clicked'] }, access_token)).body
      expect([data.events, data.withheld]).toStrictEqual([['link.created'], ['link.clicked']])
      expect(await typesWritten(url)).toStrictEqual(['link.created'])
    })

    test('the answer omits withheld if it would be empty', async () => {
      const { body } = await subscribe({ url: newUrl(), event: 'link.created' })
      expect(body.data).not.toHaveProperty('withheld')
    })

    describe('an existing subscription', () => {
      const makeOld = (url: string) =>
        ask(instance.database, 'update webhook_endpoints set events = ? where url = ?', [
          eventTypes.join(' '),
          url,
        ])

      test('of a key gets only what that key may read', async () => {
        const url = newUrl()
        await subscribe({ url }, await platform.account.newKey('microsites:read'))
        await makeOld(url)
        expect(await typesWritten(url)).toStrictEqual(['microsite.published'])
      })

      test('of an application gets only what it was allowed to read', async () => {
        const url = newUrl()
        const app = await newApp(instance, platform.account)
        const { access_token } = await tokensFor(instance, platform.someone, app, { scope: 'qr:read' })
        await subscribe({ url }, access_token)
        await makeOld(url)
        expect(await typesWritten(url)).toStrictEqual(['qr.scanned'])
      })
    })

    test('an application that revokes the wider of two grants keeps what the narrower one may read', async () => {
      const url = newUrl()
      const app = await newApp(instance, platform.account)
      const wide = await tokensFor(instance, platform.someone, app, { scope: 'links:read links:analytics' })
      await tokensFor(instance, platform.someone, app, { scope: 'links:read' })
      await subscribe({ url, events: ['link.created', 'link.clicked'] }, wide.access_token)
      await instance.ask('POST /oauth/revoke', { body: { token: wide.refresh_token } })
      expect((await webhooks())[0]?.events).toStrictEqual(['link.created'])
      expect(await typesWritten(url)).toStrictEqual(['link.created'])
    })

    test('a pending retry is not sent once the credential may no longer read the event', async () => {
      const url = newUrl()
      const key = await platform.account.newKey('links:read')
      const { id } = (await subscribe({ url, event: 'link.created' }, key)).body.data
      platform.receiver.answer = () => 500
      await platform.account.link()
      const { event } = await platform.arrivalAt(url)
      await ask(
        instance.database,
        'update api_keys set scopes = ? where id = (select key_id from webhook_endpoints where public_id = ?)',
        ['user:read', id],
      )
      platform.receiver.answer = () => 200
      const failedAttempts = async () => {
        const headers = { authorization: `Bearer ${metricsToken}` }
        const { text } = await instance.ask('GET /healthz/metrics', { headers })
        return Number(/^linnet_delivery_failed_attempts_total (\d+)$/m.exec(text)?.[1])
      }
      const read = async () =>
        (await platform.someone.call(`GET /webhooks/${id}/deliveries/${event.id}`)).body.data
      const attempts = (least: number) =>
        until(`${least} attempts are recorded`, async () => {
          const data = await read()
          return data.attempts.length >= least && data
        })
      await attempts(1)
      const failed = await failedAttempts()
      expect(failed).toBeGreaterThan(0)
      await platform.someone.call(`POST /webhooks/${id}/deliveries/${event.id}/resend`)
      const delivery = await attempts(2)
      expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null })
      expect(delivery.attempts.at(-1)).toMatchObject({
        status: null,
        error: expect.stringContaining('no longer has the scope'),
      })
      // Nothing was sent, so nothing has failed.
      expect(await failedAttempts()).toBe(failed)
    })

    test('a webhook made in the dashboard gets everything', async () => {
      const url = newUrl()
      await platform.someone.call('POST /webhooks', { body: { url, events: [...eventTypes] } })
      // Nothing is broken here: features/links/link-health/ tests those events.
      const caused = eventTypes.filter((type) => type !== 'link.broken' && type !== 'link.recovered')
      expect(await typesWritten(url)).toStrictEqual(caused.toSorted())
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true', METRICS_TOKEN: metricsToken },
)
