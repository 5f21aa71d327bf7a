// What counts as a click, as a bot and as a visitor, and on which day.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, browser, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine(
  'counting',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })

    const today = async (link: { short: string }) =>
      (await account.call(`GET /links/${link.short}/stats`)).body.data.at(-1)
    const visitFrom = (link: { short: string }, address: string, userAgent = browser) =>
      instance.visit(`/${link.short}`, { 'x-forwarded-for': address, 'user-agent': userAgent })

    test('every redirect is one click; the same address and user agent are one visitor', async () => {
      const link = await account.link()
      for (let visit = 0; visit < 5; visit++) await visitFrom(link, '203.0.113.1')
      expect(await today(link)).toEqual({ date: instance.clock.day(), clicks: 5, bots: 0, visitors: 1 })
    })

    test('another address or another user agent is another visitor', async () => {
      const link = await account.link()
      await visitFrom(link, '203.0.113.1')
      await visitFrom(link, '203.0.113.2')
      await visitFrom(link, '203.0.113.1', browser.replace('Windows NT 10.0', 'X11; Linux x86_64'))
      expect((await today(link)).visitors).toBe(3)
    })

    test('a visitor of two links counts once for each', async () => {
      const links = [await account.link(), await account.link()]
      for (const link of links) await visitFrom(link, '203.0.113.1')
      for (const link of links) expect((await today(link)).visitors).toBe(1)
    })

    test("a link's record, its lifetime count, its days and the list agree", async () => {
      const link = await account.link()
      for (let visit = 0; visit < 7; visit++) await visitFrom(link, `203.0.113.${visit}`)
      expect((await account.call(`GET /links/${link.short}`)).body.data.clicks).toBe(7)
      expect((await account.call(`GET /links/${link.short}/stats/lifetime`)).body.data).toEqual({ clicks: 7 })
      expect((await today(link)).clicks).toBe(7)
      const list = await account.call(`GET /links?search=${link.short}`)
      expect(list.body.data[0].clicks).toBe(7)
    })

    test('five hundred concurrent clicks are all in statistics that are requested right after', async () => {
      const link = await account.link()
      await Promise.all(
        Array.from({ length: 500 }, (_, number) => visitFrom(link, `203.0.113.${number % 50}`)),
      )
      expect(await today(link)).toMatchObject({ clicks: 500, visitors: 50 })
      for (let visit = 1; visit <= 20; visit++) {
        await visitFrom(link, '203.0.113.1')
        expect((await today(link)).clicks).toBe(500 + visit)
      }
    })

    test('clicks count for the day (UTC) on which they were answered', async () => {
      const link = await account.link()
      await instance.clock.advanceTo(`${instance.clock.day(1)}T23:59:00Z`)
      await visitFrom(link, '203.0.113.1')
      await instance.clock.advance(60_000)
      await visitFrom(link, '203.0.113.1')
      await visitFrom(link, '203.0.113.1')
      const days = (await account.call(`GET /links/${link.short}/stats`)).body.data.slice(-2)
      expect(days).toEqual([
        { date: instance.clock.day(-1), clicks: 1, bots: 0, visitors: 1 },
        { date: instance.clock.day(), clicks: 2, bots: 0, visitors: 1 },
      ])
      expect((await account.call(`GET /links/${link.short}`)).body.data.clicks).toBe(3)
    })

    describe('a declared crawler or fetcher of previews counts as a click and as a bot, not as a visitor', () => {
      test.each([
        'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
        'WhatsApp/2.23.20.0',
        'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        'TelegramBot (like TwitterBot)',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
        'GPTBot/1.2',
        'python-requests/2.31 ExampleBot/1.0 (+https://example.com/bot)',
        'http.rb/5.1.1 (Mastodon/4.1.2; +https://mastodon.social/)',
      ])('%s', async (userAgent) => {
        const link = await account.link()
        await visitFrom(link, '203.0.113.1', userAgent)
        expect(await today(link)).toMatchObject({ clicks: 1, bots: 1, visitors: 0 })
      })
    })

    describe('a command-line client or HTTP library is not a bot', () => {
      test.each([
        'curl/8.5.0',
        'Wget/1.21.4',
        'HTTPie/3.2.2',
        'python-requests/2.31.0',
        'Python-urllib/3.11',
        'python-httpx/0.27.0',
        'Python/3.11 aiohttp/3.9.1',
        'axios/1.6.2',
        'node',
        'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
        'got (https://github.com/sindresorhus/got)',
        'Go-http-client/1.1',
        'Go-http-client/2.0',
        'okhttp/4.12.0',
        'Java/17.0.1',
        'Java-http-client/17',
        'Apache-HttpClient/4.5.14 (Java/17.0.1)',
        'GuzzleHttp/7',
        'Ruby',
        'Dart/3.2 (dart:io)',
        'reqwest/0.11',
        'libwww-perl/6.72',
        'PostmanRuntime/7.36.0',
        'lynx/2.9',
        'Microsoft-WinHttp/10',
        '',
      ])('%s', async (userAgent) => {
        const link = await account.link()
        await visitFrom(link, '203.0.113.1', userAgent)
        expect(await today(link)).toMatchObject({ clicks: 1, bots: 0, visitors: 1 })
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1' },
)
