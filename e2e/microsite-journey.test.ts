// A microsite from creation to its visitors, through the real server and a real browser: all seventeen kinds, an uploaded
// image, a password, taps and a scanned QR code, and the statistics that the owner sees.
import { expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract'
import { violationsOf } from '../test/browser/axe.ts'
import { chrome, inNewWindow } from '../test/browser/browser-window.ts'
import { silence } from '../test/browser/silence.ts'
import { browser, onOneEngine } from '../test/instance.ts'
import { componentsOf, microsite } from '../test/microsites.ts'
import { jpeg } from '../test/pictures/image-files.ts'
import { uploader } from '../test/pictures/images.ts'
import { cvData } from '../test/pictures/interactive-samples.ts'

const halves = (x: number) => (x < 200 ? ([200, 30, 60, 255] as const) : ([20, 90, 220, 255] as const))

onOneEngine('a microsite', (instance) => {
  test('goes from an empty page to one with every kind, whose views, taps and scans its owner sees', async () => {
    const person = await uploader(instance)
    const { account } = person
    const { path: image } = await person.upload(await jpeg(400, 300, halves))
    const item = await person.call('POST /shop-items', {
      body: {
        title: 'Stoneware cup',
        price: 185000,
        currency: 'IDR',
        image,
        href: 'https://shop.example/cup',
      },
    })
    const { slug, url } = await microsite(account, { title: 'Ana Prasetya', theme: 'paper' })
    const components = componentsOf(account, slug)
    const ids = await componentsWithEverything(components, image, item.body.data.id)
    expect(Object.keys(ids).sort()).toEqual([...componentKinds].sort())
    await components.update(ids.TEXT as string, 'TEXT', { content: 'A secret of clay', password: 'kiln' })

    // A headless browser says so in its user agent, and would count as a bot.
    const visitor = { viewport: { width: 390, height: 844 }, userAgent: browser }
    await inNewWindow(chrome, visitor, async (page) => {
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(instance.url) && !request.url().startsWith('data:'))
          elsewhere.push(request.url())
      })
      await page.goto(`${instance.url}/${slug}?qr`, { waitUntil: 'networkidle' })
      expect(await page.title()).toContain('Ana Prasetya')
      const loaded = await page.evaluate(() => ({
        images: [...document.images].every(({ complete, naturalWidth }) => !complete || naturalWidth > 0),
        fonts: [...document.fonts].filter(({ status }) => status === 'loaded').length,
        scripts: document.scripts.length,
        overflow: document.documentElement.scrollWidth > innerWidth,
      }))
      expect(loaded).toMatchObject({ images: true, overflow: false })
      expect(loaded.fonts).toBeGreaterThan(0)
      expect(await page.content()).not.toContain('A secret of clay')
      // Nothing before the visitor's first gesture, which starts the music.
      expect(elsewhere).toEqual([])
      await page.route('https://music.example/**', (route) =>
        route.fulfill({ body: silence, contentType: 'audio/wav' }),
      )

      await page.locator(`#${ids.TEXT} input[type=password]`).fill('clay')
      await page.locator(`#${ids.TEXT} input[type=password]`).press('Enter')
      await page.locator(`#${ids.TEXT} [role=alert]`).waitFor()
      await page.locator(`#${ids.TEXT} input[type=password]`).fill('kiln')
      await page.locator(`#${ids.TEXT} input[type=password]`).press('Enter')
      await page.getByText('A secret of clay').waitFor()

      expect(await violationsOf(page)).toEqual([])
      expect([...new Set(elsewhere)]).toEqual(['https://music.example/rain.mp3'])

      // The app doesn't exist; the tap only has to make the browser open its URL.
      const going = page.waitForRequest('https://shop.example/')
      await page.locator(`#${ids.LINK} a`).click()
      await going
    })

    const { body } = await account.call(`GET /microsites/${slug}`)
    expect(body.data).toMatchObject({ url, views: 1, status: 'published' })
    const statistics = await person.call(`GET /microsites/${slug}/statistics`)
    const { views, components: counted } = statistics.body.data
    expect(views.at(-1)).toMatchObject({ clicks: 1, bots: 0, visitors: 1 })
    expect(counted.filter(({ taps }: { taps: number }) => taps > 0)).toEqual([
      { id: ids.LINK, kind: 'LINK', taps: 1 },
    ])
    // None of these is a click of a link.
    expect((await account.call('GET /stats')).body.data.clicks).toBe(0)
  })
})

/** One component of every kind, each with something to show: their ids by kind. */
async function componentsWithEverything(
  { add }: ReturnType<typeof componentsOf>,
  image: string,
  itemId: string,
): Promise<Record<string, string>> {
  const data: Record<(typeof componentKinds)[number], object> = {
    PROFILE: { title: 'Ana Prasetya', description: 'Potter and walker', image, titleColor: '#702010' },
    LINK: { value: 'My shop', href: 'https://shop.example/', icon: 'shop', textFont: 'lora' },
    HORIZONTAL_LINK: { links: [{ icon: 'mastodon', url: 'https://social.example/@ana' }] },
    TEXT: {},
    IMAGE: { image, content: 'A hill in the morning', href: 'https://shop.example/hill' },
    MEDIA: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    DIVIDER: { style: 'dashed', width: 60 },
    COUNTDOWN: { timestamp: 4_000_000_000 },
    MAPS: { name: 'Studio Ana', lat: -7.79, lng: 110.36, useLatLng: true },
    IMAGE_SLIDE: { slides: [{ image, caption: 'One' }, { image }] },
    CV: cvData,
    AUTOPLAY_MUSIC: { url: 'https://music.example/rain.mp3', title: 'Rain' },
    CONTACT: { value: 'Save contact', name: 'Ana', phone: '+62 812 3456 789' },
    CALENDAR: { title: 'Kiln opening', startDate: '2026-12-05T18:30:00', timezone: 'Asia/Jakarta' },
    SHOP_LISTING: { title: 'From the studio', shopItemIds: [itemId] },
    SHOP_ITEM: { shopItemId: itemId },
    SHOP_LEADERBOARD: { title: 'Most popular' },
  }
  const ids: Record<string, string> = {}
  for (const [kind, fields] of Object.entries(data)) ids[kind] = (await add(kind, fields)).id
  return ids
}
