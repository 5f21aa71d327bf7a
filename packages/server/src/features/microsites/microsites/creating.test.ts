// What a new microsite may be called and hold, and what is answered when a request for one comes again.
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
    'is refused with the title %j, of which nothing can be seen',
    async (title) => {
      expect(outcome(await create({ title }))).toEqual([400, 'validation_failed', 'title'])
    },
  )

  test('may have a description from the beginning, of 160 characters at most', async () => {
    const description = 'ö'.repeat(160)
    expect(await microsite(account, { description })).toMatchObject({ description })
    expect(outcome(await create({ description: `${description}!` }))).toEqual([
      400,
      'validation_failed',
      'description',
    ])
  })

  test('and a component, asked for under a key that was used for another, are refused without a line in the log', async () => {
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
