// Undoing changes of microsites and components: exactly what was there before, once, within an hour, or not at all.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../../test/accounts/sign-in.ts'
import { engines, migratedDatabase } from '../../../../../../../test/databases.ts'
import { type Account, type Answer, onEachEngine, startOn } from '../../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../../test/microsites.ts'
import { everyRow } from '../../../../../../../test/stored-contents.ts'

const conflict = [409, 'undo_conflict']

onEachEngine('undoing changes of microsites', (instance) => {
  const tokenOf = ({ headers, text }: Answer) => {
    const token = headers.get('undo-token')
    if (!token) throw new Error(`no token came with ${text}`)
    return token
  }
  const undo = (account: Account, token: string) => account.call('POST /undo', { body: { token } })
  const stateOf = async (account: Account, slug: string) => {
    const {
      updated_at: _,
      views: _views,
      ...page
    } = (await account.call(`GET /microsites/${slug}`)).body.data
    const all = await componentsOf(account, slug).all()
    return [page, all.map(({ updated_at: _, ...component }: { updated_at: number }) => component)]
  }
  /** Makes a change, undoes it, and undoes that: the state is that before, and then that after the change. */
  const undoneTwice = async (account: Account, slug: string, change: () => Promise<Answer>) => {
    const before = await stateOf(account, slug)
    const answer = await change()
    expect(answer.status, answer.text).toBe(200)
    const after = await stateOf(account, slug)
    expect(after).not.toEqual(before)
    const undone = await undo(account, tokenOf(answer))
    expect(undone.status, undone.text).toBe(200)
    expect(await stateOf(account, slug)).toEqual(before)
    const redone = await undo(account, tokenOf(undone))
    expect(redone.status, redone.text).toBe(200)
    expect(await stateOf(account, slug)).toEqual(after)
    expect(outcome(await undo(account, tokenOf(answer)))).toStrictEqual(conflict)
  }
  const filled = async (account: Account, fields: Record<string, unknown> = {}) => {
    const { slug, id } = await microsite(account, fields)
    const components = componentsOf(account, slug)
    const ids: string[] = []
    for (const content of ['one', 'two', 'three']) ids.push((await components.add('TEXT', { content })).id)
    return { ...components, slug, id, ids: ids as [string, string, string] }
  }

  test('each kind of change can be undone, and undoing it too', async () => {
    const account = await instance.account()
    await account.domain(`undo-${instance.engine}.example.com`)
    const { slug, id, ids, create, update, remove, order } = await filled(account)
    const put = (body: object) => () => account.call(`PUT /microsites/${id}`, { body })
    for (const change of [
      put({ title: 'Two', description: 'New', kind: 'shop', theme: 'dark' }),
      put({ hide: true }),
      () => create('LINK', { value: 'Shop' }, { tag: 'shop' }),
      () => update(ids[0], 'LINK', { value: 'Other', password: 'open sesame' }, false),
      () => remove(ids[1]),
    ])
      await undoneTwice(account, slug, change)
    const shuffled = (await componentsOf(account, slug).ids()).reverse()
    await undoneTwice(account, slug, () => order(shuffled))
    await undoneTwice(account, id, put({ domain_alias: `undo-${instance.engine}.example.com` }))
  })

  test('undoing a publication makes a draft again, and publishing again begins its versions', async () => {
    const account = await instance.account()
    const { slug } = await filled(account, { draft: true })
    await undoneTwice(account, slug, () => account.call(`POST /microsites/${slug}/publish`))
    expect((await account.call(`GET /microsites/${slug}/versions`)).body.data).toHaveLength(1)
    expect((await instance.visit(`/${slug}`)).status).toBe(200)
  })

  test('undoing a restored version puts back what was there before, also deleted components', async () => {
    const account = await instance.account()
    const { slug, ids, create, update, remove } = await filled(account)
    await instance.clock.advance(601_000)
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'Later' } })
    await update(ids[0], 'LINK', { value: 'Later' })
    await remove(ids[1])
    await create('PROFILE', { title: 'Later' })
    const [, first] = (await account.call(`GET /microsites/${slug}/versions`)).body.data
    await undoneTwice(account, slug, () =>
      account.call(`POST /microsites/${slug}/restore`, { body: { to: first.id } }),
    )
  })

  test('a change that changes nothing gives no token', async () => {
    const account = await instance.account()
    const { slug, ids, update, order } = await filled(account)
    for (const answer of [
      await account.call(`PUT /microsites/${slug}`, { body: { title: 'Ana', hide: false } }),
      await update(ids[0], 'TEXT', { content: 'one' }),
      await order(ids),
      await account.call(`POST /microsites/${slug}/publish`),
    ])
      expect([answer.status, answer.headers.get('undo-token')]).toStrictEqual([200, null])
  })

  test('is refused after an hour, twice, at the same time, and by another account', async () => {
    const [account, stranger] = [await instance.account(), await instance.account()]
    const { slug, ids, remove } = await filled(account)
    const token = tokenOf(await remove(ids[0]))
    expect(outcome(await undo(stranger, token))).toStrictEqual([404, 'not_found'])
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(account, token)))
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 409, 409, 409, 409])
    expect(await componentsOf(account, slug).ids()).toStrictEqual(ids)
    const late = tokenOf(await remove(ids[0]))
    await instance.clock.advance(3_601_000)
    expect(outcome(await undo(account, late))).toStrictEqual(conflict)
  })

  test('is refused if something has changed since, and changes nothing', async () => {
    const account = await instance.account()
    const { slug, ids, create, update, remove, order } = await filled(account)
    const renamed = await account.call(`PUT /microsites/${slug}`, { body: { title: 'Two', theme: 'dark' } })
    const changed = await update(ids[0], 'TEXT', { content: 'changed' })
    const ordered = await order([...ids].reverse())
    const profile = await create('PROFILE', { title: 'first' })
    const deleted = await remove(profile.body.data.id)
    await account.call(`PUT /microsites/${slug}`, { body: { title: 'Three' } })
    await update(ids[0], 'TEXT', { content: 'changed again' })
    await create('PROFILE', { title: 'second' })
    const state = await stateOf(account, slug)
    for (const [answer, ...fields] of [
      [renamed, 'title'],
      [changed, 'component'],
      [ordered, 'order'],
      [profile],
      [deleted],
    ] as [Answer, ...string[]][])
      expect(outcome(await undo(account, tokenOf(answer)))).toStrictEqual([...conflict, ...fields])
    expect(await stateOf(account, slug)).toEqual(state)
  })

  test('needs the scope of what it undoes', async () => {
    const account = await instance.account()
    const { slug, ids, remove, create } = await filled(account)
    const writer = { authorization: `Bearer ${await account.newKey('microsites:read,microsites:write')}` }
    const byWriter = (token: string) => account.call('POST /undo', { body: { token }, headers: writer })
    expect(outcome(await byWriter(tokenOf(await remove(ids[0]))))).toStrictEqual([403, 'insufficient_scope'])
    // It would delete what somebody else has made.
    expect(outcome(await byWriter(tokenOf(await create('TEXT'))))).toStrictEqual([403, 'insufficient_scope'])
    const own = await account.call(`POST /microsites/${slug}/components`, {
      body: { kind: 'TEXT', data: {} },
      headers: writer,
    })
    expect((await byWriter(tokenOf(own))).status).toBe(200)
  })

  test('a deleted microsite comes back with its components, slug, views and taps', async () => {
    const account = await instance.account()
    const { slug, id, create } = await filled(account)
    const link = (await create('LINK', { value: 'Shop', href: 'https://example.com/' })).body.data.id
    await instance.visit(`/${slug}`)
    await instance.visit(`/${slug}/${link}`)
    const before = await stateOf(account, slug)
    const answer = await account.call(`DELETE /microsites/${id}`)
    for (const path of [`/${slug}`, `/${slug}/${link}`, `/${slug}.svg`])
      expect((await instance.visit(path)).status).toBe(404)
    for (const path of [slug, id])
      expect(outcome(await account.call(`GET /microsites/${path}`))).toStrictEqual([404, 'not_found'])
    expect((await account.call('GET /microsites')).body.data).toStrictEqual([])
    await instance.clock.advance(3_590_000)
    expect((await undo(account, tokenOf(answer))).status).toBe(200)
    expect(await stateOf(account, slug)).toEqual(before)
    expect((await account.call(`GET /microsites/${slug}`)).body.data.views).toBe(1)
    const { call } = await signIn(instance, account)
    const { components } = (await call(`GET /microsites/${slug}/statistics`)).body.data
    expect(components).toContainEqual({ id: link, kind: 'LINK', taps: 1 })
    expect((await instance.visit(`/${slug}`)).status).toBe(200)
  })

  test('an administrator finds no deleted microsite, and blocks none', async () => {
    const account = await instance.account()
    const { slug, id } = await filled(account)
    const answer = await account.call(`DELETE /microsites/${slug}`)
    const { call } = await signIn(instance, await instance.account({ administrator: true }))
    const block = await call(`POST /administration/microsites/${id}/block`, { body: { reason: 'Spam.' } })
    expect(outcome(block)).toStrictEqual([404, 'not_found'])
    expect((await undo(account, tokenOf(answer))).status).toBe(200)
    expect((await instance.visit(`/${slug}`)).status).toBe(200)
  })

  test('removing its domain ends the undo of a deletion', async () => {
    const account = await instance.account()
    const host = `gone-${instance.engine}.example.com`
    await account.domain(host)
    const { slug } = await filled(account, { domain_alias: host })
    const answer = await account.call(`DELETE /microsites/${slug}`)
    const { call } = await signIn(instance, account)
    const [{ id }] = (await call('GET /domains')).body.data
    expect((await call(`DELETE /domains/${id}`)).status).toBe(200)
    expect(outcome(await undo(account, tokenOf(answer)))).toStrictEqual(conflict)
  })

  test('a hidden page comes back hidden', async () => {
    const account = await instance.account()
    const { slug } = await filled(account)
    await account.call(`PUT /microsites/${slug}`, { body: { hide: true } })
    const answer = await account.call(`DELETE /microsites/${slug}`)
    await undo(account, tokenOf(answer))
    expect((await account.call(`GET /microsites/${slug}`)).body.data.hide).toBe(true)
    expect((await instance.visit(`/${slug}`)).status).toBe(404)
  })

  test('for an hour nobody else gets the slug; its owner may take it, which ends the undo', async () => {
    const [account, stranger] = [await instance.account(), await instance.account()]
    const create = (by: Account, slug: string) =>
      by.call('POST /microsites', { body: { slug, title: 'Heir', kind: 'other' } })
    const isFree = async (by: Account, slug: string) =>
      (await by.call('POST /microsites/available', { body: { slug } })).body.data.available
    const [mine, another] = [await filled(account), await filled(account)]
    const deleted = await account.call(`DELETE /microsites/${mine.slug}`)
    const other = await account.call(`DELETE /microsites/${another.slug}`)
    expect([await isFree(stranger, mine.slug), await isFree(account, mine.slug)]).toStrictEqual([false, true])
    expect(outcome(await create(stranger, mine.slug))).toStrictEqual([400, 'slug_taken'])
    const link = { long_url: 'https://example.com/', custom_slug: mine.slug }
    expect((await stranger.call('POST /links', { body: link })).status).toBe(422)
    const heir = await create(account, mine.slug)
    expect(heir.status, heir.text).toBe(200)
    expect(await componentsOf(account, mine.slug).ids()).toStrictEqual([])
    expect(outcome(await undo(account, tokenOf(deleted)))).toStrictEqual(conflict)
    // A link of the owner takes it as well.
    expect((await account.link({ custom_slug: another.slug })).short).toBe(another.slug)
    expect(outcome(await undo(account, tokenOf(other)))).toStrictEqual(conflict)
    await instance.clock.advance(3_661_000)
    await instance.clock.advance(60_000)
    expect(await everyRow(instance.database)).not.toContain(mine.id)
    // The heir is still there.
    expect((await account.call(`GET /microsites/${mine.slug}`)).body.data.id).toBe(heir.body.data.id)
    await account.call(`DELETE /microsites/${mine.slug}`)
    await instance.clock.advance(3_661_000)
    await instance.clock.advance(60_000)
    expect((await create(stranger, mine.slug)).status).toBe(200)
  })

  test("undoing a deletion takes the plan's unit back, or is refused with plan_limit", async () => {
    const account = await instance.account({ plan: 'free' })
    const used = async () => (await account.call('GET /quota')).body.data.microsites.used
    const { slug } = await microsite(account)
    const first = await account.call(`DELETE /microsites/${slug}`)
    expect(await used()).toBe(0)
    const second = (await microsite(account)).slug
    expect((await undo(account, tokenOf(first))).body.error.code).toBe('plan_limit')
    await account.call(`DELETE /microsites/${second}`)
    expect((await undo(account, tokenOf(first))).status).toBe(200)
    expect(await used()).toBe(1)
    expect(outcome(await undo(account, tokenOf(first)))).toStrictEqual(conflict)
    expect(await used()).toBe(1)
  })

  test('undoing a creation deletes it, unless it was changed since', async () => {
    const account = await instance.account()
    const create = async (slug: string) =>
      await account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'other' } })
    const made = await create('undone-creation')
    expect((await undo(account, tokenOf(made))).status).toBe(200)
    expect((await account.call('GET /microsites')).body.data).toStrictEqual([])
    const again = await create('undone-creation')
    await componentsOf(account, 'undone-creation').add('TEXT')
    expect(outcome(await undo(account, tokenOf(again)))).toStrictEqual([...conflict, 'component'])
    await account.call('DELETE /microsites/undone-creation')
  })

  test('no history shows a password, only that there is one', async () => {
    const account = await instance.account()
    const { ids, update } = await filled(account)
    await update(ids[0], 'TEXT', { content: 'one', password: 'open sesame' })
    const { call } = await signIn(instance, account)
    const answer = await call('GET /changes')
    expect(answer.text).toContain('{"field":"has_password","from":false,"to":true}')
    for (const hint of ['open sesame', 'argon', 'password_hash']) expect(answer.text).not.toContain(hint)
  })

  test('deleted things are erased with their account, even while they could still come back', async () => {
    const account = await instance.account()
    const { slug, id, ids } = await filled(account)
    await account.call(`DELETE /microsites/${slug}`)
    await instance.command('user', 'delete', '--email', account.email)
    await instance.clock.advance(61_000)
    await instance.clock.advance(10_000)
    const rows = await everyRow(instance.database)
    for (const mark of [id, ...ids]) expect(rows).not.toContain(mark)
  })
})

test.each(engines)('a deleted microsite can come back after a restart, on %s', async (engine) => {
  const database = await migratedDatabase(engine)
  const first = await startOn(database, engine)
  const account = await first.account()
  const { slug } = await microsite(account)
  const { headers } = await account.call(`DELETE /microsites/${slug}`)
  await first.stop()
  const second = await startOn(database, engine, {}, first.clock)
  const answer = await second.ask('POST /v2/undo', {
    body: { token: headers.get('undo-token') },
    headers: { authorization: `Bearer ${account.key}` },
  })
  expect(answer.status, answer.text).toBe(200)
  expect((await second.visit(`/${slug}`)).status).toBe(200)
  await second.stop()
  await database.remove()
})
