// Broken links: what their visitors get, what their owners get and see, and who may see which.
import { afterAll, expect, test } from 'bun:test'
import { password, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { type Account, onEachEngine, onOneEngine } from '../../../../../../test/instance.ts'
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
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

afterAll(stopDestinations)

const onServer = { ALLOW_PRIVATE_TARGETS: 'true' }
const minute = 60 * second

onEachEngine(
  'a broken link',
  (instance) => {
    const clicksOf = async (account: Account, { short }: Link) => {
      await instance.countClicks()
      return (await account.call(`GET /links/${short}`)).body.data.clicks
    }
    const locationOf = async ({ short }: Link, query = '') => {
      const { status, headers } = await instance.visit(`/${short}${query}`)
      return [status, headers.get('location')]
    }

    test('redirects as usual, unless its owner has chosen what visitors get instead', async () => {
      const account = await instance.account()
      const [plain, home, ended, unended, archive] = await broken(instance, account, [
        {},
        {},
        { ended_url: 'https://example.com/over' },
        {},
        { forward_query: true },
      ])
      await choose(account, home.link, { when_broken: 'domain' })
      for (const { link } of [ended, unended]) await choose(account, link, { when_broken: 'ended_url' })
      await choose(account, archive.link, { when_broken: 'archive' })
      expect(await locationOf(plain.link)).toEqual([302, plain.target.url])
      expect(await clicksOf(account, plain.link)).toBe(1)
      expect(await locationOf(home.link)).toEqual([302, '/'])
      expect(await locationOf(ended.link)).toEqual([302, 'https://example.com/over'])
      expect(await locationOf(unended.link)).toEqual([302, unended.target.url])
      const page = await instance.visit(`/${archive.link.short}?a=b`, { accept: 'text/html' })
      const { archive_url } = await healthOf(account, archive.link)
      expect(archive_url).toMatch(/^https:\/\/web\.archive\.org\/web\/\d{14}\/http:/)
      expect(archive_url).toEndWith(archive.target.url)
      expect([page.status, page.headers.get('location')]).toEqual([200, null])
      expect(page.text).toContain(`href="${archive_url}"`)
      expect(page.text).toContain(`href="${archive.target.url}?a=b"`)
      const json = await instance.visit(`/${archive.link.short}`, { accept: 'application/json' })
      expect(json.body.data).toEqual({ requires: ['choice'], long_url: archive.target.url, archive_url })
      for (const { link } of [home, ended, archive]) expect(await clicksOf(account, link)).toBe(0)
      const explained = async ({ short }: Link) =>
        (await account.call(`POST /links/${short}/explain`, { body: {} })).body.data
      expect(await explained(archive.link)).toMatchObject({ destination: null, not_counted: 'broken' })
      expect((await explained(home.link)).checks).toContainEqual(
        expect.objectContaining({ check: 'broken', outcome: 'stopped' }),
      )
      expect(JSON.stringify(await explained(plain.link))).not.toContain('broken')
    })

    test('leads visitors to its destination again once that works', async () => {
      const account = await instance.account()
      const [{ link, target }] = await broken(instance, account, [{}])
      await choose(account, link, { when_broken: 'domain' })
      expect(await locationOf(link)).toEqual([302, '/'])
      target.status = 200
      await check(instance, account, link, day)
      expect(await locationOf(link)).toEqual([302, target.url])
    })

    test('leads visitors who match a rule where the rule says', async () => {
      const account = await instance.account()
      const rules = [{ when: { query: { ref: 'news' } }, to: [{ long_url: 'https://example.com/news' }] }]
      const [{ link }] = await broken(instance, account, [{ rules }])
      await choose(account, link, { when_broken: 'archive' })
      expect(await locationOf(link, '?ref=news')).toEqual([302, 'https://example.com/news'])
      expect((await instance.visit(`/${link.short}`)).status).toBe(200)
    })

    test('still asks for what it usually asks for, and shows nobody the destination before that', async () => {
      const account = await instance.account()
      const [{ link, target }] = await broken(instance, account, [{}])
      await choose(account, link, { when_broken: 'archive' })
      await account.call(`PUT /links/${link.short}`, { body: { adult: true } })
      expect((await instance.visit(`/${link.short}`)).text).not.toContain(target.url)
      const consented = await instance.ask(`POST /${link.short}`, {
        body: new URLSearchParams({ consent: 'yes' }),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(consented.text).toContain(target.url)
      await account.call(`PUT /links/${link.short}`, { body: { adult: false, password: 'secret' } })
      const { text } = await instance.visit(`/${link.short}`)
      expect(text).not.toContain(target.url)
    })

    test('is reported to its owner, together with all others, and at most once a day', async () => {
      const account = await instance.account()
      const reports = () => instance.messages.filter(({ to }) => to === account.email)
      const two = await broken(instance, account, [{}, {}])
      await instance.clock.advance(minute)
      const [first] = reports()
      expect(reports()).toHaveLength(1)
      expect(first?.subject).toBe('2 of your links are broken')
      for (const { link, target } of two) {
        expect(first?.text).toContain(`/${link.short}\n`)
        expect(first?.text).toContain(target.url)
      }
      expect(first?.text).toContain('/dashboard/links/broken')
      const third = await watched(account, (await destination(404)).url)
      await check(instance, account, third)
      await check(instance, account, third, day)
      // A second report within a day of the first would be of this link.
      await instance.clock.advance(minute)
      expect(reports()).toHaveLength(1)
      expect((await check(instance, account, third, day)).status).toBe('broken')
      await instance.clock.advance(minute)
      expect(reports().map(({ subject }) => subject)).toEqual([
        '2 of your links are broken',
        'One of your links is broken',
      ])
    })

    test('is not reported again within a day', async () => {
      const account = await instance.account()
      const reports = () => instance.messages.filter(({ to }) => to === account.email)
      const early = await watched(account, (await destination(404)).url)
      await check(instance, account, early)
      await instance.clock.advance(day / 2)
      // Only now, because otherwise a check of it could still be running.
      const late = await watched(account, (await destination(404)).url)
      const { call } = await signIn(instance, account)
      await call(`POST /links/${late.short}/health/check`)
      await check(instance, account, late, 0)
      // Both fail every day, half a day apart.
      for (const link of [early, late]) await check(instance, account, link, day / 2)
      expect((await check(instance, account, early, day / 2)).status).toBe('broken')
      await instance.clock.advance(minute)
      expect(reports()).toHaveLength(1)
      expect((await check(instance, account, late, day / 2)).status).toBe('broken')
      await instance.clock.advance(minute)
      expect(reports()).toHaveLength(1)
      await instance.clock.advance(day)
      expect(reports()).toHaveLength(2)
    })

    test('is on the list of broken links until it is fixed or archived', async () => {
      const account = await instance.account()
      const made = await broken(instance, account, [{}, {}, {}])
      const { call } = await signIn(instance, account)
      const list = async (query = '') => {
        const { body } = await call(`GET /link-health/broken${query}`)
        return [body.data.map(({ link }: { link: Link }) => link.short), body.total]
      }
      const [one, two, three] = made.map(({ link }) => link.short) as [string, string, string]
      const [shorts, total] = await list()
      expect([shorts.sort(), total]).toEqual([[one, two, three].sort(), 3])
      expect((await list('?limit=1&page=4'))[0]).toEqual([])
      const first = (await call('GET /link-health/broken')).body.data[0]
      expect(first.health).toMatchObject({ status: 'broken', outcome: 'not_found', answer_status: 404 })
      expect((await call('GET /link-health')).body.data).toEqual({
        ...{ available: true, watched: false, broken: 3 },
      })
      await account.call(`PUT /links/${one}`, { body: { long_url: 'https://example.com/new' } })
      await account.call(`DELETE /links/${two}`)
      expect(await list()).toEqual([[three], 1])
      const stranger = await signIn(instance, await instance.account())
      expect((await stranger.call('GET /link-health/broken')).body).toEqual({ data: [], total: 0 })
    })

    test('keeps its own choices when it is moved, and is waiting again if only its workspace had it watched', async () => {
      const { workspace, owner } = await newWorkspace(instance)
      const { call } = owner.session
      const account = { ...(await instance.account()), call }
      await call('PUT /link-health', { body: { watched: true } })
      const create = async (body: object) => (await call('POST /links', { body })).body.data
      const chosen = await create({ long_url: (await destination(404)).url })
      const byWorkspace = await create({ long_url: (await destination(404)).url })
      await choose(account, chosen, { watch: true, when_broken: 'domain' })
      await instance.clock.advance(20 * second)
      expect(await healthOf(account, byWorkspace)).toMatchObject({ watched: true, watch: null })
      expect((await healthOf(account, byWorkspace)).next_check_at).not.toBeNull()
      await call('POST /links/move', { body: { ids: [chosen.id, byWorkspace.id], workspace: workspace.id } })
      expect(await healthOf(owner, chosen)).toMatchObject({ watch: true, when_broken: 'domain' })
      expect(await healthOf(owner, byWorkspace)).toMatchObject({ status: 'off', watched: false })
      await owner.call('PUT /link-health', { body: { watched: true } })
      await instance.clock.advance(20 * second)
      expect(await healthOf(owner, byWorkspace)).toMatchObject({ status: 'waiting', watched: true })
    })
  },
  onServer,
)

onEachEngine(
  'a watched workspace',
  (instance) => {
    test('has its links watched, old and new, until that is turned off', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const [old, target] = [await account.link(), await destination(404)]
      expect((await call('PUT /link-health', { body: { watched: true } })).body.data.watched).toBe(true)
      const { body } = await account.call('POST /links/bulk', {
        body: { links: [{ long_url: target.url }, { long_url: 'https://example.com/bulk' }] },
      })
      const [link, other] = body.data.items.map(({ data }: { data: Link }) => data) as [Link, Link]
      await instance.clock.advance(10 * second)
      for (const one of [old, link, other])
        expect(await healthOf(account, one)).toMatchObject({ status: 'waiting', watched: true, watch: null })
      await choose(account, other, { watch: true })
      await choose(account, old, { watch: false })
      for (const pass of [week, day, day]) await check(instance, account, link, pass)
      const found = await healthOf(account, link)
      expect(found.broken_at).not.toBeNull()
      const deleted = await account.call(`POST /links/${link.id}/delete`)
      await account.call('POST /undo', { body: { token: deleted.headers.get('undo-token') } })
      expect(await healthOf(account, link)).toEqual(found)
      const again = await signIn(instance, account)
      await again.call('PUT /link-health', { body: { watched: false } })
      await instance.clock.advance(10 * second)
      expect(await healthOf(account, link)).toMatchObject({ status: 'off', broken_at: null, failures: 0 })
      expect((await healthOf(account, other)).watched).toBe(true)
      expect((await healthOf(account, old)).watch).toBe(false)
    })

    test('leaves no rows behind when its account is deleted', async () => {
      const account = await instance.account()
      const session = await signIn(instance, account)
      await session.call('PUT /link-health', { body: { watched: true } })
      await account.link()
      await watched(account, 'https://example.com/chosen')
      await instance.clock.advance(10 * second)
      const rows = async () => {
        const count = async (table: string) =>
          (await ask<{ n: number }>(instance.database, `select count(*) as n from ${table}`))[0]?.n
        return Number(await count('link_checks')) + Number(await count('watched_workspaces'))
      }
      const before = await rows()
      const deleted = await session.call('POST /user/delete', { body: { password } })
      expect(deleted.status).toBe(200)
      for (let runs = 0; runs < 3; runs++) await instance.clock.advance(61 * second)
      expect(await rows()).toBe(before - 3)
    })
  },
  onServer,
)

onOneEngine(
  'checks',
  (instance) => {
    test('of slow destinations, or of a single host, hold up no others', async () => {
      const [slow, quick] = [await instance.account(), await instance.account()]
      const hanging = await Promise.all(Array.from({ length: 40 }, () => destination(0)))
      const busy = await destination(0)
      for (const { url } of [...hanging, ...Array(60).fill(busy)]) await watched(slow, url)
      const link = await watched(quick, (await destination()).url)
      // Everything is due at once.
      await instance.clock.advance(10 * second)
      await instance.clock.advance(2 * week)
      await until('the quick one', async () => (await healthOf(quick, link)).status === 'answers')
      expect(hanging.filter((target) => target.pages() > 0).length).toBeLessThanOrEqual(20)
      expect(busy.paths.length).toBeLessThanOrEqual(2)
    })

    test('of one workspace that are due at once follow one another as soon as there is room', async () => {
      const account = await instance.account()
      const targets = await Promise.all(Array.from({ length: 45 }, () => destination()))
      const links = await Promise.all(targets.map(({ url }) => watched(account, url)))
      await instance.clock.advance(10 * second)
      await instance.clock.advance(2 * week)
      for (const most of [20, 40, 45]) {
        await until(`${most} answers`, async () => {
          const all = await Promise.all(links.map((link) => healthOf(account, link)))
          return all.filter(({ status }) => status === 'answers').length === most
        })
        // Due links are looked for every five seconds.
        await instance.clock.advance(5 * second)
      }
    })

    test('that reach nothing at all say something about this server, and nothing about links', async () => {
      const account = await instance.account()
      const links = await Promise.all(
        Array.from({ length: 25 }, (_, index) => watched(account, `http://127.0.9.${index + 1}:9999/`)),
      )
      const reachable = await watched(account, (await destination()).url)
      const failing = async () => {
        const all = await Promise.all(links.map((link) => healthOf(account, link)))
        return all.filter(({ failures }) => failures > 0).length
      }
      await instance.clock.advance(10 * second)
      await choose(account, reachable, { watch: false })
      await instance.clock.advance(2 * week)
      await until('the first failures', async () => (await failing()) === 19)
      await instance.clock.advance(31 * second)
      await choose(account, reachable, { watch: true })
      const { call } = await signIn(instance, account)
      await call(`POST /links/${reachable.short}/health/check`)
      await instance.clock.advance(6 * second)
      await until('an answer', async () => (await healthOf(account, reachable)).status === 'answers')
      expect(await failing()).toBe(19)
    })
  },
  onServer,
)

onOneEngine(
  'LINK_CHECKS=off',
  (instance) => {
    test('checks nothing, and refuses to watch more', async () => {
      const account = await instance.account()
      const target = await destination()
      const link = await account.link({ long_url: target.url })
      const { status, body } = await choose(account, link, { watch: true })
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
      const { call } = await signIn(instance, account)
      expect((await call('PUT /link-health', { body: { watched: true } })).status).toBe(403)
      expect((await call('GET /link-health')).body.data.available).toBe(false)
      expect((await choose(account, link, { watch: false, when_broken: 'archive' })).status).toBe(200)
      await instance.clock.advance(2 * week)
      expect(target.paths).toEqual([])
    })
  },
  { ...onServer, LINK_CHECKS: 'off' },
)

onOneEngine(
  'reports',
  (instance) => {
    test('of owners who wait for their next report hold up no other reports', async () => {
      const accounts = await Promise.all(Array.from({ length: 101 }, () => instance.account()))
      const newest = accounts.pop() as Account
      let hosts = 0
      // At all addresses of this machine, which are different hosts for the checks.
      const nowhere = Bun.serve({
        hostname: '0.0.0.0',
        port: 0,
        fetch: () => new Response('', { status: 404 }),
      })
      const watch = async (account: Account) => ({
        account,
        link: await watched(account, `http://127.1.1.${++hosts}:${nowhere.port}/`),
      })
      type Watched = Awaited<ReturnType<typeof watch>>
      /** Lets time pass, and waits until the links have failed so many times. */
      const fail = async (links: readonly Watched[], failures: number, pass: number) => {
        await instance.clock.advance(pass)
        let left = links
        await until('the links to fail', async () => {
          await instance.clock.advance(20 * second)
          const found = await Promise.all(left.map(({ account, link }) => healthOf(account, link)))
          left = left.filter((_, index) => found[index]?.failures !== failures)
          return left.length === 0
        })
      }
      const checkNow = async (links: readonly Watched[]) => {
        for (const { account, link } of links)
          await (await signIn(instance, account)).call(`POST /links/${link.short}/health/check`)
        await fail(links, 1, 0)
      }
      const early = await Promise.all(accounts.map(watch))
      await instance.clock.advance(10 * second)
      await fail(early, 1, week)
      await instance.clock.advance(day / 2)
      const late = await Promise.all(accounts.map(watch))
      await checkNow(late)
      await instance.clock.advance(30 * minute)
      const latest = [await watch(newest)]
      await checkNow(latest)
      for (const failures of [2, 3]) {
        await fail(early, failures, day / 2 - 45 * minute)
        await instance.clock.advance(minute)
        await fail(late, failures, day / 2 - 15 * minute)
        await fail(latest, failures, 15 * minute)
      }
      await instance.clock.advance(minute)
      const mailsTo = ({ email }: Account) => instance.messages.filter(({ to }) => to === email).length
      expect([...new Set(accounts.map(mailsTo)), mailsTo(newest)]).toEqual([1, 1])
      nowhere.stop(true)
    })
  },
  onServer,
)
