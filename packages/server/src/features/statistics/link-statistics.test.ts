// Clicks of one link: per day, over its lifetime, and only for its own account.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'

onEachEngine('the statistics of a link', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test('GET /links/{short}/stats returns one point for each of the last 30 days, including days without clicks', async () => {
    const link = await account.link()
    await instance.visit(`/${link.short}`)
    await instance.clock.advance(3 * 86_400_000)
    await instance.visit(`/${link.short}`)
    await instance.visit(`/${link.short}`)
    const answer = await account.call(`GET /links/${link.short}/stats`)
    expect(answer.status).toBe(200)
    const points = answer.body.data
    expect(points).toHaveLength(30)
    expect(points.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 30 }, (_, index) => instance.clock.day(index - 29)),
    )
    expect(points.at(-1)).toEqual({ date: instance.clock.day(), clicks: 2, bots: 0, visitors: 1 })
    expect(points.at(-2)).toEqual({ date: instance.clock.day(-1), clicks: 0, bots: 0, visitors: 0 })
    expect(points.at(-4)).toEqual({ date: instance.clock.day(-3), clicks: 1, bots: 0, visitors: 1 })
  })

  test('start and end select the range, both included', async () => {
    const link = await account.link()
    await instance.visit(`/${link.short}`)
    const { clock } = instance
    const ask = async (start: string, end: string) =>
      (await account.call(`GET /links/${link.short}/stats?start=${start}&end=${end}`)).body.data
    expect(await ask(clock.day(), clock.day())).toEqual([
      { date: clock.day(), clicks: 1, bots: 0, visitors: 1 },
    ])
    expect(await ask(clock.day(-7), clock.day(-1))).toHaveLength(7)
    expect(await ask(clock.day(-1), clock.day(1))).toMatchObject([
      { clicks: 0 },
      { clicks: 1 },
      { clicks: 0 },
    ])
    expect(await ask('2024-02-28', '2024-03-01')).toMatchObject([
      { date: '2024-02-28' },
      { date: '2024-02-29' },
      { date: '2024-03-01' },
    ])
  })

  test('an end alone selects the 30 days up to it', async () => {
    const link = await account.link()
    const { body } = await account.call(`GET /links/${link.short}/stats?end=2024-03-01`)
    expect(body.data).toHaveLength(30)
    expect(body.data[0].date).toBe('2024-02-01')
    expect(body.data.at(-1).date).toBe('2024-03-01')
  })

  test('GET /links/{short}/stats/lifetime counts all clicks that the link ever had, over years', async () => {
    const link = await account.link()
    expect((await account.call(`GET /links/${link.short}/stats/lifetime`)).body).toEqual({
      data: { clicks: 0 },
    })
    await instance.visit(`/${link.short}`)
    await instance.clock.advance(400 * 86_400_000)
    await instance.visit(`/${link.short}`)
    expect((await account.call(`GET /links/${link.short}/stats/lifetime`)).body).toEqual({
      data: { clicks: 2 },
    })
  })

  test('clicks stay with a link that is renamed, archived or redirected elsewhere; its id also works', async () => {
    const link = await account.link()
    await instance.visit(`/${link.short}`)
    const body = { custom_slug: `new-${link.short}`, long_url: 'https://example.org/' }
    await account.call(`PUT /links/${link.short}`, { body })
    await instance.visit(`/new-${link.short}`)
    await account.call(`DELETE /links/new-${link.short}`)
    for (const name of [`new-${link.short}`, link.id]) {
      const lifetime = await account.call(`GET /links/${name}/stats/lifetime`)
      expect(lifetime.body.data.clicks).toBe(2)
      expect((await account.call(`GET /links/${name}/stats`)).body.data.at(-1).clicks).toBe(2)
    }
  })

  test.each(['stats', 'stats/lifetime', 'stats/breakdown'])(
    "%s of another account's link, or of a missing one, is 404",
    async (what) => {
      const stranger = await instance.account()
      const link = await account.link()
      for (const name of [link.short, link.id, 'no-such-link']) {
        const answer = await stranger.call(`GET /links/${name}/${what}`)
        expect(answer.status).toBe(404)
        expect(answer.body.error.code).toBe('not_found')
      }
    },
  )
})
