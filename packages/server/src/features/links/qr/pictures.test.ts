// The pictures of QR codes: their URLs, their content, and how long they are cached.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { picture } from '../../../../../../test/pictures/qr.ts'
import { scanPng, sizeOf } from '../../../../../../test/pictures/qr-pixels.ts'

onEachEngine('the picture of a QR code', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const svg = async (path: string) => new TextDecoder().decode((await picture(instance, path)).bytes)

  test('contains the short URL with ?qr, and opening it is a scan', async () => {
    const link = await account.link({ long_url: 'https://example.com/scanned' })
    const { status, headers, bytes } = await picture(instance, `/${link.short}.png`)
    expect([status, headers.get('content-type')]).toStrictEqual([200, 'image/png'])
    const text = scanPng(bytes)
    expect(text).toBe(`${link.short_url}?qr`)
    const visit = await instance.visit(new URL(text as string).pathname + new URL(text as string).search)
    expect(visit.headers.get('location')).toBe('https://example.com/scanned')
  })

  test.each([[64], [65], [200]])('has the requested width: %d pixels', async (size) => {
    const link = await account.link()
    const { bytes } = await picture(instance, `/${link.short}.png?size=${size}`)
    expect(sizeOf(bytes)).toEqual([size, size])
    expect(scanPng(bytes)).toBe(`${link.short_url}?qr`)
  })

  test('can be up to 2,048 pixels wide', async () => {
    const link = await account.link()
    const { bytes } = await picture(instance, `/${link.short}.png?size=2048`)
    expect(sizeOf(bytes)).toEqual([2048, 2048])
  })

  test('is 512 pixels wide by default, as SVG too', async () => {
    const link = await account.link()
    expect(sizeOf((await picture(instance, `/${link.short}.png?other=1`)).bytes)).toEqual([512, 512])
    expect(await svg(`/${link.short}.svg`)).toStartWith(
      '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"',
    )
  })

  test.each([
    '63',
    '2049',
    '0',
    '-100',
    '1e3',
    '100.5',
    'abc',
    '',
    '0100',
    '100&size=200',
    '99999999999',
    '%31%30',
  ])('a size of %p is refused with 400', async (size) => {
    const link = await account.link()
    const { status, headers, bytes } = await picture(instance, `/${link.short}.png?size=${size}`)
    expect([status, headers.get('content-type')]).toStrictEqual([400, 'application/json;charset=utf-8'])
    const { error } = JSON.parse(new TextDecoder().decode(bytes))
    expect(error).toMatchObject({ code: 'malformed_request', message: expect.stringContaining('64 to 2048') })
  })

  test('is cached for five minutes, can be shown by any page, and never runs as a document', async () => {
    const link = await account.link()
    for (const path of [`/${link.short}.svg`, `/${link.short}.png`]) {
      const { headers } = await picture(instance, path)
      expect(headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; img-src data:; sandbox")
      expect(headers.get('x-request-id')).not.toBeNull()
    }
  })

  test('answers 304 to clients that have cached it, until its style changes', async () => {
    const link = await account.link()
    for (const [path, color] of [
      [`/${link.short}.svg`, '#00a'],
      [`/${link.short}.png`, '#0a0'],
      [`/${link.short}.png?size=100`, '#a00'],
    ] as const) {
      const tag = (await picture(instance, path)).headers.get('etag') as string
      expect(tag).toMatch(/^"[\w-]+"$/)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await picture(instance, path, { headers: { 'if-none-match': known } })
        expect([again.status, again.headers.get('etag'), again.bytes.length]).toStrictEqual([304, tag, 0])
      }
      await account.call(`PUT /links/${link.short}/qr`, { body: { color } })
      const after = await picture(instance, path, { headers: { 'if-none-match': tag } })
      expect(after.status).toBe(200)
      expect(after.headers.get('etag')).not.toBe(tag)
    }
    const tags = await Promise.all(
      ['svg', 'png', 'png?size=100'].map(async (end) =>
        (await picture(instance, `/${link.short}.${end}`)).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('follows each change at once: of the link, of the account, of the code', async () => {
    const by = await instance.account()
    const { short } = await by.link({ custom_slug: `moves-${instance.engine}` })
    expect(await svg(`/${short}.svg`)).toContain('stroke="#000000"')
    await by.call('PUT /qr', { body: { color: '#00a' } })
    expect(await svg(`/${short}.svg`)).toContain('stroke="#0000aa"')
    await by.call(`PUT /links/${short}/qr`, { body: { color: '#ff000080' } })
    expect(await svg(`/${short}.svg`)).toContain('stroke="#ff7f7f"')
    const renamed = `moved-${instance.engine}`
    await by.call(`PUT /links/${short}`, { body: { custom_slug: renamed } })
    expect((await picture(instance, `/${short}.svg`)).status).toBe(404)
    expect(await svg(`/${renamed}.svg`)).toContain('stroke="#ff7f7f"')
    const { bytes } = await picture(instance, `/${renamed}.png`)
    expect(scanPng(bytes)).toBe(`${instance.url}/${renamed}?qr`)
  })

  test('exists only while the code leads somewhere: archived and unknown ones answer 404', async () => {
    const { short } = await account.link()
    const status = async (path: string) => (await picture(instance, path)).status
    expect(await status(`/${short}.png`)).toBe(200)
    await account.call(`DELETE /links/${short}`)
    for (const path of [`/${short}.png`, `/${short}.svg`, '/never-was.svg', '/never-was.png']) {
      const answer = await picture(instance, path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toStartWith('text/html')
    }
    await account.call(`POST /links/${short}/unarchive`)
    expect(await status(`/${short}.png`)).toBe(200)
  })

  test('also exists for links that require something or have ended, because codes are printed beforehand', async () => {
    const fields = { password: 'sesame', expired_at: instance.clock.unix() + 60 }
    const { short } = await account.link(fields)
    await account.call(`PUT /links/${short}`, { body: { adult: true, disposable: true } })
    expect((await picture(instance, `/${short}.png`)).status).toBe(200)
    await instance.clock.advance(61_000)
    expect((await instance.visit(`/${short}`)).status).toBe(410)
    expect(scanPng((await picture(instance, `/${short}.png`)).bytes)).toContain(`/${short}?qr`)
  })

  test('fetching it is neither a click nor a scan', async () => {
    const { short } = await account.link()
    for (const end of ['svg', 'png', 'svg?qr', 'png?qr&size=64']) await picture(instance, `/${short}.${end}`)
    const { body } = await account.call(`GET /links/${short}/stats/lifetime`)
    expect(body.data.clicks).toBe(0)
  })

  test('answers GET and HEAD, and nothing else', async () => {
    const { short } = await account.link()
    for (const path of [`/${short}.svg`, `/${short}.png`]) {
      const head = await picture(instance, path, { method: 'HEAD' })
      expect([head.status, head.bytes.length]).toStrictEqual([200, 0])
      const get = await picture(instance, path)
      expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await picture(instance, path, { method })
        expect([answer.status, answer.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD'])
      }
    }
  })

  test('of a link on a custom domain exists, and contains that domain', async () => {
    const domain = `codes-${instance.engine}.example.com`
    await account.domain(domain)
    const link = await account.link({ custom_slug: 'here', domain_alias: domain })
    const headers = { host: domain }
    const { bytes } = await picture(instance, '/here.png', { headers })
    expect(scanPng(bytes)).toBe(`${link.short_url}?qr`)
    expect((await picture(instance, '/here.svg', { headers })).status).toBe(200)
    expect((await picture(instance, '/here.png')).status).toBe(404)
    const elsewhere = await account.link()
    expect((await picture(instance, `/${elsewhere.short}.png`, { headers })).status).toBe(404)
  })

  test("of a microsite has the account's style, and exists while visitors see the page", async () => {
    const by = await instance.account()
    const slug = `page-${instance.engine}`
    const body = { slug, title: 'Ana', kind: 'brand', draft: true }
    expect((await by.call('POST /microsites', { body })).status).toBe(200)
    await by.call('PUT /qr', { body: { color: '#00f' } })
    const status = async () => (await picture(instance, `/${slug}.svg`)).status
    expect(await status()).toBe(404)
    await by.call(`POST /microsites/${slug}/publish`)
    expect(await svg(`/${slug}.svg`)).toContain('stroke="#0000ff"')
    expect(scanPng((await picture(instance, `/${slug}.png`)).bytes)).toBe(`${instance.url}/${slug}?qr`)
    await by.call(`PUT /microsites/${slug}`, { body: { hide: true } })
    expect(await status()).toBe(404)
    await by.call(`PUT /microsites/${slug}`, { body: { hide: false } })
    expect(await status()).toBe(200)
    await by.call(`DELETE /microsites/${slug}`)
    expect(await status()).toBe(404)
  })

  describe('similar paths', () => {
    test.each([
      '/.svg',
      '/.png',
      '/%00.svg',
      '/%zz.png',
      '/a%2Fb.svg',
      '/..%2f.svg',
      '/%3Cscript%3E.svg',
      `/${'a'.repeat(49)}.png`,
      '/a.SVG',
      '/a.jpg',
      '/a.svg.png',
      '/a+.svg',
    ])('%s answers 404', async (path) => {
      expect((await picture(instance, path)).status).toBe(404)
    })

    test('percent-encoded characters mean the same as plain ones, and a trailing slash is ignored', async () => {
      const { short } = await account.link({ custom_slug: `plain-${instance.engine}` })
      expect((await picture(instance, `/%70lain-${instance.engine}.svg`)).status).toBe(200)
      expect((await picture(instance, `/${short}.svg/`)).status).toBe(200)
    })
  })
})
