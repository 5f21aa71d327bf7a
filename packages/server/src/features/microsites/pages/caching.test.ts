// What is cached and queried for pages: no more than needed, which requests from outside can't show.
import { expect, test } from 'bun:test'
import { TestClock } from '../../../../../../test/clock.ts'
import type { StoredPage } from '../microsites/index.ts'
import type { ShownItem } from '../shop/index.ts'
import { PageCache } from './page-cache.ts'
import { PreviewPictures } from './preview-pictures.ts'
import { RenderedPages } from './rendered-pages.ts'

const item = (number: number): ShownItem => ({
  id: `itm_${number}`,
  number,
  title: `Item ${number}`,
  price: null,
  currency: null,
  image: null,
  href: 'https://example.com/',
})

const text = 'Words of the page. '.repeat(500)

function pages(components: object[]) {
  const page = {
    number: 7,
    id: 'mic_1',
    userId: 3,
    domainId: 0,
    slug: 'ana',
    url: 'https://lin.example/ana',
    title: 'Ana',
    description: '',
    kind: 'other',
    theme: 'default',
    updatedAt: 0,
    components: components.map((component, number) => ({
      ...{ number, id: `cmp_${number}`, passwordHash: null },
      ...component,
    })),
    characters: JSON.stringify(components).length,
  } as StoredPage
  const asked: string[] = []
  const sources = {
    microsites: { pageOf: () => page },
    assets: { sizesOf: async () => new Map(), read: async () => null },
    shop: {
      shownItems: async (_userId: number, ids: readonly string[]) => {
        asked.push(...ids)
        return new Map(ids.map((id) => [id, item(Number(id.slice(4)))]))
      },
      leaders: async () => [item(8), item(9)],
    },
  }
  const cache = new PageCache(sources, new TestClock())
  const holdUps = {
    destinations: { blockListEntry: () => null, suspicion: () => null },
    clock: new TestClock(),
  }
  const rendered = new RenderedPages({
    pages: cache,
    holdUps,
    reportUrl: 'https://lin.example/account/report',
  })
  let pictures = 0
  const png = async () => {
    pictures++
    return new Uint8Array(100)
  }
  const previews = new PreviewPictures({
    ...{
      pages: cache,
      assets: sources.assets,
      renderer: { png, shrink: png },
    },
  })
  return { asked, cache, rendered, previews, pictures: () => pictures }
}

test('a page queries only the shop items that it names, once, and none if it names none', async () => {
  const shop = pages([
    { kind: 'SHOP_ITEM', data: { shopItemId: 'itm_1' } },
    { kind: 'SHOP_LISTING', data: { shopItemIds: ['itm_2', 'itm_1'] } },
    { kind: 'SHOP_LEADERBOARD', data: {} },
  ])
  const items = [...((await shop.cache.find(0, 'ana'))?.items.keys() ?? [])]
  expect(items).toEqual(['itm_1', 'itm_2', 'itm_8', 'itm_9'])
  expect(shop.asked).toEqual(['itm_1', 'itm_2'])
  const empty = pages([{ kind: 'SHOP_LISTING', data: {} }])
  await empty.cache.find(0, 'ana')
  expect(empty.asked).toEqual([])
})

test('a rendered page contains its bodies and its identity, and its estimated size is no smaller', async () => {
  const { rendered } = pages([{ kind: 'TEXT', data: { content: text } }])
  const found = await rendered.find(0, 'ana', new Request('https://lin.example/ana'))
  const { body, ...rest } = found as NonNullable<typeof found>
  expect(rest).toEqual({
    page: {
      ...{ number: 7, id: 'mic_1', userId: 3, slug: 'ana', url: 'https://lin.example/ana' },
      ...{ title: 'Ana', description: '', kind: 'other' },
    },
    until: Number.POSITIVE_INFINITY,
  })
  const bytes = Object.values(body.variants).map((variant) => variant.bytes.length)
  expect(body.weight).toBeGreaterThan(bytes.reduce((sum, length) => sum + length) + 1000)
})

test('the estimated size of a page is no smaller than its texts', async () => {
  const { cache } = pages([
    { kind: 'TEXT', data: { content: text } },
    { kind: 'SHOP_LISTING', data: { shopItemIds: Array.from({ length: 50 }, (_, n) => `itm_${n}`) } },
  ])
  expect((await cache.find(0, 'ana'))?.weight).toBeGreaterThan(2 * text.length + 50 * 300)
})

test('a picture is rendered for allowed requests only, not for a refused method', async () => {
  const { previews, pictures } = pages([])
  const ask = (method: string) =>
    previews.answer(0, 'ana', new Request('https://lin.example/ana/preview.png', { method }), 'request')
  expect((await ask('POST')).status).toBe(405)
  expect(pictures()).toBe(0)
  expect((await ask('GET')).status).toBe(200)
  expect(pictures()).toBe(1)
})

/** A page with one component, and how often its components were read. */
function watched() {
  let looks = 0
  const page = {
    ...{ url: 'https://lin.example/ana', slug: 'ana', title: 'Ana', description: '', kind: 'other' },
    ...{ theme: 'default', previewImage: '', images: new Map(), items: new Map(), leaders: [] },
    get components() {
      looks++
      return []
    },
  }
  return { page, looks: () => looks }
}

test('nothing is rendered for visitors who disconnected before their turn', async () => {
  const { rendered } = pages([])
  const leaving = new AbortController()
  const [first, second, staying] = [watched(), watched(), watched()]
  const answers = [
    rendered.render(first.page, 'en', leaving.signal),
    rendered.render(second.page, 'en', leaving.signal),
    rendered.render(staying.page, 'en', new AbortController().signal),
  ]
  leaving.abort()
  const outcomes = await Promise.allSettled(answers)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect([first.looks(), second.looks()]).toEqual([0, 0])
  expect(staying.looks()).toBeGreaterThan(0)
})

test('visitors beyond the limit of the rendering queue are refused at once', async () => {
  const { rendered } = pages([])
  const crowd = Array.from({ length: 300 }, () => rendered.render(watched().page, 'en'))
  const outcomes = await Promise.allSettled(crowd)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(99)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' })
  expect((await rendered.render(watched().page, 'en')).html).toContain('Ana')
})
