// What plans allow for microsites: their number, hiding them, and image slides.
import { expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'

onEachEngine('plans and microsites', (instance) => {
  const free = () => instance.account({ plan: 'free' })
  const used = async (account: Account) => (await account.call('GET /quota')).body.data.microsites.used
  const create = (account: Account, slug: string) =>
    account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'other' } })

  test("past the plan's microsites is 400 plan_limit with a message, and nothing is created", async () => {
    const account = await free()
    await microsite(account)
    const answer = await create(account, 'past-limit')
    expect(outcome(answer)).toStrictEqual([400, 'plan_limit'])
    expect(answer.body.error.message).toContain('microsites (1)')
    expect((await account.call('GET /microsites')).body.data).toHaveLength(1)
    const available = await account.call('POST /microsites/available', { body: { slug: 'past-limit' } })
    expect(available.body.data.available).toBe(true)
    expect(await used(account)).toBe(1)
  })

  test('of 20 concurrent requests, a plan of one microsite allows exactly one', async () => {
    const account = await free()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(account, `many-${index}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers)
      if (answer.status !== 200) expect(outcome(answer)).toStrictEqual([400, 'plan_limit'])
    expect((await account.call('GET /microsites')).body.data).toHaveLength(1)
    expect(await used(account)).toBe(1)
  })

  test('a draft counts, and a refused creation does not', async () => {
    const account = await free()
    for (const body of [
      { slug: 'v2', title: 'Ana', kind: 'other' },
      { slug: 'fine', title: '', kind: 'other' },
      { slug: 'fine', title: 'Ana', kind: 'other', theme: 'nothing' },
    ])
      expect((await account.call('POST /microsites', { body })).status).toBe(400)
    expect(await used(account)).toBe(0)
    await microsite(account, { draft: true })
    expect(await used(account)).toBe(1)
    expect(outcome(await create(account, 'another'))).toStrictEqual([400, 'plan_limit'])
  })

  test('deleting gives the unit back exactly once, even if deletions and creations race', async () => {
    const account = await free()
    const { slug } = await microsite(account)
    const deletions = await Promise.all([1, 2, 3, 4].map(() => account.call(`DELETE /microsites/${slug}`)))
    expect(deletions.map(({ status }) => status).sort()).toStrictEqual([200, 404, 404, 404])
    expect(await used(account)).toBe(0)
    // The same slug repeatedly, while it is being deleted.
    for (let round = 0; round < 5; round++) {
      await microsite(account, { slug: 'again' })
      await Promise.all([
        account.call('DELETE /microsites/again'),
        create(account, 'again'),
        account.call('DELETE /microsites/again'),
        create(account, 'again'),
      ])
      const left = (await account.call('GET /microsites')).body.data.length
      expect(await used(account)).toBe(left)
      if (left > 0) await account.call('DELETE /microsites/again')
    }
    expect(await used(account)).toBe(0)
  })

  test('a month later the microsites still count', async () => {
    const account = await free()
    await microsite(account)
    await instance.clock.advance(40 * 24 * 60 * 60 * 1000)
    expect(await used(account)).toBe(1)
  })

  test('a repeated request with its Idempotency-Key uses one unit and creates one microsite', async () => {
    const account = await free()
    const body = { slug: `once-${instance.engine}`, title: 'Ana', kind: 'other' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => account.call('POST /microsites', { body, headers: { 'idempotency-key': 'once' } })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect([answers[0]?.status, await used(account)]).toStrictEqual([200, 1])
  })

  test('hiding needs a plan with the toggle: 403 plan_limit, and nothing else changes; showing never does', async () => {
    const account = await free()
    const { slug, title } = await microsite(account)
    const answer = await account.call(`PUT /microsites/${slug}`, { body: { title: 'Other', hide: true } })
    expect(outcome(answer)).toStrictEqual([403, 'plan_limit'])
    expect((await account.call(`GET /microsites/${slug}`)).body.data).toMatchObject({ title, hide: false })
    const shown = await account.call(`PUT /microsites/${slug}`, { body: { hide: false } })
    expect([shown.status, shown.body.data.hide]).toStrictEqual([200, false])
  })

  test('a hidden one can be shown again on a plan without the toggle', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const hidden = await account.call(`PUT /microsites/${slug}`, { body: { hide: true } })
    expect(hidden.body.data.hide).toBe(true)
    await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'free')
    const shown = await account.call(`PUT /microsites/${slug}`, { body: { hide: false } })
    expect([shown.status, shown.body.data.hide]).toStrictEqual([200, false])
  })

  test('image slides need a plan that includes them, when created and when another kind becomes one', async () => {
    const account = await free()
    const { slug } = await microsite(account)
    const components = componentsOf(account, slug)
    expect(outcome(await components.create('IMAGE_SLIDE'))).toStrictEqual([403, 'plan_limit'])
    const { id } = await components.add('TEXT', { content: 'Words' })
    expect(outcome(await components.update(id, 'IMAGE_SLIDE'))).toStrictEqual([403, 'plan_limit'])
    expect((await components.all())[0]).toMatchObject({ kind: 'TEXT', data: { content: 'Words' } })
  })

  test('an existing image slide can be changed, and become something else, on a plan without them', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const components = componentsOf(account, slug)
    const { id } = await components.add('IMAGE_SLIDE', { interval: 5 })
    await instance.command('user', 'set-plan', '--email', account.email, '--plan', 'free')
    expect((await components.update(id, 'IMAGE_SLIDE', { interval: 7 }, false)).status).toBe(200)
    expect((await components.update(id, 'TEXT')).status).toBe(200)
    expect(outcome(await components.update(id, 'IMAGE_SLIDE'))).toStrictEqual([403, 'plan_limit'])
  })
})
