// Tests every operation of the registry against its declaration.
import { beforeAll, describe, expect, test } from 'bun:test'
import { allScopes, type Operation, operations } from '@linnet/contract'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { requestOf, validFor } from '../../../../test/generated/valid-arguments.ts'
import { type Account, type Answer, type CallOptions, onEachEngine } from '../../../../test/instance.ts'

function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.body).toStrictEqual({
    error: { code, message: expect.any(String), request_id: answer.headers.get('x-request-id') },
  })
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expect(answer.headers.get('content-type')).toStartWith('application/json')
}

onEachEngine('every operation', (instance) => {
  let account: Account
  let cookie: string
  let other: (operation: Operation) => Promise<Answer>

  beforeAll(async () => {
    account = await instance.account()
    cookie = (await signIn(instance, account)).cookie
    const keys = new Map<string, string>()
    for (const scope of allScopes)
      keys.set(scope, await account.newKey(allScopes.filter((one) => one !== scope).join(',')))
    other = (operation) =>
      account.call(requestOf(operation), {
        headers: { authorization: `Bearer ${keys.get(operation.scope ?? '')}` },
      })
  })

  const anonymous = (methodAndPath: string, options?: CallOptions) => instance.ask(methodAndPath, options)

  for (const operation of operations.filter(({ audience }) => audience === 'public')) {
    const [method, path] = requestOf(operation).split(' ')

    describe(`${operation.method} ${operation.path}`, () => {
      test('is refused without a credential, before its body is read', async () => {
        const answer = await anonymous(`${method} /v2${path}`, method === 'GET' ? {} : { body: '{not json' })
        expectRefusal(answer, 401, 'unauthenticated')
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      })

      test('is refused with an invalid credential', async () => {
        for (const authorization of [
          'Bearer sk_live_nothing',
          `Basic ${btoa('a:b')}`,
          'Bearer',
          account.key,
        ]) {
          const answer = await anonymous(`${method} /v2${path}`, { headers: { authorization } })
          expectRefusal(answer, 401, 'unauthenticated')
          expect(answer.headers.get('www-authenticate')).toStartWith('Bearer')
        }
      })

      if (operation.scope !== null)
        test('is refused with every other scope', async () => {
          const answer = await other(operation)
          expectRefusal(answer, 403, 'insufficient_scope')
          expect(answer.headers.get('www-authenticate')).toContain(`scope="${operation.scope}"`)
        })

      // Undoing needs the scope of what is undone: here of updating a link.
      const scope = operation.id === 'undoChange' ? 'links:write' : operation.scope
      const enough = scope === null ? 'any scope' : 'its own scope alone'
      test(`succeeds with ${enough}, and returns what it declares and nothing else`, async () => {
        const valid = await validFor(operation, account)
        const authorization = `Bearer ${await account.newKey(scope ?? 'qr:read')}`
        const answer = await account.call(requestOf(operation, valid), {
          body: valid.body,
          headers: { authorization },
        })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.headers.get('x-request-id')).not.toBeNull()
        expect(operation.answer.parse(answer.body)).toStrictEqual(answer.body)
      })
    })
  }

  for (const operation of operations.filter(({ audience }) => audience === 'dashboard')) {
    describe(`the dashboard's ${operation.method} ${operation.path}`, () => {
      const [method, path] = requestOf(operation).split(' ')

      test('is refused without a session', async () => {
        expectRefusal(await anonymous(`${method} /api${path}`), 401, 'unauthenticated')
      })

      test('is refused with an API key, with a message that it needs a session', async () => {
        const headers = { authorization: `Bearer ${account.key}` }
        const answer = await anonymous(`${method} /api${path}`, { headers })
        expectRefusal(answer, 401, 'unauthenticated')
        expect(answer.body.error.message).toMatch(/^API keys .* only work at \/v2\. .* sign in first\.$/)
      })

      test('is not part of the public API', async () => {
        const answer = await account.call(`${method} ${path}`, { headers: { cookie } })
        // Some have the path of a public one, and some a path where a public one has a code.
        const isPath = operations.some(
          (one) => one.audience === 'public' && fits(one.path.replace(/\{\w+\}/g, '[^/]+'), operation.path),
        )
        if (isPath) expectRefusal(answer, 405, 'method_not_allowed')
        else expectRefusal(answer, 404, 'not_found')
      })
    })
  }
})

const fits = (pattern: string, path: string) => new RegExp(`^${pattern}$`).test(path)
