// Links that open once: who wins, what the others get, and that crawlers never use one up.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine, startOn } from '../../../../../../test/instance.ts'

onEachEngine('a one-click link', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const destination = 'https://example.com/only-once'
  async function oneClickLink(change = {}, fields = {}) {
    const link = await account.link({ long_url: destination, title: 'Once upon', ...fields })
    const body = { disposable: true, ...change }
    return (await account.call(`PUT /links/${link.short}`, { body })).body.data
  }
  const recordOf = async (link: { short: string }) =>
    (await account.call(`GET /links/${link.short}`)).body.data

  test('the first visitor is redirected, all others get 410, and the link says that it is consumed', async () => {
    const link = await oneClickLink()
    const first = await instance.visit(`/${link.short}`)
    expect(first.status).toBe(302)
    expect(first.headers.get('location')).toBe(destination)
    const second = await instance.visit(`/${link.short}`)
    expect(second.status).toBe(410)
    expect(second.headers.get('location')).toBeNull()
    expect(second.text).toContain('already been used')
    const json = await instance.visit(`/${link.short}`, { accept: 'application/json' })
    expect(json.body.error.code).toBe('gone')
    expect(await recordOf(link)).toMatchObject({ status: 'consumed', clicks: 1 })
  })

  test('of two hundred concurrent visitors, exactly one is redirected', async () => {
    const link = await oneClickLink()
    const visits = Array.from({ length: 200 }, () => instance.visit(`/${link.short}`))
    const statuses = (await Promise.all(visits)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 302)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(199)
    expect(await recordOf(link)).toMatchObject({ status: 'consumed', clicks: 1 })
  })

  test('HEAD and prefetches consume nothing', async () => {
    const link = await oneClickLink()
    expect((await instance.ask(`HEAD /${link.short}`)).status).toBe(302)
    for (const name of ['sec-purpose', 'purpose'])
      expect((await instance.visit(`/${link.short}`, { [name]: 'prefetch' })).status).toBe(302)
    expect(await recordOf(link)).toMatchObject({ status: 'active', clicks: 0 })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  test('its preview consumes nothing and hides the destination', async () => {
    const link = await oneClickLink()
    const page = await instance.visit(`/${link.short}+`)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('only-once')
    expect(page.text).not.toContain('Once upon')
    expect((await recordOf(link)).status).toBe('active')
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
  })

  describe('crawlers that fetch previews never consume it, and get a page with no destination', () => {
    test.each([
      ['WhatsApp', 'WhatsApp/2.23.20.0'],
      ['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
      ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
      ['X', 'Twitterbot/1.0'],
      ['Telegram', 'TelegramBot (like TwitterBot)'],
      ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
      ['LinkedIn', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
      [
        'iMessage',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      ],
      ['Skype and Teams', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
      ['Mastodon', 'http.rb/5.1.1 (Mastodon/4.1.2; +https://mastodon.social/)'],
      ['Matrix', 'Synapse (bot; +https://github.com/matrix-org/synapse)'],
      ['Bluesky', 'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)'],
      ['Google', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ])('%s', async (_name, userAgent) => {
      const link = await oneClickLink()
      for (const path of [`/${link.short}`, `/${link.short}+`, `/${link.short}?qr`]) {
        const page = await instance.visit(path, { 'user-agent': userAgent })
        expect(page.status).toBe(200)
        expect(page.headers.get('location')).toBeNull()
        expect(page.headers.get('x-robots-tag')).toBe('noindex')
        expect(page.text).not.toContain('only-once')
        expect(page.text).not.toContain('Once upon')
      }
      const head = await instance.ask(`HEAD /${link.short}`, { headers: { 'user-agent': userAgent } })
      expect(head.headers.get('location')).toBeNull()
      expect(await recordOf(link)).toMatchObject({ status: 'active', clicks: 0 })
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    })
  })

  test('a command-line client is a visitor: it consumes the link', async () => {
    const link = await oneClickLink()
    expect((await instance.visit(`/${link.short}`, { 'user-agent': 'curl/8.5.0' })).status).toBe(302)
    expect((await instance.visit(`/${link.short}`)).status).toBe(410)
  })

  test('with a password, only the right one consumes it', async () => {
    const link = await oneClickLink({ password: 'sesame' })
    const send = (password: string) =>
      instance.ask(`POST /${link.short}`, { body: new URLSearchParams({ password }) })
    expect((await instance.visit(`/${link.short}`)).status).toBe(200)
    expect((await send('no')).status).toBe(401)
    expect((await recordOf(link)).status).toBe('active')
    const statuses = (await Promise.all([send('sesame'), send('sesame'), send('sesame')])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([303, 410, 410])
    expect((await send('no')).status).toBe(410)
  })

  test('on a link for adults, only consent consumes it', async () => {
    const link = await oneClickLink({ adult: true })
    expect((await instance.visit(`/${link.short}`)).status).toBe(200)
    expect((await recordOf(link)).status).toBe('active')
    const consent = () =>
      instance.ask(`POST /${link.short}`, { body: new URLSearchParams({ consent: 'yes' }) })
    expect((await consent()).status).toBe(303)
    expect((await consent()).status).toBe(410)
  })

  test("past its expiry it can't be claimed any more", async () => {
    const link = await oneClickLink({ expired_at: instance.clock.unix() + 60 })
    await instance.clock.advance(60_000)
    expect((await instance.visit(`/${link.short}`)).status).toBe(410)
    expect(await recordOf(link)).toMatchObject({ status: 'expired', clicks: 0 })
  })

  test('a link that had clicks before it was made one-click still has its one click', async () => {
    const link = await account.link({ long_url: destination })
    await instance.visit(`/${link.short}`)
    await account.call(`PUT /links/${link.short}`, { body: { disposable: true } })
    expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    expect((await instance.visit(`/${link.short}`)).status).toBe(410)
    expect((await recordOf(link)).clicks).toBe(2)
  })

  test('on two servers with one database, of two hundred concurrent visitors exactly one is redirected', async () => {
    // SQLite supports one server process, so the test above covers it.
    const other = instance.engine === 'postgres' ? await startOn(instance.database, 'postgres') : instance
    try {
      const link = await oneClickLink()
      // Both have it in their cache, unclaimed, before the race begins.
      await Promise.all([instance.ask(`HEAD /${link.short}`), other.ask(`HEAD /${link.short}`)])
      const visits = Array.from({ length: 200 }, (_, number) =>
        (number % 2 === 0 ? instance : other).visit(`/${link.short}`),
      )
      const statuses = (await Promise.all(visits)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 302)).toHaveLength(1)
      expect(statuses.filter((status) => status === 410)).toHaveLength(199)
    } finally {
      if (other !== instance) await other.stop()
    }
  })
})
