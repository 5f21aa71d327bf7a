// The dashboard's report: timeline, totals, comparison and breakdowns, with filters, and how exact they are.
import { beforeAll, describe, expect, test } from 'bun:test'
import { api } from '@linnet/contract'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { outcome } from '../../../../../../test/microsites.ts'

const operation = api.statistics.report
const day = 86_400_000
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const american = { 'x-forwarded-for': '8.8.8.8' }
const indonesian = { 'x-forwarded-for': '202.134.0.155' }

const none = { clicks: 0, scans: 0, bots: 0, visitors: 0 }

onEachEngine(
  'a report',
  (instance) => {
    /** Requests a report as the account's browser; returns it, checked by the contract's schema. */
    const asker = async (account: Account) => {
      const { call } = await signIn(instance, account)
      return async (query = '') => {
        const answer = await call(`GET /reports${query}`)
        expect(answer.status, answer.text).toBe(200)
        expect(operation.answer.parse(answer.body)).toStrictEqual(answer.body)
        return answer.body.data
      }
    }

    test('of an account without clicks has its last 30 days, and empty lists', async () => {
      const report = await asker(await instance.account())
      const data = await report()
      expect(data).toMatchObject({
        start: instance.clock.day(-29),
        end: instance.clock.day(),
        timezone: 'UTC',
        interval: 'day',
        totals: none,
        previous: { start: instance.clock.day(-59), end: instance.clock.day(-30), ...none },
        breakdowns: { referers: [], locations: [], devices: [], browsers: [], systems: [], links: [] },
      })
      expect(data.timeline).toHaveLength(30)
      expect(data.timeline[0]).toStrictEqual({
        at: Date.parse(instance.clock.day(-29)) / 1000,
        date: instance.clock.day(-29),
        ...none,
      })
      expect(data.coverage).toStrictEqual({
        kept_since: instance.clock.day(-90),
        clicks_since: data.from,
        exact: true,
        notes: [],
        message: null,
      })
    })

    describe('of clicks of all kinds', () => {
      let report: Awaited<ReturnType<typeof asker>>
      let one: { id: string; short: string }
      let two: { id: string; short: string }
      beforeAll(async () => {
        const account = await instance.account()
        one = await account.link({ title: 'One' })
        two = await account.link({ title: 'Two' })
        // Two days before, then today.
        await instance.visit(`/${one.short}`, american)
        await instance.visit(`/${two.short}`, { 'user-agent': crawler })
        await instance.clock.advance(2 * day)
        await instance.visit(`/${one.short}`, { ...american, referer: 'https://news.example.com/1' })
        await instance.visit(`/${one.short}?qr=1`, { ...indonesian, 'user-agent': iphone })
        await instance.visit(`/${two.short}`, american)
        await instance.visit(`/${two.short}`, { 'user-agent': crawler })
        report = await asker(account)
      })
      const today = () => `start=${instance.clock.day()}`

      test('leaves out crawlers, says how many there were, and compares with the previous period', async () => {
        const data = await report(`?start=${instance.clock.day(-1)}`)
        expect(data.totals).toStrictEqual({ clicks: 3, scans: 1, bots: 1, visitors: 3 })
        expect(data.previous).toStrictEqual({
          start: instance.clock.day(-3),
          end: instance.clock.day(-2),
          clicks: 1,
          scans: 0,
          bots: 1,
          visitors: 1,
        })
        expect(data.breakdowns).toMatchObject({
          referers: [
            { name: 'direct', clicks: 2 },
            { name: 'example.com', clicks: 1 },
          ],
          locations: [
            { code: 'US', name: 'United States', clicks: 2 },
            { code: 'ID', name: 'Indonesia', clicks: 1 },
          ],
          devices: [
            { name: 'desktop', clicks: 2 },
            { name: 'mobile', clicks: 1 },
          ],
          browsers: [
            { name: 'Chrome', clicks: 2 },
            { name: 'Safari', clicks: 1 },
          ],
          systems: [
            { name: 'Windows', clicks: 2 },
            { name: 'iOS', clicks: 1 },
          ],
          links: [
            { id: one.id, short: one.short, title: 'One', clicks: 2 },
            { id: two.id, short: two.short, title: 'Two', clicks: 1 },
          ],
        })
        expect(data.coverage).toMatchObject({ exact: true, notes: [] })
      })

      test('counts crawlers on request', async () => {
        const data = await report(`?crawlers=true&start=${instance.clock.day(-2)}`)
        expect(data.totals).toStrictEqual({ clicks: 6, scans: 1, bots: 2, visitors: 4 })
        expect(data.breakdowns.devices[2]).toStrictEqual({ name: 'mobile', clicks: 1 })
        expect(data.timeline.map(({ clicks }: { clicks: number }) => clicks)).toStrictEqual([2, 0, 4])
      })

      test("covers one link, under the account's name for it", async () => {
        const data = await report(`?link=${one.id}&start=${instance.clock.day(-2)}`)
        expect(data.totals).toStrictEqual({ clicks: 3, scans: 1, bots: 0, visitors: 3 })
        expect(data.breakdowns.links).toBeNull()
      })

      test.each([
        ['country=US', 2],
        ['country=ID', 1],
        ['country=DE', 0],
        ['referer=direct', 2],
        ['referer=example.com', 1],
        ['device=mobile', 1],
        ['browser=Chrome', 2],
        ['os=iOS', 1],
        ['kind=scans', 1],
        ['kind=clicks', 2],
        ['country=US&referer=direct', 1],
        ['country=US&kind=scans', 0],
        ['device=bot', 0],
        ['device=bot&crawlers=true', 1],
        ['kind=clicks&crawlers=true', 3],
      ])('contains the clicks that match %s', async (filter, clicks) => {
        const data = await report(`?${today()}&${filter}`)
        expect(data.totals).toMatchObject({ clicks, visitors: null })
        const named = (list: { clicks: number }[]) => list.reduce((sum, one) => sum + one.clicks, 0)
        const { placements, ...breakdowns } = data.breakdowns
        expect(placements).toEqual([])
        for (const list of Object.values(breakdowns)) expect(named(list as never)).toBe(clicks)
        expect(data.coverage).toMatchObject({ exact: true, notes: [], clicks_since: data.from })
      })

      test('combines a filter with a link', async () => {
        expect((await report(`?${today()}&country=US&link=${two.id}`)).totals.clicks).toBe(1)
      })

      test('has hours for up to two days, without visitors per hour', async () => {
        const data = await report(`?start=${instance.clock.day(-1)}`)
        expect([data.interval, data.timeline.length]).toStrictEqual(['hour', 48])
        const hour = Math.floor(instance.clock.unix() / 3600) * 3600
        const clicked = data.timeline.filter(({ clicks }: { clicks: number }) => clicks > 0)
        expect(clicked.at(-1)).toMatchObject({ at: hour, visitors: null })
        expect((await report(`?start=${instance.clock.day(-2)}`)).interval).toBe('day')
      })
    })

    test('has sums for days whose individual clicks were deleted; a filter starts after them', async () => {
      const account = await instance.account()
      const { short, id } = await account.link()
      await instance.visit(`/${short}`, american)
      await instance.visit(`/${short}`, { ...american, 'user-agent': crawler })
      await instance.clock.advance(100 * day)
      await instance.visit(`/${short}`, indonesian)
      const report = await asker(account)
      const query = `?start=${instance.clock.day(-120)}`
      for (const of of ['', `&link=${id}`]) {
        const data = await report(`${query}${of}`)
        expect(data.totals).toStrictEqual({ clicks: 2, scans: 0, bots: 1, visitors: 2 })
        expect(data.timeline[20]).toMatchObject({ date: instance.clock.day(-100), clicks: 1, bots: 1 })
        expect(data.breakdowns.systems).toStrictEqual([{ name: 'Windows', clicks: 1 }])
        expect(data.breakdowns.devices).toStrictEqual([{ name: 'desktop', clicks: 2 }])
        expect(data.coverage).toMatchObject({
          kept_since: instance.clock.day(-90),
          clicks_since: Date.parse(instance.clock.day(-90)) / 1000,
          exact: true,
          notes: ['breakdowns_with_bots'],
        })
      }
      expect((await report(query)).breakdowns.links).toMatchObject([{ id, clicks: 3 }])
      const filtered = await report(`${query}&country=US`)
      expect(filtered.totals).toMatchObject({ clicks: 0 })
      expect(filtered.previous).toBeNull()
      expect(filtered.coverage).toMatchObject({ exact: false, notes: ['before_kept'] })
      expect(filtered.coverage.message).toContain('before the oldest that are kept')
      const old = await report(`?start=${instance.clock.day(-120)}&end=${instance.clock.day(-95)}`)
      expect(old.breakdowns.systems).toBeNull()
      expect(old.coverage.clicks_since).toBeNull()
      expect(old.totals.clicks).toBe(1)
    })

    test("another account's link, or an invalid one, is 404", async () => {
      const { id } = await (await instance.account()).link()
      const { call } = await signIn(instance, await instance.account())
      for (const link of [id, 'lnk_00000000000000000000000000', 'nothing', '..', ''])
        expect(outcome(await call(`GET /reports?link=${link}`)), link).toStrictEqual([404, 'not_found'])
    })

    test("goes back as far as the plan shows; further is 403, and earlier days aren't compared", async () => {
      const { call } = await signIn(instance, await instance.account({ plan: 'free' }))
      const from = (days: number) => call(`GET /reports?start=${instance.clock.day(-days)}&timezone=UTC`)
      const within = await from(30)
      expect([within.status, within.body.data.previous]).toStrictEqual([200, null])
      expect((await from(14)).body.data.previous).not.toBeNull()
      expect(outcome(await from(31))).toStrictEqual([403, 'plan_limit'])
    })

    describe('with invalid parameters is 400', () => {
      let call: DashboardCall
      beforeAll(async () => {
        call = (await signIn(instance, await instance.account())).call
      })
      test.each([
        'timezone=',
        'timezone=Mars/Olympus',
        'timezone=%2B05:30',
        'timezone=../../etc/localtime',
        'timezone=2020-01-01T00:00Z[Europe/Berlin]',
        `timezone=${'A'.repeat(100_000)}`.slice(0, 5000),
        'timezone=UTC&timezone=UTC',
        'start=2026-02-30',
        'end=x',
        'start=2026-02-02&end=2026-02-01',
        'start=2010-01-01&end=2026-01-01',
        'start=0001-01-01',
        'crawlers=maybe',
        'kind=views',
        'country=',
        'os=%00',
        'link=%00',
        `referer=${'x'.repeat(513)}`,
      ])('%s', async (query) => {
        expect((await call(`GET /reports?${query}`)).status).toBe(400)
      })

      test('accepts the limits of the calendar like other days', async () => {
        for (const query of [
          'start=0000-01-01&end=0000-01-02&timezone=Asia/Tokyo',
          'start=0000-01-01&end=0005-01-02',
          'start=9999-12-30&end=9999-12-31&timezone=America/Los_Angeles',
          'start=2017-01-01&end=2027-01-01&timezone=Asia/Kathmandu',
        ]) {
          const answer = await call(`GET /reports?${query}`)
          expect([answer.status, answer.body.data?.totals.clicks], answer.text).toStrictEqual([200, 0])
        }
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1' },
)
