// Watching links: who turns it on, when a link breaks and recovers, what its owner and visitors get, and that no link waits for
// a slow one.
import { afterAll, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import {
  broken,
  check,
  choose,
  day,
  destination,
  healthOf,
  type Link,
  second,
  stopDestinations,
  watched,
  week,
} from '../../../../../../test/servers/destinations.ts'
import { until } from '../../../../../../test/timeouts.ts'
import { ownWebhook } from '../../../../../../test/webhooks/own-webhook.ts'
import { startWebhookReceiver } from '../../../../../../test/webhooks/webhook-receiver.ts'

afterAll(stopDestinations)

onEachEngine(
  'a watched link',
  (instance) => {
    test('is off until somebody wants it, and then checked once a week', async () => {
      const account = await instance.account()
      const target = await destination()
      const link = await account.link({ long_url: target.url })
      expect(await healthOf(account, link)).toMatchObject({
        ...{ status: 'off', watched: false, watch: null, checked_at: null, next_check_at: null },
        ...{ failures: 0, broken_at: null, when_broken: null, excluded_by: null },
      })
      await instance.clock.advance(week)
      expect(target.paths).toEqual([])
      const { body } = await choose(account, link, { watch: true })
      expect(body.data).toMatchObject({ status: 'waiting', watched: true, watch: true })
      const health = await check(instance, account, link)
      expect(health).toMatchObject({ status: 'answers', outcome: 'answered', answer_status: 200 })
      expect(health.answered_at).toBe(health.checked_at)
      const pause = (health.next_check_at as number) - (health.checked_at as number)
      expect(pause).toBeGreaterThan(week / second / 2 - 60)
      expect(pause).toBeLessThanOrEqual((week / second) * 1.5)
      expect(target.paths).toEqual(['/robots.txt', '/page'])
    })

    test('is broken after three failures over two days, and recovers with its first answer', async () => {
      const account = await instance.account()
      const receiver = await startWebhookReceiver()
      await ownWebhook(instance, account, { url: receiver.url, events: ['link.broken', 'link.recovered'] })
      const target = await destination(410)
      const link = await watched(account, target.url)
      expect(await check(instance, account, link)).toMatchObject({
        ...{ status: 'failing', failures: 1, outcome: 'not_found', answer_status: 410, broken_at: null },
      })
      const second = await check(instance, account, link, day)
      expect(second).toMatchObject({ status: 'failing', failures: 2 })
      expect((await account.call(`GET /links/${link.short}`)).body.data.broken_at).toBeNull()
      const third = await check(instance, account, link, day)
      expect(third).toMatchObject({ status: 'broken', failures: 3, failing_since: second.failing_since })
      const event = (await receiver.next()).event
      expect([event.type, event.data.link.id, event.data.link.broken_at]).toEqual([
        ...['link.broken', link.id, third.broken_at],
      ])
      expect(event.data.health).toMatchObject({ status: 'broken', outcome: 'not_found', answer_status: 410 })
      const listed = (await account.call('GET /links')).body.data[0]
      expect([listed.short, listed.broken_at]).toEqual([link.short, third.broken_at])
      target.status = 403
      expect(await check(instance, account, link, day)).toMatchObject({
        ...{ status: 'answers', failures: 0, failing_since: null, broken_at: null, answer_status: 403 },
      })
      expect((await receiver.next()).event).toMatchObject({
        type: 'link.recovered',
        data: { link: { id: link.id, broken_at: null }, health: { status: 'answers' } },
      })
      await receiver.stop()
    })

    test('is not broken by failures within minutes, however often its owner checks it', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const target = await destination(500)
      const link = await watched(account, target.url)
      for (const failures of [1, 2, 3, 4]) {
        expect((await call(`POST /links/${link.short}/health/check`)).status).toBe(200)
        await instance.clock.advance(6 * second)
        const health = await until('a failure', async () => {
          const found = await healthOf(account, link)
          return found.failures === failures && found
        })
        expect(health.status).toBe('failing')
      }
    })

    test('can be checked at once, ten times a minute', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const link = await watched(account, (await destination()).url)
      const statuses = []
      for (let asked = 0; asked < 11; asked++)
        statuses.push((await call(`POST /links/${link.short}/health/check`)).status)
      expect(statuses).toEqual([...Array(10).fill(200), 429])
      const other = await account.link()
      expect((await call(`POST /links/${other.short}/health/check`)).status).toBe(403)
    })

    test('with a password or a click limit is never checked', async () => {
      const account = await instance.account()
      const target = await destination()
      const cases = [
        ['password', await watched(account, target.url, { password: 'secret' })],
        ['limit', await watched(account, target.url, { max_clicks: 5 })],
        ['inactive', await watched(account, target.url, { starts_at: instance.clock.unix() + 8_000_000 })],
      ] as const
      const oneClick = await watched(account, target.url)
      await account.call(`PUT /links/${oneClick.short}`, { body: { disposable: true } })
      const archived = await watched(account, target.url)
      await account.call(`DELETE /links/${archived.short}`)
      await instance.clock.advance(10 * second)
      await instance.clock.advance(week + 10 * second)
      await instance.clock.advance(10 * second)
      for (const [why, link] of [...cases, ['limit', oneClick], ['inactive', archived]] as const)
        expect(await healthOf(account, link)).toMatchObject({ status: 'excluded', excluded_by: why })
      expect(target.paths).toEqual([])
    })

    test('with a new destination is waiting again, and no longer marked', async () => {
      const account = await instance.account()
      const [{ link }] = await broken(instance, account, [{}])
      const next = await destination()
      await account.call(`PUT /links/${link.short}`, { body: { title: 'Same destination' } })
      expect((await healthOf(account, link)).status).toBe('broken')
      const { body } = await account.call(`PUT /links/${link.short}`, { body: { long_url: next.url } })
      expect(body.data.broken_at).toBeNull()
      expect(await healthOf(account, link)).toMatchObject({ status: 'waiting', failures: 0, outcome: null })
      expect((await check(instance, account, link)).status).toBe('answers')
    })

    test('keeps nothing of a check during which it got a new destination', async () => {
      const account = await instance.account()
      const [slow, next] = [await destination(0), await destination()]
      const [link, other] = [await watched(account, slow.url), await watched(account, slow.url)]
      const { call } = await signIn(instance, account)
      const checkNow = async ({ short }: Link) => {
        expect((await call(`POST /links/${short}/health/check`)).status).toBe(200)
        await instance.clock.advance(6 * second)
      }
      await checkNow(link)
      await until('the request', () => slow.pages() === 1)
      await account.call(`PUT /links/${link.short}`, { body: { long_url: next.url } })
      slow.release(404)
      // The other link's turn comes when the check has ended.
      await until('the next request', async () => {
        await checkNow(other)
        return slow.pages() === 2
      })
      slow.release(404)
      expect(await healthOf(account, link)).toMatchObject({ status: 'waiting', outcome: null, failures: 0 })
    })

    test('can be excluded by its own setting, even in a workspace that is watched', async () => {
      const account = await instance.account()
      const [{ link }] = await broken(instance, account, [{}])
      await choose(account, link, { watch: false })
      expect(await healthOf(account, link)).toMatchObject({ status: 'off', watch: false, broken_at: null })
      await (await signIn(instance, account)).call('PUT /link-health', { body: { watched: true } })
      await instance.clock.advance(10 * second)
      expect(await healthOf(account, link)).toMatchObject({ status: 'off', watched: false })
      await choose(account, link, { watch: null })
      expect(await healthOf(account, link)).toMatchObject({ status: 'waiting', watched: true, watch: null })
    })

    test('belongs to its workspace: others can neither see nor change its health', async () => {
      const [account, other] = [await instance.account(), await instance.account()]
      const link = await watched(account, (await destination()).url)
      expect((await other.call(`GET /links/${link.id}/health`)).status).toBe(404)
      expect((await choose(other, link, { watch: false })).status).toBe(404)
      const reader = await account.newKey('links:read')
      const withKey = (methodAndPath: string, body?: object) =>
        instance.ask(methodAndPath, { headers: { authorization: `Bearer ${reader}` }, body })
      expect((await withKey(`GET /v2/links/${link.short}/health`)).status).toBe(200)
      expect((await withKey(`PUT /v2/links/${link.short}/health`, { watch: false })).status).toBe(403)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
