// The card of a link: what messengers and social networks get, and people never do.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

const fetchers = {
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  X: 'Twitterbot/1.0',
  WhatsApp: 'WhatsApp/2.23.20.0',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  Telegram: 'TelegramBot (like TwitterBot)',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
}
// Browsers inside the apps of the same services: people.
const people = {
  'Facebook app':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B91 [FBAN/FBIOS;FBAV/490.0.0.36.102;FBBV/661379466]',
  'X app':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B91 Twitter for iPhone/10.66',
  'LinkedIn app':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 [LinkedInApp]/4.1.983',
  'Slack app':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Electron/33.0 Safari/537.36 Slack_SSB/4.41',
  'WhatsApp in a browser':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 WhatsApp/2.24',
}

onEachEngine('a link with a card', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })
  const preview = { title: 'Spring <sale>', description: 'Up to "half" off & more' }
  const carded = (fields = {}) => account.link({ long_url: 'https://example.com/spring', preview, ...fields })
  const fetch = (short: string, userAgent: string) => instance.visit(`/${short}`, { 'user-agent': userAgent })

  test('shows it in its record, and takes it away with null', async () => {
    const link = await carded()
    expect(link.preview).toEqual({ ...preview, image: null })
    const update = async (body: object) =>
      (await account.call(`PUT /links/${link.short}`, { body })).body.data.preview
    expect(await update({ preview: link.preview })).toEqual(link.preview)
    expect(await update({ title: 'Other' })).toEqual(link.preview)
    expect(await update({ preview: null })).toBeNull()
    expect(await update({ preview: { title: '', description: null } })).toBeNull()
  })

  describe('gives it to the fetchers of', () => {
    test.each(Object.entries(fetchers))('%s', async (_name, userAgent) => {
      const { short, short_url } = await carded()
      const { status, headers, text } = await fetch(short, userAgent)
      expect([status, headers.get('location')]).toEqual([200, null])
      expect(text).toContain('<meta property="og:title" content="Spring &lt;sale&gt;"/>')
      expect(text).toContain('content="Up to &quot;half&quot; off &amp; more"')
      expect(text).toContain(`<meta property="og:url" content="${short_url}"/>`)
      expect(text).not.toContain('example.com/spring')
      expect((await account.call(`GET /links/${short}`)).body.data.clicks).toBe(0)
    })
  })

  describe('redirects the people in', () => {
    test.each(Object.entries(people))('the %s', async (_name, userAgent) => {
      const { short } = await carded()
      expect((await fetch(short, userAgent)).headers.get('location')).toBe('https://example.com/spring')
    })
  })

  test('gives none while it has a password, asks for consent, or has not started', async () => {
    const locked = await carded({ password: 'sesame' })
    const adult = await carded()
    await account.call(`PUT /links/${adult.short}`, { body: { adult: true } })
    const scheduled = await carded({ starts_at: instance.clock.unix() + 3600 })
    for (const { short } of [locked, adult, scheduled])
      expect((await fetch(short, fetchers.Facebook)).text).not.toContain('Spring')
  })

  test('takes an image by its id, of its own account only', async () => {
    const answer = await account.call('POST /links', {
      body: { long_url: 'https://example.com/', preview: { image: 'ast_00000000000000000000000000' } },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.error.details[0]).toMatchObject({ path: 'preview.image', code: 'unknown_asset' })
  })

  test('lets no text end a tag', async () => {
    const { short } = await carded({
      preview: { title: '"><script>alert(1)</script>', description: "' onload='x" },
    })
    const { text, headers } = await fetch(short, fetchers.X)
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
