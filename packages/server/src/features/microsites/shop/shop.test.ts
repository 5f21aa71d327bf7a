// The catalogue of an account: items with exact prices, limited in number, with their taps counted.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { ShopItem } from '@linnet/contract'
import { type DashboardCall, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { expectDetails, fieldsOf } from '../../../../../../test/refusals.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'
import { ask } from '../../../../../../test/webhooks/webhooks.ts'

const whole = {
  title: 'Kopi Gayo, 250 g',
  price: 85_000,
  currency: 'IDR',
  image: '/assets/k3v9x2.webp',
  href: 'https://example.com/kopi',
  active: true,
}

onEachEngine('shop items', (instance) => {
  let account: Account
  let call: DashboardCall
  beforeAll(async () => {
    account = await instance.account()
    call = (await signIn(instance, account)).call
  })
  const create = async (fields: object = {}, by = call): Promise<ShopItem> => {
    const answer = await by('POST /shop-items', { body: { title: 'An item', ...fields } })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const newcomer = async () => (await signIn(instance, await instance.account())).call
  const expectFault = (answer: Answer, path: string) => {
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([422, 'validation_failed'])
    expectDetails(answer.body.error.details)
    expect(fieldsOf(answer.body.error)).toContain(path)
  }
  /** As the click worker counts taps. */
  const tap = async ({ id }: ShopItem, taps: number) => {
    const [row] = await ask<{ id: number }>(
      instance.database,
      'select id from shop_items where public_id = ?',
      [id],
    )
    const number = 3 * 2 ** 33 + Number(row?.id)
    await ask(
      instance.database,
      `insert into link_totals (link_id, clicks) values (${number}, ${taps}) returning clicks`,
    )
    return number
  }

  test('are created with all fields, or with only a title', async () => {
    const item = await create(whole)
    expect(item).toStrictEqual({
      id: expect.stringMatching(/^itm_[0-9a-z]{26}$/),
      ...whole,
      clicks: 0,
      created_at: expect.any(Number),
      updated_at: item.created_at,
    })
    expect(await create()).toMatchObject({
      title: 'An item',
      price: null,
      currency: null,
      image: null,
      href: null,
      active: true,
    })
  })

  test('are changed field by field, and omitted fields stay', async () => {
    const item = await create(whole)
    const change = async (body: object) => (await call(`PUT /shop-items/${item.id}`, { body })).body.data
    await instance.clock.advance(5000)
    const renamed = await change({ title: 'Kopi Toraja' })
    expect(renamed).toStrictEqual({ ...item, title: 'Kopi Toraja', updated_at: renamed.updated_at })
    expect(renamed.updated_at).toBeGreaterThan(item.updated_at)
    expect(await change({ price: 19.95, currency: 'EUR' })).toMatchObject({ price: 19.95, currency: 'EUR' })
    expect(
      await change({ price: null, currency: null, image: null, href: null, active: false }),
    ).toMatchObject({
      title: 'Kopi Toraja',
      price: null,
      currency: null,
      image: null,
      href: null,
      active: false,
    })
    expect((await call(`PUT /shop-items/${item.id}`, { body: {} })).status).toBe(200)
  })

  test('keep a price exactly, up to three decimals', async () => {
    for (const price of [0, 0.001, 0.1, 1.005, 19.95, 999_999_999_999.999, 1_000_000_000_000]) {
      const { id } = await create({ price })
      const { data } = (await call('GET /shop-items?limit=1')).body
      expect([data[0].id, data[0].price]).toEqual([id, price])
    }
    for (const price of [-1, 0.0001, 1_000_000_000_001, '5', true])
      expectFault(await call('POST /shop-items', { body: { title: 'A', price } }), 'price')
  })

  test('refuse an unknown currency', async () => {
    for (const currency of ['idr', 'ID', 'RUPIAH', 'QQQ', 'ZZZ', 5, ''])
      expectFault(await call('POST /shop-items', { body: { title: 'A', currency } }), 'currency')
    const { id } = await create(whole)
    expectFault(await call(`PUT /shop-items/${id}`, { body: { currency: 'ABC' } }), 'currency')
    for (const currency of ['IDR', 'USD', 'EUR', 'JPY', 'KWD']) await create({ currency })
  })

  test('refuse script and foreign addresses, and keep every text as it is', async () => {
    const refused: [string, unknown[]][] = [
      [
        'href',
        [
          'javascript:alert(1)',
          'data:text/html,a',
          '//evil.example',
          'ftp://a.example/',
          ' https://a.example',
          '',
        ],
      ],
      [
        'image',
        [
          'https://evil.example/a.png',
          '//evil.example/a.png',
          '/assets/../a.png',
          '/a.html',
          'a" onerror="b.png',
        ],
      ],
      ['title', ['', '   ', 'a'.repeat(141), 'a\0b', '\ud800', null]],
      ['active', ['yes', 1, null]],
    ]
    for (const [field, values] of refused)
      for (const value of values)
        expectFault(await call('POST /shop-items', { body: { title: 'A', [field]: value } }), field)
    for (const title of [
      '<script>alert(1)</script>',
      "'; drop table shop_items; --",
      'قهوة‮',
      '☕️'.repeat(40),
      'a\u200b',
    ])
      expect((await create({ title })).title).toBe(title)
    // An item's content is rendered on every page that shows it.
    const lengths: [string, (length: number) => string, number][] = [
      ['href', (length) => 'https://example.com/'.padEnd(length, 'x'), 2048],
      ['image', (length) => '.webp'.padStart(length, 'x'), 255],
    ]
    for (const [field, text, longest] of lengths) {
      const send = (length: number) =>
        call('POST /shop-items', { body: { title: 'A', [field]: text(length) } })
      expect((await send(longest)).status).toBe(200)
      expectFault(await send(longest + 1), field)
    }
    for (const href of ['mailto:ana@example.com', 'tel:+62123', 'http://example.com/?a=<b>'])
      expect((await call('POST /shop-items', { body: { title: 'A', href } })).status).toBeOneOf([200, 422])
  })

  test('are listed newest first, a page at a time, even if some are deleted in between', async () => {
    const by = await newcomer()
    const all: ShopItem[] = []
    for (let index = 0; index < 5; index++) all.unshift(await create({ title: `${index}` }, by))
    const first = (await by('GET /shop-items?limit=2')).body
    expect(first).toStrictEqual({ data: all.slice(0, 2), next_cursor: expect.any(String) })
    await by(`DELETE /shop-items/${all[1]?.id}`)
    const second = (await by(`GET /shop-items?limit=2&after=${first.next_cursor}`)).body
    expect(second.data).toStrictEqual(all.slice(2, 4))
    const third = (await by(`GET /shop-items?limit=2&after=${second.next_cursor}`)).body
    expect(third).toStrictEqual({ data: all.slice(4), next_cursor: null })
  })

  test("can't be accessed by other accounts", async () => {
    const item = await create(whole)
    const other = await newcomer()
    expect((await other('GET /shop-items')).body.data).toEqual([])
    expect((await other(`PUT /shop-items/${item.id}`, { body: { title: 'Mine' } })).status).toBe(404)
    expect((await other(`DELETE /shop-items/${item.id}`)).status).toBe(404)
    expect((await call('GET /shop-items?limit=1')).body.data[0]).toStrictEqual(item)
  })

  test('disappear when they are deleted, and deleting again finds nothing', async () => {
    const item = await create(whole)
    const answer = await call(`DELETE /shop-items/${item.id}`)
    expect([answer.status, answer.body]).toStrictEqual([200, { data: { id: item.id, deleted: true } }])
    expect((await call(`DELETE /shop-items/${item.id}`)).status).toBe(404)
    expect((await call(`PUT /shop-items/${item.id}`, { body: { title: 'B' } })).status).toBe(404)
    expect((await call('GET /shop-items?limit=100')).body.data).not.toContainEqual(item)
  })

  test('show how often they were tapped', async () => {
    const item = await create(whole)
    await tap(item, 17)
    expect((await call('GET /shop-items?limit=1')).body.data[0]).toStrictEqual({ ...item, clicks: 17 })
  })

  test('the counts of a deleted one are deleted with it', async () => {
    const [gone, kept] = [await create(), await create()]
    const [number, other] = [await tap(gone, 5), await tap(kept, 6)]
    await call(`DELETE /shop-items/${gone.id}`)
    await instance.clock.advance(61_000)
    await instance.clock.advance(60_000)
    const rows = await ask<{ clicks: number }>(
      instance.database,
      `select clicks from link_totals where link_id in (${number}, ${other})`,
    )
    expect(rows.map(({ clicks }) => Number(clicks))).toEqual([6])
    expect(await everyRow(instance.database)).not.toContain(gone.id)
  })

  describe('are at most 500,', () => {
    test('even if several are created at once', async () => {
      const by = await newcomer()
      const item = await create({}, by)
      await ask(
        instance.database,
        `with recursive copies (number) as (select 1 union all select number + 1 from copies where number < 497)
         insert into shop_items (public_id, user_id, title, active, created_at, updated_at)
         select public_id || '-' || number, user_id, title, active, created_at, updated_at
         from shop_items, copies where public_id = ? returning id`,
        [item.id],
      )
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => by('POST /shop-items', { body: { title: 'A' } })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403, 403])
      const refused = answers.find(({ status }) => status === 403)
      expect(refused?.body.error).toMatchObject({
        code: 'plan_limit',
        message: 'An account can have at most 500 shop items. Delete some first.',
      })
      await by(`DELETE /shop-items/${item.id}`)
      expect((await by('POST /shop-items', { body: { title: 'A' } })).status).toBe(200)
    })
  })

  test('are erased with their account', async () => {
    const leaver = await instance.account()
    const { call: by } = await signIn(instance, leaver)
    const item = await create(whole, by)
    const number = await tap(item, 9)
    await by('POST /user/delete', { body: { password: 'a fine password' } })
    await instance.clock.advance(61_000)
    await instance.clock.advance(10_000)
    const rows = await everyRow(instance.database)
    expect(rows).not.toContain(item.id)
    expect(rows).not.toContain(`${number}`)
  })
})
