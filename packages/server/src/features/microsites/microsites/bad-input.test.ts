// What people try to put on pages: script, other writing systems, invisible characters, and far too much content.
// bad-input.long.test.ts tests every such string in every field.
import { beforeAll, describe, expect, test } from 'bun:test'
import { oddTexts, textFields } from '../../../../../../test/generated/odd-texts.ts'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'
import { untilLockWaits } from '../../../../../../test/servers/lock-waits.ts'
import { lockTable } from '../../../../../../test/servers/table-locks.ts'

onEachEngine('bad input', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  test('odd strings are kept character by character, each in one kind of component and in the page’s own fields', async () => {
    const kinds = Object.entries(textFields)
    // One of each kind, because a page can have only one of some kinds.
    for (let first = 0; first < oddTexts.length; first += kinds.length) {
      const { slug } = await microsite(account)
      const { add, all } = componentsOf(account, slug)
      const kept: object[] = []
      for (const [index, [, text]] of oddTexts.slice(first, first + kinds.length).entries()) {
        // With a letter, because a title without visible characters is refused.
        const body = { title: `A${text}`.slice(0, 48), description: text }
        const changed = await account.call(`PUT /microsites/${slug}`, { body })
        expect(changed.body.data ?? changed.body).toMatchObject(body)
        const [kind, make] = kinds[index] as (typeof kinds)[number]
        const component = { kind, data: make(text), tag: text.slice(0, 48) }
        expect(await add(kind, component.data, { tag: component.tag })).toMatchObject(component)
        kept.push(component)
      }
      expect(await all()).toMatchObject(kept)
    }
  })

  test("characters that databases don't support are 422 and name the field, in every text field", async () => {
    const { slug } = await microsite(account)
    const { create, all } = componentsOf(account, slug)
    for (const text of ['a\0b', '\ud800', 'a\udc00b'])
      for (const [kind, make] of Object.entries(textFields)) {
        const answer = await create(kind, make(text))
        expect([kind, answer.status]).toStrictEqual([kind, 422])
        for (const { path } of answer.body.error.details) expect(path).toStartWith('data.')
      }
    expect(outcome(await create('TEXT', {}, { tag: '\0' }))).toStrictEqual([422, 'validation_failed', 'tag'])
    expect(await all()).toStrictEqual([])
  })

  test('a tag has up to 48 characters, or is null', async () => {
    const { slug } = await microsite(account)
    const { create, add } = componentsOf(account, slug)
    expect((await add('TEXT', {}, { tag: 't'.repeat(48) })).tag).toHaveLength(48)
    expect((await add('TEXT', {}, { tag: null })).tag).toBeNull()
    for (const tag of ['t'.repeat(49), 1, {}])
      expect(outcome(await create('TEXT', {}, { tag }))).toStrictEqual([422, 'validation_failed', 'tag'])
  })

  describe('of other accounts', () => {
    test('a component is 404, by the path of its microsite and by that of one’s own', async () => {
      const other = await instance.account()
      const [mine, theirs] = [await microsite(account), await microsite(other)]
      const [here, there] = [componentsOf(account, mine.slug), componentsOf(other, theirs.slug)]
      const own = await here.add('TEXT', { content: 'mine' })
      const { id } = await there.add('TEXT', { content: 'theirs' })
      for (const components of [here, componentsOf(account, theirs.slug)]) {
        expect(outcome(await components.update(id, 'TEXT', { content: 'taken' }))).toStrictEqual([
          404,
          'not_found',
        ])
        expect(outcome(await components.remove(id))).toStrictEqual([404, 'not_found'])
      }
      // It can't be reordered either, in one's own microsite or in the other.
      expect(outcome(await here.order([own.id, id]))).toStrictEqual([422, 'validation_failed', 'orders'])
      expect(outcome(await componentsOf(account, theirs.slug).order([id]))).toStrictEqual([404, 'not_found'])
      expect(await there.all()).toMatchObject([{ id, data: { content: 'theirs' } }])
      expect(await here.all()).toStrictEqual([own])
    })

    test('a component of another microsite of the same account is 404', async () => {
      const [one, two] = [await microsite(account), await microsite(account)]
      const { id } = await componentsOf(account, one.slug).add('TEXT')
      const elsewhere = componentsOf(account, two.slug)
      expect(outcome(await elsewhere.update(id, 'TEXT'))).toStrictEqual([404, 'not_found'])
      expect(outcome(await elsewhere.remove(id))).toStrictEqual([404, 'not_found'])
      for (const bad of ['nothing', '__proto__', "cmp_'--", 'x'.repeat(100)])
        expect(outcome(await elsewhere.remove(bad))).toStrictEqual([404, 'not_found'])
      for (const bad of ['x'.repeat(101), '%00'])
        expect(outcome(await elsewhere.remove(bad))).toStrictEqual([400, 'malformed_request', 'componentId'])
    })
  })

  test('10,000 components: 250 are accepted, the rest is 422 with a message, and of many concurrent ones only one gets the last place', async () => {
    const { slug } = await microsite(account)
    const { create, all, remove, update } = componentsOf(account, slug)
    const many = async (count: number) => {
      const answers: Answer[] = []
      for (let sent = 0; sent < count; sent += 50)
        answers.push(
          ...(await Promise.all(Array.from({ length: Math.min(50, count - sent) }, () => create('TEXT')))),
        )
      return answers.map(({ status }) => status)
    }
    expect(await many(249)).toStrictEqual(Array(249).fill(200))
    const letGo = await lockTable(instance.database, 'components')
    const asking = Promise.all(Array.from({ length: 5 }, () => create('TEXT')))
    // On SQLite there is never more than one.
    if (instance.engine === 'postgres') await untilLockWaits(instance.database, 5)
    await letGo()
    const last = await asking
    expect(last.map(({ status }) => status).sort()).toStrictEqual([200, 422, 422, 422, 422])
    expect(last.find(({ status }) => status === 422)?.body.error).toMatchObject({
      code: 'validation_failed',
      details: [
        { path: 'kind', code: 'too_many_components', message: expect.stringContaining('250 components') },
      ],
    })
    expect(await many(100)).toStrictEqual(Array(100).fill(422))
    const [first, second] = await all()
    expect((await update(first.id, 'LINK')).status).toBe(200)
    await remove(second.id)
    expect((await create('TEXT')).status).toBe(200)
    expect((await create('TEXT')).status).toBe(422)
  })

  test('more text than a page can hold is 422 at the path data, and existing text can still be changed', async () => {
    const { slug } = await microsite(account)
    const { create, update, all } = componentsOf(account, slug)
    const cv = {
      summary: '木'.repeat(10_000),
      experiences: Array(38).fill({ name: '', position: '', description: 'x'.repeat(9_990) }),
    }
    const first = await create('CV', cv)
    expect(first.status).toBe(200)
    const links = (many: number) => ({
      links: Array(many).fill({ url: `https://example.com/${'x'.repeat(9_900)}` }),
    })
    expect((await create('HORIZONTAL_LINK', links(10))).status).toBe(200)
    expect(outcome(await create('HORIZONTAL_LINK', links(2)))).toStrictEqual([
      422,
      'validation_failed',
      'data',
    ])
    expect((await update(first.body.data.id, 'CV', cv)).status).toBe(200)
    expect((await update(first.body.data.id, 'CV', { summary: '木' })).status).toBe(200)
    expect((await create('HORIZONTAL_LINK', links(2))).status).toBe(200)
    expect(await all()).toHaveLength(3)
  })

  test('more than 500 links, slides and shop items in total are 422 at the path data, with a message', async () => {
    const { slug } = await microsite(account)
    const { add, create, update, remove } = componentsOf(account, slug)
    const links = (many: number) => ({ links: Array(many).fill({ url: 'https://example.com/' }) })
    const slides = (many: number) => ({ slides: Array(many).fill({ image: 'a.png' }) })
    const items = (many: number) => ({ shopItemIds: Array(many).fill('itm_1') })
    // 350, 100, 20, 20, 5 and a link and an item.
    for (let row = 0; row < 7; row++) await add('HORIZONTAL_LINK', links(50))
    for (let listing = 0; listing < 2; listing++) await add('SHOP_LISTING', items(50))
    await add('IMAGE_SLIDE', slides(20))
    const leaders = await add('SHOP_LEADERBOARD', { limit: 20 })
    await add('SHOP_LEADERBOARD')
    for (const kind of ['LINK', 'SHOP_ITEM']) await add(kind)
    const row = await add('HORIZONTAL_LINK', links(3))
    const full = [422, 'validation_failed', 'data']
    for (const [kind, data] of [
      ['LINK', {}],
      ['SHOP_ITEM', {}],
      ['HORIZONTAL_LINK', links(1)],
      ['SHOP_LISTING', items(1)],
      ['IMAGE_SLIDE', slides(1)],
      ['SHOP_LEADERBOARD', { limit: 1 }],
      ['SHOP_LEADERBOARD', {}],
      ['TEXT', { content: 'See https://example.com/' }],
    ] as const) {
      const refused = await create(kind, data)
      expect([kind, ...outcome(refused)]).toStrictEqual([kind, ...full])
      expect(refused.body.error.details[0].message).toContain('500 links, slides and shop items')
    }
    expect(outcome(await update(row.id, 'HORIZONTAL_LINK', links(4)))).toStrictEqual(full)
    // Components without entries fit, and so do changes that add none.
    const text = await add('TEXT', { content: 'Words' })
    await add('HORIZONTAL_LINK', {})
    expect(outcome(await update(text.id, 'LINK'))).toStrictEqual(full)
    expect((await update(row.id, 'IMAGE_SLIDE', slides(3))).status).toBe(200)
    expect((await remove(leaders.id)).status).toBe(200)
    const [one, two] = await Promise.all([1, 2].map(() => create('HORIZONTAL_LINK', links(15))))
    expect([one?.status, two?.status].sort()).toStrictEqual([200, 422])
  })

  test('links in text count too: thousands would be rendered on the main thread', async () => {
    const { slug } = await microsite(account)
    const { add, create } = componentsOf(account, slug)
    const text = (links: number) => ({ content: 'http://a.b '.repeat(links) })
    expect(outcome(await create('TEXT', text(501)))).toStrictEqual([422, 'validation_failed', 'data'])
    await add('TEXT', text(499))
    await add('LINK')
    expect(outcome(await create('TEXT', text(1)))).toStrictEqual([422, 'validation_failed', 'data'])
    await add('TEXT', text(0))
  })

  test.each([
    ['POST /microsites', 400],
    ['PUT /microsites/nothing', 404],
    ['POST /microsites/nothing/components', 422],
  ])("%s: a body that isn't an object is refused", async (request) => {
    for (const body of ['[]', '"x"', 'null', '7', '{', ''])
      expect(
        (await account.call(request, { body, headers: { 'content-type': 'application/json' } })).status,
      ).toBeOneOf([400, 422])
  })
})
