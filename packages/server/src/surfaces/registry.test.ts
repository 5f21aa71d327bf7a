// The table of tests over the registry: what holds for every operation, because it is declared there.
import { beforeAll, describe, expect, test } from 'bun:test'
import { allScopes, type Operation, operations } from '@linnet/contract'
import { type Account, type Answer, type CallOptions, onEachEngine } from '../../../../test/instance.ts'
import { signIn } from '../../../../test/sign-in.ts'

/** Arguments with which an operation succeeds: the path's parameters in their order, the query, and the body. */
interface Valid {
  at?: string | readonly string[]
  query?: string
  body?: unknown
}

/** By operation id; a public operation that has no entry fails its tests. */
const validArguments: Record<string, (account: Account) => Promise<Valid>> = {
  listLinks: async (account) => {
    await account.link()
    return { query: '?page=1&limit=100&search=example&status=all' }
  },
  createLink: async () => ({ body: { long_url: 'https://example.com/', title: 'One' } }),
  checkShortAvailability: async () => ({ body: { short: 'nobody-has-this' } }),
  bulkCreateLinks: async () => ({
    body: { links: [{ long_url: 'https://example.com/' }, { long_url: 'x' }] },
  }),
  getLink: async (account) => ({ at: (await account.link()).short }),
  updateLink: async (account) => ({ at: (await account.link()).short, body: { title: 'Two' } }),
  archiveLink: async (account) => ({ at: (await account.link()).short }),
  unarchiveLink: async (account) => ({ at: (await account.link()).short }),
  getLinkStats: async (account) => ({
    at: (await account.link()).short,
    query: '?start=2026-01-01&end=2026-01-31',
  }),
  getLinkLifetimeStats: async (account) => ({ at: (await account.link()).short }),
  getLinkBreakdown: async (account) => ({ at: (await account.link()).short }),
  listMicrosites: async (account) => {
    await microsite(account)
    return { query: '?limit=1' }
  },
  createMicrosite: async () => ({
    body: { slug: `site-${++sites}`, title: 'Ana', kind: 'portfolio', theme: 'light', draft: true },
  }),
  checkMicrositeSlug: async () => ({ body: { slug: 'nobody-has-this' } }),
  getMicrosite: async (account) => ({ at: (await microsite(account)).slug }),
  updateMicrosite: async (account) => ({
    at: (await microsite(account)).slug,
    body: { title: 'Two', description: 'Three', hide: true, kind: 'brand', theme: 'dark' },
  }),
  publishMicrosite: async (account) => ({ at: (await microsite(account)).slug }),
  deleteMicrosite: async (account) => ({ at: (await microsite(account)).slug }),
  listComponents: async (account) => ({ at: (await microsite(account)).slug }),
  createComponent: async (account) => ({
    at: (await microsite(account)).slug,
    body: { kind: 'LINK', data: { value: 'Shop', href: 'https://example.com/' }, tag: 'top' },
  }),
  updateComponent: async (account) => {
    const { slug, ids } = await microsite(account)
    return { at: [slug, ids[0]], body: { active: false, kind: 'TEXT', data: { content: 'Words' } } }
  },
  deleteComponent: async (account) => {
    const { slug, ids } = await microsite(account)
    return { at: [slug, ids[1]] }
  },
  orderComponents: async (account) => {
    const { slug, ids } = await microsite(account)
    return { at: slug, body: { orders: ids.toReversed() } }
  },
  getGlobalQr: async () => ({}),
  setGlobalQr: async () => ({ body: { color: '#123456' } }),
  getLinkQr: async (account) => ({ at: (await account.link()).short }),
  setLinkQr: async (account) => ({ at: (await account.link()).short, body: { color: '#123456' } }),
  getUser: async () => ({}),
  getQuota: async () => ({}),
  getAccountStats: async () => ({ query: '?additional=true' }),
  subscribeAutomationWebhook: async () => ({
    // Of an event that no test here brings about.
    body: { url: 'https://1.1.1.1/hook', event: 'qr.scanned' },
  }),
  unsubscribeAutomationWebhook: async () => ({ body: { url: 'https://1.1.1.1/nothing' } }),
  listAutomationSamples: async () => ({ query: '?event=link.clicked' }),
}

let sites = 0

/** A new microsite with two components: its slug, and their ids. */
async function microsite(account: Account): Promise<{ slug: string; ids: [string, string] }> {
  const slug = `site-${++sites}`
  await account.call('POST /microsites', { body: { slug, title: 'Ana', kind: 'portfolio', draft: true } })
  const add = async (kind: string) =>
    (await account.call(`POST /microsites/${slug}/components`, { body: { kind, data: {} } })).body.data.id
  return { slug, ids: [await add('LINK'), await add('TEXT')] }
}

/** The operation as a request, its path's parameters filled in. */
function request({ method, path }: Operation, { at = 'anything', query = '' }: Valid = {}): string {
  const parts = [at].flat()
  const filled = path.replace(/\{\w+\}/g, () => parts.shift() ?? 'anything')
  return `${method} ${filled}${query}`
}

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
      account.call(request(operation), {
        headers: { authorization: `Bearer ${keys.get(operation.scope ?? '')}` },
      })
  })

  const anonymous = (methodAndPath: string, options?: CallOptions) => instance.ask(methodAndPath, options)

  for (const operation of operations.filter(({ audience }) => audience === 'public')) {
    const [method, path] = request(operation).split(' ')

    describe(`${operation.method} ${operation.path}`, () => {
      test('is refused without a credential, before its body is looked at', async () => {
        const answer = await anonymous(`${method} /v2${path}`, method === 'GET' ? {} : { body: '{not json' })
        expectRefusal(answer, 401, 'unauthenticated')
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      })

      test('is refused with a credential that is none', async () => {
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
        test('is refused with every scope but its own', async () => {
          const answer = await other(operation)
          expectRefusal(answer, 403, 'insufficient_scope')
          expect(answer.headers.get('www-authenticate')).toContain(`scope="${operation.scope}"`)
        })

      const enough = operation.scope === null ? 'any scope' : 'its own scope alone'
      test(`succeeds with ${enough}, and answers what it declares and nothing else`, async () => {
        const prepare = validArguments[operation.id]
        if (!prepare) throw new Error(`${operation.id} has no valid arguments in this file; add them`)
        const valid = await prepare(account)
        const authorization = `Bearer ${await account.newKey(operation.scope ?? 'qr:read')}`
        const answer = await account.call(request(operation, valid), {
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
      const [method, path] = request(operation).split(' ')

      test('is refused without a session', async () => {
        expectRefusal(await anonymous(`${method} /api${path}`), 401, 'unauthenticated')
      })

      test('is refused with an API key, which is no session, and tells so', async () => {
        const headers = { authorization: `Bearer ${account.key}` }
        const answer = await anonymous(`${method} /api${path}`, { headers })
        expectRefusal(answer, 401, 'unauthenticated')
        expect(answer.body.error.message).toMatch(/^API keys .* work at \/v2 only\. .* sign in first\.$/)
      })

      test('is not part of the public API', async () => {
        const answer = await account.call(`${method} ${path}`, { headers: { cookie } })
        const isPublic = operations.some((one) => one.audience === 'public' && one.path === operation.path)
        if (isPublic) expectRefusal(answer, 405, 'method_not_allowed')
        else expectRefusal(answer, 404, 'not_found')
      })
    })
  }
})
