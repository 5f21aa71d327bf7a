// Referers, locations, devices and browsers of the clicks of a link and of the account.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, browser, onEachEngine } from '../../../../../test/instance.ts'

const agents = {
  chrome: browser,
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  curl: 'curl/8.5.0',
}

onEachEngine(
  'breakdowns',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })

    const breakdownOf = async (short: string) =>
      (await account.call(`GET /links/${short}/stats/breakdown?additional=true`)).body.data

    test('a link and its account return the same four breakdowns', async () => {
      const only = await instance.account()
      const { short } = await only.link()
      const visits: Record<string, string>[] = [
        { 'x-forwarded-for': '8.8.8.8', referer: 'https://news.example.co.uk/story?id=1' },
        { 'x-forwarded-for': '8.8.4.4', 'user-agent': agents.firefox },
        { 'x-forwarded-for': '202.134.0.155', 'user-agent': agents.iphone },
      ]
      for (const headers of visits) await instance.visit(`/${short}`, headers)
      const expected = {
        referers: [
          { name: 'direct', clicks: 2 },
          { name: 'example.co.uk', clicks: 1 },
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
          { name: 'Chrome', clicks: 1 },
          { name: 'Firefox', clicks: 1 },
          { name: 'Safari', clicks: 1 },
        ],
      }
      const link = await only.call(`GET /links/${short}/stats/breakdown?additional=true`)
      expect(link.body.data).toEqual({ ...expected, placements: [], rules: [] })
      expect((await only.call('GET /stats?additional=true')).body.data).toMatchObject(expected)
    })

    test('they appear in the account statistics only with additional=true', async () => {
      for (const query of ['', '?additional=false']) {
        const { data } = (await account.call(`GET /stats${query}`)).body
        for (const name of ['referers', 'locations', 'devices', 'browsers'])
          expect(data).not.toHaveProperty(name)
      }
    })

    describe('a referer is the registrable domain of the site, or direct if there is none', () => {
      test.each([
        ['https://www.example.com/a?b#c', 'example.com'],
        ['http://a.b.c.example.com:8080/', 'example.com'],
        ['https://EXAMPLE.com', 'example.com'],
        ['https://blog.example.co.id/', 'example.co.id'],
        ['https://user:pass@example.org/', 'example.org'],
        ['http://192.0.2.7/x', '192.0.2.7'],
        ['http://intranet/', 'intranet'],
        ['android-app://com.google.android.gm/', 'com.google.android.gm'],
        ['http://__proto__/', '__proto__'],
        ['http://constructor/', 'constructor'],
        ['about:blank', 'direct'],
        ['garbage', 'direct'],
        ['https://', 'direct'],
        ['https://exa mple.com/', 'direct'],
        ['<script>alert(1)</script>', 'direct'],
        [`https://${'x'.repeat(5000)}.example/`, 'direct'],
      ])('%s', async (referer, name) => {
        const { short } = await account.link()
        expect((await instance.visit(`/${short}`, { referer })).status).toBe(302)
        expect((await breakdownOf(short)).referers).toEqual([{ name, clicks: 1 }])
      })

      test('a visitor from a page of this service counts as direct', async () => {
        const { short } = await account.link()
        await instance.visit(`/${short}`, { referer: `${instance.url}/${short}+` })
        expect((await breakdownOf(short)).referers).toEqual([{ name: 'direct', clicks: 1 }])
      })
    })

    test('a location is a country with its name, or ZZ and Unknown', async () => {
      const { short } = await account.link()
      for (const address of [
        '8.8.8.8',
        '2001:4860:4860::8888',
        '10.0.0.1',
        'fd00::1',
        '127.0.0.1',
        '133.11.0.1',
      ])
        await instance.visit(`/${short}`, { 'x-forwarded-for': address })
      expect((await breakdownOf(short)).locations).toEqual([
        { code: 'ZZ', name: 'Unknown', clicks: 3 },
        { code: 'US', name: 'United States', clicks: 2 },
        { code: 'JP', name: 'Japan', clicks: 1 },
      ])
    })

    test('a device is desktop, mobile, tablet, bot or other', async () => {
      const { short } = await account.link()
      for (const userAgent of Object.values(agents))
        await instance.visit(`/${short}`, { 'user-agent': userAgent })
      expect((await breakdownOf(short)).devices).toEqual([
        { name: 'desktop', clicks: 3 },
        { name: 'mobile', clicks: 2 },
        { name: 'bot', clicks: 1 },
        { name: 'other', clicks: 1 },
        { name: 'tablet', clicks: 1 },
      ])
    })

    test('browsers have their usual names, or other if unknown', async () => {
      const { short } = await account.link()
      for (const name of ['chrome', 'edge', 'firefox', 'iphone', 'android', 'ipad', 'curl'] as const)
        await instance.visit(`/${short}`, { 'user-agent': agents[name] })
      await instance.visit(`/${short}`, { 'user-agent': '' })
      expect((await breakdownOf(short)).browsers).toEqual([
        { name: 'Chrome', clicks: 2 },
        { name: 'Safari', clicks: 2 },
        { name: 'other', clicks: 2 },
        { name: 'Firefox', clicks: 1 },
        { name: 'Microsoft Edge', clicks: 1 },
      ])
    })

    test('each has at most 50 entries, the most clicked first', async () => {
      const only = await instance.account()
      const { short } = await only.link()
      for (let site = 0; site < 60; site++)
        await instance.visit(`/${short}`, {
          referer: `https://site${String(site).padStart(2, '0')}.example/`,
        })
      for (const site of [59, 59, 58])
        await instance.visit(`/${short}`, { referer: `https://site${site}.example/` })
      const link = (await only.call(`GET /links/${short}/stats/breakdown`)).body.data
      expect(link.referers).toHaveLength(50)
      expect(link.referers.slice(0, 3)).toEqual([
        { name: 'site59.example', clicks: 3 },
        { name: 'site58.example', clicks: 2 },
        { name: 'site00.example', clicks: 1 },
      ])
      expect((await only.call('GET /stats?additional=true')).body.data.referers).toHaveLength(50)
    })

    test('thousands of made-up referers are summed up as one, and every click still counts', async () => {
      const { short } = await account.link()
      await Promise.all(
        Array.from({ length: 1000 }, (_, site) =>
          instance.visit(`/${short}`, { referer: `https://made-up-${site}.example/` }),
        ),
      )
      await instance.visit(`/${short}`)
      const { referers } = await breakdownOf(short)
      expect(referers).toHaveLength(50)
      expect(referers[0]).toEqual({ name: 'other', clicks: expect.any(Number) })
      expect(referers[0].clicks).toBeGreaterThan(600)
      expect((await account.call(`GET /links/${short}`)).body.data.clicks).toBe(1001)
    })

    test('the range selects the days that are summed up', async () => {
      const { short } = await account.link()
      await instance.visit(`/${short}`, { referer: 'https://before.example/' })
      await instance.clock.advance(86_400_000)
      await instance.visit(`/${short}`, { referer: 'https://after.example/' })
      const day = instance.clock.day()
      const { body } = await account.call(`GET /links/${short}/stats/breakdown?start=${day}&end=${day}`)
      expect(body.data.referers).toEqual([{ name: 'after.example', clicks: 1 }])
      expect((await breakdownOf(short)).referers).toHaveLength(2)
    })
  },
  { TRUST_PROXY: '127.0.0.1' },
)
