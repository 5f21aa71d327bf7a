// Clicks as events: one for each click, delivered to the endpoints that subscribe to them, as many as the statistics count.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type ClickedLink, WebhookEvent } from '@linnet/contract'
import { type Account, browser, onEachEngine } from '../../../../../test/instance.ts'
import { lockClickCounts } from '../../../../../test/servers/table-locks.ts'
import { ownWebhook } from '../../../../../test/webhooks/own-webhook.ts'
import { startWebhookReceiver } from '../../../../../test/webhooks/webhook-receiver.ts'
import { ask, type Endpoint, endpoint, type WrittenDelivery } from '../../../../../test/webhooks/webhooks.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const both = ['link.clicked', 'qr.scanned']

const dataOf = ({ body }: WrittenDelivery) => body.data as ClickedLink
const clickOf = (delivery: WrittenDelivery) => dataOf(delivery).click
const types = (deliveries: WrittenDelivery[]) => deliveries.map(({ event_type }) => event_type)

onEachEngine(
  'click events',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })

    const listen = (events: string[] = both, of = account) =>
      endpoint(instance.database, of.email, {
        events,
        url: `https://receiver.example/${crypto.randomUUID()}`,
      })
    /** Counts all pending clicks, and returns how many the account has. */
    async function counted(of = account): Promise<number> {
      const { body } = await of.call('GET /stats')
      return body.data.timeline.reduce((sum: number, { clicks }: { clicks: number }) => sum + clicks, 0)
    }
    async function emitted(of: Endpoint): Promise<WrittenDelivery[]> {
      await counted()
      return await of.deliveries()
    }
    const visit = (short: string, headers: Record<string, string> = {}) =>
      instance.visit(`/${short}`, { 'x-forwarded-for': '203.0.113.1', ...headers })

    test('an event contains the link and the click, as the contract describes', async () => {
      const listener = await listen()
      const { id, short, domain, long_url } = await account.link({ long_url: 'https://example.com/a?b=c' })
      const before = instance.clock.unix()
      await visit(short, { referer: 'https://news.example.com/page', 'x-forwarded-for': '8.8.8.8' })
      const [delivery, ...others] = await emitted(listener)
      expect(others).toEqual([])
      const { event_id, event_type, created_at, body } = delivery as WrittenDelivery
      expect(WebhookEvent.parse(body)).toEqual(body)
      const click = {
        id: expect.stringMatching(/^clk_[0-9a-z]{26}$/),
        at: created_at,
        country: 'US',
        device: 'desktop',
        browser: 'Chrome',
        os: 'Windows',
        referer: 'example.com',
        bot: false,
        qr: false,
        rule: null,
        destination: null,
        placement: null,
        not_counted: null,
      }
      expect(body).toEqual({
        id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
        type: 'link.clicked',
        created_at,
        data: { link: { id, short, domain, long_url }, click },
      })
      expect([event_id, event_type]).toEqual([body.id, 'link.clicked'])
      expect(created_at).toBeGreaterThanOrEqual(before)
      expect(created_at).toBeLessThanOrEqual(instance.clock.unix())
    })

    test.each([
      ['a phone', { 'user-agent': phone }, { device: 'mobile', browser: 'Safari', os: 'iOS', bot: false }],
      ['a crawler', { 'user-agent': crawler }, { device: 'bot', bot: true, not_counted: 'bot' }],
      [
        'a client that sends no headers',
        { 'user-agent': '' },
        { device: 'other', browser: 'other', os: 'other', referer: 'direct', country: 'ZZ', bot: false },
      ],
      ['an invalid host', { referer: 'https://<script>/' }, { referer: 'direct' }],
      ['an app', { referer: 'android-app://com.example.reader/' }, { referer: 'com.example.reader' }],
    ] as [string, Record<string, string>, Partial<ClickedLink['click']>][])(
      '%s is named as in the statistics',
      async (_what, headers, expected) => {
        const listener = await listen()
        const { short } = await account.link()
        await visit(short, headers)
        const deliveries = await emitted(listener)
        expect(deliveries.map(clickOf)).toEqual([expect.objectContaining(expected)])
        const { data } = (await account.call(`GET /links/${short}/stats/breakdown`)).body
        const [click] = deliveries.map(clickOf)
        const names = { referers: click?.referer, locations: click?.country, devices: click?.device }
        for (const [dimension, name] of Object.entries(names))
          expect(JSON.stringify(data[dimension])).toContain(`"${name}"`)
      },
    )

    test('a scan is a click and a scan: two events of one click, the click first', async () => {
      const listener = await listen()
      const { short } = await account.link()
      await visit(short)
      await instance.visit(`/${short}?qr`)
      const deliveries = await emitted(listener)
      expect(types(deliveries)).toEqual(['link.clicked', 'link.clicked', 'qr.scanned'])
      const [click, scanned, scan] = deliveries.map(clickOf)
      expect(click?.qr).toBe(false)
      expect(scanned).toMatchObject({ qr: true })
      expect(scan).toEqual(scanned)
      expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(3)
    })

    test('a scan of a microsite’s code is one event, of the microsite; views are not events', async () => {
      const listener = await listen()
      const slug = `site-${crypto.randomUUID().slice(0, 8)}`
      const { id } = (
        await account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'portfolio' } })
      ).body.data
      await visit(slug)
      await instance.visit(`/${slug}?qr`, { 'user-agent': phone, 'x-forwarded-for': '8.8.8.8' })
      await instance.ask(`HEAD /${slug}?qr`, { headers: { 'user-agent': browser } })
      const [delivery, ...others] = await emitted(listener)
      expect(others).toEqual([])
      const { body, event_type, created_at } = delivery as WrittenDelivery
      expect(event_type).toBe('qr.scanned')
      expect(WebhookEvent.parse(body)).toEqual(body)
      expect(body.data as unknown).toEqual({
        microsite: { id, slug, title: 'Ana' },
        click: {
          id: expect.stringMatching(/^clk_[0-9a-z]{26}$/),
          at: created_at,
          country: 'US',
          device: 'mobile',
          browser: 'Safari',
          os: 'iOS',
          referer: 'direct',
          bot: false,
          qr: true,
          rule: null,
          destination: null,
          placement: null,
          not_counted: null,
        },
      })
    })

    test('each endpoint receives what it subscribes to; two of them the same event', async () => {
      const [all, again, scans, clicks, created] = [
        await listen(),
        await listen(),
        await listen(['qr.scanned']),
        await listen(['link.clicked']),
        await listen(['link.created']),
      ]
      const { short } = await account.link()
      for (const query of ['', '?qr', '', '?qr']) await instance.visit(`/${short}${query}`)
      expect(types(await emitted(scans))).toEqual(['qr.scanned', 'qr.scanned'])
      expect(types(await emitted(clicks))).toEqual(Array(4).fill('link.clicked'))
      expect(types(await emitted(created))).toEqual(['link.created'])
      const events = await emitted(all)
      expect(events).toHaveLength(6)
      expect(await emitted(again)).toEqual(events)
    })

    test("requests that aren't redirected make no event: a preview, a page, an unknown address", async () => {
      const listener = await listen()
      const { short } = await account.link()
      const secret = await account.link({ password: 'sesame' })
      await instance.ask(`HEAD /${short}`, { headers: { 'user-agent': browser } })
      await visit(secret.short)
      await visit('leads-nowhere')
      await visit(`${short}+`)
      expect(await emitted(listener)).toEqual([])
      const form = { body: new URLSearchParams({ password: 'sesame' }) }
      expect((await instance.ask(`POST /${secret.short}`, form)).status).toBe(303)
      expect((await emitted(listener)).map((delivery) => dataOf(delivery).link.id)).toEqual([secret.id])
    })

    test('a one-click link makes one event, however many visitors open it', async () => {
      const listener = await listen()
      const { short } = await account.link()
      await account.call(`PUT /links/${short}`, { body: { disposable: true } })
      await Promise.all(Array.from({ length: 10 }, () => visit(short)))
      expect(await emitted(listener)).toHaveLength(1)
    })

    test('an event contains the link as it is when the event is written: renamed, changed, on a custom domain', async () => {
      const host = `${crypto.randomUUID()}.example`
      await account.domain(host)
      const own = await account.link({ domain_alias: host, custom_slug: 'own' })
      const { short } = await account.link()
      const listener = await listen(['link.clicked'])
      const letGo = await lockClickCounts(instance.database)
      await visit(short)
      await visit('own', { host })
      await letGo()
      const custom_slug = `new-${short}`
      await account.call(`PUT /links/${short}`, { body: { custom_slug, long_url: 'https://example.org/' } })
      await visit(custom_slug)
      const links = (await emitted(listener)).map((delivery) => dataOf(delivery).link)
      expect(links.at(-1)).toMatchObject({ short: custom_slug, long_url: 'https://example.org/' })
      expect(links[1]).toEqual({ id: own.id, short: 'own', domain: host, long_url: own.long_url })
      expect(links).toHaveLength(3)
    })

    describe('nothing is written for an endpoint', () => {
      const unix = () => instance.clock.unix()
      const ends: [string, (listener: Endpoint, owner: Account) => Promise<unknown>][] = [
        ['that is turned off', (listener) => listener.set({ disabled_at: unix() })],
        ['that is deleted', (listener) => listener.set({ deleted_at: unix() })],
        [
          'whose key is revoked',
          async (listener, owner) => {
            const [key] = await ask<{ id: string }>(
              instance.database,
              `select id from api_keys where user_id = (select id from users where email = ?)`,
              [owner.email],
            )
            await listener.set({ key_id: key?.id as string })
            await ask(instance.database, 'update api_keys set revoked_at = ? where id = ?', [
              unix(),
              key?.id as string,
            ])
          },
        ],
        ['whose application has no consent', (listener) => listener.set({ app_id: 'app_none' })],
        [
          'whose account is deleted',
          (_, owner) =>
            ask(instance.database, 'update users set deleted_at = ? where email = ?', [unix(), owner.email]),
        ],
      ]
      test.each(ends)('%s', async (_what, end) => {
        const owner = await instance.account()
        const listener = await listen(both, owner)
        const { short } = await owner.link()
        await visit(short)
        await counted(owner)
        expect(await listener.deliveries()).toHaveLength(1)
        const letGo = await lockClickCounts(instance.database)
        await visit(short)
        await letGo()
        await end(listener, owner)
        await visit(short)
        await instance.countClicks()
        const after = (await listener.deliveries()).length
        // The visit before the change may have been emitted by then; the visit after it is not.
        expect([1, 2]).toContain(after)
        await visit(short)
        await instance.countClicks()
        expect(await listener.deliveries()).toHaveLength(after)
      })
    })

    test('if there are more than twenty endpoints for clicks, the oldest twenty get them', async () => {
      const owner = await instance.account()
      const listeners: Endpoint[] = []
      for (let number = 0; number < 23; number++)
        listeners.push(await listen(number === 21 ? ['link.created', 'qr.scanned'] : both, owner))
      const { short } = await owner.link()
      await instance.visit(`/${short}?qr`)
      await counted(owner)
      const written = await Promise.all(listeners.map(async (listener) => types(await listener.deliveries())))
      expect(written.slice(0, 20)).toEqual(Array(20).fill(['link.clicked', 'qr.scanned']))
      expect(written.slice(20)).toEqual([[], ['link.created'], []])
    })

    test('a new endpoint receives no click that was counted before it', async () => {
      const { short } = await account.link()
      for (let visits = 0; visits < 3; visits++) await visit(short)
      await counted()
      const listener = await listen()
      for (let visits = 0; visits < 2; visits++) await visit(short)
      expect(await emitted(listener)).toHaveLength(2)
    })

    test('many clicks of several links and accounts make as many events as the statistics count, in order', async () => {
      const [owner, stranger, other] = [
        await instance.account(),
        await instance.account(),
        await instance.account(),
      ]
      const listener = await listen(both, owner)
      const scans = await listen(['qr.scanned'], other)
      const own = await Promise.all(Array.from({ length: 7 }, () => owner.link()))
      const links = [...own, await stranger.link(), await other.link()]
      let next = 0
      await Promise.all(
        Array.from({ length: 32 }, async () => {
          while (next < 1000) {
            const number = next++
            // One second later each time, so that the times show the order.
            if (number % 40 === 0) await instance.clock.advance(1000)
            const link = links[(number * 7) % links.length] as { short: string }
            await instance.visit(`/${link.short}${number % 5 === 0 ? '?qr' : ''}`)
          }
        }),
      )
      const clicks = await counted(owner)
      await instance.countClicks()
      expect(clicks).toBeGreaterThan(750)
      const deliveries = await listener.deliveries()
      const clicked = deliveries.filter(({ event_type }) => event_type === 'link.clicked')
      expect(clicked).toHaveLength(clicks)
      expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(deliveries.length)
      expect(new Set(clicked.map((delivery) => clickOf(delivery).id)).size).toBe(clicks)
      for (const { id, short } of own) {
        const { data } = (await owner.call(`GET /links/${short}/stats/lifetime`)).body
        expect(clicked.filter((delivery) => dataOf(delivery).link.id === id)).toHaveLength(data.clicks)
      }
      const times = deliveries.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(new Set(times).size).toBeGreaterThan(15)
      const scanned = deliveries.filter(({ event_type }) => event_type === 'qr.scanned')
      expect(scanned.map((delivery) => clickOf(delivery).id)).toEqual(
        clicked.filter((delivery) => clickOf(delivery).qr).map((delivery) => clickOf(delivery).id),
      )
      expect(new Set(types(await scans.deliveries()))).toEqual(new Set(['qr.scanned']))
      const rows = await ask<{ endpoint_id: number }>(
        instance.database,
        `select distinct endpoint_id from webhook_deliveries
          join webhook_events on webhook_events.id = event_id where body like '%' || ? || '%'`,
        [links[7]?.id],
      )
      expect(rows).toEqual([])
    })

    test('a backlog over midnight is emitted completely and in order, each click with its time', async () => {
      const listener = await listen(['link.clicked'])
      const { short } = await account.link()
      await instance.clock.advanceTo(`${instance.clock.day(1)}T23:59:58Z`)
      const midnight = Date.parse(instance.clock.day(1)) / 1000
      const letGo = await lockClickCounts(instance.database)
      for (let visits = 0; visits < 5; visits++) {
        await visit(short)
        instance.clock.move(1000)
      }
      await letGo()
      const times = (await emitted(listener)).map((delivery) => clickOf(delivery).at)
      expect(times).toHaveLength(5)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times[0]).toBeLessThan(midnight)
      expect(times[4]).toBeGreaterThan(midnight)
    })

    test('clicks are delivered without a statistics request', async () => {
      const receiver = await startWebhookReceiver()
      await ownWebhook(instance, account, { url: receiver.url, events: both })
      const { short } = await account.link()
      for (const query of ['', '?qr', '']) await instance.visit(`/${short}${query}`)
      const arrivals = [
        await receiver.next(),
        await receiver.next(),
        await receiver.next(),
        await receiver.next(),
      ]
      // They were sent in order, each without waiting for the previous one.
      const seen = arrivals.map(({ event }) => `${event.type} ${event.data.click.qr}`)
      expect(seen.sort()).toEqual([
        'link.clicked false',
        'link.clicked false',
        'link.clicked true',
        'qr.scanned true',
      ])
      expect(arrivals.map(({ event }) => event.data.link.short)).toEqual(Array(4).fill(short))
      await receiver.stop()
    })
  },
  { TRUST_PROXY: '127.0.0.1', ALLOW_PRIVATE_TARGETS: 'true' },
)
