// Deleting microsites and components: gone at once, and permanently erased soon after.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'
import { everyRow } from '../../../../../../test/stored-contents.ts'

const gone = [404, 'not_found']

onEachEngine('deleting', (instance) => {
  const rowsWith = async (mark: string) =>
    (await everyRow(instance.database))
      .split('\n')
      .filter((row) => row.includes(mark) && !row.startsWith('changes '))
  // What was deleted is held for an hour, and swept a minute later.
  const sweep = async () => {
    await instance.clock.advance(3_661_000)
    await instance.clock.advance(60_000)
  }
  const filled = async (account: Account, mark: string) => {
    const { slug, id } = await microsite(account, { title: mark })
    const components = componentsOf(account, slug)
    const made = [
      await components.add('TEXT', { content: mark }),
      await components.add('CV', { summary: mark }),
    ]
    return { slug, id, made: made.map(({ id }) => id as string), ...components }
  }

  test('deleting a microsite returns its last record, and it is gone by every path at once', async () => {
    const account = await instance.account()
    const { slug, id, made } = await filled(account, 'gone')
    const { status, body } = await account.call(`DELETE /microsites/${id}`)
    expect([status, body]).toStrictEqual([200, { data: { id, slug, deleted: true } }])
    for (const path of [slug, id])
      for (const request of [
        `GET /microsites/${path}`,
        `DELETE /microsites/${path}`,
        `GET /microsites/${path}/components`,
        `DELETE /microsites/${path}/components/${made[0]}`,
      ])
        expect(outcome(await account.call(request))).toStrictEqual(gone)
    expect((await account.call('GET /microsites')).body.data).toStrictEqual([])
  })

  test('frees its slug for anyone after an hour, and a new microsite inherits nothing', async () => {
    const [account, other] = [await instance.account(), await instance.account()]
    const { slug, id } = await filled(account, 'old')
    await account.call(`DELETE /microsites/${slug}`)
    await sweep()
    const heir = await microsite(other, { slug })
    expect(heir.id).not.toBe(id)
    expect(await componentsOf(other, slug).all()).toStrictEqual([])
    expect(outcome(await account.call(`GET /microsites/${slug}`))).toStrictEqual(gone)
    await other.call(`DELETE /microsites/${slug}`)
    await sweep()
    expect((await account.link({ custom_slug: slug })).short).toBe(slug)
  })

  test('a component disappears at once, its kind is free, and the microsite has changed', async () => {
    const account = await instance.account()
    const { slug, made, remove, update, order, ids, create } = await filled(account, 'part')
    const [text, cv] = made as [string, string]
    const before = (await account.call(`GET /microsites/${slug}`)).body.data.updated_at
    await instance.clock.advance(2000)
    const { status, body } = await remove(cv)
    expect([status, body]).toStrictEqual([200, { data: { id: cv, deleted: true } }])
    expect(outcome(await remove(cv))).toStrictEqual(gone)
    expect(outcome(await update(cv, 'CV'))).toStrictEqual(gone)
    expect(outcome(await order([text, cv]))).toStrictEqual([422, 'validation_failed', 'orders'])
    expect(await ids()).toStrictEqual([text])
    expect((await create('CV')).status).toBe(200)
    expect((await account.call(`GET /microsites/${slug}`)).body.data.updated_at).toBeGreaterThan(before)
  })

  test('of ten concurrent deletions, one is answered with 200, and the others with 404', async () => {
    const account = await instance.account()
    const { slug, made, remove } = await filled(account, 'ten')
    const ten = (work: () => Promise<{ status: number }>) =>
      Promise.all(Array.from({ length: 10 }, async () => (await work()).status))
    for (const statuses of [
      await ten(() => remove(made[0] as string)),
      await ten(() => account.call(`DELETE /microsites/${slug}`)),
    ])
      expect(statuses.sort()).toStrictEqual([200, ...Array(9).fill(404)])
  })

  test('a component that is created while its microsite is deleted is refused, or deleted with it', async () => {
    const account = await instance.account()
    const mark = `raced-${instance.engine}`
    const { slug, create } = await filled(account, mark)
    const [deleted, ...created] = await Promise.all([
      account.call(`DELETE /microsites/${slug}`),
      ...Array.from({ length: 5 }, () => create('TEXT', { content: mark })),
    ])
    expect(deleted.status).toBe(200)
    for (const answer of created) expect(answer.status).toBeOneOf([200, 404])
    await sweep()
    expect(await rowsWith(mark)).toStrictEqual([])
  })

  test('deleted data is soon erased from the database, and all other data stays', async () => {
    const account = await instance.account()
    const [dead, alive] = [`dead-${instance.engine}`, `alive-${instance.engine}`]
    const { slug } = await filled(account, dead)
    const { made, add, remove, all } = await filled(account, alive)
    const { id } = await add('LINK', { value: dead })
    await remove(id)
    await account.call(`DELETE /microsites/${slug}`)
    expect(await rowsWith(dead)).not.toStrictEqual([])
    await sweep()
    expect(await rowsWith(dead)).toStrictEqual([])
    expect((await all()).map(({ id }: { id: string }) => id)).toStrictEqual(made)
  })

  test('its counts are deleted with it, and those of others stay', async () => {
    const account = await instance.account()
    const { call } = await signIn(instance, account)
    const sites = [await microsite(account), await microsite(account)]
    const parts: string[] = []
    for (const { slug } of sites) {
      const { id } = await componentsOf(account, slug).add('LINK', { href: 'https://example.com/' })
      for (const path of [`/${slug}`, `/${slug}/${id}`]) await instance.visit(path)
      parts.push(id)
    }
    const counted = async () =>
      (await everyRow(instance.database)).split('\n').filter((row) => /^link_(days|totals) /.test(row)).length
    const statistics = async () => (await call(`GET /microsites/${sites[1].slug}/statistics`)).body.data
    const before = await statistics()
    expect(before.components).toMatchObject([{ id: parts[1], taps: 1 }])
    const rows = await counted()
    await account.call(`DELETE /microsites/${sites[0].slug}`)
    await sweep()
    // Of the page and its component: one for the day and one for all time.
    expect(rows - (await counted())).toBe(4)
    expect((await statistics()).components).toStrictEqual(before.components)
    expect((await account.call(`GET /microsites/${sites[1].slug}`)).body.data.views).toBe(1)
  })

  test("a deleted account's microsites and components are deleted, and their slugs are free then", async () => {
    const account = await instance.account()
    const mark = `account-${instance.engine}`
    const { slug, add, remove } = await filled(account, mark)
    await remove((await add('LINK', { value: mark })).id)
    await microsite(account, { title: mark, draft: true })
    const { call } = await signIn(instance, account)
    await call('POST /user/delete', { body: { password: 'a fine password' } })
    const heir = await instance.account()
    await instance.clock.advance(61_000)
    await instance.clock.advance(10_000)
    expect(await rowsWith(mark)).toStrictEqual([])
    expect((await microsite(heir, { slug })).slug).toBe(slug)
  })

  test('a number is never reused: a new microsite has no views of a deleted one', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    await instance.visit(`/${slug}`)
    await account.call(`DELETE /microsites/${slug}`)
    await sweep()
    expect((await microsite(account, { slug })).views).toBe(0)
    expect((await account.call(`GET /microsites/${slug}`)).body.data.views).toBe(0)
  })
})
