// The request limit of an IP address without a valid credential: 600 a minute by default, separate from the limits of
// credentials.
import { expect, test } from 'bun:test'
import { type Instance, onEachEngine, onOneEngine } from '../../../../test/instance.ts'

/** Sends requests without a credential; returns how many the limit admitted. */
async function anonymousRequests(
  instance: Instance,
  {
    requests,
    path = '/v2/user',
    headers = {},
  }: { requests: number; path?: string; headers?: Record<string, string> },
): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: requests }, () => instance.ask(`GET ${path}`, { headers })),
  )
  return answers.filter(({ status }) => status !== 429).length
}

const perMinute = 20

onEachEngine(
  'without a valid credential',
  (instance) => {
    test('an address has a request limit per 60 seconds, for any path and any invalid credential', async () => {
      const from = (headers: Record<string, string> = {}) => ({ 'x-forwarded-for': '192.0.2.1', ...headers })
      expect(await anonymousRequests(instance, { requests: 6, headers: from() })).toBe(6)
      const wrong = from({ authorization: 'Bearer sk_live_nothing' })
      expect(await anonymousRequests(instance, { requests: 6, headers: wrong })).toBe(6)
      expect(
        await anonymousRequests(instance, { requests: 5, path: '/v2/openapi.json', headers: from() }),
      ).toBe(5)
      expect(await anonymousRequests(instance, { requests: 10, path: '/v2/nothing', headers: from() })).toBe(
        3,
      )
      const refused = await instance.ask('GET /v2/user', { headers: from() })
      expect(refused.status).toBe(429)
      expect(refused.body.error.code).toBe('rate_limited')
      expect(refused.headers.get('x-ratelimit-limit')).toBe(String(perMinute))
      await instance.clock.advance(Number(refused.headers.get('retry-after')) * 1000)
      expect((await instance.ask('GET /v2/user', { headers: from() })).status).toBe(401)
    })

    test('a limited address can still use valid credentials and visit links, and neighbours are not affected', async () => {
      const headers = { 'x-forwarded-for': '192.0.2.2' }
      const account = await instance.account()
      const { short } = await account.link()
      expect(await anonymousRequests(instance, { requests: perMinute + 10, headers })).toBe(perMinute)
      expect((await account.call('GET /user', { headers })).status).toBe(200)
      expect((await instance.visit(`/${short}`, headers)).status).toBe(302)
      expect((await instance.ask('GET /healthz', { headers })).status).toBe(200)
      expect(
        await anonymousRequests(instance, { requests: 1, headers: { 'x-forwarded-for': '192.0.2.3' } }),
      ).toBe(1)
    })

    test('the addresses of one IPv6 customer count as one', async () => {
      const of = (end: string) => ({ 'x-forwarded-for': `2001:db8:1:2:${end}` })
      expect(await anonymousRequests(instance, { requests: 14, headers: of(':1') })).toBe(14)
      expect(await anonymousRequests(instance, { requests: 14, headers: of('ffff:1:2:3') })).toBe(6)
      expect(
        await anonymousRequests(instance, { requests: 1, headers: { 'x-forwarded-for': '2001:db8:1:3::1' } }),
      ).toBe(1)
    })
  },
  { ANONYMOUS_REQUESTS_PER_MINUTE: String(perMinute), TRUST_PROXY: '127.0.0.0/8, ::1' },
)

onOneEngine(
  'without a valid credential, by default',
  (instance) => {
    test('an address has 600 requests in 60 seconds', async () => {
      expect(await anonymousRequests(instance, { requests: 610 })).toBe(600)
      expect((await instance.ask('GET /v2/user')).headers.get('x-ratelimit-limit')).toBe('600')
    })
  },
  { ANONYMOUS_REQUESTS_PER_MINUTE: undefined },
)

onOneEngine(
  'without a trusted proxy',
  (instance) => {
    test('a visitor gains nothing by claiming another address in X-Forwarded-For', async () => {
      expect(await anonymousRequests(instance, { requests: 7 })).toBe(7)
      expect(
        await anonymousRequests(instance, { requests: 3, headers: { 'x-forwarded-for': '192.0.2.9' } }),
      ).toBe(0)
    })
  },
  { ANONYMOUS_REQUESTS_PER_MINUTE: '7' },
)
