// How an ordinary short URL responds: where it redirects, with which headers, and to which requests.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('the redirect', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  async function clicksOf(link: { short: string }): Promise<number> {
    return (await account.call(`GET /links/${link.short}/stats/lifetime`)).body.data.clicks
  }

  test('an active link redirects with 302 to the destination, not to be stored, and counts the click', async () => {
    const link = await account.link({ long_url: 'https://example.com/a?b=c#d' })
    const answer = await instance.visit(`/${link.short}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://example.com/a?b=c#d')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.text).toBe('')
    expect(await clicksOf(link)).toBe(1)
  })

  test.each([
    'https://example.com',
    'HTTPS://Example.COM/Path',
    'http://example.com:80/',
    'https://example.com/a/../b/./c',
    'https://example.com/%7euser/%7Euser/%zz/100%',
    'https://example.com/{a}|b^c`d"e<f>',
    'https://example.com/a b?c d#e f',
    'https://example.com/a\\b',
    "https://example.com/?q='%27&r=%2B+&&=;,",
    'https://example.com/#/route?x=1#again',
    `https://example.com/${'long/'.repeat(1600)}`,
  ])('a destination of printable ASCII is sent exactly as given: %s', async (long_url) => {
    const link = await account.link({ long_url })
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(long_url)
  })

  test.each([
    ['https://example.com/kopi-süß?q=é', 'https://example.com/kopi-s%C3%BC%C3%9F?q=%C3%A9'],
    ['https://bücher.example/日本', 'https://xn--bcher-kva.example/%E6%97%A5%E6%9C%AC'],
    ['https://example.com/☕/../%7e', 'https://example.com/%7e'],
  ])('a destination beyond ASCII is sent as the WHATWG parser writes it: %s', async (long_url, location) => {
    const link = await account.link({ long_url })
    expect(link.long_url).toBe(long_url)
    expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(location)
  })

  test.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
  ])('%s with %o gets the same headers and is not counted', async (method, headers) => {
    const link = await account.link({ long_url: 'https://example.com/same' })
    const visit = await instance.visit(`/${link.short}`)
    const answer = await instance.ask(`${method} /${link.short}`, {
      headers: headers as Record<string, string>,
    })
    expect(answer.status).toBe(302)
    for (const name of ['location', 'cache-control'])
      expect(answer.headers.get(name)).toBe(visit.headers.get(name))
    expect(answer.text).toBe('')
    expect(await clicksOf(link)).toBe(1)
  })

  test("the visitor's query string is not passed on", async () => {
    const link = await account.link({ long_url: 'https://example.com/?kept=1' })
    const answer = await instance.visit(`/${link.short}?utm_source=mail&kept=2`)
    expect(answer.headers.get('location')).toBe('https://example.com/?kept=1')
  })

  test('?qr redirects and counts like any click', async () => {
    const link = await account.link({ long_url: 'https://example.com/scanned' })
    for (const query of ['?qr', '?qr=1', '?a=b&qr']) {
      const answer = await instance.visit(`/${link.short}${query}`)
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe('https://example.com/scanned')
    }
    expect(await clicksOf(link)).toBe(3)
  })

  test('short codes are case-sensitive', async () => {
    await account.link({ custom_slug: 'Case', long_url: 'https://example.com/upper' })
    await account.link({ custom_slug: 'case', long_url: 'https://example.com/lower' })
    expect((await instance.visit('/Case')).headers.get('location')).toBe('https://example.com/upper')
    expect((await instance.visit('/case')).headers.get('location')).toBe('https://example.com/lower')
    expect((await instance.visit('/CASE')).status).toBe(404)
  })

  test('percent-encoded characters of a code mean the same as plain ones', async () => {
    await account.link({ custom_slug: 'per-cent', long_url: 'https://example.com/encoded' })
    expect((await instance.visit('/p%65r%2Dcent')).headers.get('location')).toBe(
      'https://example.com/encoded',
    )
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s to a link that has no form answers 405, says what is allowed, and counts nothing',
    async (method) => {
      const link = await account.link()
      const answer = await instance.ask(`${method} /${link.short}`)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
      expect(answer.headers.get('location')).toBeNull()
      const json = await instance.ask(`${method} /${link.short}`, { headers: { accept: 'application/json' } })
      expect(json.body.error.code).toBe('method_not_allowed')
      expect(await clicksOf(link)).toBe(0)
    },
  )

  test('a link with a form allows POST as well, and nothing else', async () => {
    const link = await account.link({ password: 'sesame' })
    const answer = await instance.ask(`PUT /${link.short}`)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  })

  test('a trailing slash changes nothing', async () => {
    const link = await account.link()
    expect((await instance.visit(`/${link.short}/`)).headers.get('location')).toBe(link.long_url)
    expect((await instance.visit(`/${link.short}+/`)).status).toBe(200)
    expect((await instance.visit(`/${link.short}//`)).status).toBe(404)
    expect((await instance.visit(`/${link.short}/more`)).status).toBe(404)
    expect(await clicksOf(link)).toBe(1)
  })

  test('the home page answers GET and HEAD; another method is 405', async () => {
    expect((await instance.visit('/')).status).toBe(200)
    expect((await instance.ask('HEAD /')).status).toBe(200)
    const answer = await instance.ask('POST /', { body: new URLSearchParams() })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  test('every response has a request identifier, and keeps a valid one from the request', async () => {
    const link = await account.link()
    const locked = await account.link({ password: 'sesame' })
    for (const path of ['/', `/${link.short}`, `/${link.short}+`, `/${locked.short}`, '/nothing', '/a/b']) {
      expect((await instance.visit(path)).headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
      const kept = await instance.visit(path, { 'x-request-id': 'Trace-1.a_b' })
      expect(kept.headers.get('x-request-id')).toBe('Trace-1.a_b')
      for (const bad of ['x'.repeat(129), 'a b', 'a<b>']) {
        const answer = await instance.visit(path, { 'x-request-id': bad })
        expect(answer.headers.get('x-request-id')).not.toBe(bad)
        expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
      }
    }
    const [one, two] = [await instance.visit(`/${link.short}`), await instance.visit(`/${link.short}`)]
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'))
  })
})
