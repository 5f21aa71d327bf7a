// `fetch_preview`: the card of a link with what its destination says about itself.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Server } from 'bun'
import { signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../../test/instance.ts'
import { png } from '../../../../../../../test/pictures/image-files.ts'

onEachEngine(
  'fetching the card of a destination',
  (instance) => {
    let pages: Server<undefined>
    let asked = 0
    beforeAll(async () => {
      const picture = new Uint8Array(await png(60, 30))
      const html = `<title>Own &amp; plain</title><meta property="og:description" content="<b>Text</b>">
        <meta property="og:image" content="/picture.png">`
      pages = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch(request) {
          asked++
          const { pathname } = new URL(request.url)
          if (pathname === '/picture.png')
            return new Response(picture, { headers: { 'content-type': 'image/png' } })
          if (pathname === '/gone') return new Response('gone', { status: 404 })
          return new Response(html, { headers: { 'content-type': 'text/html' } })
        },
      })
    })
    afterAll(() => pages.stop(true))
    const address = (path = '/') => `http://127.0.0.1:${pages.port}${path}`

    const imagesOf = async (account: Account): Promise<string[]> => {
      const { call } = await signIn(instance, account)
      return (await call('GET /assets')).body.data.map(({ id }: { id: string }) => id)
    }
    const cardOf = (path: string) => instance.visit(path, { 'user-agent': 'facebookexternalhit/1.1' })

    test('a new link gets the title, text and picture, and messengers see them', async () => {
      const account = await instance.account()
      const link = await account.link({ long_url: address(), fetch_preview: true })
      const [image] = await imagesOf(account)
      expect(link.preview).toEqual({
        title: 'Own & plain',
        description: '<b>Text</b>',
        image: image as string,
      })
      const { text } = await cardOf(`/${link.short}`)
      expect(text).toContain('Own &amp; plain')
      expect(text).toContain('&lt;b&gt;Text&lt;/b&gt;')
      const path = /\/assets\/[a-z0-9]+\.webp/.exec(text)?.[0] ?? ''
      expect((await instance.ask(`GET ${path}`)).headers.get('content-type')).toBe('image/webp')
      expect((await instance.visit(`/${link.short}`)).headers.get('location')).toBe(address())
    })

    test('what the request gives wins, and a given picture is not fetched again', async () => {
      const account = await instance.account()
      const { call } = await signIn(instance, account)
      const own = (await call('POST /assets?title=x', { body: await png(9, 9) })).body.data.id
      const link = await account.link({
        long_url: address(),
        fetch_preview: true,
        preview: { title: 'Mine', image: own },
      })
      expect(link.preview).toEqual({ title: 'Mine', description: '<b>Text</b>', image: own })
      expect(await imagesOf(account)).toEqual([own])
    })

    test('an update fetches once, and again only when asked again', async () => {
      const account = await instance.account()
      const { short } = await account.link({ long_url: address(), title: 'Plain' })
      const change = (body: Record<string, unknown>) => account.call(`PUT /links/${short}`, { body })
      const { preview } = (await change({ fetch_preview: true })).body.data
      expect(preview.title).toBe('Own & plain')
      const before = asked
      expect((await change({ title: 'Other' })).body.data.preview).toEqual(preview)
      expect((await change({ fetch_preview: false, note: 'x' })).body.data.preview).toEqual(preview)
      expect(asked).toBe(before)
      const removed = await change({ preview: null })
      expect(removed.body.data.preview).toBeNull()
    })

    test('an unreadable destination makes a link without a card, and leaves that of an update as it is', async () => {
      const account = await instance.account()
      for (const long_url of [address('/gone'), 'http://127.0.0.1:9/'])
        expect((await account.link({ long_url, fetch_preview: true })).preview).toBeNull()
      const { short } = await account.link({ long_url: address('/gone'), preview: { title: 'Mine' } })
      const { body } = await account.call(`PUT /links/${short}`, { body: { fetch_preview: true } })
      expect(body.data.preview).toEqual({ title: 'Mine', description: null, image: null })
    })

    test('a refused request stores no picture, and a repeated one stores one', async () => {
      const account = await instance.account()
      const taken = await account.link()
      const body = { long_url: address(), fetch_preview: true }
      const refused = await account.call('POST /links', { body: { ...body, custom_slug: taken.short } })
      expect(refused.body.error.code).toBe('slug_taken')
      const renamed = await account.call(`PUT /links/${(await account.link()).short}`, {
        body: { ...body, custom_slug: taken.short },
      })
      expect(renamed.body.error.code).toBe('slug_taken')
      expect(await imagesOf(account)).toEqual([])
      const repeat = () => account.call('POST /links', { body, headers: { 'Idempotency-Key': 'card-1' } })
      const [first, second] = [await repeat(), await repeat()]
      expect(second.body).toStrictEqual(first.body)
      expect(await imagesOf(account)).toEqual([first.body.data.preview.image])
    })

    test('a link that is reused is found whatever its card is, and none is fetched', async () => {
      const account = await instance.account()
      const body = { long_url: address('/reused'), fetch_preview: true, reuse: true }
      const first = await account.call('POST /links', { body })
      const before = asked
      expect((await account.call('POST /links', { body })).body).toStrictEqual(first.body)
      expect(asked).toBe(before)
    })

    test('a refused destination is not asked', async () => {
      const account = await instance.account()
      const before = asked
      for (const long_url of [`${instance.url}/x`, 'javascript:alert(1)'])
        expect((await account.call('POST /links', { body: { long_url, fetch_preview: true } })).status).toBe(
          422,
        )
      expect(asked).toBe(before)
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)

onEachEngine('a destination on a private network', (instance) => {
  test('is not asked for its card', async () => {
    let asked = 0
    const inside = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch() {
        asked++
        return new Response('<title>Secret</title>', { headers: { 'content-type': 'text/html' } })
      },
    })
    const account = await instance.account()
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])
      expect(
        (await account.link({ long_url: `http://${host}:${inside.port}/`, fetch_preview: true })).preview,
      ).toBeNull()
    expect(asked).toBe(0)
    await inside.stop(true)
  })
})
