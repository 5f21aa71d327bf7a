// Webhooks in the dashboard: creating and changing them, their secrets, and who may do what.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'
import { webhookOf } from '../../../../../../test/webhooks/own-webhook.ts'
import {
  type IncomingRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../../../test/webhooks/webhook-receiver.ts'
import { isStandardSignedBy, isSvcSignedBy } from '../../../../../../test/webhooks/webhook-signatures.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/
const day = 86_400

onEachEngine(
  'webhooks in the dashboard',
  (instance) => {
    let receiver: WebhookReceiver
    let account: Account
    let call: DashboardCall
    let number = 0

    beforeAll(async () => {
      receiver = await startWebhookReceiver()
      account = await instance.account()
    })
    // Some tests let a day pass, after which the session has to confirm its user's identity again.
    beforeEach(async () => {
      call = (await signIn(instance, account)).call
    })
    afterAll(() => receiver.stop())

    const newPath = () => `/hook-${number++}`
    const create = async (more: object = {}, by = call) => {
      const body = { url: receiver.url + newPath(), events: ['link.created'], ...more }
      const answer = await by('POST /webhooks', { body })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data
    }
    const arrivalAt = ({ url }: { url: string }): Promise<IncomingRequest> =>
      receiver.next(({ path }) => receiver.url + path === url)

    test('creating one returns its record with the secret, which is shown only once', async () => {
      const fields = { description: 'To the till', events: ['link.clicked', 'link.created', 'link.created'] }
      const made = await create(fields)
      expect(made).toStrictEqual({
        id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
        url: made.url,
        description: 'To the till',
        events: ['link.created', 'link.clicked'],
        source: 'dashboard',
        enabled: true,
        disabled_at: null,
        disabled_reason: null,
        failing_since: null,
        old_secrets_until: null,
        created_at: expect.any(Number),
        updated_at: made.created_at,
        secret: expect.stringMatching(secretPattern),
      })
      const { secret, ...shown } = made
      const list = await call('GET /webhooks')
      expect(list.body.data[0]).toStrictEqual(shown)
      expect((await call(`GET /webhooks/${made.id}`)).body.data).toStrictEqual(shown)
      expect(list.text + (await everyRow(instance.database))).not.toContain(secret)
    })

    test('it receives the events that it subscribes to, signed with its secret', async () => {
      const made = await create()
      const link = await account.link()
      const arrival = await arrivalAt(made)
      expect(arrival.event).toMatchObject({ type: 'link.created', data: { id: link.id } })
      expect([isSvcSignedBy(arrival, made.secret), isStandardSignedBy(arrival, made.secret)]).toEqual([
        true,
        true,
      ])
    })

    test('the account’s activity shows its URL as requested, without characters that change the text direction', async () => {
      const mine = await instance.account()
      const owner = await signIn(instance, mine)
      const url = `${receiver.url}/\u202egnp.exe`
      await create({ url }, owner.call)
      const page = await instance.ask('GET /account/activity', { headers: { cookie: owner.cookie } })
      expect(page.text).toContain(new URL(url).href)
      expect(page.text).not.toContain('\u202e')
    })

    test('editing changes only the given fields', async () => {
      const { secret: _, ...made } = await create()
      await instance.clock.advance(5000)
      const same = await call(`PUT /webhooks/${made.id}`, { body: { url: made.url, enabled: true } })
      expect(same.body.data).toStrictEqual(made)
      const change = { url: receiver.url + newPath(), events: ['link.archived'], description: 'Moved' }
      const { body } = await call(`PUT /webhooks/${made.id}`, { body: change })
      expect(body.data).toStrictEqual({ ...made, ...change, updated_at: expect.any(Number) })
      expect(body.data.updated_at).toBeGreaterThanOrEqual(made.updated_at + 5)
      const { short } = await account.link()
      await account.call(`DELETE /links/${short}`)
      expect((await arrivalAt(body.data)).event.type).toBe('link.archived')
    })

    test('one that is turned off receives nothing; turned on again, it receives what was pending', async () => {
      const made = await create()
      receiver.answer = () => 500
      const early = await account.link()
      expect((await arrivalAt(made)).event.data.id).toBe(early.id)
      // Otherwise the failure could be recorded after the webhook is turned on again.
      await webhookOf(call, made.id).awaited(({ failing_since }) => failing_since !== null)
      const off = await call(`PUT /webhooks/${made.id}`, { body: { enabled: false } })
      expect(off.body.data).toMatchObject({ enabled: false, disabled_reason: 'owner' })
      expect(off.body.data.disabled_at).toBeWithin(instance.clock.unix() - 5, instance.clock.unix() + 1)
      const meanwhile = await account.link()
      receiver.answer = () => 200
      const on = await call(`PUT /webhooks/${made.id}`, { body: { enabled: true } })
      expect(on.body.data).toMatchObject({
        ...{ enabled: true, disabled_at: null, disabled_reason: null, failing_since: null },
      })
      const late = await account.link()
      await instance.clock.advance(10_000)
      const arrived = [await arrivalAt(made), await arrivalAt(made)].map(({ event }) => event.data.id)
      expect(arrived.sort()).toEqual([early.id, late.id].sort())
      const deliveries = await call(`GET /webhooks/${made.id}/deliveries`)
      expect(deliveries.text).not.toContain(meanwhile.id)
    })

    test('a deleted one disappears at once, and its deliveries soon after', async () => {
      const made = await create()
      await account.link()
      await arrivalAt(made)
      const answer = await call(`DELETE /webhooks/${made.id}`)
      expect([answer.status, answer.body]).toStrictEqual([200, { data: { id: made.id, deleted: true } }])
      for (const operation of operationsOn(made.id))
        expect([operation[0], (await call(...operation)).status]).toStrictEqual([operation[0], 404])
      await account.link()
      expect(receiver.arrivals.filter(({ path }) => receiver.url + path === made.url)).toHaveLength(1)
      for (let minute = 0; minute < 3; minute++) await instance.clock.advance(60_000)
      const rows = (await everyRow(instance.database)).split('\n')
      const left = rows.filter((row) => row.startsWith('webhook_') && row.includes(`${made.url}"`))
      expect(left).toStrictEqual([])
    })

    describe('a new secret', () => {
      const rotate = (id: string, body: object = {}) => call(`POST /webhooks/${id}/secret`, { body })

      test('keeps the previous one valid for 24 hours, during which both sign deliveries', async () => {
        const made = await create()
        const { body } = await rotate(made.id)
        const { secret, old_secrets_until } = body.data
        expect(secret).toMatch(secretPattern)
        expect(secret).not.toBe(made.secret)
        expect(old_secrets_until).toBeWithin(instance.clock.unix() + day - 5, instance.clock.unix() + day + 1)
        await account.link()
        const during = await arrivalAt(made)
        expect([made.secret, secret].map((one) => isStandardSignedBy(during, one))).toEqual([true, true])
        expect(isSvcSignedBy(during, made.secret)).toBe(true)
        await instance.clock.advance(day * 1000)
        expect((await call(`GET /webhooks/${made.id}`)).body.data.old_secrets_until).toBeNull()
        await account.link()
        const after = await arrivalAt(made)
        expect([made.secret, secret].map((one) => isStandardSignedBy(after, one))).toEqual([false, true])
        expect(isSvcSignedBy(after, secret)).toBe(true)
      })

      test('ends the previous one at once on request, then or later', async () => {
        const made = await create()
        const second = (await rotate(made.id, { keep_old: false })).body.data
        expect(second.old_secrets_until).toBeNull()
        const third = (await rotate(made.id)).body.data
        expect(third.old_secrets_until).not.toBeNull()
        const ended = await call(`DELETE /webhooks/${made.id}/old-secrets`)
        expect([ended.status, ended.body.data.old_secrets_until]).toStrictEqual([200, null])
        await account.link()
        const arrival = await arrivalAt(made)
        const secrets = [made.secret, second.secret, third.secret]
        expect(secrets.map((one) => isStandardSignedBy(arrival, one))).toEqual([false, false, true])
      })

      test('is refused if five are valid already, until the old ones are ended', async () => {
        const { id } = await create()
        for (let count = 0; count < 4; count++) expect((await rotate(id)).status).toBe(200)
        const refused = await rotate(id)
        expect([refused.status, refused.body.error.code]).toStrictEqual([403, 'plan_limit'])
        expect(refused.body.error.message).toContain('End the old ones')
        expect((await rotate(id, { keep_old: false })).status).toBe(200)
        expect((await rotate(id)).status).toBe(200)
      })

      test('if two are created at once, both are valid', async () => {
        const made = await create()
        const answers = await Promise.all([rotate(made.id), rotate(made.id)])
        const secrets = [made.secret, ...answers.map(({ body }) => body.data.secret)]
        await account.link()
        const arrival = await arrivalAt(made)
        expect(secrets.map((one) => isStandardSignedBy(arrival, one))).toEqual([true, true, true])
      })
    })

    test('an account has at most a hundred, subscriptions included, even if many are created at once', async () => {
      const eager = await instance.account()
      const { call } = await signIn(instance, eager)
      await ask(
        instance.database,
        `with recursive many(number) as (select 1 union all select number + 1 from many where number < 96)
          insert into webhook_endpoints
            (public_id, user_id, source, url, url_hash, description, events, secrets, created_at, updated_at)
            select 'whk_crowd' || number, id, case number % 2 when 0 then 'dashboard' else 'automation' end,
              'https://receiver.example/', 'crowd' || number, '', 'link.created', '[]', 1, 1 from many, users where email = ?`,
        [eager.email],
      )
      const body = { url: `${receiver.url}/crowd`, events: ['microsite.published'] }
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          index % 2 === 0
            ? call('POST /webhooks', { body })
            : eager.call('POST /integrations/automation/webhook/subscribe', {
                body: { ...body, url: `${body.url}-${index}` },
              }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
      const refused = answers.find(({ status }) => status !== 200)
      expect([refused?.status, refused?.body.error.code]).toStrictEqual([403, 'plan_limit'])
      expect((await call('GET /webhooks')).body.data).toHaveLength(100)
    })

    test('another account’s webhook is 404 and unchanged', async () => {
      const { secret: _, ...made } = await create()
      await account.link()
      const { id: event } = await arrivalAt(made)
      const stranger = await signIn(instance, await instance.account())
      for (const operation of operationsOn(made.id, event))
        expect([operation[0], (await stranger.call(...operation)).status]).toStrictEqual([operation[0], 404])
      const own = await create({}, stranger.call)
      for (const operation of [
        `GET /webhooks/${own.id}/deliveries/${event}`,
        `POST /webhooks/${own.id}/deliveries/${event}/resend`,
      ])
        expect([operation, (await stranger.call(operation)).status]).toStrictEqual([operation, 404])
      expect((await call(`GET /webhooks/${made.id}`)).body.data).toStrictEqual(made)
    })

    test('an invalid field is 422, and the error names it', async () => {
      const host = receiver.url
      const wrong: [string, object][] = [
        ['url', { url: undefined }],
        ['url', { url: '' }],
        ['url', { url: 'not an address' }],
        ['url', { url: 'ftp://example.com/' }],
        ['url', { url: 'javascript:alert(1)' }],
        ['url', { url: 'http://' }],
        ['url', { url: `${host}/a\r\nX-Injected: 1` }],
        ['url', { url: ` ${host}/` }],
        ['url', { url: `${host}/\0` }],
        ['url', { url: host.replace('//', '//ana:secret@') }],
        ['url', { url: host.replace('//', '//@') }],
        ['url', { url: 'http://127.0.0.1:25/' }],
        ['url', { url: 'http://127.0.0.1:6379/' }],
        ['url', { url: `${host}/${'x'.repeat(2048)}` }],
        ['events', { events: undefined }],
        ['events', { events: [] }],
        ['events', { events: 'link.created' }],
        ['events.1', { events: ['link.created', 'link.painted'] }],
        ['events', { events: Array(101).fill('link.created') }],
        ['description', { description: 'x'.repeat(256) }],
        ['description', { description: 'a\0b' }],
      ]
      const { id } = await create()
      for (const [path, more] of wrong) {
        const body = { url: `${host}/`, events: ['link.created'], ...more }
        const made = await call('POST /webhooks', { body })
        expect([more, made.status, made.body.error?.details?.[0]?.path]).toStrictEqual([more, 422, path])
        if (Object.values(more)[0] === undefined) continue
        const changed = await call(`PUT /webhooks/${id}`, { body: more })
        expect([more, changed.status, changed.body.error?.details?.[0]?.path]).toStrictEqual([
          more,
          422,
          path,
        ])
      }
    })

    test('an unusual URL is stored and returned as given', async () => {
      const { port } = receiver
      for (const url of [
        `${receiver.url}/x#part`,
        `${receiver.url}/?q=%00&ü=1`,
        `HTTP://LOCALHOST:${port}/Case`,
        `http://2130706433:${port}/`,
        `http://[::ffff:127.0.0.1]:${port}/`,
        'https://bücher.invalid/hook',
        `${receiver.url}/${'x'.repeat(2047 - receiver.url.length)}`,
      ]) {
        const made = await create({ url, events: ['microsite.published'] })
        expect(made.url).toBe(url)
      }
    })

    test('each step is in the audit log, without the secret', async () => {
      const { id, url, secret } = await create()
      await call(`PUT /webhooks/${id}`, { body: { description: 'New' } })
      const rotated = await call(`POST /webhooks/${id}/secret`, { body: {} })
      await call(`DELETE /webhooks/${id}/old-secrets`)
      await call(`DELETE /webhooks/${id}`)
      const log = await call('GET /audit?limit=5')
      const lines = log.body.data.map(({ action, detail }: Record<string, unknown>) => [action, detail])
      expect(lines).toStrictEqual(
        ['deleted', 'changed', 'secret_rotated', 'changed', 'created'].map((deed) => [
          `webhook_${deed}`,
          { id, url },
        ]),
      )
      expect(log.text).not.toContain(secret)
      expect(log.text).not.toContain(rotated.body.data.secret)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)

/** Every operation on one webhook. */
function operationsOn(id: string, delivery = 'evt_x'): [string, { body?: object }?][] {
  return [
    [`GET /webhooks/${id}`],
    [`PUT /webhooks/${id}`, { body: { enabled: false, description: 'Mine now' } }],
    [`POST /webhooks/${id}/secret`, { body: {} }],
    [`DELETE /webhooks/${id}/old-secrets`],
    [`POST /webhooks/${id}/test`, { body: {} }],
    [`GET /webhooks/${id}/deliveries`],
    [`GET /webhooks/${id}/deliveries/${delivery}`],
    [`POST /webhooks/${id}/deliveries/${delivery}/resend`],
    [`DELETE /webhooks/${id}`],
  ]
}
