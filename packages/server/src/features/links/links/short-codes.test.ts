// Short codes: which ones can be chosen, how generated ones look, and how long a code stays taken.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('short codes', (instance) => {
  test('a generated code has 6 of 49 characters, without vowels or look-alikes', async () => {
    const account = await instance.account()
    const links = Array.from({ length: 100 }, (_, index) => ({ long_url: `https://example.com/${index}` }))
    const { items } = (await account.call('POST /links/bulk', { body: { links } })).body.data
    const codes: string[] = items.map((item: { data: { short: string } }) => item.data.short)
    for (const code of codes) expect(code).toMatch(/^[23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ]{6}$/)
    expect(new Set(codes).size).toBe(100)
    // Among 600 drawn characters, each of the 49 almost certainly appears: none is left out by mistake.
    expect(new Set(codes.join('')).size).toBeGreaterThan(44)
  })

  test('a custom code can have 1 to 48 of the characters A-Z a-z 0-9 - and _', async () => {
    const account = await instance.account()
    for (const code of ['Q', '-', '_', '-_-', 'Ab9_-'.padEnd(48, 'z')]) {
      expect((await account.link({ custom_slug: code })).short).toBe(code)
      expect((await instance.visit(`/${code}`)).status).toBe(302)
    }
  })

  test('any other custom code is refused as slug_invalid', async () => {
    const account = await instance.account()
    for (const code of [
      '',
      'x'.repeat(49),
      'a b',
      'a/b',
      'a.b',
      'a+',
      'ü',
      '日本',
      'a\u0000',
      'a\n',
      '%41',
    ]) {
      const answer = await account.call('POST /links', {
        body: { long_url: 'https://e.com/', custom_slug: code },
      })
      expect([code, answer.status, answer.body.error?.code]).toStrictEqual([code, 422, 'slug_invalid'])
    }
    expect((await account.call('GET /links?status=all')).body.total).toBe(0)
  })

  test('words that the service itself uses are refused as slug_invalid in any case', async () => {
    const account = await instance.account()
    const words = ['v2', 'oauth', 'mcp', 'api', 'dashboard', 'consent', 'assets', 'healthz', 'API', 'HealthZ']
    for (const code of words) {
      const answer = await account.call('POST /links', {
        body: { long_url: 'https://e.com/', custom_slug: code },
      })
      expect([code, answer.status, answer.body.error?.code]).toStrictEqual([code, 422, 'slug_invalid'])
    }
  })

  test('a code that looks like an id is refused as slug_invalid in every request and any case', async () => {
    const account = await instance.account()
    const precious = await account.link()
    const other = await account.link({ custom_slug: 'other' })
    const long_url = 'https://example.com/'
    const looks = ['lnk', 'mic', 'cmp'].map((prefix) => precious.id.replace('lnk', prefix))
    for (const code of [...looks, precious.id.toUpperCase()]) {
      const answers = [
        await account.call('POST /links', { body: { long_url, custom_slug: code } }),
        await account.call('PUT /links/other', { body: { custom_slug: code } }),
        await account.call('POST /links/available', { body: { short: code } }),
      ]
      for (const { status, body } of answers)
        expect([code, status, body.error?.code]).toStrictEqual([code, 422, 'slug_invalid'])
      const bulk = await account.call('POST /links/bulk', { body: { links: [{ long_url, short: code }] } })
      expect(bulk.body.data.items[0].error).toBe('slug_invalid')
    }
    expect((await account.call(`GET /links/${precious.id}`)).body.data.id).toBe(precious.id)
    expect((await account.call('GET /links/other')).body.data.id).toBe(other.id)
    expect((await account.call('GET /links?status=all')).body.total).toBe(2)
    for (const code of [
      'lnk_',
      `${precious.id}x`,
      precious.id.slice(0, -1),
      precious.id.replace('lnk', 'key'),
    ])
      expect((await account.link({ custom_slug: code })).short).toBe(code)
  })

  test('codes are case-sensitive: Launch and launch are two links', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'Launch', long_url: 'https://example.com/upper' })
    await account.link({ custom_slug: 'launch', long_url: 'https://example.com/lower' })
    expect((await instance.visit('/Launch')).headers.get('location')).toBe('https://example.com/upper')
    expect((await instance.visit('/launch')).headers.get('location')).toBe('https://example.com/lower')
    expect((await instance.visit('/LAUNCH')).status).toBe(404)
  })

  test('a taken code is refused as slug_taken, whoever owns it', async () => {
    const [first, second] = [await instance.account(), await instance.account()]
    await first.link({ custom_slug: 'taken' })
    for (const account of [first, second]) {
      const answer = await account.call('POST /links', {
        body: { long_url: 'https://e.com/', custom_slug: 'taken' },
      })
      expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'slug_taken'])
    }
  })

  test('an archived link keeps its code taken', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'shelved' })
    await account.call('DELETE /links/shelved')
    const answer = await account.call('POST /links', {
      body: { long_url: 'https://e.com/', custom_slug: 'shelved' },
    })
    expect(answer.body.error.code).toBe('slug_taken')
  })

  test('names of the API’s own paths are ordinary codes', async () => {
    const account = await instance.account()
    for (const code of ['bulk', 'available', 'unarchive', 'stats']) {
      await account.link({ custom_slug: code })
      expect((await account.call(`GET /links/${code}`)).body.data.short).toBe(code)
      const update = await account.call(`PUT /links/${code}`, { body: { title: 'Mine' } })
      expect(update.body.data.title).toBe('Mine')
      expect((await account.call(`DELETE /links/${code}`)).body.data.status).toBe('archived')
      expect((await account.call(`POST /links/${code}/unarchive`)).body.data.status).toBe('active')
    }
  })

  test('a path accepts the id wherever it accepts a code', async () => {
    const account = await instance.account()
    const { id, short } = await account.link()
    expect((await account.call(`GET /links/${id}`)).body.data.short).toBe(short)
    const update = await account.call(`PUT /links/${id}`, { body: { title: 'By id' } })
    expect(update.body.data.title).toBe('By id')
    expect((await account.call(`GET /links/${id}/stats`)).status).toBe(200)
    expect((await account.call(`GET /links/${id}/stats/lifetime`)).status).toBe(200)
    expect((await account.call(`DELETE /links/${id}`)).body.data.status).toBe('archived')
    expect((await account.call(`POST /links/${id}/unarchive`)).body.data.status).toBe('active')
  })

  test('an id is not a short code for visitors', async () => {
    const { id } = await (await instance.account()).link()
    expect((await instance.visit(`/${id}`)).status).toBe(404)
  })

  test('a code in a path may be percent-encoded', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'plain' })
    expect((await account.call('GET /links/%70lain')).body.data.short).toBe('plain')
  })

  test('a path with an impossible code is 404', async () => {
    const account = await instance.account()
    for (const path of ['%00', '%ff', '%E0%A4%A', 'no.such', 'a'.repeat(500), '日本', "'--"]) {
      const answer = await account.call(`GET /links/${path}`)
      expect([path, answer.status, answer.body?.error.code]).toStrictEqual([path, 404, 'not_found'])
    }
  })
})
