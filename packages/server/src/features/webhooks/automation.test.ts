// Subscribing as automation platforms do it: one subscription for an address, as long as its credential lasts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eventTypes, WebhookEvent } from '@linnet/contract'
import { type Account, type Answer, onEachEngine } from '../../../../../test/instance.ts'
import {
  type App,
  authorizationQuery,
  codeOf,
  exchange,
  newApp,
  newPkce,
  type Person,
  person,
  tokensFor,
} from '../../../../../test/oauth.ts'
import {
  type Arrival,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../../test/webhook-receiver.ts'
import { isStandardSignedBy, isSvcSignedBy } from '../../../../../test/webhook-signatures.ts'
import { ask } from '../../../../../test/webhooks.ts'

const path = '/integrations/automation/webhook'
const aliases = ['url', 'hook_url', 'hookUrl', 'webhook_url', 'target_url']

onEachEngine(
  'automation subscriptions',
  (instance) => {
    let receiver: WebhookReceiver
    let account: Account
    let someone: Person
    let number = 0

    beforeAll(async () => {
      receiver = await startWebhookReceiver()
    })
    beforeEach(async () => {
      receiver.answer = () => 200
      account = await instance.account()
      someone = await person(instance, account)
    })
    afterAll(() => receiver.stop())

    const newUrl = () => `${receiver.url}/hook-${number++}`
    const as = (token: string | undefined, what: string, body?: object): Promise<Answer> =>
      account.call(what, { body, ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}) })
    const subscribe = (body: object, token?: string) => as(token, `POST ${path}/subscribe`, body)
    const unsubscribe = (body: object, token?: string) => as(token, `POST ${path}/unsubscribe`, body)
    const webhooks = async () => (await someone.call('GET /webhooks')).body.data
    const arrivalAt = (url: string) => receiver.next((arrival) => receiver.url + arrival.path === url)
    /** Whether an event that happens now is written down for this address. */
    async function listens(url: string): Promise<boolean> {
      const link = await account.link()
      const told = await ask(
        instance.database,
        `select 1 from webhook_deliveries join webhook_events on webhook_events.id = event_id
          join webhook_endpoints on webhook_endpoints.id = endpoint_id
          where url = ? and body like '%' || ? || '%'`,
        [url, link.id],
      )
      return told.length > 0
    }

    test('subscribing answers the id, the address, the events and the secret, and nothing else', async () => {
      const url = newUrl()
      const answer = await subscribe({ url })
      expect([answer.status, answer.body]).toStrictEqual([
        200,
        {
          data: {
            id: expect.stringMatching(/^whk_/),
            url,
            events: [...eventTypes],
            secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
          },
        },
      ])
      const link = await account.link()
      const arrival = await arrivalAt(url)
      expect([arrival.event.data.id, isSvcSignedBy(arrival, answer.body.data.secret)]).toEqual([
        link.id,
        true,
      ])
      const [listed] = await webhooks()
      expect(listed).toMatchObject({ id: answer.body.data.id, source: 'automation', enabled: true })
    })

    test('the address goes by several names, and one event stands for several', async () => {
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

    test('null is as good as nothing, an event beside events adds to them, and none counts twice', async () => {
      const url = newUrl()
      const nothing = { hook_url: null, hookUrl: null, webhook_url: null }
      const told = async (body: object) => (await subscribe({ ...nothing, ...body })).body.data?.events
      expect(await told({ url: null, target_url: url, events: null, event: null })).toStrictEqual([
        ...eventTypes,
      ])
      expect(await told({ url, events: null, event: 'qr.scanned' })).toStrictEqual(['qr.scanned'])
      expect(await told({ url, events: ['qr.scanned'], event: 'link.created' })).toStrictEqual([
        'link.created',
        'qr.scanned',
      ])
      expect(await told({ url, events: Array(100).fill('link.clicked') })).toStrictEqual(['link.clicked'])
      expect((await unsubscribe({ ...nothing, url, id: null })).status).toBe(200)
      expect(await webhooks()).toStrictEqual([])
    })

    test('what is not an address, or not an event, is 422 and named', async () => {
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

    test('the same address twice is one subscription with the same secret, of what was asked last', async () => {
      const url = newUrl()
      const first = (await subscribe({ url, event: 'link.clicked' })).body.data
      const second = (await subscribe({ hookUrl: url, event: 'link.created' })).body.data
      expect(second).toStrictEqual({ ...first, events: ['link.created'] })
      expect(await webhooks()).toMatchObject([{ id: first.id, events: ['link.created'] }])
      expect((await subscribe({ url, event: 'link.created' })).body.data).toStrictEqual(second)
      const log = await someone.call('GET /audit?limit=10')
      const deeds = log.body.data.map(({ action }: { action: string }) => action)
      expect(deeds.filter((action: string) => action.startsWith('webhook_'))).toStrictEqual([
        'webhook_changed',
        'webhook_created',
      ])
      expect(log.text).not.toContain(first.secret)
    })

    test('however it is written', async () => {
      const url = newUrl()
      const { id, secret } = (await subscribe({ url })).body.data
      const written = [
        `${url.replace('http', 'HTTP')}#fragment`,
        url.replace('/hook', '/x/../hook'),
        `${url}#`,
      ]
      for (const way of written) {
        const { body } = await subscribe({ url: way })
        expect([way, body.data]).toStrictEqual([way, { id, url, events: [...eventTypes], secret }])
      }
      await unsubscribe({ url: written[0] })
      expect(await webhooks()).toStrictEqual([])
    })

    test('also one that is long and whose characters take several bytes', async () => {
      // Different ones: a database packs what repeats itself.
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

    test('also when many ask at once', async () => {
      const url = newUrl()
      const answers = await Promise.all(Array.from({ length: 20 }, () => subscribe({ url })))
      const told = new Set(answers.map(({ body }) => JSON.stringify(body)))
      expect([answers[0]?.status, told.size]).toStrictEqual([200, 1])
      expect(await webhooks()).toHaveLength(1)
    })

    test('another account has a subscription of its own to the same address', async () => {
      const url = newUrl()
      const mine = (await subscribe({ url })).body.data
      const other = await instance.account()
      const theirs = (await other.call(`POST ${path}/subscribe`, { body: { url } })).body.data
      expect([theirs.id === mine.id, theirs.secret === mine.secret]).toStrictEqual([false, false])
      for (const body of [{ id: mine.id }, { url }])
        expect((await other.call(`POST ${path}/unsubscribe`, { body })).status).toBe(200)
      expect(await webhooks()).toHaveLength(1)
    })

    test('unsubscribing is by address or id, whether or not there is one, and of subscriptions alone', async () => {
      const url = newUrl()
      const { id } = (await subscribe({ url })).body.data
      const made = await someone.call('POST /webhooks', { body: { url, events: ['link.created'] } })
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

    test('its owner can switch it off, rotate its secret and delete it, but not point it elsewhere', async () => {
      const url = newUrl()
      const { id, secret } = (await subscribe({ url })).body.data
      const moved = await someone.call(`PUT /webhooks/${id}`, { body: { url: newUrl() } })
      expect([moved.status, moved.body.error.details[0].path]).toStrictEqual([422, 'url'])
      const rotated = (await someone.call(`POST /webhooks/${id}/secret`, { body: {} })).body.data.secret
      expect(rotated).not.toBe(secret)
      expect((await subscribe({ url })).body.data.secret).toBe(rotated)
      expect((await someone.call(`DELETE /webhooks/${id}`)).status).toBe(200)
      expect(await webhooks()).toStrictEqual([])
    })

    test('switched off because it is gone, it is on again when it is subscribed again; not where its owner did so', async () => {
      const url = newUrl()
      const { id } = (await subscribe({ url })).body.data
      receiver.answer = () => 410
      await account.link()
      await arrivalAt(url)
      const read = async () => (await someone.call(`GET /webhooks/${id}`)).body.data
      let gone = await read()
      for (let left = 200; gone.enabled && left > 0; left--) {
        await Bun.sleep(50)
        gone = await read()
      }
      expect(gone).toMatchObject({ enabled: false, disabled_reason: 'gone' })
      receiver.answer = () => 200
      expect((await subscribe({ url })).body.data.id).toBe(id)
      expect((await webhooks())[0]).toMatchObject({ enabled: true, disabled_reason: null })
      await someone.call(`PUT /webhooks/${id}`, { body: { enabled: false } })
      expect((await subscribe({ url })).status).toBe(200)
      expect((await webhooks())[0]).toMatchObject({ enabled: false, disabled_reason: 'owner' })
      expect(await listens(url)).toBe(false)
    })

    describe('another credential', () => {
      test('takes a subscription over with a new secret, never the one before, which stays for 24 hours', async () => {
        const url = newUrl()
        const first = (await subscribe({ url })).body.data
        const other = await account.newKey('qr:read')
        const second = (await subscribe({ url }, other)).body.data
        expect([second.id, second.secret === first.secret]).toStrictEqual([first.id, false])
        const log = await someone.call('GET /audit?limit=10')
        const keys = log.body.data.flatMap(({ action, detail }: { action: string; detail: object }) =>
          action.startsWith('webhook_') ? [[action, 'key_id' in detail && detail.key_id]] : [],
        )
        expect(keys).toStrictEqual([
          ['webhook_secret_rotated', expect.stringMatching(/^key_/)],
          ['webhook_created', expect.stringMatching(/^key_/)],
        ])
        expect(keys[0][1]).not.toBe(keys[1][1])
        expect((await subscribe({ url }, other)).body.data).toStrictEqual(second)
        await account.link()
        const arrival = await arrivalAt(url)
        expect(isSvcSignedBy(arrival, first.secret)).toBe(true)
        expect([first, second].map(({ secret }) => isStandardSignedBy(arrival, secret))).toEqual([true, true])
      })

      test('adds to the events of the one before, as long as that stands', async () => {
        const url = newUrl()
        await subscribe({ url, events: ['link.created', 'qr.scanned'] })
        const other = await account.newKey('qr:read')
        const told = async (...events: string[]) => (await subscribe({ url, events }, other)).body.data.events
        expect(await told('link.archived')).toStrictEqual(['link.created', 'link.archived', 'qr.scanned'])
        expect((await webhooks())[0].events).toStrictEqual(['link.created', 'link.archived', 'qr.scanned'])
        // What the same one asks last counts.
        expect(await told('link.updated')).toStrictEqual(['link.updated'])
      })

      test('that turns up again and again is refused before it has ended the secrets of others', async () => {
        const url = newUrl()
        const keys = [await account.newKey('qr:read'), await account.newKey('qr:read')]
        const first = (await subscribe({ url })).body.data
        const statuses: number[] = []
        for (let count = 0; count < 6; count++)
          statuses.push((await subscribe({ url }, keys[count % 2])).status)
        expect(statuses).toStrictEqual([200, 200, 200, 200, 403, 200])
        await account.link()
        expect(isSvcSignedBy(await arrivalAt(url), first.secret)).toBe(true)
      })

      test('an application is not told the secret of a key’s subscription, nor of another application’s', async () => {
        const url = newUrl()
        const secrets = [(await subscribe({ url })).body.data.secret]
        const apps = [await newApp(instance, account), await newApp(instance, account)] as const
        for (const app of apps) {
          const { access_token } = await tokensFor(instance, someone, app)
          const { secret } = (await subscribe({ url }, access_token)).body.data
          expect(secrets).not.toContain(secret)
          secrets.push(secret)
          // Another token of the same application is the same application.
          const again = await tokensFor(instance, someone, app)
          expect((await subscribe({ url }, again.access_token)).body.data.secret).toBe(secret)
        }
        expect(await webhooks()).toHaveLength(1)
      })
    })

    describe('with its credential a subscription ends:', () => {
      const newKey = async (...more: string[]) => {
        const words = ['--email', account.email, '--name', 'k', '--scopes', 'qr:read', ...more]
        return (await instance.command('key', 'create', ...words)) as { id: string; key: string }
      }

      test('a key that is revoked', async () => {
        const url = newUrl()
        const { id, key } = await newKey()
        const first = (await subscribe({ url }, key)).body.data
        expect(await listens(url)).toBe(true)
        await arrivalAt(url)
        await instance.command('key', 'revoke', '--id', id)
        expect(await listens(url)).toBe(false)
        // Another one takes it over; whoever had the key before knows nothing that counts any more.
        const second = (await subscribe({ url, event: 'link.created' })).body.data
        expect([second.id, second.secret === first.secret]).toStrictEqual([first.id, false])
        expect([first.events, second.events]).toStrictEqual([[...eventTypes], ['link.created']])
        const isNew = (arrival: Arrival) => isStandardSignedBy(arrival, second.secret)
        // What is sent at that very moment may still be signed as before, and is tried again.
        receiver.answer = (arrival) => (isNew(arrival) ? 200 : 401)
        await account.link()
        expect(isStandardSignedBy(await receiver.next(isNew), first.secret)).toBe(false)
      })

      test('a key that expires, within a minute', async () => {
        const url = newUrl()
        const { key } = await newKey('--expires', instance.clock.day())
        await subscribe({ url }, key)
        expect(await webhooks()).toHaveLength(1)
        await instance.clock.advance(86_400_000)
        await instance.clock.advance(60_000)
        expect(await webhooks()).toStrictEqual([])
      })

      test('and it is deleted soon after', async () => {
        const url = newUrl()
        const { id, key } = await newKey()
        await subscribe({ url }, key)
        await someone.call('POST /webhooks', { body: { url, events: ['link.created'] } })
        await instance.command('key', 'revoke', '--id', id)
        await instance.clock.advance(60_000)
        expect(await webhooks()).toMatchObject([{ source: 'dashboard' }])
        const [line] = (await someone.call('GET /audit?limit=1')).body.data
        expect(line).toMatchObject({ action: 'webhook_deleted', detail: { url, key_id: id }, address: '' })
        const page = await instance.ask('GET /account/activity', { headers: { cookie: someone.cookie } })
        expect(page.text).toContain('ended with the key or the application that had subscribed it')
        expect(page.text).toContain('By itself')
      })

      test('what another one takes over at that very moment stays', async () => {
        for (let round = 0; round < 5; round++) {
          const url = newUrl()
          const { id, key } = await newKey()
          await subscribe({ url }, key)
          await instance.command('key', 'revoke', '--id', id)
          const [{ body }] = await Promise.all([subscribe({ url }), instance.clock.advance(30_000)])
          expect((await webhooks())[0]?.id).toBe(body.data.id)
        }
      })

      const publicTokens = async (app: App) => {
        const pkce = newPkce()
        const query = { code_challenge: pkce.challenge, code_challenge_method: 'S256' }
        const code = codeOf(await someone.allow(authorizationQuery(app, query)))
        return (await exchange(instance, app, code, { code_verifier: pkce.verifier })).body
      }

      for (const kind of ['confidential', 'public'] as const)
        test(`a ${kind} application that is disconnected`, async () => {
          const url = newUrl()
          const app = await newApp(instance, account, { isPublic: kind === 'public' })
          const { access_token } = await (kind === 'public'
            ? publicTokens(app)
            : tokensFor(instance, someone, app))
          expect((await subscribe({ url }, access_token)).status).toBe(200)
          expect(await listens(url)).toBe(true)
          expect((await someone.call(`DELETE /user/oauth/apps/${app.clientId}`)).status).toBe(200)
          expect(await listens(url)).toBe(false)
          expect((await subscribe({ url }, access_token)).status).toBe(401)
          await instance.clock.advance(60_000)
          expect(await webhooks()).toStrictEqual([])
        })

      test('an application that has itself revoked its last grant', async () => {
        const url = newUrl()
        const app = await newApp(instance, account)
        const [first, second] = [
          await tokensFor(instance, someone, app),
          await tokensFor(instance, someone, app),
        ]
        await subscribe({ url }, first.access_token)
        const revoke = (token: string) => instance.ask('POST /oauth/revoke', { body: { token } })
        await revoke(first.refresh_token)
        expect(await listens(url)).toBe(true)
        await revoke(second.refresh_token)
        expect(await listens(url)).toBe(false)
        await instance.clock.advance(60_000)
        expect(await webhooks()).toStrictEqual([])
      })

      test('for good: what is allowed anew a moment later is not told what was subscribed before', async () => {
        const ends = [
          (app: App) => someone.call(`DELETE /user/oauth/apps/${app.clientId}`),
          (_: App, token: string) => instance.ask('POST /oauth/revoke', { body: { token } }),
        ]
        for (const end of ends) {
          const url = newUrl()
          const app = await newApp(instance, account)
          const tokens = await tokensFor(instance, someone, app)
          expect((await subscribe({ url }, tokens.access_token)).status).toBe(200)
          expect((await end(app, tokens.refresh_token)).status).toBe(200)
          expect(await webhooks()).toStrictEqual([])
          const { data } = (await someone.call('GET /audit?limit=10')).body
          expect(data.find(({ action }: { action: string }) => action === 'webhook_deleted')).toMatchObject({
            detail: { url, client_id: app.clientId, reason: 'credential_ended' },
          })
          await tokensFor(instance, someone, app)
          expect(await listens(url)).toBe(false)
        }
      })

      test('also one that is subscribed at the moment of the disconnecting', async () => {
        const app = await newApp(instance, account)
        for (let round = 0; round < 5; round++) {
          const url = newUrl()
          const { access_token } = await tokensFor(instance, someone, app)
          const [{ status }] = await Promise.all([
            subscribe({ url }, access_token),
            someone.call(`DELETE /user/oauth/apps/${app.clientId}`),
          ])
          expect([200, 401]).toContain(status)
          await tokensFor(instance, someone, app)
          expect(await webhooks()).toStrictEqual([])
        }
      })

      test('but not an application whose grant has merely expired', async () => {
        const url = newUrl()
        const app = await newApp(instance, account)
        const { access_token } = await tokensFor(instance, someone, app)
        await subscribe({ url }, access_token)
        await instance.clock.advance(31 * 86_400_000)
        expect((await subscribe({ url }, access_token)).status).toBe(401)
        expect(await listens(url)).toBe(true)
      })

      test('an application that is deleted', async () => {
        const url = newUrl()
        const app = await newApp(instance, account)
        const { access_token } = await tokensFor(instance, someone, app)
        await subscribe({ url }, access_token)
        expect((await someone.call(`DELETE /apps/${app.clientId}`)).status).toBe(200)
        expect(await listens(url)).toBe(false)
      })
    })

    describe('samples', () => {
      test('show what is sent for each event, with a link of this service', async () => {
        const { status, body } = await account.call(`GET ${path}/samples`)
        expect(status).toBe(200)
        expect(body.data.map(({ type }: WebhookEvent) => type)).toStrictEqual([...eventTypes])
        for (const sample of body.data) {
          expect(WebhookEvent.parse(sample)).toStrictEqual(sample)
          expect(sample.id).toMatch(/^evt_[0-9a-z]{26}$/)
          expect(JSON.stringify(sample)).toContain(new URL(instance.url).host)
        }
      })

      test('of a link are like what is sent of one', async () => {
        const url = newUrl()
        await subscribe({ url, event: 'link.created' })
        await account.link()
        const { event } = await arrivalAt(url)
        const { body } = await account.call(`GET ${path}/samples?event=link.created`)
        expect(body.data).toHaveLength(1)
        expect(Object.keys(body.data[0])).toStrictEqual(Object.keys(event))
        expect(Object.keys(body.data[0].data)).toStrictEqual(Object.keys(event.data))
      })

      test('of an event that there is none of is 400', async () => {
        expect((await account.call(`GET ${path}/samples?event=link.deleted`)).status).toBe(400)
      })
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
