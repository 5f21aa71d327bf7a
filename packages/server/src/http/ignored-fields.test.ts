// Unknown fields of a body: a successful response lists them next to its data, and they have no other effect.
import { beforeAll, expect, test } from 'bun:test'
import { operations } from '@linnet/contract'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { microsite, requestOf, validFor } from '../../../../test/generated/valid-arguments.ts'
import { type Account, onOneEngine } from '../../../../test/instance.ts'

const long_url = 'https://example.com/'
const withBody = operations.filter(({ audience, body }) => audience === 'public' && body !== null)

onOneEngine('ignored fields', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })
  const ignored = async (methodAndPath: string, body: object | string, headers = {}) => {
    const answer = await account.call(methodAndPath, {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toBeDefined()
    return answer.body.ignored
  }

  for (const operation of withBody)
    test(`of ${operation.method} ${operation.path} are listed, and without any the list is left out`, async () => {
      const plain = await validFor(operation, account)
      const answer = await account.call(requestOf(operation, plain), { body: plain.body })
      expect(answer.body).not.toContainKey('ignored')
      const valid = await validFor(operation, account)
      const body = { ...valid.body, 'a-word-of-mine': { deep: 1 } }
      expect(await ignored(requestOf(operation, valid), body)).toStrictEqual(['a-word-of-mine'])
    })

  test('of a create request are those that only an update accepts, in their order', async () => {
    expect(await ignored('POST /links', { disposable: true, long_url, archive_at: '2090-01-01' })).toEqual([
      'disposable',
      'archive_at',
    ])
  })

  test('in items and in the data of a component are listed with their paths', async () => {
    const links = [{ long_url }, { long_url, custom_slug: 'x' }, { url: long_url, 'b.c': 1 }]
    expect(await ignored('POST /links/bulk', { links, foo: 1 })).toEqual([
      'foo',
      'links.1.custom_slug',
      'links.2.url',
      'links.2.b.c',
    ])
    const { slug } = await microsite(account)
    const add = (kind: string, data: object) =>
      ignored(`POST /microsites/${slug}/components`, { kind, data, note: 1 })
    expect(await add('LINK', { value: 'Shop', url: long_url })).toEqual(['note', 'data.url'])
    expect(await add('HORIZONTAL_LINK', { links: [{ icon: 'mail' }, { href: '' }] })).toEqual([
      'note',
      'data.links.1.href',
    ])
  })

  test('are none if a component is sent back as it was read', async () => {
    const { slug } = await microsite(account)
    const path = `/microsites/${slug}/components`
    const body = { kind: 'LINK', data: { value: 'Shop', href: long_url } }
    const { id, kind, data } = (await account.call(`POST ${path}`, { body })).body.data
    expect(await ignored(`PUT ${path}/${id}`, { active: true, kind, data })).toBeUndefined()
  })

  test('are listed in the same way when a request is repeated with its Idempotency-Key', async () => {
    const send = () =>
      account.call('POST /links', { body: { long_url, adult: true }, headers: { 'idempotency-key': 'i-1' } })
    const first = await send()
    expect(first.body.ignored).toEqual(['adult'])
    expect((await send()).body).toEqual(first.body)
  })

  test('are at most twenty, truncated, whatever their names', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field-${index}`, index]))
    const named: string[] = await ignored('POST /links', { long_url, ...many })
    expect(named).toEqual(Array.from({ length: 20 }, (_, index) => `field-${index}`))
    const odd = [
      'x'.repeat(100_000),
      `${'y'.repeat(98)}😀`,
      '\ud800',
      '__proto__',
      'constructor',
      '<script>',
      'a\nb',
      '',
    ]
    const text = `{"long_url":"${long_url}",${odd.map((name) => `${JSON.stringify(name)}:{"__proto__":1}`).join()}}`
    expect(await ignored('POST /links', text)).toEqual([
      `${'x'.repeat(99)}…`,
      `${'y'.repeat(98)}😀`,
      '\ufffd',
      '__proto__',
      'constructor',
      '<script>',
      'a\nb',
      '',
    ])
  })

  test('are not listed if the request is refused, or in the dashboard’s own operations', async () => {
    const refused = await account.call('POST /links', { body: { long_url: 'none', foo: 1 } })
    expect(Object.keys(refused.body)).toEqual(['error'])
    const { call } = await signIn(instance, account)
    const { body } = await call('POST /shop-items', { body: { title: 'Kopi', foo: 1 } })
    expect(Object.keys(body)).toEqual(['data'])
  })
})
