// Creating many links at once: each item succeeds or fails alone, in one response.
import { describe, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

interface Item {
  index: number
  success: boolean
  error?: string
  message?: string
  data?: { short: string; title: string; long_url: string; domain: string }
}

const long_url = 'https://example.com/'

onEachEngine('POST /links/bulk', (instance) => {
  async function bulk(account: Account, links: unknown[]): Promise<Item[]> {
    const { status, body } = await account.call('POST /links/bulk', { body: { links } })
    expect(status).toBe(200)
    const { items, total, success, failed } = body.data
    expect(total).toBe(links.length)
    expect(items.map((item: Item) => item.index)).toStrictEqual([...links.keys()])
    expect(success).toBe(items.filter((item: Item) => item.success).length)
    expect(failed).toBe(total - success)
    return items
  }

  const outcomes = (items: Item[]) => items.map((item) => (item.success ? 'created' : item.error))

  test('returns a bulk result with a Link for every item that succeeded', async () => {
    const account = await instance.account()
    const answer = await account.call('POST /links/bulk', {
      body: { links: [{ long_url, title: 'First', short: 'bulk-first' }, { long_url }] },
    })
    expect(answer.status).toBe(200)
    const [first, second] = answer.body.data.items
    expect(answer.body).toStrictEqual({
      data: {
        total: 2,
        success: 2,
        failed: 0,
        items: [
          { index: 0, success: true, data: (await account.call('GET /links/bulk-first')).body.data },
          { index: 1, success: true, data: (await account.call(`GET /links/${second.data.id}`)).body.data },
        ],
      },
    })
    expect(first.data).toMatchObject({ short: 'bulk-first', title: 'First', long_url })
    expect(second.data).toMatchObject({ title: '', domain: new URL(instance.url).host })
    expect((await instance.visit('/bulk-first')).status).toBe(302)
  })

  test('an invalid item never fails another, and each says what is wrong with it', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'bulk-taken' })
    const items = await bulk(account, [
      { long_url },
      { long_url: 'javascript:alert(1)' },
      { long_url, short: 'bulk-taken' },
      { long_url, short: 'no such code' },
      { long_url, short: 'API' },
      { long_url: `${instance.url}/loop` },
      { long_url, title: 'x'.repeat(49) },
      { long_url, short: 'x'.repeat(49) },
      { long_url, title: 'x'.repeat(48), short: 'y'.repeat(48) },
    ])
    expect(outcomes(items)).toStrictEqual([
      'created',
      'validation_failed',
      'slug_taken',
      'slug_invalid',
      'slug_invalid',
      'validation_failed',
      'validation_failed',
      'slug_invalid',
      'created',
    ])
    for (const item of items) {
      expect(Object.keys(item)).toStrictEqual(
        item.success ? ['index', 'success', 'data'] : ['index', 'success', 'error', 'message'],
      )
      if (!item.success) expect(item.message).not.toBeEmpty()
    }
    expect(items[1]?.message).toContain('long_url')
    expect(items[6]?.message).toContain('title')
    expect((await account.call('GET /links')).body.total).toBe(3)
    expect((await account.call('GET /quota')).body.data.links.used).toBe(3)
  })

  test('items of wrong types fail alone', async () => {
    const account = await instance.account()
    const items = await bulk(account, [
      null,
      'https://example.com/',
      7,
      [],
      [long_url],
      {},
      { long_url: 5 },
      { long_url, title: {} },
      { long_url, short: 9 },
      { long_url, surprise: true },
    ])
    expect(outcomes(items)).toStrictEqual([...Array(9).fill('validation_failed'), 'created'])
  })

  test('a code requested twice in one request goes to the first item', async () => {
    const account = await instance.account()
    const items = await bulk(account, [
      { long_url, short: 'twice', title: 'first' },
      { long_url, short: 'twice', title: 'second' },
      { long_url, short: 'Twice', title: 'another code' },
    ])
    expect(outcomes(items)).toStrictEqual(['created', 'slug_taken', 'created'])
    expect((await account.call('GET /links/twice')).body.data.title).toBe('first')
  })

  test('if the first of two items with one code is invalid, the second gets the code', async () => {
    const account = await instance.account()
    const items = await bulk(account, [
      { long_url: 'nonsense', short: 'second-chance' },
      { long_url, short: 'second-chance' },
    ])
    expect(outcomes(items)).toStrictEqual(['validation_failed', 'created'])
  })

  test('items past the quota fail individually with plan_limit, and invalid ones use no unit', async () => {
    const account = await instance.account({ plan: 'tiny' })
    const items = await bulk(account, [
      { long_url: 'nonsense' },
      { long_url },
      { long_url, short: 'v2' },
      { long_url },
      { long_url },
      { long_url },
      { long_url, short: 'too-late' },
    ])
    expect(outcomes(items)).toStrictEqual([
      'validation_failed',
      'created',
      'slug_invalid',
      'created',
      'created',
      'plan_limit',
      'plan_limit',
    ])
    expect((await account.call('GET /quota')).body.data.links).toStrictEqual({ limit: 3, used: 3 })
    expect((await account.call('POST /links/available', { body: { short: 'too-late' } })).status).toBe(200)
  })

  test('an item whose code is taken gives its unit to the next', async () => {
    const account = await instance.account({ plan: 'tiny' })
    await (await instance.account()).link({ custom_slug: 'bulk-gone' })
    const gone = { long_url, short: 'bulk-gone' }
    const items = await bulk(account, [gone, { long_url }, gone, { long_url }, gone, { long_url }])
    expect(outcomes(items).filter((outcome) => outcome === 'created')).toHaveLength(3)
    expect((await account.call('GET /quota')).body.data.links.used).toBe(3)
  })

  test('402 plan_required if the plan lacks bulk shortening, and nothing is created', async () => {
    const account = await instance.account({ plan: 'free' })
    const answer = await account.call('POST /links/bulk', { body: { links: [{ long_url }] } })
    expect([answer.status, answer.body.error.code]).toStrictEqual([402, 'plan_required'])
    expect((await account.call('GET /links')).body.total).toBe(0)
  })

  describe('links must be an array of 1 to 100 items', () => {
    test('100 are fine', async () => {
      const items = await bulk(await instance.account(), Array(100).fill({ long_url }))
      expect(outcomes(items)).toStrictEqual(Array(100).fill('created'))
    })

    const wrong: [string, unknown][] = [
      ['101 items', { links: Array(101).fill({ long_url }) }],
      ['no items', { links: [] }],
      ['no links', {}],
      ['an object', { links: { 0: { long_url } } }],
      ['null', { links: null }],
    ]
    for (const [what, body] of wrong) {
      test(`${what} is 422, and nothing is created`, async () => {
        const account = await instance.account()
        const answer = await account.call('POST /links/bulk', { body })
        expect([answer.status, answer.body.error.code]).toStrictEqual([422, 'validation_failed'])
        expect(answer.body.error.details[0].path).toBe('links')
        expect((await account.call('GET /links')).body.total).toBe(0)
      })
    }
  })

  test('the list shows the last item of a request first', async () => {
    const account = await instance.account()
    await bulk(account, [
      { long_url, title: 'one' },
      { long_url, title: 'two' },
    ])
    const { data } = (await account.call('GET /links')).body
    expect(data.map(({ title }: { title: string }) => title)).toStrictEqual(['two', 'one'])
  })

  test('concurrent requests for the same codes in opposite order both succeed, and no code is used twice', async () => {
    const accounts = [await instance.account(), await instance.account()]
    const links = Array.from({ length: 40 }, (_, index) => ({ long_url, short: `opposed-${index}` }))
    const [forward, backward] = await Promise.all([
      bulk(accounts[0] as Account, links),
      bulk(accounts[1] as Account, links.toReversed()),
    ])
    const created = [...(forward ?? []), ...(backward ?? [])].filter((item) => item.success)
    expect(new Set(created.map((item) => item.data?.short)).size).toBe(40)
    expect(created).toHaveLength(40)
  })
})
