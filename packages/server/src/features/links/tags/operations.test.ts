// The operations on tags: renaming, recolouring, merging and deleting them.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('a tag', (instance) => {
  async function accountWith(...links: string[][]) {
    const account = await instance.account()
    const ids: string[] = []
    for (const tags of links) ids.push((await account.link({ tags })).id)
    return { account, ids }
  }
  const tagsOf = async (account: Account) => (await account.call('GET /tags')).body.data
  const idOf = async (account: Account, name: string): Promise<string> =>
    (await tagsOf(account)).find((tag: { name: string }) => tag.name === name)?.id
  const linksWith = async (account: Account, tag: string) => {
    const { body } = await account.call(`GET /links?tag=${encodeURIComponent(tag)}`)
    return { ids: body.data.map(({ id }: { id: string }) => id), total: body.total }
  }

  test('is renamed and recoloured, without changing its links otherwise', async () => {
    const { account, ids } = await accountWith(['spring'])
    const before = (await account.call(`GET /links/${ids[0]}`)).body.data
    instance.clock.advance(5000)
    const id = await idOf(account, 'spring')
    const renamed = await account.call(`PUT /tags/${id}`, { body: { name: 'Summer ', color: 'teal' } })
    expect(renamed.body.data).toMatchObject({ id, name: 'Summer', color: 'teal', links: 1 })
    const recoloured = await account.call(`PUT /tags/${id}`, { body: { color: 'pink' } })
    expect(recoloured.body.data).toMatchObject({ name: 'Summer', color: 'pink' })
    expect((await account.call(`GET /links/${ids[0]}`)).body.data).toEqual({ ...before, tags: ['Summer'] })
    expect((await linksWith(account, 'summer')).total).toBe(1)
    expect((await linksWith(account, 'spring')).total).toBe(0)
    // Another case of its own name is free.
    expect((await account.call(`PUT /tags/${id}`, { body: { name: 'SUMMER' } })).body.data.name).toBe(
      'SUMMER',
    )
  })

  test('is not renamed to a name in use, but merged on request', async () => {
    const { account, ids } = await accountWith(['one'], ['two'], ['one', 'two'], ['three'])
    expect((await linksWith(account, 'two')).total).toBe(2)
    const [one, two] = [await idOf(account, 'one'), await idOf(account, 'two')]
    const taken = await account.call(`PUT /tags/${one}`, { body: { name: 'TWO', color: 'red' } })
    expect([taken.status, taken.body.error.details]).toEqual([
      422,
      [
        {
          path: 'name',
          code: 'tag_exists',
          message: 'is the name of another tag. Merge the two tags instead.',
        },
      ],
    ])
    const merged = await account.call(`POST /tags/${one}/merge`, { body: { into: two } })
    expect(merged.body.data).toMatchObject({ id: two, name: 'two', links: 3 })
    expect(await linksWith(account, 'two')).toEqual({ ids: ids.slice(0, 3).toReversed(), total: 3 })
    expect((await linksWith(account, 'one')).total).toBe(0)
    expect((await account.call(`GET /links/${ids[2]}`)).body.data.tags).toEqual(['two'])
    expect((await tagsOf(account)).map(({ name }: { name: string }) => name)).toEqual(['three', 'two'])
  })

  test('is not merged into itself, or into what is no tag', async () => {
    const { account } = await accountWith(['one'])
    const id = await idOf(account, 'one')
    for (const into of [id, 'tag_nothing', ''])
      expect((await account.call(`POST /tags/${id}/merge`, { body: { into } })).status).toBe(422)
    expect((await tagsOf(account))[0].links).toBe(1)
  })

  test('that is deleted leaves its links', async () => {
    const { account, ids } = await accountWith(['gone', 'kept'], ['gone'])
    expect((await linksWith(account, 'gone')).total).toBe(2)
    const id = await idOf(account, 'gone')
    expect((await account.call(`DELETE /tags/${id}`)).body).toEqual({ data: { id, deleted: true } })
    expect((await account.call(`DELETE /tags/${id}`)).status).toBe(404)
    expect((await linksWith(account, 'gone')).total).toBe(0)
    expect((await account.call(`GET /links/${ids[0]}`)).body.data.tags).toEqual(['kept'])
    // A new one of the same name starts without links.
    await account.call(`PUT /links/${ids[1]}`, { body: { tags: ['gone'] } })
    expect(await linksWith(account, 'gone')).toEqual({ ids: [ids[1]], total: 1 })
  })

  test('with more links than a batch is merged and deleted as a whole', async () => {
    const account = await instance.account()
    for (let batch = 0; batch < 21; batch++)
      await account.call('POST /links/bulk', {
        body: {
          links: Array.from({ length: 50 }, () => ({
            long_url: 'https://example.com/',
            tags: ['many', 'all'],
          })),
        },
      })
    await account.link({ tags: ['few'] })
    expect((await linksWith(account, 'few')).total).toBe(1)
    const few = await idOf(account, 'few')
    const merged = await account.call(`POST /tags/${await idOf(account, 'many')}/merge`, {
      body: { into: few },
    })
    expect(merged.body.data).toMatchObject({ name: 'few', links: 1051 })
    expect((await linksWith(account, 'few')).total).toBe(1051)
    await account.call(`DELETE /tags/${few}`)
    expect((await linksWith(account, 'few')).total).toBe(0)
    expect((await linksWith(account, 'all')).total).toBe(1050)
  })
})
