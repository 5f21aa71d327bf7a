// Clicks of the links that have certain tags: GET /stats?tag=….
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'

onEachEngine('the statistics of tagged links', (instance) => {
  let account: Account
  const statistics = async (query: string, by = account) => (await by.call(`GET /stats?${query}`)).body.data

  beforeAll(async () => {
    account = await instance.account()
    for (const [custom_slug, tags, visits] of [
      ['t-1', ['spring', 'ads'], 3],
      ['t-2', ['spring'], 2],
      ['t-3', ['ads'], 1],
      ['t-4', [], 4],
    ] as const) {
      await account.link({ custom_slug, tags, title: custom_slug.toUpperCase() })
      for (let visit = 0; visit < visits; visit++) await instance.visit(`/${custom_slug}`)
    }
    await instance.clock.advance(86_400_000)
    await instance.visit('/t-2', { 'user-agent': 'Twitterbot/1.0' })
  })

  test('have the days and the most clicked of the links that have all of the tags', async () => {
    const spring = await statistics('tag=Spring')
    expect(spring.clicks).toBe(6)
    expect(spring.timeline).toHaveLength(31)
    expect(spring.timeline.slice(-2)).toEqual([
      { date: instance.clock.day(-1), clicks: 5, bots: 0, visitors: 2 },
      { date: instance.clock.day(), clicks: 1, bots: 1, visitors: 0 },
    ])
    expect(
      spring.links.map(({ short, title, clicks }: Record<string, unknown>) => [short, title, clicks]),
    ).toEqual([
      ['t-2', 'T-2', 3],
      ['t-1', 'T-1', 3],
    ])
    expect((await statistics('tag=spring&tag=ADS')).clicks).toBe(3)
    expect((await statistics(`tag=spring&start=${instance.clock.day()}`)).clicks).toBe(1)
    expect((await statistics('')).clicks).toBe(11)
  })

  test('have breakdowns on request, like those of the account', async () => {
    const { browsers, devices } = await statistics('tag=ads&additional=true')
    expect(browsers).toEqual([{ name: 'Chrome', clicks: 4 }])
    expect(devices[0].clicks).toBe(4)
    expect(await statistics('tag=ads')).not.toContainAnyKeys(['browsers'])
  })

  test('are empty for a tag that the account does not have, also if others do', async () => {
    const other = await instance.account()
    for (const by of [account, other])
      expect(await statistics(by === account ? 'tag=nothing' : 'tag=spring', by)).toMatchObject({
        clicks: 0,
        links: [],
      })
  })
})
