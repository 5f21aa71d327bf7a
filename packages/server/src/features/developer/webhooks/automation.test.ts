// Subscriptions of automation platforms: one per URL, and what each credential can see of it.
import { describe, expect, test } from 'bun:test'
import { usualEvents } from '@linnet/contract'
import { newApp, tokensFor } from '../../../../../../test/accounts/oauth.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { until } from '../../../../../../test/timeouts.ts'
import { automationPath, automationPlatform } from '../../../../../../test/webhooks/automation-platform.ts'
import { isStandardSignedBy, isSvcSignedBy } from '../../../../../../test/webhooks/webhook-signatures.ts'

// The scopes of another credential that can read all events.
const readers = 'links:read,links:analytics,qr:read,microsites:read'
const aliases = ['url', 'hook_url', 'hookUrl', 'webhook_url', 'target_url']

onEachEngine(
  'automation subscriptions',
  (instance) => {
    const platform = automationPlatform(instance)
    const { newUrl, subscribe, unsubscribe, webhooks, arrivalAt, listens } = platform

    test('subscribing returns the id, the URL, the events and the secret, and nothing else', async () => {
      const url = newUrl()
      const answer = await subscribe({ url })
      expect([answer.status, answer.body]).toStrictEqual([
        200,
        {
          data: {
            id: expect.stringMatching(/^whk_/),
            url,
            events: [...usualEvents],
            secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
          },
        },
      ])
      const link = await platform.account.link()
      const arrival = await arrivalAt(url)
      expect([arrival.event.data.id, isSvcSignedBy(arrival, answer.body.data.secret)]).toEqual([
        link.id,
        true,
      ])
      const [listed] = await webhooks()
      expect(listed).toMatchObject({ id: answer.body.data.id, source: 'automation', enabled: true })
    })

    test('the URL has several field names, and a single event can be given instead of a list', async () => {
      for (const name of aliases) {
        const { body } = await subscribe({ [name]: newUrl(), event: 'link.clicked', unknown: 1 })
        expect([name, body.data?.events]).toStrictEqual([name, ['link.clicked']])
      }
      const { body } = await subscribe({ url: newUrl(), events: ['qr.scanned', 'link.created'] })
      expect(body.data.events).toStrictEqual(['link.created', 'qr.scanned'])
      for (const name of aliases) {
        const url = newUrl()
        await subscribe({ url })
        expect((await unsubscribe({ [name]: url })).status).toBe(200)
        expect((await webhooks()).map((one: { url: string }) => one.url)).not.toContain(url)
      }
    })

    test('null counts as omitted, a single event adds to a list of events, and duplicates count once', async () => {
      const url = newUrl()
      const nothing = { hook_url: null, hookUrl: null, webhook_url: null }
      const answeredEvents = async (body: object) =>
        (await subscribe({ ...nothing, ...body })).body.data?.events
      expect(await answeredEvents({ url: null, target_url: url, events: null, event: null })).toStrictEqual([
        ...usualEvents,
      ])
      expect(await answeredEvents({ url, events: null, event: 'qr.scanned' })).toStrictEqual(['qr.scanned'])
      expect(await answeredEvents({ url, events: ['qr.scanned'], event: 'link.created' })).toStrictEqual([
        'link.created',
        'qr.scanned',
      ])
      expect(await answeredEvents({ url, events: Array(100).fill('link.clicked') })).toStrictEqual([
        'link.clicked',
      ])
      expect((await unsubscribe({ ...nothing, url, id: null })).status).toBe(200)
      expect(await webhooks()).toStrictEqual([])
    })

    test('an invalid URL or event is 422, and the error names it', async () => {
      const url = newUrl()
      const wrong: [string, object][] = [
        ['url', {}],
        ['url', { url: '' }],
        ['url', { url: null }],
        ['url', { url: 'example.com/hook' }],
        ['url', { url: 'mailto:ana@example.com' }],
        ['url', { url: `${url}/${'x'.repeat(2048)}` }],
        ['url', { url: url.replace('//', '//ana:secret@') }],
        ['url', { url: `${url}\r\nX-Injected: 1` }],
        ['hookUrl', { hookUrl: 'nonsense' }],
        ['events', { url, events: [] }],
        ['events', { url, events: 'link.created' }],
        ['events.0', { url, events: ['everything'] }],
        ['events', { url, events: Array(101).fill('link.created') }],
        ['event', { url, event: 'everything' }],
      ]
      for (const [field, body] of wrong) {
        const answer = await subscribe(body)
        expect([body, answer.status, answer.body.error?.details?.[0]?.path]).toStrictEqual([body, 422, field])
      }
      for (const [field, body] of [
        ['url', {}],
        ['url', { url: 'nonsense' }],
        ['id', { id: 'x'.repeat(101) }],
      ] as const) {
        const answer = await unsubscribe(body)
        expect([body, answer.status, answer.body.error.details[0].path]).toStrictEqual([body, 422, field])
      }
      expect(await webhooks()).toStrictEqual([])
    })

    test('the same URL twice is one subscription with the same secret and the events of the last request', async () => {
      const url = newUrl()
      const first = (await subscribe({ url, event: 'link.clicked' })).body.data
      const second = (await subscribe({ hookUrl: url, event: 'link.created' })).body.data
      expect(second).toStrictEqual({ ...first, events: ['link.created'] })
      expect(await webhooks()).toMatchObject([{ id: first.id, events: ['link.created'] }])
      expect((await subscribe({ url, event: 'link.created' })).body.data).toStrictEqual(second)
      const log = await platform.someone.call('GET /audit?limit=10')
      const deeds = log.body.data.map(({ action }: { action: string }) => action)
      expect(deeds.filter((action: string) => action.startsWith('webhook_'))).toStrictEqual([
        'webhook_changed',
        'webhook_created',
      ])
      expect(log.text).not.toContain(first.secret)
    })

    test('however the URL is written', async () => {
      const url = newUrl()
      const { id, secret } = (await subscribe({ url })).body.data
      const written = [
        `${url.replace('http', 'HTTP')}#fragment`,
        url.replace('/hook', '/x/../hook'),
        `${url}#`,
      ]
      for (const way of written) {
        const { body } = await subscribe({ url: way })
        expect([way, body.data]).toStrictEqual([way, { id, url, events: [...usualEvents], secret }])
      }
      await unsubscribe({ url: written[0] })
      expect(await webhooks()).toStrictEqual([])
    })

    test('even if it is long and has characters of several bytes', async () => {
      // Different characters, because databases compress repetitions.
      const long = Array.from({ length: 2048 }, (_, at) =>
        String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
      )
      const url = `${newUrl()}?${long.join('')}`.slice(0, 2048)
      const first = await subscribe({ url })
      expect(first.status).toBe(200)
      expect((await subscribe({ url })).body).toStrictEqual(first.body)
      expect((await unsubscribe({ url })).status).toBe(200)
      expect(await webhooks()).toStrictEqual([])
    })

    test('even for concurrent requests', async () => {
      const url = newUrl()
      const answers = await Promise.all(Array.from({ length: 20 }, () => subscribe({ url })))
      const distinctAnswers = new Set(answers.map(({ body }) => JSON.stringify(body)))
      expect([answers[0]?.status, distinctAnswers.size]).toStrictEqual([200, 1])
      expect(await webhooks()).toHaveLength(1)
    })

    test('another account has its own subscription to the same URL', async () => {
      const url = newUrl()
      const mine = (await subscribe({ url })).body.data
      const other = await instance.account()
      const theirs = (await other.call(`POST ${automationPath}/subscribe`, { body: { url } })).body.data
      expect([theirs.id === mine.id, theirs.secret === mine.secret]).toStrictEqual([false, false])
      for (const body of [{ id: mine.id }, { url }])
        expect((await other.call(`POST ${automationPath}/unsubscribe`, { body })).status).toBe(200)
      expect(await webhooks()).toHaveLength(1)
    })

    test('unsubscribing works by URL or id, succeeds even if there is none, and affects only subscriptions', async () => {
      const url = newUrl()
      const { id } = (await subscribe({ url })).body.data
      const made = await platform.someone.call('POST /webhooks', { body: { url, events: ['link.created'] } })
      const done = { data: { unsubscribed: true } }
      for (const body of [
        { id },
        { id },
        { url },
        { id: made.body.data.id },
        { id: 'whk_none', url: newUrl() },
      ]) {
        const answer = await unsubscribe(body)
        expect([body, answer.status, answer.body]).toStrictEqual([body, 200, done])
      }
      expect(await webhooks()).toMatchObject([{ id: made.body.data.id, source: 'dashboard' }])
      const again = (await subscribe({ url })).body.data
      expect(again.id).not.toBe(id)
    })

    test('its owner can turn it off, rotate its secret and delete it, but not change its URL', async () => {
      const url = newUrl()
      const { id, secret } = (await subscribe({ url })).body.data
      const moved = await platform.someone.call(`PUT /webhooks/${id}`, { body: { url: newUrl() } })
      expect([moved.status, moved.body.error.details[0].path]).toStrictEqual([422, 'url'])
      const rotated = (await platform.someone.call(`POST /webhooks/${id}/secret`, { body: {} })).body.data
        .secret
      expect(rotated).not.toBe(secret)
      expect((await subscribe({ url })).body.data.secret).toBe(rotated)
      expect((await platform.someone.call(`DELETE /webhooks/${id}`)).status).toBe(200)
      expect(await webhooks()).toStrictEqual([])
    })

    test('subscribing turns it on again after a 410, but not if its owner turned it off', async () => {
      const url = newUrl()
      const { id } = (await subscribe({ url })).body.data
      platform.receiver.answer = () => 410
      await platform.account.link()
      await arrivalAt(url)
      const read = async () => (await platform.someone.call(`GET /webhooks/${id}`)).body.data
      const gone = await until('it is turned off', async () => {
        const data = await read()
        return !data.enabled && data
      })
      expect(gone).toMatchObject({ enabled: false, disabled_reason: 'gone' })
      platform.receiver.answer = () => 200
      expect((await subscribe({ url })).body.data.id).toBe(id)
      expect((await webhooks())[0]).toMatchObject({ enabled: true, disabled_reason: null })
      await platform.someone.call(`PUT /webhooks/${id}`, { body: { enabled: false } })
      expect((await subscribe({ url })).status).toBe(200)
      expect((await webhooks())[0]).toMatchObject({ enabled: false, disabled_reason: 'owner' })
      expect(await listens(url)).toBe(false)
    })

    describe('another credential', () => {
      test('takes a subscription over with a new secret; the old one stays hidden and valid for 24 hours', async () => {
        const url = newUrl()
        const first = (await subscribe({ url })).body.data
        const other = await platform.account.newKey(readers)
        const second = (await subscribe({ url }, other)).body.data
        expect([second.id, second.secret === first.secret]).toStrictEqual([first.id, false])
        const log = await platform.someone.call('GET /audit?limit=10')
        const keys = log.body.data.flatMap(({ action, detail }: { action: string; detail: object }) =>
          action.startsWith('webhook_') ? [[action, 'key_id' in detail && detail.key_id]] : [],
        )
        expect(keys).toStrictEqual([
          ['webhook_secret_rotated', expect.stringMatching(/^key_/)],
          ['webhook_created', expect.stringMatching(/^key_/)],
        ])
        expect(keys[0][1]).not.toBe(keys[1][1])
        expect((await subscribe({ url }, other)).body.data).toStrictEqual(second)
        await platform.account.link()
        const arrival = await arrivalAt(url)
        expect(isSvcSignedBy(arrival, first.secret)).toBe(true)
        expect([first, second].map(({ secret }) => isStandardSignedBy(arrival, secret))).toEqual([true, true])
      })

      test('adds to the events of the previous credential, as long as that is valid', async () => {
        const url = newUrl()
        await subscribe({ url, events: ['link.created', 'qr.scanned'] })
        const other = await platform.account.newKey(readers)
        const answeredEvents = async (...events: string[]) =>
          (await subscribe({ url, events }, other)).body.data.events
        expect(await answeredEvents('link.archived')).toStrictEqual([
          'link.created',
          'link.archived',
          'qr.scanned',
        ])
        expect((await webhooks())[0]?.events).toStrictEqual(['link.created', 'link.archived', 'qr.scanned'])
        // The last request of the same credential counts.
        expect(await answeredEvents('link.updated')).toStrictEqual(['link.updated'])
      })

      test('with fewer scopes ends the events that it may not read: an old subscription can’t widen a key’s access', async () => {
        const url = newUrl()
        await subscribe({ url, events: ['link.created', 'qr.scanned'] })
        const narrow = await platform.account.newKey('qr:read')
        const { data } = (await subscribe({ url, events: ['link.clicked', 'qr.scanned'] }, narrow)).body
        expect([data.events, data.withheld]).toStrictEqual([['qr.scanned'], ['link.clicked']])
        expect((await webhooks())[0]?.events).toStrictEqual(['qr.scanned'])
        expect(await listens(url)).toBe(false)
      })

      test('that keeps taking over is refused before it ends the secrets of others', async () => {
        const url = newUrl()
        const keys = [await platform.account.newKey(readers), await platform.account.newKey(readers)]
        const first = (await subscribe({ url })).body.data
        const statuses: number[] = []
        for (let count = 0; count < 6; count++)
          statuses.push((await subscribe({ url }, keys[count % 2])).status)
        expect(statuses).toStrictEqual([200, 200, 200, 200, 403, 200])
        await platform.account.link()
        expect(isSvcSignedBy(await arrivalAt(url), first.secret)).toBe(true)
      })

      test("an application can't learn the secret of a subscription made by a key or another application", async () => {
        const url = newUrl()
        const secrets = [(await subscribe({ url })).body.data.secret]
        const apps = [
          await newApp(instance, platform.account),
          await newApp(instance, platform.account),
        ] as const
        for (const app of apps) {
          const { access_token } = await tokensFor(instance, platform.someone, app)
          const { secret } = (await subscribe({ url }, access_token)).body.data
          expect(secrets).not.toContain(secret)
          secrets.push(secret)
          // Another token of the same application counts as the same application.
          const again = await tokensFor(instance, platform.someone, app)
          expect((await subscribe({ url }, again.access_token)).body.data.secret).toBe(secret)
        }
        expect(await webhooks()).toHaveLength(1)
      })
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
