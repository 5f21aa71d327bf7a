// The contract's tables for Links and Account, row by row: the credential, the scope and the success of each.
import { describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { type Account, onOneEngine } from '../../../../../../test/instance.ts'

interface Row {
  operation: string
  scope: string
  body?: unknown
  /** The success column. */
  data(data: unknown, whole: Record<string, unknown>): void
}

const isLink = (data: unknown) =>
  expect(data).toMatchObject({ id: expect.stringMatching(/^lnk_/), short: expect.any(String) })

const rows: Row[] = [
  {
    operation: 'GET /links',
    scope: 'links:read',
    data(data, whole) {
      expect(data).toBeArray()
      expect(whole.total).toBeInteger()
    },
  },
  { operation: 'POST /links', scope: 'links:write', body: { long_url: 'https://e.com/' }, data: isLink },
  {
    operation: 'POST /links/available',
    scope: 'links:read',
    body: { short: 'row-is-free' },
    data: (data) => expect(data).toMatchObject({ available: true }),
  },
  { operation: 'GET /links/{short}', scope: 'links:read', data: isLink },
  { operation: 'PUT /links/{short}', scope: 'links:write', body: { title: 'Row' }, data: isLink },
  {
    operation: 'DELETE /links/{short}',
    scope: 'links:archive',
    data: (data) => expect(data).toMatchObject({ status: 'archived' }),
  },
  {
    operation: 'POST /links/{short}/unarchive',
    scope: 'links:write',
    data: (data) => expect(data).toMatchObject({ status: 'active' }),
  },
  {
    operation: 'GET /links/{short}/stats',
    scope: 'links:analytics',
    data: (data) => expect(data).toBeArrayOfSize(30),
  },
  {
    operation: 'GET /links/{short}/stats/lifetime',
    scope: 'links:analytics',
    data: (data) => expect(data).toStrictEqual({ clicks: 0 }),
  },
  {
    operation: 'POST /links/bulk',
    scope: 'links:write',
    body: { links: [{ long_url: 'https://e.com/' }] },
    data: (data) => expect(data).toMatchObject({ total: 1, success: 1, failed: 0 }),
  },
  {
    operation: 'GET /user',
    scope: 'user:read',
    data: (data) => expect(data).toMatchObject({ id: expect.stringMatching(/^usr_/) }),
  },
  {
    operation: 'GET /quota',
    scope: 'user:read',
    data: (data) => expect(data).toMatchObject({ plan: 'roomy' }),
  },
  {
    operation: 'GET /stats',
    scope: 'links:analytics',
    data: (data) => expect(data).toMatchObject({ timeline: expect.any(Array) }),
  },
]

// Permissions don't depend on the database; what each operation returns is tested on both engines in its own file.
onOneEngine('the contract’s row', (instance) => {
  for (const { operation, scope, body, data } of rows) {
    describe(operation, () => {
      async function prepared(scopes: string): Promise<{ account: Account; path: string; key: string }> {
        const account = await instance.account()
        const { short } = await account.link()
        return { account, path: operation.replace('{short}', short), key: await account.newKey(scopes) }
      }

      test(`is 200 with an envelope for a key with the scope ${scope} alone`, async () => {
        const { account, path, key } = await prepared(scope)
        const answer = await account.call(path, { body, headers: { authorization: `Bearer ${key}` } })
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toStartWith('application/json')
        const expected = operation === 'GET /links' ? ['data', 'total'] : ['data']
        expect(Object.keys(answer.body)).toStrictEqual(expected)
        data(answer.body.data, answer.body)
      })

      test(`is 403 insufficient_scope for a key with every scope but ${scope}`, async () => {
        const { account, path, key } = await prepared(allScopes.filter((other) => other !== scope).join())
        const answer = await account.call(path, { body, headers: { authorization: `Bearer ${key}` } })
        expect([answer.status, answer.body.error.code]).toStrictEqual([403, 'insufficient_scope'])
        expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`)
      })

      test('is 401 unauthenticated without a credential and with an unknown one', async () => {
        const { account, path } = await prepared('all')
        for (const authorization of ['', 'Bearer sk_live_nobody', `Basic ${account.key}`, 'Bearer']) {
          const answer = await account.call(path, { body, headers: { authorization } })
          expect([answer.status, answer.body.error.code]).toStrictEqual([401, 'unauthenticated'])
          expect(answer.headers.get('www-authenticate')).toStartWith('Bearer')
        }
        expect((await account.call('GET /links?status=all')).body.total).toBe(1)
      })

      if (operation.includes('{short}')) {
        test('is 404 for a link that does not exist', async () => {
          const account = await instance.account()
          const answer = await account.call(operation.replace('{short}', 'no-such-link'), { body })
          expect([answer.status, answer.body.error.code]).toStrictEqual([404, 'not_found'])
        })
      }
    })
  }
})
