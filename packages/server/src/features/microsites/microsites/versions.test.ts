// Versions of microsites: how visitors saw a page after each editing session, and bringing one of them back.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'
import { runStatement } from '../../../../../../test/servers/statements.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'

onEachEngine('versions', (instance) => {
  const nextSession = () => instance.clock.advance(601_000)
  // biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape.
  const versionsOf = async (account: Account, slug: string, query = ''): Promise<any[]> =>
    (await account.call(`GET /microsites/${slug}/versions${query}`)).body.data
  const version = async (account: Account, slug: string, id: string) =>
    (await account.call(`GET /microsites/${slug}/versions/${id}`)).body.data
  const restore = (account: Account, slug: string, to: string) =>
    account.call(`POST /microsites/${slug}/restore`, { body: { to } })
  const pageOf = async (account: Account, slug: string) => {
    const { title, description, kind, theme } = (await account.call(`GET /microsites/${slug}`)).body.data
    return { title, description, kind, theme }
  }

  test('publishing makes the first version, and a draft has none', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account, { draft: true })
    await componentsOf(account, slug).add('TEXT', { content: 'one' })
    await nextSession()
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'Draft' } })
    expect(await versionsOf(account, slug)).toStrictEqual([])
    await account.call(`POST /microsites/${slug}/publish`)
    expect(await versionsOf(account, slug)).toMatchObject([
      { id: expect.stringMatching(/^ver_/), current: true, changes: null, by: { kind: 'key', name: 'test' } },
    ])
    await account.call(`POST /microsites/${slug}/publish`)
    expect(await versionsOf(account, slug)).toHaveLength(1)
  })

  test('changes with less than ten minutes between them are one version', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const { add } = componentsOf(account, slug)
    await add('TEXT', { content: 'one' })
    await instance.clock.advance(580_000)
    await add('TEXT', { content: 'two' })
    await instance.clock.advance(580_000)
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'Three' } })
    expect(await versionsOf(account, slug)).toHaveLength(1)
    await nextSession()
    const four = await add('TEXT', { content: 'four' })
    const [now, before] = await versionsOf(account, slug)
    expect([now.current, before.current]).toStrictEqual([true, false])
    expect(now.changes).toStrictEqual({
      fields: [],
      added: [{ id: four.id, kind: 'TEXT' }],
      removed: [],
      changed: [],
      reordered: false,
    })
    expect(await version(account, slug, before.id)).toMatchObject({
      title: 'Three',
      components: [{ data: { content: 'one' } }, { data: { content: 'two' } }],
    })
  })

  test('a change with another key makes another version', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const key = await account.newKey('all')
    await account.call(`PUT /microsites/${slug}`, {
      body: { title: 'Two' },
      headers: { authorization: `Bearer ${key}` },
    })
    expect((await versionsOf(account, slug)).map(({ changes }) => changes?.fields ?? null)).toStrictEqual([
      ['title'],
      null,
    ])
  })

  test('changes that can’t be seen on the page make no version', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    await nextSession()
    for (const body of [{ hide: true }, { hide: false }, { title: 'Ana' }, {}])
      await account.call(`PUT /microsites/${slug}`, { body })
    expect(await versionsOf(account, slug)).toHaveLength(1)
  })

  test('tells what differs: settings, and components added, removed, changed and moved', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const { add, update, remove, order } = componentsOf(account, slug)
    const ids: string[] = []
    for (const content of ['a', 'b', 'c', 'd']) ids.push((await add('TEXT', { content })).id)
    const [a, b, c, d] = ids as [string, string, string, string]
    await nextSession()
    const e = (await add('LINK', { value: 'e' })).id
    await remove(a)
    await update(b, 'TEXT', { content: 'B' })
    await order([d, c, b, e])
    await account.call(`PUT /microsites/${slug}`, { body: { theme: 'dark', description: 'New' } })
    const expected = {
      fields: ['description', 'theme'],
      added: [{ id: e, kind: 'LINK' }],
      removed: [{ id: a, kind: 'TEXT' }],
      changed: [{ id: b, kind: 'TEXT' }],
      reordered: true,
    }
    expect((await versionsOf(account, slug))[0].changes).toStrictEqual(expected)
    await nextSession()
    await update(b, 'TEXT', { content: 'BB' })
    // The same once it is no longer the present version.
    expect((await versionsOf(account, slug))[1].changes).toStrictEqual(expected)
  })

  test('brings back the page with its components, their ids, order and visibility', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account, { theme: 'light', description: 'First' })
    const { add, update, remove, order, all } = componentsOf(account, slug)
    const profile = await add('PROFILE', { title: 'Ana' })
    const hidden = await add('TEXT', { content: 'hidden' })
    await update(hidden.id, 'TEXT', { content: 'hidden' }, false)
    const shop = await add('LINK', { value: 'Shop', href: 'https://example.com/' }, { tag: 'shop' })
    const page = await pageOf(account, slug)
    const components = await all()
    await nextSession()
    await account.call(`PUT /microsites/${slug}`, {
      body: { title: 'B', description: '', kind: 'shop', theme: 'dark', hide: true },
    })
    await remove(profile.id)
    const other = await add('PROFILE', { title: 'Ben' })
    await update(shop.id, 'TEXT', { content: 'Shop' })
    await order([other.id, shop.id, hidden.id])
    const [, first] = await versionsOf(account, slug)
    const { status, body } = await restore(account, slug, first.id)
    // Visibility is no part of a version.
    expect([status, body.data.hide]).toStrictEqual([200, true])
    expect(await pageOf(account, slug)).toStrictEqual(page)
    const content = ({ updated_at: _, ...rest }: { updated_at: number }) => rest
    expect((await all()).map(content)).toStrictEqual(components.map(content))
    expect((await versionsOf(account, slug)).map(({ current }) => current)).toStrictEqual([
      true,
      false,
      false,
    ])
    // What was there before is a version too.
    const [, second] = await versionsOf(account, slug)
    await restore(account, slug, second.id)
    expect((await all()).map(({ data }: { data: object }) => data)).toMatchObject([
      { title: 'Ben' },
      { content: 'Shop' },
      { content: 'hidden' },
    ])
  })

  test('only the last 50 stay', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account, { title: 'Title 0' })
    for (let index = 1; index <= 55; index++) {
      await nextSession()
      await account.call(`PUT /microsites/${slug}`, { body: { title: `Title ${index}` } })
    }
    const all = await versionsOf(account, slug, '?limit=50')
    expect(all).toHaveLength(50)
    expect((await version(account, slug, all[49].id)).title).toBe('Title 6')
    const { body } = await account.call(`GET /microsites/${slug}/versions?limit=30`)
    const rest = await versionsOf(account, slug, `?limit=30&after=${body.next_cursor}`)
    expect([...body.data, ...rest].map(({ id }) => id)).toStrictEqual(all.map(({ id }) => id))
    expect(outcome(await account.call(`GET /microsites/${slug}/versions?after=ver_none`))).toStrictEqual([
      400,
      'malformed_request',
      'after',
    ])
  })

  test('a password is never shown, only that there is one, and it protects the component again after bringing it back', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const { add, update, all } = componentsOf(account, slug)
    const { id } = await add('TEXT', { content: 'secret' })
    await update(id, 'TEXT', { content: 'secret', password: 'open sesame' })
    const hash = /"(\$argon2[^"]*|\$2[aby]\$[^"]*)"/.exec(await everyRow(instance.database))?.[1]
    await nextSession()
    await update(id, 'TEXT', { content: 'public', password: '' })
    const [, before] = await versionsOf(account, slug)
    const answer = await account.call(`GET /microsites/${slug}/versions/${before.id}`)
    expect(answer.body.data.components[0].data).toMatchObject({ content: 'secret', hasPassword: true })
    for (const hint of ['argon', 'password_hash', hash ?? 'open sesame'])
      expect(answer.text).not.toContain(hint)
    expect((await instance.visit(`/${slug}`)).text).toContain('public')
    await restore(account, slug, before.id)
    expect((await all())[0].data.hasPassword).toBe(true)
    expect((await instance.visit(`/${slug}`)).text).not.toContain('secret')
  })

  test('a version of another microsite or another account is unknown', async () => {
    const [account, stranger] = [await instance.account(), await instance.account()]
    const [mine, second, theirs] = [
      await microsite(account),
      await microsite(account),
      await microsite(stranger),
    ]
    const [own] = await versionsOf(account, mine.slug)
    const [foreign] = await versionsOf(stranger, theirs.slug)
    for (const [slug, id] of [
      [mine.slug, foreign.id],
      [second.slug, own.id],
      [theirs.slug, foreign.id],
    ]) {
      expect(outcome(await account.call(`GET /microsites/${slug}/versions/${id}`))).toStrictEqual([
        404,
        'not_found',
      ])
      expect(outcome(await restore(account, slug, id))).toStrictEqual([404, 'not_found'])
    }
    expect(outcome(await account.call(`GET /microsites/${theirs.slug}/versions`))).toStrictEqual([
      404,
      'not_found',
    ])
  })

  test('reading needs microsites:read, and bringing back microsites:write', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const [{ id }] = await versionsOf(account, slug)
    const reader = { authorization: `Bearer ${await account.newKey('microsites:read')}` }
    const other = { authorization: `Bearer ${await account.newKey('links:read')}` }
    expect((await account.call(`GET /microsites/${slug}/versions`, { headers: reader })).status).toBe(200)
    expect(outcome(await account.call(`GET /microsites/${slug}/versions`, { headers: other }))).toStrictEqual(
      [403, 'insufficient_scope'],
    )
    const answer = await account.call(`POST /microsites/${slug}/restore`, {
      body: { to: id },
      headers: reader,
    })
    expect(outcome(answer)).toStrictEqual([403, 'insufficient_scope'])
  })

  test('changes by a program that keeps no versions are in the version that ends there', async () => {
    const account = await instance.account()
    const { slug, id } = await microsite(account)
    await runStatement(
      instance.database,
      `update microsites set title = 'Old program' where public_id = '${id}'`,
    )
    await nextSession()
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'New' } })
    const [, before] = await versionsOf(account, slug)
    expect((await version(account, slug, before.id)).title).toBe('Old program')
    // A page from before versions were kept.
    await runStatement(instance.database, 'delete from microsite_versions')
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'Newer' } })
    const [now, unknown] = await versionsOf(account, slug)
    expect([now.changes.fields, unknown.by]).toStrictEqual([['title'], { kind: 'unknown', name: '' }])
    expect((await version(account, slug, unknown.id)).title).toBe('New')
  })
})
