// Taps on components: where they lead, what is counted, and that no address leads anywhere else.
import { beforeAll, expect, test } from 'bun:test'
import { type DashboardCall, signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../../test/microsites.ts'

onEachEngine('a tap', (instance) => {
  let account: Account
  let call: DashboardCall
  beforeAll(async () => {
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })

  /** A page with one component: its slug, the component's id, and its address. */
  async function pageWith(kind: string, data: unknown) {
    const { slug } = await microsite(account)
    const { id } = await componentsOf(account, slug).add(kind, data)
    return { slug: slug as string, id: id as string, at: `/${slug}/${id}` }
  }
  const leadsTo = async (path: string) => {
    const { status, headers } = await instance.visit(path)
    return status === 302 ? headers.get('location') : status
  }
  async function tapsOf(slug: string, id: string): Promise<number> {
    const { body } = await call(`GET /microsites/${slug}/statistics`)
    return body.data.components.find((component: { id: string }) => component.id === id).taps
  }
  const tell = (path: string, headers: Record<string, string> = {}) =>
    instance.ask(`POST ${path}`, {
      body: '',
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    })

  test("redirects with an uncacheable 302, doesn't reveal our path to the destination, and is counted", async () => {
    const { slug, id, at } = await pageWith('LINK', { value: 'Shop', href: 'https://example.com/a?b=c#d' })
    const answer = await instance.visit(at)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://example.com/a?b=c#d')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.text).toBe('')
    expect(await tapsOf(slug, id)).toBe(1)
    expect((await account.call(`GET /microsites/${slug}`)).body.data.views).toBe(0)
  })

  test('by HEAD or a prefetch gets the same headers and is not counted', async () => {
    const { slug, id, at } = await pageWith('LINK', { href: 'https://example.com/' })
    const head = await instance.ask(`HEAD ${at}`)
    const prefetch = await instance.visit(at, { 'sec-purpose': 'prefetch' })
    for (const answer of [head, prefetch]) {
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe('https://example.com/')
    }
    expect(await tapsOf(slug, id)).toBe(0)
  })

  test.each([
    ['LINK', { href: 'https://example.com/kopi-süß' }, '', 'https://example.com/kopi-s%C3%BC%C3%9F'],
    ['LINK', { href: 'mailto:ana@example.com?subject=Hi' }, '', 'mailto:ana@example.com?subject=Hi'],
    ['LINK', { href: 'tel:+62-21-555' }, '', 'tel:+62-21-555'],
    ['IMAGE', { image: '/assets/a.webp', href: 'https://example.com/i' }, '', 'https://example.com/i'],
    ['MEDIA', { url: 'https://youtu.be/abc' }, '', 'https://youtu.be/abc'],
    ['AUTOPLAY_MUSIC', { url: 'https://open.spotify.com/x' }, '', 'https://open.spotify.com/x'],
    [
      'HORIZONTAL_LINK',
      { links: [{ icon: 'x' }, { url: 'https://example.com/1' }] },
      '/1',
      'https://example.com/1',
    ],
    [
      'IMAGE_SLIDE',
      { slides: [{ image: '/assets/a.webp', href: 'https://example.com/s' }] },
      '/0',
      'https://example.com/s',
    ],
    ['CONTACT', { website: 'https://example.com/me' }, '/website', 'https://example.com/me'],
    [
      'MAPS',
      { lat: 1, lng: 2, useLatLng: true },
      '/google',
      'https://www.google.com/maps/search/?api=1&query=1%2C2',
    ],
  ])('of %s %o leads, at its address%s, to %s', async (kind, data, part, location) => {
    const { slug, id, at } = await pageWith(kind, data)
    expect(await leadsTo(at + part)).toBe(location)
    expect(await tapsOf(slug, id)).toBe(1)
  })

  test('of an event leads to online calendars', async () => {
    const { at } = await pageWith('CALENDAR', { title: 'Fair', startDate: '2026-12-24T18:00:00Z' })
    expect(await leadsTo(`${at}/google`)).toStartWith('https://calendar.google.com/calendar/render?')
    expect(await leadsTo(`${at}/outlook`)).toStartWith('https://outlook.live.com/')
    expect(await leadsTo(`${at}/yahoo`)).toStartWith('https://calendar.yahoo.com/')
  })

  test.each([
    ['LINK', {}, ['', '/0', '/href']],
    ['LINK', { href: 'https://example.com/' }, ['/0', '/href', '/constructor']],
    ['TEXT', { content: 'https://example.com/' }, ['', '/1', '/00']],
    [
      'HORIZONTAL_LINK',
      { links: [{ url: 'https://example.com/' }] },
      ['', '/1', '/-1', '/00', '/0x0', '/1e0', '/length'],
    ],
    ['IMAGE_SLIDE', { slides: [{ image: '/assets/a.webp' }] }, ['', '/0', '/1']],
    ['MAPS', { address: 'Jakarta' }, ['', '/bing', '/constructor', '/__proto__', '/toString']],
    ['CALENDAR', { title: 'When?' }, ['', '/google', '/ics']],
    ['CONTACT', { name: 'Ana' }, ['', '/website', '/name']],
    ['SHOP_ITEM', { shopItemId: 'itm_nobody' }, ['', '/itm_nobody']],
    ['SHOP_LISTING', {}, ['', '/itm_nobody']],
    ['SHOP_LEADERBOARD', {}, ['', '/itm_nobody']],
  ])('of %s %o at %o is 404, and counts nothing', async (kind, data, parts) => {
    const { slug, id, at } = await pageWith(kind, data)
    for (const part of parts) expect(await leadsTo(at + part)).toBe(404)
    expect(await tapsOf(slug, id)).toBe(0)
  })

  test('on an item that was among the leaders when the page was rendered redirects, but not to one of another account', async () => {
    const create = async (of: typeof call) =>
      (await of('POST /shop-items', { body: { title: 'Mug', href: 'https://example.com/mug' } })).body.data.id
    const { slug } = await microsite(account)
    const { id } = await componentsOf(account, slug).add('SHOP_LEADERBOARD')
    await instance.visit(`/${slug}`)
    const items: string[] = []
    for (let made = 0; made < 21; made++) items.push(await create(call))
    const last = items.at(-1)
    expect((await instance.visit(`/${slug}`)).text).not.toContain(last)
    expect((await instance.visit(`/${slug}/${id}/${last}`)).headers.get('location')).toBe(
      'https://example.com/mug',
    )
    expect(await tapsOf(slug, id)).toBe(1)
    const stranger = await instance.account()
    const theirs = await create((await signIn(instance, stranger)).call)
    for (const other of [theirs, 'itm_nobody'])
      expect((await instance.visit(`/${slug}/${id}/${other}`)).status).toBe(404)
  })

  test('on a shop item counts for the component and for the item, on each page that offers it', async () => {
    const create = async (fields: Record<string, unknown>) =>
      (await call('POST /shop-items', { body: { title: 'Mug', href: 'https://example.com/mug', ...fields } }))
        .body.data.id as string
    const [mug, gone, other] = [await create({}), await create({ active: false }), await create({})]
    const listing = await pageWith('SHOP_LISTING', { shopItemIds: [mug, gone] })
    const single = await pageWith('SHOP_ITEM', { shopItemId: mug })
    const leaders = await pageWith('SHOP_LEADERBOARD', {})
    expect(await leadsTo(`${listing.at}/${mug}`)).toBe('https://example.com/mug')
    expect(await leadsTo(`${single.at}/${mug}`)).toBe('https://example.com/mug')
    expect(await leadsTo(single.at)).toBe('https://example.com/mug')
    expect(await leadsTo(`${leaders.at}/${mug}`)).toBe('https://example.com/mug')
    // Not shown, or not on this component.
    expect(await leadsTo(`${listing.at}/${gone}`)).toBe(404)
    expect(await leadsTo(`${listing.at}/${other}`)).toBe(404)
    expect(await leadsTo(`${single.at}/${other}`)).toBe(404)
    const items = (await call('GET /shop-items')).body.data as { id: string; clicks: number }[]
    const clicks = (id: string) => items.find((item) => item.id === id)?.clicks
    expect([clicks(mug), clicks(gone), clicks(other)]).toEqual([4, 0, 0])
    expect(await tapsOf(listing.slug, listing.id)).toBe(1)
    expect(await tapsOf(single.slug, single.id)).toBe(2)
  })

  test('that the script reports for a link in the page itself is counted and answered with 204', async () => {
    const { slug, id, at } = await pageWith('LINK', { href: 'mailto:ana@example.com' })
    const told = await tell(at)
    expect(told).toMatchObject({ status: 204, text: '' })
    expect(told.headers.get('cache-control')).toBe('private, no-store')
    expect(told.headers.get('location')).toBeNull()
    expect(await tapsOf(slug, id)).toBe(1)
    const row = await pageWith('HORIZONTAL_LINK', { links: [{ url: 'tel:+6221' }] })
    expect((await tell(`${row.at}/0`)).status).toBe(204)
    expect((await tell(`${row.at}/1`)).status).toBe(404)
    expect(await tapsOf(row.slug, row.id)).toBe(1)
  })

  test('on a component that is hidden, deleted, or on another page is 404 and counts nothing', async () => {
    const { slug, id, at } = await pageWith('LINK', { href: 'https://example.com/' })
    const other = await pageWith('LINK', { href: 'https://example.org/' })
    for (const path of [`/${slug}/${other.id}`, `/${other.slug}/${id}`, `/nobody-has-this/${id}`]) {
      expect(await leadsTo(path)).toBe(404)
      expect((await tell(path)).status).toBe(404)
    }
    const components = componentsOf(account, slug)
    await components.update(id, 'LINK', { href: 'https://example.com/' }, false)
    expect(await leadsTo(at)).toBe(404)
    expect((await tell(at)).status).toBe(404)
    await components.update(id, 'LINK', { href: 'https://example.com/' }, true)
    expect(await leadsTo(at)).toBe('https://example.com/')
    await components.remove(id)
    expect(await leadsTo(at)).toBe(404)
    await account.call(`PUT /microsites/${other.slug}`, { body: { hide: true } })
    expect(await leadsTo(other.at)).toBe(404)
    expect(await tapsOf(other.slug, other.id)).toBe(0)
  })

  test('follows a change of its destination at once', async () => {
    const { slug, id, at } = await pageWith('LINK', { href: 'https://example.com/old' })
    expect(await leadsTo(at)).toBe('https://example.com/old')
    await componentsOf(account, slug).update(id, 'LINK', { href: 'https://example.com/new' })
    expect(await leadsTo(at)).toBe('https://example.com/new')
  })

  test('is not a short link: another method is 405, and there is nothing below its address', async () => {
    const { at } = await pageWith('LINK', { href: 'https://example.com/' })
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await instance.ask(`${method} ${at}`)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    }
    expect(await leadsTo(`${at}/`)).toBe(404)
  })
})
