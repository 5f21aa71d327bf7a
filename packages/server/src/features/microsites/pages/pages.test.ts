// The response at the address of a microsite: the page in the visitor's language and encoding, and when it is counted.
import { beforeAll, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Account, browser, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'

onEachEngine('the page of a microsite', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const viewsOf = async (slug: string): Promise<number> =>
    (await account.call(`GET /microsites/${slug}`)).body.data.views
  const raw = (path: string, headers: Record<string, string>) =>
    fetch(instance.url + path, { headers, decompress: false } as RequestInit)

  test('is served to everyone with its own policy, can be indexed, and is revalidated each time', async () => {
    const { slug } = await microsite(account, { title: 'Ana makes pots' })
    await componentsOf(account, slug).add('TEXT', { content: 'Clay and fire' })
    const page = await instance.visit(`/${slug}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect(page.headers.get('x-robots-tag')).toBeNull()
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding, Accept-Language')
    expect(page.text).toContain('Ana makes pots')
    expect(page.text).toContain('Clay and fire')
  })

  test('is the same page with a trailing slash, a ?qr or a +', async () => {
    const { slug } = await microsite(account)
    const { text } = await instance.visit(`/${slug}`)
    for (const path of [`/${slug}/`, `/${slug}?qr`, `/${slug}?utm_source=x`, `/${slug}+`, `/${slug}%2B`])
      expect(await instance.visit(path)).toMatchObject({ status: 200, text })
    expect(await viewsOf(slug)).toBe(6)
  })

  test("is in the visitor's language", async () => {
    const { slug } = await microsite(account)
    for (const [asked, got] of [
      ['id-ID,id;q=0.9,en;q=0.5', 'id'],
      ['en-US', 'en'],
      ['', 'en'],
    ] as const) {
      const page = await instance.visit(`/${slug}`, { 'accept-language': asked })
      expect(page.headers.get('content-language')).toBe(got)
      expect(page.text).toMatch(new RegExp(`<html[^>]* lang="${got}"`))
    }
  })

  test('links to the form for reporting it, with its address filled in', async () => {
    const { slug, url } = await microsite(account)
    for (const [language, name] of [
      ['en', 'Report'],
      ['id', 'Laporkan'],
    ] as const) {
      const headers = { 'accept-language': language }
      const { text } = await instance.visit(`/${slug}`, headers)
      const [, href = ''] =
        new RegExp(`<a href="([^"]*)" rel="nofollow">${name}</a></footer>`).exec(text) ?? []
      expect(href).toBe(`${instance.url}/account/report?address=${encodeURIComponent(url)}`)
      expect((await instance.visit(href.slice(instance.url.length), headers)).text).toContain(
        `value="${url}"`,
      )
    }
  })

  test('is compressed as the browser prefers, with the same content', async () => {
    const { slug } = await microsite(account)
    const plain = (await instance.visit(`/${slug}`, { 'accept-encoding': 'identity' })).text
    const decoders: [string, string | null, (bytes: Uint8Array) => Uint8Array][] = [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
      ['GZIP', 'gzip', gunzipSync],
      ['deflate', null, (bytes) => bytes],
      ['br;q=0.000, gzip;q=0, *', null, (bytes) => bytes],
    ]
    const tags = new Set<string | null>()
    for (const [accepted, encoding, decode] of decoders) {
      const answer = await raw(`/${slug}`, { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(Buffer.from(decode(await answer.bytes())).toString()).toBe(plain)
      tags.add(answer.headers.get('etag'))
    }
    expect(tags.size).toBe(3)
  })

  test('is answered with 304 if the browser has cached it, which counts as a view too', async () => {
    const { slug } = await microsite(account)
    const first = await instance.visit(`/${slug}`)
    const etag = first.headers.get('etag') as string
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await instance.visit(`/${slug}`, { 'if-none-match': known })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect((await instance.visit(`/${slug}`, { 'if-none-match': '"other"' })).status).toBe(200)
    expect(await viewsOf(slug)).toBe(6)
  })

  test('is not counted for HEAD and prefetches, which get the same headers', async () => {
    const { slug } = await microsite(account)
    const head = await instance.ask(`HEAD /${slug}`)
    expect(head).toMatchObject({ status: 200, text: '' })
    for (const name of ['sec-purpose', 'purpose']) {
      const prefetched = await instance.visit(`/${slug}`, { [name]: 'prefetch' })
      expect(prefetched.status).toBe(200)
      expect(prefetched.headers.get('etag')).toStartWith(head.headers.get('etag')?.slice(0, 20) ?? '-')
    }
    expect(await viewsOf(slug)).toBe(0)
  })

  test('counts views by people, crawlers and scans each once, and not as clicks of the account', async () => {
    const { slug } = await microsite(account)
    const before = (await account.call('GET /stats')).body.data?.clicks
    await instance.visit(`/${slug}`)
    await instance.visit(`/${slug}?qr`)
    await instance.visit(`/${slug}`, { 'user-agent': 'facebookexternalhit/1.1' })
    expect(await viewsOf(slug)).toBe(3)
    expect((await account.call('GET /stats')).body.data?.clicks).toBe(before)
  })

  test("is a record for programs that prefer JSON, which doesn't count as a view", async () => {
    const { slug } = await microsite(account, { title: 'For programs' })
    await account.call(`PUT /microsites/${slug}`, { body: { description: 'All of it' } })
    const answer = await instance.visit(`/${slug}`, { accept: 'application/json' })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      slug,
      url: `${instance.url}/${slug}`,
      title: 'For programs',
      description: 'All of it',
      kind: 'portfolio',
    })
    expect(await viewsOf(slug)).toBe(0)
  })

  test('is read-only: another method answers 405, says what is allowed, and counts nothing', async () => {
    const { slug } = await microsite(account)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await instance.ask(`${method} /${slug}`, { headers: { 'user-agent': browser } })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
    expect(await viewsOf(slug)).toBe(0)
  })

  test('is 404 while it is a draft, hidden or deleted, like an unknown code', async () => {
    const { slug } = await microsite(account, { draft: true })
    const unknown = (await instance.visit('/nobody-has-this')).text
    const gone = async () =>
      expect(await instance.visit(`/${slug}`)).toMatchObject({ status: 404, text: unknown })
    await gone()
    await account.call(`POST /microsites/${slug}/publish`)
    expect((await instance.visit(`/${slug}`)).status).toBe(200)
    await account.call(`PUT /microsites/${slug}`, { body: { hide: true } })
    await gone()
    await account.call(`PUT /microsites/${slug}`, { body: { hide: false } })
    expect((await instance.visit(`/${slug}`)).status).toBe(200)
    await account.call(`DELETE /microsites/${slug}`)
    await gone()
  })

  test('is on the default domain only', async () => {
    const { slug } = await microsite(account)
    const host = `go-${slug}.example`
    await account.domain(host)
    expect((await instance.visit(`/${slug}`, { host })).status).toBe(404)
    expect((await instance.visit(`/${slug}/preview.png`, { host })).status).toBe(404)
  })
})
