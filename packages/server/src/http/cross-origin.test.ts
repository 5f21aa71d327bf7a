// Cross-origin calls: allowed to the API with a credential, and refused where a session cookie authenticates.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../test/accounts/sign-in.ts'
import { onOneEngine } from '../../../../test/instance.ts'

onOneEngine('pages of other sites', (instance) => {
  const origin = 'https://app.example'
  const asking = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization, content-type',
  }

  test('may call the API with a credential and read the response, including refusals', async () => {
    const { key } = await instance.account()
    for (const path of ['/v2/links', '/v2/links/some', '/v2/nothing']) {
      const preflight = await instance.ask(`OPTIONS ${path}`, { headers: asking })
      expect([preflight.status, preflight.text]).toStrictEqual([204, ''])
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
    }
    for (const headers of [{ authorization: `Bearer ${key}` }, {}] as Record<string, string>[]) {
      const answer = await instance.ask('GET /v2/user', { headers: { origin, ...headers } })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  test('may not call the dashboard’s operations, which a cookie authenticates', async () => {
    const { cookie } = await signIn(instance, await instance.account())
    for (const operation of ['OPTIONS /api/keys', 'GET /api/keys']) {
      const answer = await instance.ask(operation, { headers: { ...asking, cookie } })
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  test('preflight requests do not count against a limit', async () => {
    const answer = await instance.ask('OPTIONS /v2/user', { headers: asking })
    expect(answer.headers.has('x-ratelimit-remaining')).toBe(false)
  })
})
