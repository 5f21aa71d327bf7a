// Tags on links: how they are given, compared and limited, and what else knows them.
import { expect, test } from 'bun:test'
import { addMember, newWorkspace } from '../../../../../../test/accounts/workspaces.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { runStatement } from '../../../../../../test/servers/statements.ts'
import { endpoint } from '../../../../../../test/webhooks/webhooks.ts'

const long_url = 'https://example.com/'

interface Tag {
  id: string
  name: string
  color: string
  links: number
}

onEachEngine('tags', (instance) => {
  const tagsOf = async (account: Pick<Account, 'call'>): Promise<Tag[]> =>
    (await account.call('GET /tags')).body.data
  const tagsIn = async (account: Account, id: string) =>
    (await account.call(`GET /links/${id}`)).body.data.tags
  const change = (account: Account, id: string, tags: unknown) =>
    account.call(`PUT /links/${id}`, { body: { tags } })

  test('are made when a link first uses them, and its record has them in alphabetical order', async () => {
    const account = await instance.account()
    expect((await account.link()).tags).toEqual([])
    const link = await account.link({ tags: ['spring', 'Ads', ' spring ', 'SPRING'] })
    expect(link.tags).toEqual(['Ads', 'spring'])
    expect(await tagsIn(account, link.id)).toEqual(['Ads', 'spring'])
    const listed = (await account.call('GET /links')).body.data.map(({ tags }: { tags: string[] }) => tags)
    expect(listed).toEqual([['Ads', 'spring'], []])
    expect(await tagsOf(account)).toMatchObject([
      { name: 'Ads', links: 1 },
      { name: 'spring', links: 1 },
    ])
  })

  test('are replaced by an update, which leaves them alone if it omits them, and removes them with an empty list', async () => {
    const account = await instance.account()
    const { id } = await account.link({ tags: ['one', 'two'] })
    expect((await account.call(`PUT /links/${id}`, { body: { title: 'New' } })).body.data.tags).toEqual([
      'one',
      'two',
    ])
    expect((await change(account, id, ['two', 'three'])).body.data.tags).toEqual(['three', 'two'])
    expect((await change(account, id, [])).body.data.tags).toEqual([])
    expect((await change(account, id, null)).status).toBe(422)
    // They remain until they are deleted.
    expect((await tagsOf(account)).map(({ name, links }) => [name, links])).toEqual([
      ['one', 0],
      ['three', 0],
      ['two', 0],
    ])
  })

  test('are given to each item of a bulk request, where an invalid one fails alone', async () => {
    const account = await instance.account()
    const links = [
      { long_url, tags: ['Sale'] },
      { long_url, tags: ['x'.repeat(49)] },
      { long_url, tags: ['sale', 'Web'] },
      { long_url },
    ]
    const { items } = (await account.call('POST /links/bulk', { body: { links } })).body.data
    expect(items.map(({ data }: { data?: { tags: string[] } }) => data?.tags)).toEqual([
      ['Sale'],
      undefined,
      ['Sale', 'Web'],
      [],
    ])
    expect((await tagsOf(account)).map(({ name, links }) => [name, links])).toEqual([
      ['Sale', 2],
      ['Web', 1],
    ])
  })

  test('are compared without case and width in every script, and kept as first written', async () => {
    const account = await instance.account()
    for (const [first, same] of [
      ['Sale', 'sALE'],
      ['Straße', 'STRASSE'],
      ['ΟΔΟΣ', 'οδός'.normalize('NFD').replaceAll('\u0301', '')],
      ['Café', 'CAFE\u0301'],
      ['İstanbul', 'i̇stanbul'],
      ['ＷＩＤＥ', 'wide'],
      ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ] as const) {
      expect((await account.link({ tags: [first] })).tags).toEqual([first])
      expect((await account.link({ tags: [same] })).tags).toEqual([first])
    }
    // In Turkish, they are other letters.
    expect((await account.link({ tags: ['ısı'] })).tags).toEqual(['ısı'])
    expect((await account.link({ tags: ['isi'] })).tags).toEqual(['isi'])
    expect((await account.link({ tags: ['istanbul'] })).tags).toEqual(['istanbul'])
  })

  test('have 1 to 48 visible characters, and a link has at most 20 of them', async () => {
    const account = await instance.account()
    const { id } = await account.link({ tags: ['kept'] })
    const longest = ['x'.repeat(48), '🎉'.repeat(48), `  ${'y'.repeat(48)}  `]
    expect((await change(account, id, longest)).status).toBe(200)
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    expect((await change(account, id, twenty)).body.data.tags).toHaveLength(20)
    for (const [tags, path] of [
      [[...twenty, 'one more'], 'tags'],
      [['x'.repeat(49)], 'tags.0'],
      [['fine', '🎉'.repeat(49)], 'tags.1'],
      [['x'.repeat(1_000_000)], 'tags.0'],
      [[''], 'tags.0'],
      [[' \u2003 '], 'tags.0'],
      [['\u200d'], 'tags.0'],
      [['a\nb'], 'tags.0'],
      [['a\0'], 'tags.0'],
      [['\u202egnirps'], 'tags.0'],
      [['zero\u200bwidth'], 'tags.0'],
      [['\ud800'], 'tags.0'],
      [[7], 'tags.0'],
      ['spring', 'tags'],
    ] as const) {
      const { status, body } = await change(account, id, tags)
      expect([status, body.error?.details?.[0]?.path]).toEqual([422, path])
    }
    expect(await tagsIn(account, id)).toHaveLength(20)
  })

  test('are made once, even if many requests use a new one at the same time', async () => {
    const account = await instance.account()
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        account.link({ tags: [index % 2 ? 'Same' : 'same', `own ${index}`] }),
      ),
    )
    const [first] = made[0].tags
    expect(
      new Set(made.flatMap(({ tags }) => tags.filter((tag: string) => !tag.startsWith('own')))).size,
    ).toBe(1)
    const tags = await tagsOf(account)
    expect(tags).toHaveLength(13)
    expect(tags.find(({ name }) => name.toLowerCase() === 'same')?.links).toBe(12)
    expect(first).toBeString()
  })

  test('belong to their workspace: others neither see nor change them', async () => {
    const [mine, theirs] = [await instance.account(), await instance.account()]
    await mine.link({ tags: ['mine'] })
    const [{ id }] = (await tagsOf(mine)) as [Tag]
    await theirs.link({ tags: ['mine', 'theirs'] })
    const own = (await tagsOf(theirs)).map(({ id }) => id)
    for (const [request, body] of [
      [`PUT /tags/${id}`, { name: 'taken' }],
      [`POST /tags/${id}/merge`, { into: own[0] }],
      [`DELETE /tags/${id}`, undefined],
      ["PUT /tags/tag_' or 1=1", { name: 'taken' }],
    ] as const)
      expect((await theirs.call(request, { body })).status).toBe(404)
    const into = await theirs.call(`POST /tags/${own[0]}/merge`, { body: { into: id } })
    expect([into.status, into.body.error.details[0].path]).toEqual([422, 'into'])
    expect(await tagsOf(mine)).toMatchObject([{ name: 'mine', links: 1 }])
    expect((await theirs.call('GET /links?tag=theirs')).body.total).toBe(1)
  })

  test('are read by viewers, and changed by editors', async () => {
    const shared = await newWorkspace(instance)
    const viewer = await addMember(instance, shared, 'viewer')
    await shared.owner.call('POST /links', { body: { long_url, tags: ['ours'] } })
    const [{ id }] = (await tagsOf(viewer)) as [Tag]
    for (const [request, body] of [
      [`PUT /tags/${id}`, { name: 'theirs' }],
      [`POST /tags/${id}/merge`, { into: id }],
      [`DELETE /tags/${id}`, undefined],
    ] as const)
      expect((await viewer.call(request, { body })).status).toBe(403)
    const editor = await addMember(instance, shared, 'editor')
    expect((await editor.call(`PUT /tags/${id}`, { body: { name: 'renamed' } })).status).toBe(200)
  })

  test('need the scopes of links', async () => {
    const reader = await instance.account({ scopes: 'links:read' })
    expect((await reader.call('GET /tags')).body).toEqual({ data: [] })
    expect((await reader.call('DELETE /tags/tag_x')).body.error.code).toBe('insufficient_scope')
    const writer = await instance.account({ scopes: 'links:write' })
    expect((await writer.call('GET /tags')).body.error.code).toBe('insufficient_scope')
  })

  test('have ten colours, of which new tags get the rarest', async () => {
    const account = await instance.account()
    const names = Array.from({ length: 20 }, (_, index) => `colour ${index}`)
    await account.link({ tags: names })
    const counts = Map.groupBy(await tagsOf(account), ({ color }) => color)
    expect([...counts.values()].map((tags) => tags.length)).toEqual(Array(10).fill(2))
  })

  test('are at most 5,000 in a workspace, and a link that needs one more is not created', async () => {
    const account = await instance.account()
    await account.link({ tags: ['first'] })
    await fillWithTags(account, 4998)
    expect((await account.link({ tags: ['first', 'last'] })).tags).toEqual(['first', 'last'])
    const refused = await account.call('POST /links', { body: { long_url, tags: ['first', 'too many'] } })
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'too_many_tags'])
    expect((await account.call('GET /links')).body.total).toBe(2)
    expect(await tagsOf(account)).toHaveLength(5000)
  })

  async function fillWithTags({ userId }: Account, count: number) {
    const numbers =
      instance.engine === 'sqlite'
        ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`
        : `generate_series(1, ${count}) as n(i)`
    await runStatement(
      instance.database,
      `insert into tags (public_id, user_id, name, name_key, color, created_at)
       select 'tag_' || i || '_' || users.id, users.id, 'filler ' || i, 'filler ' || i, 'red', 0
       from users, ${numbers} where users.public_id = '${userId}'`,
    )
  }

  test('tell receivers of events, when a link gets or loses them', async () => {
    const account = await instance.account()
    const listener = await endpoint(instance.database, account.email, {
      events: ['link.created', 'link.updated'],
    })
    const { id } = await account.link({ tags: ['one'] })
    await change(account, id, ['one'])
    await change(account, id, ['ONE'])
    await change(account, id, ['one', 'two'])
    const [tag] = (await tagsOf(account)) as [Tag]
    await account.call(`PUT /tags/${tag.id}`, { body: { name: 'uno' } })
    const told = (await listener.deliveries()).map(({ event_type, body }) => [
      event_type,
      (body.data as { tags: string[] }).tags,
    ])
    expect(told).toEqual([
      ['link.created', ['one']],
      ['link.updated', ['one', 'two']],
    ])
  })

  test('move to another workspace with their links, to the tags of the same names there', async () => {
    const { workspace, owner } = await newWorkspace(instance)
    const own = { call: owner.session.call }
    const create = async (tags: string[], by: Pick<Account, 'call'> = own) =>
      (await by.call('POST /links', { body: { long_url, tags } })).body.data
    const ids = [await create(['Spring', 'ads']), await create(['spring']), await create([])].map(
      ({ id }) => id,
    )
    await create(['SPRING'], owner)
    expect((await own.call('GET /links?tag=spring')).body.total).toBe(2)
    expect((await owner.call('GET /links?tag=spring')).body.total).toBe(1)
    await own.call('POST /links/move', { body: { ids, workspace: workspace.id } })
    expect((await own.call('GET /links?tag=spring')).body.total).toBe(0)
    expect((await owner.call('GET /links?tag=spring')).body.total).toBe(3)
    expect((await owner.call(`GET /links/${ids[0]}`)).body.data.tags).toEqual(['ads', 'SPRING'])
    expect((await tagsOf(own)).map(({ links }) => links)).toEqual([0, 0])
    expect((await tagsOf(owner)).map(({ name, links }) => [name, links])).toEqual([
      ['ads', 1],
      ['SPRING', 3],
    ])
  })
})
