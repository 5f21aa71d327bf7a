// The list of links: its order, its pages and its filter by status.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

async function codes(account: Account, query = ''): Promise<string[]> {
  const { body } = await account.call(`GET /links${query}`)
  return body.data.map((link: { short: string }) => link.short)
}

/** Creates links in bulk, in this order; returns their fields. */
async function createMany<Fields>(account: Account, count: number, fields: (index: number) => Fields) {
  const links = Array.from({ length: count }, (_, index) => fields(index))
  for (let from = 0; from < count; from += 100)
    await account.call('POST /links/bulk', { body: { links: links.slice(from, from + 100) } })
  return links
}

onEachEngine('GET /links', (instance) => {
  async function accountWith(...names: string[]): Promise<Account> {
    const account = await instance.account()
    for (const name of names) await account.link({ custom_slug: name })
    return account
  }

  test('lists newest first', async () => {
    const account = await accountWith('order-1', 'order-2', 'order-3')
    expect(await codes(account)).toStrictEqual(['order-3', 'order-2', 'order-1'])
  })

  test('returns 10 by default and 100 at most, and counts all matches in total', async () => {
    const account = await instance.account()
    const links = Array.from({ length: 100 }, (_, index) => ({ long_url: `https://example.com/${index}` }))
    await account.call('POST /links/bulk', { body: { links } })
    await account.link()
    const first = await account.call('GET /links')
    expect([first.body.data.length, first.body.total]).toStrictEqual([10, 101])
    const hundred = await account.call('GET /links?limit=100')
    expect([hundred.body.data.length, hundred.body.total]).toStrictEqual([100, 101])
    expect(Object.keys(first.body).sort()).toStrictEqual(['data', 'total'])
  })

  test('pages follow each other without gaps or repetitions, and are empty past the end', async () => {
    const account = await accountWith('page-1', 'page-2', 'page-3', 'page-4', 'page-5')
    const all = ['page-5', 'page-4', 'page-3', 'page-2', 'page-1']
    const pages = await Promise.all([1, 2, 3].map((page) => codes(account, `?limit=2&page=${page}`)))
    expect(pages.flat()).toStrictEqual(all)
    const past = await account.call('GET /links?limit=2&page=4')
    expect([past.status, past.body]).toStrictEqual([200, { data: [], total: 5 }])
    const far = await account.call('GET /links?limit=100&page=1000000000')
    expect([far.status, far.body]).toStrictEqual([200, { data: [], total: 5 }])
  })

  test('shows all but archived links, unless status=archived or status=all widens it', async () => {
    const account = await accountWith('state-1', 'state-2', 'state-3')
    await account.call('DELETE /links/state-2')
    expect(await codes(account)).toStrictEqual(['state-3', 'state-1'])
    expect(await codes(account, '?status=active')).toStrictEqual(['state-3', 'state-1'])
    expect(await codes(account, '?status=archived')).toStrictEqual(['state-2'])
    expect(await codes(account, '?status=all')).toStrictEqual(['state-3', 'state-2', 'state-1'])
    const { body } = await account.call('GET /links?limit=1')
    expect(body.total).toBe(2)
  })

  test("shows expired and consumed links among those that aren't archived", async () => {
    const account = await accountWith('ended-1', 'ended-2')
    await account.call('PUT /links/ended-1', { body: { disposable: true } })
    await instance.visit('/ended-1')
    await account.call('PUT /links/ended-2', { body: { expired_at: instance.clock.unix() + 600 } })
    await instance.clock.advance(601_000)
    const { body } = await account.call('GET /links')
    expect(body.data.map((link: { status: string }) => link.status)).toStrictEqual(['expired', 'consumed'])
  })

  test("shows only the account's own links, and none for a new account", async () => {
    const account = await accountWith('mine-only')
    const stranger = await instance.account()
    expect((await stranger.call('GET /links?status=all')).body).toStrictEqual({ data: [], total: 0 })
    expect(await codes(stranger, '?search=mine-only')).toStrictEqual([])
    expect(await codes(account)).toStrictEqual(['mine-only'])
  })

  test('lists oldest first on request, in pages without gaps or repetitions', async () => {
    const account = await accountWith('old-1', 'old-2', 'old-3', 'old-4', 'old-5')
    await account.call('DELETE /links/old-3')
    expect(await codes(account, '?sort=oldest')).toStrictEqual(['old-1', 'old-2', 'old-4', 'old-5'])
    const pages = [1, 2, 3].map((page) => codes(account, `?sort=oldest&status=all&limit=2&page=${page}`))
    expect((await Promise.all(pages)).flat()).toStrictEqual(['old-1', 'old-2', 'old-3', 'old-4', 'old-5'])
    expect((await account.call('GET /links?sort=clicks')).status).toBe(400)
  })

  test('searches oldest first by rare terms, common ones, and single characters, as newest first', async () => {
    const account = await instance.account()
    await createMany(account, 600, (index) => ({
      long_url: `https://example.com/${index}`,
      title: index % 100 === 50 ? `rare${index}` : 'common',
    }))
    for (const search of ['rare', 'common', 'o', 'example.com/3']) {
      const newest: string[] = []
      for (let page = 1; page <= 6; page++)
        newest.push(...(await codes(account, `?limit=100&page=${page}&search=${search}`)))
      expect(newest.length).toBeGreaterThan(5)
      const oldest: string[] = []
      for (let page = 1; page <= 6; page++)
        oldest.push(...(await codes(account, `?sort=oldest&limit=100&page=${page}&search=${search}`)))
      expect(oldest).toStrictEqual(newest.toReversed())
      expect(await codes(account, `?sort=oldest&limit=3&search=${search}`)).toStrictEqual(oldest.slice(0, 3))
    }
  })

  test('searches as far as the last page among thousands of links, oldest or newest first', async () => {
    const account = await instance.account()
    // The oldest links don't match, those after them all do, and every tenth of the others.
    const isMatch = (index: number) => (index < 600 ? index >= 500 : index % 10 === 0)
    const all = await createMany(account, 2600, (index) => ({
      long_url: 'https://example.com/',
      title: isMatch(index) ? 'wanted' : 'other',
      short: `many-${index}`,
    }))
    const matching = all.flatMap(({ short }, index) => (isMatch(index) ? short : []))
    for (const [limit, page] of [
      [100, 1],
      [100, 2],
      [100, 3],
      [100, 4],
      [20, 1],
      [7, 43],
    ] as const) {
      const found = (list: string[]) => list.slice((page - 1) * limit, page * limit)
      const query = `?limit=${limit}&page=${page}&search=wanted`
      expect(await codes(account, `${query}&sort=oldest`)).toStrictEqual(found(matching))
      expect(await codes(account, query)).toStrictEqual(found(matching.toReversed()))
    }
  })

  test('shows clicks that were answered before the request', async () => {
    const account = await accountWith('clicked')
    await instance.visit('/clicked')
    await instance.visit('/clicked')
    expect((await account.call('GET /links')).body.data[0].clicks).toBe(2)
  })

  test('an invalid query parameter is 400 malformed_request and named', async () => {
    const account = await instance.account()
    const bad = [
      'page=0',
      'page=-1',
      'page=x',
      'page=1.5',
      'limit=0',
      'limit=101',
      'limit=ten',
      'status=gone',
    ]
    for (const query of [...bad, 'page=', 'limit=5&limit=6', `search=${'x'.repeat(2049)}`]) {
      const { status, body } = await account.call(`GET /links?${query}`)
      expect([query.slice(0, 20), status, body.error?.code, body.error?.details[0].path]).toStrictEqual([
        query.slice(0, 20),
        400,
        'malformed_request',
        query.split('=')[0] ?? '',
      ])
    }
  })
})
