// Creating a link through the API: its record, its fields and what is refused.
import { describe, expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('creating a link', (instance) => {
  test('a link with only a destination has a complete record, with every default', async () => {
    const account = await instance.account()
    const before = instance.clock.unix()
    const answer = await account.call('POST /links', { body: { long_url: 'https://example.com/a?b=c' } })
    expect(answer.status).toBe(200)
    const host = new URL(instance.url).host
    const { short, id, created_at } = answer.body.data
    expect(answer.body).toStrictEqual({
      data: {
        id: expect.stringMatching(/^lnk_[0-9a-z]{26}$/),
        short: expect.any(String),
        domain: host,
        short_url: `http://${host}/${short}`,
        long_url: 'https://example.com/a?b=c',
        title: '',
        status: 'active',
        has_password: false,
        disposable: false,
        adult: false,
        expired_at: null,
        archive_at: null,
        note: null,
        forward_query: null,
        forward_path: null,
        starts_at: null,
        max_clicks: null,
        max_clicks_used: 0,
        ended_url: null,
        rules: [],
        tags: [],
        preview: null,
        archived_at: null,
        broken_at: null,
        blocked_at: null,
        blocked_reason: null,
        clicks: 0,
        created_at,
        updated_at: created_at,
      },
    })
    expect(created_at).toBeGreaterThanOrEqual(before)
    expect(created_at).toBeLessThanOrEqual(instance.clock.unix())
    expect((await account.call(`GET /links/${short}`)).body).toStrictEqual(answer.body)
    expect((await account.call(`GET /links/${id}`)).body).toStrictEqual(answer.body)
  })

  test('title, custom_slug, password, expired_at and domain_alias are all kept', async () => {
    const account = await instance.account()
    await account.domain('all.example.com')
    const link = await account.link({
      long_url: 'https://example.com/all',
      title: 'Every field',
      custom_slug: 'all-of-them',
      password: 'open sesame',
      expired_at: instance.clock.unix() + 3600,
      domain_alias: 'all.example.com',
    })
    expect(link).toMatchObject({
      short: 'all-of-them',
      domain: 'all.example.com',
      short_url: 'http://all.example.com/all-of-them',
      long_url: 'https://example.com/all',
      title: 'Every field',
      has_password: true,
      status: 'active',
    })
    expect(link.expired_at).toBeGreaterThan(instance.clock.unix())
    expect(JSON.stringify(link)).not.toContain('sesame')
  })

  test('null and omitted mean the same for custom_slug, password, expired_at and domain_alias', async () => {
    const account = await instance.account()
    const link = await account.link({
      custom_slug: null,
      password: null,
      expired_at: null,
      domain_alias: null,
    })
    expect(link).toMatchObject({ has_password: false, expired_at: null, domain: new URL(instance.url).host })
  })

  test('unknown fields are ignored', async () => {
    const account = await instance.account()
    const link = await account.link({ id: 'lnk_mine', clicks: 99, status: 'archived', surprise: true })
    expect(link).toMatchObject({ clicks: 0, status: 'active' })
    expect(link.id).not.toBe('lnk_mine')
    expect(link).not.toHaveProperty('surprise')
  })

  test('a destination is stored, returned and redirected to exactly as sent', async () => {
    const account = await instance.account()
    const long_url = 'HTTPS://Example.COM:443/a/../b?x=1&y=%7e#Frag|ment'
    const link = await account.link({ long_url })
    expect(link.long_url).toBe(long_url)
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(long_url)
  })

  test('a destination that is not printable ASCII is stored as sent and redirected to in its serialized form', async () => {
    const account = await instance.account()
    const long_url = 'https://bücher.example/straße?q=日本'
    const link = await account.link({ long_url })
    expect(link.long_url).toBe(long_url)
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(new URL(long_url).href)
  })

  test('a destination can have 8,192 characters, but not one more', async () => {
    const account = await instance.account()
    const longest = 'https://example.com/'.padEnd(8192, 'x')
    expect((await account.link({ long_url: longest })).long_url).toBe(longest)
    const answer = await account.call('POST /links', { body: { long_url: `${longest}x` } })
    expect(answer.status).toBe(422)
    expect(answer.body.error.details[0].path).toBe('long_url')
  })

  test('a title can have 255 characters, but not one more', async () => {
    const account = await instance.account()
    const title = 'é'.repeat(255)
    expect((await account.link({ title })).title).toBe(title)
    const answer = await account.call('POST /links', {
      body: { long_url: 'https://e.com', title: `${title}x` },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.error.details[0].path).toBe('title')
  })

  test('a password has 1 to 255 characters', async () => {
    const account = await instance.account()
    expect((await account.link({ password: 'p' })).has_password).toBe(true)
    expect((await account.link({ password: 'p'.repeat(255) })).has_password).toBe(true)
    for (const password of ['', 'p'.repeat(256)]) {
      const answer = await account.call('POST /links', { body: { long_url: 'https://e.com/', password } })
      expect(answer.status).toBe(422)
      expect(answer.body.error.details[0].path).toBe('password')
    }
  })

  test('expired_at must lie in the future', async () => {
    const account = await instance.account()
    const now = instance.clock.unix()
    for (const expired_at of [0, now - 1, now]) {
      const answer = await account.call('POST /links', { body: { long_url: 'https://e.com/', expired_at } })
      expect(answer.status).toBe(422)
      expect(answer.body.error.details).toStrictEqual([
        { path: 'expired_at', message: 'must be in the future', code: 'not_future' },
      ])
    }
    expect((await account.link({ expired_at: now + 60 })).expired_at).toBe(now + 60)
  })

  test('a link past expired_at has the status expired', async () => {
    const account = await instance.account()
    const { short } = await account.link({ expired_at: instance.clock.unix() + 600 })
    await instance.clock.advance(601_000)
    expect((await account.call(`GET /links/${short}`)).body.data.status).toBe('expired')
  })

  describe('422 validation_failed names the field, and nothing is created', () => {
    const wrong: [string, Record<string, unknown>][] = [
      ['long_url', {}],
      ['long_url', { long_url: 12 }],
      ['long_url', { long_url: '' }],
      ['long_url', { long_url: 'javascript:alert(1)' }],
      ['long_url', { long_url: 'ftp://example.com/' }],
      ['long_url', { long_url: 'https://' }],
      ['long_url', { long_url: 'https://me:secret@example.com/' }],
      ['title', { long_url: 'https://e.com/', title: ['a'] }],
      ['custom_slug', { long_url: 'https://e.com/', custom_slug: 7 }],
      ['password', { long_url: 'https://e.com/', password: true }],
      ['expired_at', { long_url: 'https://e.com/', expired_at: '2030-01-01' }],
      ['expired_at', { long_url: 'https://e.com/', expired_at: 2e9 + 0.5 }],
      ['domain_alias', { long_url: 'https://e.com/', domain_alias: {} }],
      ['domain_alias', { long_url: 'https://e.com/', domain_alias: 'not-mine.example.com' }],
    ]
    for (const [path, body] of wrong) {
      test(`${path} in ${JSON.stringify(body)}`, async () => {
        const account = await instance.account()
        const answer = await account.call('POST /links', { body })
        expect(answer.status).toBe(422)
        expect(answer.body.error.code).toBe('validation_failed')
        expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toStrictEqual([path])
        expect((await account.call('GET /links?status=all')).body.total).toBe(0)
        expect((await account.call('GET /quota')).body.data.links.used).toBe(0)
      })
    }
  })

  test('a destination on a short domain of the service is refused, to prevent loops', async () => {
    const account = await instance.account()
    await account.domain('loop.example.com')
    const { port, host } = new URL(instance.url)
    const own = [host, host.toUpperCase(), `localhost.:${port}`, `127.0.0.1:${port}`, `127.1:${port}`]
    for (const loop of [...own, 'loop.example.com', 'LOOP.example.com.', 'loop.example.com:8080']) {
      const answer = await account.call('POST /links', { body: { long_url: `http://${loop}/abc` } })
      expect([loop, answer.status, answer.body.error?.details?.[0].path]).toStrictEqual([
        loop,
        422,
        'long_url',
      ])
    }
  })
})
