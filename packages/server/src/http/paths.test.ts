// Paths and methods: the tables of the contract row by row, 405 with Allow, HEAD, and request identifiers.
import { beforeAll, expect, test } from 'bun:test'
import { type Operation, operations } from '@linnet/contract'
import { type Account, onOneEngine } from '../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../test/microsites.ts'

// As in the contract under Links, Account, Microsites and QR.
const contractTable = `
  GET    /links                        links:read
  POST   /links                        links:write
  POST   /links/available              links:read
  GET    /links/{short}                links:read
  PUT    /links/{short}                links:write
  DELETE /links/{short}                links:archive
  POST   /links/{short}/unarchive      links:write
  GET    /links/{short}/stats          links:analytics
  GET    /links/{short}/stats/lifetime links:analytics
  POST   /links/bulk                   links:write
  GET    /user                         user:read
  GET    /quota                        user:read
  GET    /stats                        links:analytics
  GET    /microsites                   microsites:read
  POST   /microsites                   microsites:write
  POST   /microsites/available         microsites:read
  GET    /microsites/{slug}            microsites:read
  PUT    /microsites/{slug}            microsites:write
  GET    /microsites/{slug}/components microsites:read
  POST   /microsites/{slug}/components microsites:write
  PUT    /microsites/{slug}/components/{componentId} microsites:write
  POST   /microsites/{slug}/components/order microsites:write
  DELETE /microsites/{slug}/components/{componentId} microsites:delete
  DELETE /microsites/{slug}            microsites:delete
  GET    /qr                           qr:read
  PUT    /qr                           qr:write
  GET    /links/{short}/qr             qr:read
  PUT    /links/{short}/qr             qr:write
`
const rows = contractTable
  .trim()
  .split('\n')
  .map((row) => row.trim().split(/\s+/) as [string, string, string])

const publicOperations = operations.filter(({ audience }) => audience === 'public')
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

/** What the contract allows at a path with its parameters filled in, where several rows may fit. */
function allowedAt(path: string): Set<string> {
  const fits = (operation: Operation) =>
    new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return new Set(publicOperations.filter(fits).map(({ method }) => method))
}

for (const [method, path, scope] of rows) {
  test(`the contract's ${method} ${path} is declared with the scope ${scope}`, () => {
    const found = publicOperations.filter((one) => one.method === method && one.path === path)
    expect(found.map((operation): string | null => operation.scope)).toEqual([scope])
  })
}

onOneEngine('the paths of the API', (instance) => {
  let account: Account
  let short: string
  let slug: string
  let componentId: string
  let versionId: string
  /** Of a tag. */
  let id: string
  // Separate ones for deletions, so that the other requests keep theirs.
  let doomed: { slug: string; componentId: string }

  const parameters = (method: string) => ({
    short,
    versionId,
    slug,
    componentId,
    id,
    ...(method === 'DELETE' ? doomed : {}),
  })
  const filled = (path: string, method: string) =>
    path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => (parameters(method) as Record<string, string>)[name] ?? '',
    )

  beforeAll(async () => {
    account = await instance.account()
    short = (await account.link({ custom_slug: 'launch', tags: ['spring'] })).short
    id = (await account.call('GET /tags')).body.data[0].id
    const site = async () => {
      const { slug } = await microsite(account)
      return { slug, componentId: (await componentsOf(account, slug).add('TEXT')).id as string }
    }
    ;({ slug, componentId } = await site())
    await account.call(`POST /microsites/${slug}/publish`)
    versionId = (await account.call(`GET /microsites/${slug}/versions`)).body.data[0].id
    doomed = await site()
  })

  for (const [method, path, scope] of rows) {
    test(`${method} ${path} is answered for ${scope}`, async () => {
      const known = await account.call(`${method} ${filled(path, method)}`, {
        headers: { authorization: `Bearer ${await account.newKey(scope)}` },
      })
      // Some need a body and refuse; no row is unknown, of another method or of another scope.
      expect(known.status).toBe(
        method === 'PUT' || (method === 'POST' && !path.endsWith('/unarchive')) ? 400 : 200,
      )
    })
  }

  for (const path of new Set(publicOperations.map((operation) => operation.path))) {
    test(`${path} answers 405 with Allow to a method that it does not know, and changes nothing`, async () => {
      const at = filled(path, 'GET')
      const allowed = allowedAt(at)
      const before = await account.call(`GET /links/${short}`)
      for (const method of methods.filter((one) => !allowed.has(one))) {
        const answer = await account.call(`${method} ${at}`)
        expect(answer.status, `${method} ${at}`).toBe(405)
        expect(answer.body.error.code).toBe('method_not_allowed')
        const known = [...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])].sort()
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(known)
      }
      expect((await account.call(`GET /links/${short}`)).body).toEqual(before.body)
    })
  }

  for (const { path } of publicOperations.filter(({ method }) => method === 'GET')) {
    test(`HEAD ${path} answers like GET, without a body`, async () => {
      const at = filled(path, 'GET')
      const [get, head] = [await account.call(`GET ${at}`), await account.call(`HEAD ${at}`)]
      expect(get.status).toBe(200)
      expect(head.status).toBe(200)
      expect(head.text).toBe('')
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    })
  }

  test('HEAD of something that does not exist is 404 without a body', async () => {
    const head = await account.call('HEAD /links/nobody-has-this')
    expect([head.status, head.text]).toEqual([404, ''])
  })

  test('an unknown path is 404 in the envelope, with and without a credential', async () => {
    for (const path of ['/nothing', '/links/launch/nothing', '/links/launch/stats/nothing', '/', '']) {
      for (const answer of [await account.call(`GET ${path}`), await instance.ask(`GET /v2${path}`)]) {
        expect(answer.status).toBe(404)
        expect(answer.body.error.code).toBe('not_found')
      }
    }
  })

  test('a valid X-Request-Id is returned, in the header and in the error; an invalid one is replaced', async () => {
    for (const id of ['a', 'trace-1.2_3', 'x'.repeat(128)]) {
      const answer = await account.call('GET /links/nobody-has-this', { headers: { 'x-request-id': id } })
      expect(answer.headers.get('x-request-id')).toBe(id)
      expect(answer.body.error.request_id).toBe(id)
      const fine = await account.call('GET /user', { headers: { 'x-request-id': id } })
      expect(fine.headers.get('x-request-id')).toBe(id)
    }
    const made = new Set<string | null>()
    for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', '<script>']) {
      const answer = await account.call('GET /user', { headers: { 'x-request-id': id } })
      expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
      expect(answer.headers.get('x-request-id')).not.toBe(id)
      made.add(answer.headers.get('x-request-id'))
    }
    expect(made.size).toBe(5)
  })

  test('responses of the API are not cached, and browsers do not sniff their type', async () => {
    for (const path of ['/user', '/links/nobody-has-this']) {
      const { headers } = await account.call(`GET ${path}`)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})
