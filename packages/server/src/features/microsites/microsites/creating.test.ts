// What a new microsite can be called and contain, and the response to a repeated request.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../../test/instance.ts'
import { componentsOf, microsite, outcome } from '../../../../../../test/microsites.ts'

onEachEngine('a new microsite', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })
  const create = (fields: object, headers: Record<string, string> = {}) =>
    account.call('POST /microsites', {
      body: { slug: 'free', title: 'Ana', kind: 'other', ...fields },
      headers,
    })

  test.each(['', ' ', '\u200b\u200b', '\u00ad', '\u2800', '\ufeff'])(
    'is refused with the title %j, which has no visible characters',
    async (title) => {
      expect(outcome(await create({ title }))).toEqual([400, 'validation_failed', 'title'])
    },
  )

  test('can have a description when it is created, of at most 160 characters', async () => {
    const description = 'ö'.repeat(160)
    expect(await microsite(account, { description })).toMatchObject({ description })
    expect(outcome(await create({ description: `${description}!` }))).toEqual([
      400,
      'validation_failed',
      'description',
    ])
  })

  test('and a component, requested with a key that was used for something else, are refused without a log entry', async () => {
    const key = { 'idempotency-key': 'one-key' }
    const first = await create({ slug: 'once' }, key)
    expect((await create({ slug: 'once' }, key)).body).toEqual(first.body)
    expect(outcome(await create({ slug: 'other' }, key))).toEqual([422, 'idempotency_conflict'])
    const path = 'POST /microsites/once/components'
    const add = (content: string) =>
      account.call(path, { body: { kind: 'TEXT', data: { content } }, headers: { 'idempotency-key': 'two' } })
    const added = await add('one')
    expect((await add('one')).body).toEqual(added.body)
    expect(outcome(await add('two'))).toEqual([422, 'idempotency_conflict'])
    expect(await componentsOf(account, 'once').ids()).toEqual([added.body.data.id])
    expect(instance.errors).toEqual([])
  })
})
