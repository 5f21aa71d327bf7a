// Background images of components: shown on every kind to visitors who may see the component, and in use like any other
// image.
import { beforeAll, expect, test } from 'bun:test'
import { componentKinds, hasPassword } from '@linnet/contract'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'
import { png } from '../../../../../../test/pictures/image-files.ts'
import { type Uploader, uploader } from '../../../../../../test/pictures/images.ts'

const shown: Record<string, object> = {
  LINK: { value: 'Shop' },
  HORIZONTAL_LINK: { links: [{ url: 'https://example.com/' }] },
  TEXT: { content: 'Words' },
  IMAGE: { content: 'A cup' },
  MEDIA: { url: 'https://example.com/song.mp3' },
  COUNTDOWN: { timestamp: 2_000_000_000 },
  MAPS: { address: 'Bandung' },
  IMAGE_SLIDE: { slides: [{ image: '/images/a.webp' }] },
  CV: { fullName: 'Ana' },
  AUTOPLAY_MUSIC: { url: 'https://example.com/song.mp3' },
  CONTACT: { name: 'Ana' },
  CALENDAR: { title: 'Fair', startDate: '2026-12-24T18:00:00Z' },
}

onEachEngine('an image behind a component', (instance) => {
  let owner: Uploader
  let itemId: string
  // One image behind all of them, because rendering its sizes costs more than everything else here.
  let picture: Awaited<ReturnType<Uploader['upload']>>
  const slugs = new Map<string, string>()
  beforeAll(async () => {
    owner = await uploader(instance)
    const item = { title: 'Mug', href: 'https://example.com/mug' }
    itemId = (await owner.call('POST /shop-items', { body: item })).body.data.id
    picture = await owner.upload(png(700, 500))
    for (const kind of componentKinds) slugs.set(kind, (await microsite(owner.account)).slug)
  })

  test.each(componentKinds)('is shown behind %s, in the sizes that exist', async (kind) => {
    const { path, variants } = picture
    const slug = slugs.get(kind) as string
    const data = { ...shown[kind], shopItemId: itemId, shopItemIds: [itemId], imageBackground: path }
    const made = await componentsOf(owner.account, slug).add(kind, data)
    expect(made.data.imageBackground).toBe(path)
    const { text } = await instance.visit(`/${slug}`)
    const [tag = ''] = /<img class="behind"[^>]*>/.exec(text) ?? []
    expect(tag).toContain(`src="${path}"`)
    for (const variant of variants) expect(tag).toContain(variant.path)
  })

  test('is no longer shown once it is deleted', async () => {
    const { id, path } = picture
    expect((await instance.visit(path)).status).toBe(200)
    await owner.call(`DELETE /assets/${id}`)
    for (const [kind, slug] of slugs) {
      const { text } = await instance.visit(`/${slug}`)
      expect([kind, text.includes(path)]).toEqual([kind, false])
    }
  })

  test('is hidden until a visitor gives the component’s password', async () => {
    const { path } = await owner.upload(png(40, 30))
    for (const kind of componentKinds.filter(hasPassword)) {
      const { slug } = await microsite(owner.account)
      const components = componentsOf(owner.account, slug)
      const { id } = await components.add(kind)
      await components.update(id, kind, { ...shown[kind], imageBackground: path, password: 'sesame' })
      expect((await instance.visit(`/${slug}`)).text).not.toContain(path)
      const open = await instance.ask(`POST /${slug}/${id}`, {
        body: new URLSearchParams({ password: 'sesame' }),
      })
      if (kind !== 'SHOP_LEADERBOARD') expect(open.text).toContain(`src="${path}"`)
    }
  })
})
