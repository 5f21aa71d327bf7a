// Clicks of the whole account: its days and its most clicked links.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../test/instance.ts'

onEachEngine('the statistics of an account', (instance) => {
  test('an account without clicks gets its days, from 30 days ago until today, and empty lists', async () => {
    const account = await instance.account()
    const answer = await account.call('GET /stats')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: {
        start: instance.clock.day(-30),
        end: instance.clock.day(),
        clicks: 0,
        timeline: Array.from({ length: 31 }, (_, index) => ({
          date: instance.clock.day(index - 30),
          clicks: 0,
          bots: 0,
          visitors: 0,
        })),
        links: [],
      },
    })
    const { body } = await account.call('GET /stats?additional=true')
    expect(body.data).toMatchObject({ referers: [], locations: [], devices: [], browsers: [] })
  })

  test('the days sum up the clicks of all links, with visitors once per link', async () => {
    const account = await instance.account()
    const links = [await account.link(), await account.link()]
    for (const { short } of links) await instance.visit(`/${short}`)
    await instance.visit(`/${links[0].short}`)
    await instance.visit(`/${links[0].short}`, { 'user-agent': 'Twitterbot/1.0' })
    const { data } = (await account.call('GET /stats')).body
    expect(data.clicks).toBe(4)
    expect(data.timeline.at(-1)).toEqual({ date: instance.clock.day(), clicks: 4, bots: 1, visitors: 2 })
  })

  test("links includes the most clicked link of the range even if it was never among a day's top links", async () => {
    const account = await instance.account()
    const visit = async (short: string, times: number) => {
      for (let number = 0; number < times; number++) await instance.visit(`/${short}`)
    }
    const steady = (await account.link({ title: 'steady' })).short
    const fourth = (await account.link({ title: 'fourth' })).short
    for (let day = 0; day < 3; day++) {
      for (const many of [60, 50]) {
        const links = Array.from({ length: many }, () => ({ long_url: 'https://example.com/' }))
        const { body } = await account.call('POST /links/bulk', { body: { links } })
        for (const { data } of body.data.items) await visit(data.short, 2)
      }
      await visit(steady, 1)
      await instance.clock.advance(24 * 60 * 60 * 1000)
    }
    await visit(fourth, 3)
    const { data } = (await account.call(`GET /stats?start=${instance.clock.day(-3)}`)).body
    const titles = data.links.map(
      ({ title, clicks }: { title: string; clicks: number }) => `${title} ${clicks}`,
    )
    expect(titles.slice(0, 2).sort()).toEqual(['fourth 3', 'steady 3'])
    expect(titles.slice(2)).toEqual(Array.from({ length: 8 }, () => ' 2'))
  })

  test('links contains the ten most clicked links of the range, most clicked first', async () => {
    const account = await instance.account()
    for (let number = 1; number <= 12; number++) {
      const { short } = await account.link({ custom_slug: `top-${number}`, title: `Number ${number}` })
      for (let visit = 0; visit < number; visit++) await instance.visit(`/${short}`)
    }
    const { data } = (await account.call('GET /stats')).body
    expect(data.clicks).toBe(78)
    expect(data.links).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => ({
        short: `top-${number}`,
        domain: new URL(instance.url).host,
        short_url: `${instance.url}/top-${number}`,
        title: `Number ${number}`,
        clicks: number,
      })),
    )
  })

  test('clicks outside the range count neither in the sums nor for the most clicked links', async () => {
    const account = await instance.account()
    const [before, within] = [await account.link(), await account.link()]
    for (let visit = 0; visit < 3; visit++) await instance.visit(`/${before.short}`)
    await instance.clock.advance(2 * 86_400_000)
    await instance.visit(`/${within.short}`)
    const { data } = (await account.call(`GET /stats?start=${instance.clock.day(-1)}`)).body
    expect(data.clicks).toBe(1)
    expect(data.timeline).toHaveLength(2)
    expect(data.links).toMatchObject([{ short: within.short, clicks: 1 }])
    const all = (await account.call(`GET /stats?start=${instance.clock.day(-2)}`)).body.data
    expect(all.clicks).toBe(4)
    expect(all.links.map(({ clicks }: { clicks: number }) => clicks)).toEqual([3, 1])
  })

  test("another account's clicks are not included", async () => {
    const [one, other] = [await instance.account(), await instance.account()]
    const { short } = await one.link()
    await instance.visit(`/${short}`)
    expect((await one.call('GET /stats')).body.data.clicks).toBe(1)
    expect((await other.call('GET /stats')).body.data).toMatchObject({ clicks: 0, links: [] })
  })

  test('every click that was answered before the request is included', async () => {
    const account = await instance.account()
    const links = await Promise.all(Array.from({ length: 20 }, () => account.link()))
    await Promise.all(
      Array.from({ length: 500 }, (_, number) => instance.visit(`/${links[number % 20].short}`)),
    )
    const { data } = (await account.call('GET /stats?additional=true')).body
    expect(data.clicks).toBe(500)
    expect(data.browsers).toEqual([{ name: 'Chrome', clicks: 500 }])
    expect(data.links).toHaveLength(10)
    for (const { clicks } of data.links) expect(clicks).toBe(25)
  })

  test.each(['additional=maybe', 'additional=1&additional=2', 'additional='])(
    'a bad parameter is 400: %s',
    async (query) => {
      const account = await instance.account()
      expect((await account.call(`GET /stats?${query}`)).status).toBe(400)
    },
  )
})
