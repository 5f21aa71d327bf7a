// Changing a microsite, and who may.
import { expect, test } from 'bun:test'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { microsite, outcome } from '../../../../../../test/microsites.ts'

onEachEngine('a microsite', (instance) => {
  test('changes only the given fields', async () => {
    const account = await instance.account()
    const made = await microsite(account)
    await instance.clock.advance(5000)
    const put = (body: object) => account.call(`PUT /microsites/${made.slug}`, { body })
    const first = await put({ title: 'Bo', description: 'What I make' })
    expect(first.body.data).toStrictEqual({
      ...made,
      title: 'Bo',
      description: 'What I make',
      updated_at: expect.any(Number),
    })
    expect(first.body.data.updated_at).toBeWithin(made.updated_at + 5, instance.clock.unix() + 1)
    await instance.clock.advance(5000)
    const second = await put({ theme: 'minimal', kind: 'event', hide: true, unknown: 1 })
    const { updated_at: changedAt } = second.body.data
    expect(changedAt).toBeGreaterThan(first.body.data.updated_at)
    expect(second.body.data).toStrictEqual({
      ...first.body.data,
      updated_at: changedAt,
      theme: 'minimal',
      kind: 'event',
      hide: true,
    })
    expect((await put({})).body.data).toMatchObject({ title: 'Bo', theme: 'minimal', hide: true })
    expect((await put({ description: '' })).body.data.description).toBe('')
    expect((await account.call(`GET /microsites/${made.id}`)).body.data.title).toBe('Bo')
  })

  test.each<[string, unknown]>([
    ['title', ''],
    ['title', '   '],
    ['title', 'x'.repeat(49)],
    ['title', null],
    ['title', 'a\0b'],
    ['title', '\ud800'],
    ['kind', ''],
    ['kind', ' '],
    ['kind', '\u200b'],
    ['kind', 'two\nlines'],
    ['kind', 'turned \u202earound'],
    ['kind', '\ud800'],
    ['kind', 7],
    ['kind', 'x'.repeat(49)],
    ['theme', 'nothing'],
    ['theme', ''],
    ['theme', '__proto__'],
    ['theme', 7],
  ])('refuses, when created and changed, with 400 that names the field: %s %p', async (field, value) => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const fields = { slug: 'never-made', title: 'Ana', kind: 'other', [field]: value }
    const created = await account.call('POST /microsites', { body: fields })
    expect(outcome(created)).toStrictEqual([400, 'validation_failed', field])
    const changed = await account.call(`PUT /microsites/${slug}`, { body: { [field]: value } })
    expect(outcome(changed)).toStrictEqual([400, 'validation_failed', field])
    expect((await account.call('GET /microsites')).body.data).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['description', 'x'.repeat(161)],
    ['description', null],
    ['hide', 'true'],
    ['hide', null],
  ])('refuses, when changed, with 400 that names the field: %s %p', async (field, value) => {
    const account = await instance.account()
    const { slug } = await microsite(account)
    const changed = await account.call(`PUT /microsites/${slug}`, { body: { title: 'New', [field]: value } })
    expect(outcome(changed)).toStrictEqual([400, 'validation_failed', field])
    expect((await account.call(`GET /microsites/${slug}`)).body.data.title).toBe('Ana')
  })

  test('needs a slug, a title and a kind', async () => {
    const account = await instance.account()
    const answer = await account.call('POST /microsites', { body: {} })
    expect(answer.status).toBe(400)
    expect(answer.body.error.details).toStrictEqual(
      ['slug', 'title', 'kind'].map((path) => ({ path, message: 'is required', code: 'required' })),
    )
  })

  test.each(['Upper', 'with space', 'Warung & kopi', '☕', 'k', "it's <b>"])(
    'can have any purpose: %s',
    async (kind) => {
      const account = await instance.account()
      const { slug, kind: made } = await microsite(account, { kind })
      expect(made).toBe(kind)
      const changed = await account.call(`PUT /microsites/${slug}`, { body: { kind: `${kind}!` } })
      expect(changed.body.data.kind).toBe(`${kind}!`)
      const { body } = await instance.ask(`GET /${slug}`, { headers: { accept: 'application/json' } })
      expect(body.data.kind).toBe(`${kind}!`)
      expect((await instance.visit(`/${slug}`)).text).not.toContain('<b>!')
    },
  )

  test('accepts strings up to their maximum lengths', async () => {
    const account = await instance.account()
    const title = 'ü'.repeat(48)
    const description = '木'.repeat(160)
    const kind = 'k'.repeat(48)
    const { slug } = await microsite(account, { title, kind })
    const changed = await account.call(`PUT /microsites/${slug}`, { body: { description } })
    expect(changed.body.data).toMatchObject({ title, kind, description })
  })

  test('of another account is 404 for every operation, by its slug and its id, and unchanged', async () => {
    const [owner, other] = [await instance.account(), await instance.account()]
    const made = await microsite(owner)
    for (const path of [
      made.slug,
      made.id,
      'nothing-here',
      `mic_${'0'.repeat(26)}`,
      '%00',
      'a%2fb',
      '__proto__',
    ])
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['PUT', '', { title: 'Mine' }],
        ['DELETE', '', undefined],
        ['POST', '/publish', undefined],
        ['GET', '/components', undefined],
        ['POST', '/components', { kind: 'TEXT', data: {} }],
        ['POST', '/components/order', { orders: [] }],
        ['DELETE', '/components/cmp_1', undefined],
        ['PUT', '/components/cmp_1', { active: true, kind: 'TEXT', data: {} }],
      ] as const)
        expect(outcome(await other.call(`${method} /microsites/${path}${rest}`, { body }))).toStrictEqual([
          404,
          'not_found',
        ])
    expect((await owner.call(`GET /microsites/${made.slug}`)).body.data).toStrictEqual(made)
  })
})
