// GET /links?tag=…: links that have all of the tags, with every other filter, also while they change.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('filtering links by tags', (instance) => {
  let account: Account
  const found = async (query: string, by = account) => {
    const { body } = await by.call(`GET /links?limit=100&${query}`)
    return { codes: body.data.map(({ short }: { short: string }) => short), total: body.total }
  }
  const codes = async (query: string, by = account) => (await found(query, by)).codes

  beforeAll(async () => {
    account = await instance.account()
    const links: [string, string[]][] = [
      ['f-1', ['Spring', 'ads']],
      ['f-2', ['spring']],
      ['f-3', ['ads', 'spring', 'A&B']],
      ['f-4', []],
      ['f-5', ['ads']],
    ]
    for (const [custom_slug, tags] of links)
      await account.link({ custom_slug, tags, title: `Title ${custom_slug}` })
    await account.call('DELETE /links/f-2')
  })

  test('finds the links that have all of them, by names compared without case', async () => {
    expect(await found('tag=SPRING')).toEqual({ codes: ['f-3', 'f-1'], total: 2 })
    expect(await found('tag=spring&tag=Ads')).toEqual({ codes: ['f-3', 'f-1'], total: 2 })
    expect(await found('tag=spring&tag=Spring&tag=a%26b')).toEqual({ codes: ['f-3'], total: 1 })
    expect(await found('tag=spring&tag=unknown')).toEqual({ codes: [], total: 0 })
    expect((await found('')).total).toBe(4)
  })

  test('works together with status, order, pages and search', async () => {
    expect(await codes('tag=spring&status=all')).toEqual(['f-3', 'f-2', 'f-1'])
    expect(await codes('tag=spring&status=archived')).toEqual(['f-2'])
    expect(await codes('tag=spring&status=all&sort=oldest')).toEqual(['f-1', 'f-2', 'f-3'])
    expect((await account.call('GET /links?tag=spring&status=all&limit=2&page=2')).body).toMatchObject({
      data: [{ short: 'f-1' }],
      total: 3,
    })
    expect((await account.call('GET /links?tag=spring&limit=2&page=1000000000')).body).toEqual({
      data: [],
      total: 2,
    })
    expect(await found('tag=spring&search=title f-')).toEqual({ codes: ['f-3', 'f-1'], total: 2 })
    expect(await found('tag=spring&search=F-3')).toEqual({ codes: ['f-3'], total: 1 })
    expect(await found('tag=spring&search=f-5')).toEqual({ codes: [], total: 0 })
    const address = (code: string) => encodeURIComponent(`${instance.url}/${code}`)
    expect(await found(`tag=spring&search=${address('f-1')}`)).toEqual({ codes: ['f-1'], total: 1 })
    expect(await found(`tag=spring&search=${address('f-5')}`)).toEqual({ codes: [], total: 0 })
  })

  test('takes at most 20 names of valid tags', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `tag=t${index}`).join('&')
    expect((await account.call(`GET /links?${names(20)}`)).status).toBe(200)
    for (const query of [names(21), 'tag=', `tag=${'x'.repeat(49)}`, 'tag=a%00', 'tag=a&tag=%0a']) {
      const { status, body } = await account.call(`GET /links?${query}`)
      expect([status, body.error?.code]).toEqual([400, 'malformed_request'])
    }
  })

  test('follows every change of a link at once', async () => {
    const own = await instance.account()
    const shown = () => codes('tag=a&status=active', own)
    const { id } = await own.link({ custom_slug: `c-${crypto.randomUUID()}`.slice(0, 40), tags: ['a', 'b'] })
    const one = (await own.call(`GET /links/${id}`)).body.data.short
    expect(await shown()).toEqual([one])
    const two = (await own.link({ tags: ['a'] })).short
    expect(await shown()).toEqual([two, one])
    await own.call(`PUT /links/${id}`, { body: { tags: ['b'] } })
    expect(await shown()).toEqual([two])
    expect(await codes('tag=b', own)).toEqual([one])
    await own.call(`PUT /links/${id}`, { body: { tags: ['b', 'A'] } })
    await own.call(`DELETE /links/${two}`)
    expect(await shown()).toEqual([one])
    expect(await codes('tag=a&status=archived', own)).toEqual([two])
    await own.call(`POST /links/${two}/unarchive`)
    expect(await shown()).toEqual([two, one])
    const links = Array.from({ length: 60 }, () => ({ long_url: 'https://example.com/', tags: ['a'] }))
    await own.call('POST /links/bulk', { body: { links } })
    expect((await found('tag=a', own)).total).toBe(62)
  })

  test('agrees with a simple model, whatever changes', async () => {
    const own = await instance.account()
    const names = ['red', 'green', 'blue']
    const model = new Map<string, { tags: Set<string>; isArchived: boolean }>()
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const some = () => names.filter(() => random(2) === 1)
    for (let step = 0; step < 60; step++) {
      const ids = [...model.keys()]
      const id = ids[random(ids.length)] ?? ''
      const known = model.get(id)
      if (!known || random(3) === 0) {
        const tags = some()
        model.set((await own.link({ tags })).id, { tags: new Set(tags), isArchived: false })
      } else if (random(2) === 0) {
        known.tags = new Set(some())
        await own.call(`PUT /links/${id}`, { body: { tags: [...known.tags] } })
      } else {
        known.isArchived = !known.isArchived
        await own.call(known.isArchived ? `DELETE /links/${id}` : `POST /links/${id}/unarchive`)
      }
      const wanted = some()
      if (wanted.length === 0) continue
      const expected = [...model]
        .filter(([, link]) => !link.isArchived && wanted.every((name) => link.tags.has(name)))
        .map(([id]) => id)
      const { body } = await own.call(
        `GET /links?limit=100&sort=oldest&${wanted.map((name) => `tag=${name}`).join('&')}`,
      )
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expected)
      expect(body.total).toBe(expected.length)
    }
  })
})
