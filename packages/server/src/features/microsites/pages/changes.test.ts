// Changes of a page take effect with the next visit, on the server that made them and soon on every other.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { migratedDatabase } from '../../../../../../test/databases.ts'
import {
  type Account,
  type Answer,
  type Instance,
  onEachEngine,
  startOn,
} from '../../../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../../../test/microsites.ts'
import { notificationMilliseconds, until } from '../../../../../../test/timeouts.ts'

onEachEngine('a change of a page', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const seen = async (slug: string) => (await instance.visit(`/${slug}`)).text

  test('of its title, theme or description takes effect with the next visit, in each language and encoding', async () => {
    const { slug } = await microsite(account, { title: 'Before' })
    const ways: Record<string, string>[] = [{}, { 'accept-language': 'id' }, { 'accept-encoding': 'gzip' }]
    for (const headers of ways) expect((await instance.visit(`/${slug}`, headers)).text).toContain('Before')
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'After', description: 'Described' } })
    for (const headers of ways) {
      const { text } = await instance.visit(`/${slug}`, headers)
      expect(text).toContain('After')
      expect(text).toContain('Described')
      expect(text).not.toContain('Before')
    }
    const { etag } = Object.fromEntries((await instance.visit(`/${slug}`)).headers)
    await account.call(`PUT /microsites/${slug}`, { body: { theme: 'dark' } })
    const answer = await instance.visit(`/${slug}`, { 'if-none-match': etag as string })
    expect(answer.status).toBe(200)
  })

  test('by adding, changing, hiding, ordering and deleting components takes effect with the next visit', async () => {
    const { slug } = await microsite(account)
    const components = componentsOf(account, slug)
    await seen(slug)
    const one = await components.add('TEXT', { content: 'First words' })
    expect(await seen(slug)).toContain('First words')
    const two = await components.add('TEXT', { content: 'Second words' })
    const order = async () => {
      const text = await seen(slug)
      return text.indexOf('First words') < text.indexOf('Second words')
    }
    expect(await order()).toBe(true)
    await components.order([two.id, one.id])
    expect(await order()).toBe(false)
    await components.update(one.id, 'TEXT', { content: 'Other words' })
    expect(await seen(slug)).not.toContain('First words')
    expect(await seen(slug)).toContain('Other words')
    await components.update(one.id, 'TEXT', { content: 'Other words' }, false)
    expect(await seen(slug)).not.toContain('Other words')
    await components.remove(two.id)
    expect(await seen(slug)).not.toContain('Second words')
  })

  test('by a shop item of the account takes effect with the next visit of each page that shows it', async () => {
    const { call } = await signIn(instance, account)
    const item = (await call('POST /shop-items', { body: { title: 'A blue mug' } })).body.data
    const slugs = await Promise.all([1, 2].map(async () => (await microsite(account)).slug as string))
    for (const slug of slugs) {
      await componentsOf(account, slug).add('SHOP_ITEM', { shopItemId: item.id })
      expect(await seen(slug)).toContain('A blue mug')
    }
    await call(`PUT /shop-items/${item.id}`, { body: { title: 'A red mug' } })
    for (const slug of slugs) expect(await seen(slug)).toContain('A red mug')
    await call(`PUT /shop-items/${item.id}`, { body: { active: false } })
    for (const slug of slugs) expect(await seen(slug)).not.toContain('A red mug')
  })

  test("that isn't announced, the order of the shop's leaders, shows within a minute", async () => {
    const { call } = await signIn(instance, account)
    const create = async (title: string) =>
      (await call('POST /shop-items', { body: { title, href: 'https://example.com/' } })).body.data
        .id as string
    const [teapot, kettle] = [await create('Teapot'), await create('Kettle')]
    const { slug } = await microsite(account)
    const listing = await componentsOf(account, slug).add('SHOP_LISTING', { shopItemIds: [teapot, kettle] })
    await componentsOf(account, slug).add('SHOP_LEADERBOARD', { limit: 1 })
    const leader = async () => {
      const text = await seen(slug)
      return [text.lastIndexOf('Teapot'), text.lastIndexOf('Kettle')]
    }
    await leader()
    for (let tap = 0; tap < 3; tap++) await instance.visit(`/${slug}/${listing.id}/${kettle}`)
    for (let tap = 0; tap < 2; tap++) await instance.visit(`/${slug}/${listing.id}/${teapot}`)
    // Taps are counted before a request for their numbers is answered.
    await call('GET /shop-items')
    await instance.clock.advance(61_000)
    const [teapotAt = 0, kettleAt = 0] = await leader()
    expect(kettleAt).toBeGreaterThan(teapotAt)
  })

  test("of the slug's owner takes effect: a link takes it over, and then a page", async () => {
    const { slug } = await microsite(account)
    expect((await instance.visit(`/${slug}`)).status).toBe(200)
    await account.call(`DELETE /microsites/${slug}`)
    await account.link({ custom_slug: slug, long_url: 'https://example.com/now-a-link' })
    expect((await instance.visit(`/${slug}`)).headers.get('location')).toBe('https://example.com/now-a-link')
    await account.call(`PUT /links/${slug}`, { body: { custom_slug: `${slug}-x` } })
    await microsite(account, { slug, title: 'Again a page' })
    expect(await seen(slug)).toContain('Again a page')
  })

  test('by deleting the account removes its pages, their links and pictures at once', async () => {
    const leaving = await instance.account()
    const { slug } = await microsite(leaving)
    const { id } = await componentsOf(leaving, slug).add('LINK', { href: 'https://example.com/' })
    const paths = [`/${slug}`, `/${slug}/${id}`, `/${slug}/preview.png`]
    for (const path of paths) expect((await instance.visit(path)).status).toBeLessThan(400)
    const { call } = await signIn(instance, leaving)
    expect((await call('POST /user/delete', { body: { password: 'a fine password' } })).status).toBe(200)
    for (const path of paths) expect((await instance.visit(path)).status).toBe(404)
  })
})

describe('two servers on one database', () => {
  let one: Instance
  let other: Instance
  beforeAll(async () => {
    const database = await migratedDatabase('postgres')
    ;[one, other] = [await startOn(database, 'postgres'), await startOn(database, 'postgres')]
  })
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
    await one.database.remove()
  })

  test('a page that one of them changes or hides soon changes on the other, whatever both have cached', async () => {
    const account = await one.account()
    const { slug } = await microsite(account, { title: 'Title 0' })
    const untilSeen = async (what: string, fits: (text: string, status: number) => boolean) => {
      let seen: Answer | undefined
      await until(
        () => `the other server answers ${what}, not ${seen?.status} ${seen?.text.slice(0, 200)}`,
        async () => {
          seen = await other.visit(`/${slug}`)
          return fits(seen.text, seen.status)
        },
        notificationMilliseconds,
      )
    }
    for (let change = 1; change <= 5; change++) {
      await untilSeen(`Title ${change - 1}`, (text) => text.includes(`Title ${change - 1}`))
      await account.call(`PUT /microsites/${slug}`, { body: { title: `Title ${change}` } })
      expect((await one.visit(`/${slug}`)).text).toContain(`Title ${change}`)
    }
    await untilSeen('Title 5', (text) => text.includes('Title 5'))
    await account.call(`PUT /microsites/${slug}`, { body: { hide: true } })
    await untilSeen('404', (_text, status) => status === 404)
  })
})
