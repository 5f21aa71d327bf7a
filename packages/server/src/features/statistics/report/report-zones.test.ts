// Reports in the viewer's time zone: days of 23 and 25 hours, zones off the hour, and sums by UTC hours.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

interface Point {
  at: number
  date: string
  clicks: number
  visitors: number | null
}

const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const unix = (moment: string) => Date.parse(moment) / 1000

onEachEngine('a report in a time zone', (instance) => {
  const reportOf = async (account: Account, query: string) => {
    const { call } = await signIn(instance, account)
    const answer = await call(`GET /reports?${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const clicked = (points: Point[]) => points.filter(({ clicks }) => clicks > 0)

  test('has 23 hours on the day when clocks go forward, and each click in its hour', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    // Clocks go from 02:00 to 03:00 on 11 March 2040 in New York, which is 07:00 UTC.
    const moments = [
      '2040-03-11T04:59:59Z',
      '2040-03-11T06:59:00Z',
      '2040-03-11T07:01:00Z',
      '2040-03-12T03:59:00Z',
    ]
    for (const moment of moments) {
      await instance.clock.advanceTo(moment)
      await instance.visit(`/${short}`)
    }
    for (const crawlers of ['false', 'true']) {
      const data = await reportOf(
        account,
        `start=2040-03-11&end=2040-03-11&timezone=America/New_York&crawlers=${crawlers}`,
      )
      expect(data.timeline).toHaveLength(23)
      expect([data.from, data.until]).toStrictEqual([
        unix('2040-03-11T05:00:00Z'),
        unix('2040-03-12T04:00:00Z'),
      ])
      expect(clicked(data.timeline).map(({ at, clicks }) => [at, clicks])).toStrictEqual([
        [unix('2040-03-11T06:00:00Z'), 1],
        [unix('2040-03-11T07:00:00Z'), 1],
        [unix('2040-03-12T03:00:00Z'), 1],
      ])
      expect(data.totals.clicks).toBe(3)
      expect(data.previous).toMatchObject({ start: '2040-03-10', end: '2040-03-10', clicks: 1 })
    }
  })

  test("counts days by the zone's clock, even if it changes in between", async () => {
    const account = await instance.account()
    const data = await reportOf(account, 'start=2040-03-10&end=2040-03-13&timezone=America/New_York')
    expect(data.timeline.map(({ at, date }: Point) => [at, date])).toStrictEqual([
      [unix('2040-03-10T05:00:00Z'), '2040-03-10'],
      [unix('2040-03-11T05:00:00Z'), '2040-03-11'],
      [unix('2040-03-12T04:00:00Z'), '2040-03-12'],
      [unix('2040-03-13T04:00:00Z'), '2040-03-13'],
    ])
    const autumn = await reportOf(account, 'start=2039-11-06&end=2039-11-06&timezone=America/New_York')
    expect(autumn.timeline).toHaveLength(25)
    const samoa = await reportOf(account, 'start=2011-12-28&end=2012-01-01&timezone=Pacific/Apia')
    expect(samoa.timeline.map(({ date }: Point) => date)).toHaveLength(5)
  })

  test(`has "today" and the days before it by the zone's clock`, async () => {
    const account = await instance.account()
    const { short } = await account.link()
    await instance.clock.advanceTo('2040-05-01T10:00:00Z')
    await instance.visit(`/${short}`)
    await instance.clock.advanceTo('2040-05-01T20:00:00Z')
    await instance.visit(`/${short}`, { 'user-agent': 'curl/8.5.0' })
    const jakarta = await reportOf(account, 'timezone=Asia/Jakarta')
    expect([jakarta.start, jakarta.end]).toStrictEqual(['2040-04-03', '2040-05-02'])
    expect(jakarta.timeline.at(-1)).toMatchObject({ date: '2040-05-02', clicks: 1, visitors: 1 })
    expect(jakarta.coverage).toMatchObject({ exact: true, notes: ['visitors_estimated'] })
    const honolulu = await reportOf(account, 'timezone=Pacific/Honolulu')
    expect(honolulu.timeline.at(-1)).toMatchObject({ date: '2040-05-01', clicks: 2, visitors: 2 })
    expect(honolulu.coverage.notes).toStrictEqual([])
  })

  test('puts each click in its place if a zone is a quarter of an hour off', async () => {
    await instance.clock.advanceTo('2040-05-10T18:10:00Z')
    const account = await instance.account()
    const { short } = await account.link()
    await instance.visit(`/${short}`)
    await instance.clock.advanceTo('2040-05-10T18:20:00Z')
    await instance.visit(`/${short}`)
    // Midnight in Kathmandu is 18:15 UTC.
    const query = 'start=2040-05-09&end=2040-05-11&timezone=Asia/Kathmandu'
    const data = await reportOf(account, `${query}&crawlers=true`)
    expect(data.timeline.map(({ clicks }: Point) => clicks)).toStrictEqual([0, 1, 1])
    expect(data.coverage.exact).toBe(true)
    // Without individual clicks, only the hour is known.
    await instance.clock.advanceTo('2040-12-01T12:00:00Z')
    const later = await reportOf(account, query)
    expect(later.timeline.map(({ clicks }: Point) => clicks)).toStrictEqual([0, 2, 0])
    expect(later.coverage).toMatchObject({ exact: false, notes: ['zone_rounded'], clicks_since: null })
  })

  test('spreads the crawlers of a day over its hours if individual clicks were deleted, and says so', async () => {
    const account = await instance.account()
    const { short } = await account.link()
    for (const [moment, agent] of [
      ['2040-12-02T01:00:00Z', {}],
      ['2040-12-02T02:00:00Z', { 'user-agent': crawler }],
      ['2040-12-02T22:00:00Z', {}],
      ['2040-12-02T23:00:00Z', {}],
    ] as const) {
      await instance.clock.advanceTo(moment)
      await instance.visit(`/${short}`, agent)
    }
    await instance.clock.advanceTo('2041-06-01T12:00:00Z')
    const query = 'start=2040-12-01&end=2040-12-03'
    const utc = await reportOf(account, query)
    expect(utc.timeline.map(({ clicks }: Point) => clicks)).toStrictEqual([0, 3, 0])
    expect(utc.coverage).toMatchObject({ exact: true, notes: ['breakdowns_with_bots'] })
    const tokyo = await reportOf(account, `${query}&timezone=Asia/Tokyo`)
    const clicks = tokyo.timeline.map(({ clicks }: Point) => clicks)
    expect(clicks.reduce((sum: number, some: number) => sum + some)).toBe(3)
    expect(tokyo.coverage).toMatchObject({ exact: false })
    expect(tokyo.coverage.notes).toContain('hours_estimated')
    const all = await reportOf(account, `${query}&timezone=Asia/Tokyo&crawlers=true`)
    expect(all.timeline.map(({ clicks }: Point) => clicks)).toStrictEqual([0, 2, 2])
  })
})
