// Who may use the agent tools, from which pages, and where clients learn how to be let in.
import { beforeAll, describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { type Account, type Answer, onEachEngine } from '../../../../../test/instance.ts'
import { agentOf, type Revision } from '../../../../../test/mcp.ts'
import { type App, newApp, type Person, person, type Tokens, tokensFor } from '../../../../../test/oauth.ts'
import { signIn } from '../../../../../test/sign-in.ts'

const revisions: Revision[] = ['2025-11-25', '2026-07-28']
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const challenged = ({ headers }: Answer) => headers.get('www-authenticate')

onEachEngine('a credential for the agent tools', (instance) => {
  let account: Account
  let someone: Person
  let app: App
  beforeAll(async () => {
    account = await instance.account()
    someone = await person(instance, account)
    app = await newApp(instance, account)
  })

  const metadata = () => `resource_metadata="${instance.url}/.well-known/oauth-protected-resource/mcp"`
  const send = (headers: Record<string, string>, at = '/mcp') =>
    instance.ask(`POST ${at}`, { body: ping, headers })
  const tokens = (query: Record<string, string | undefined> = {}): Promise<Tokens> =>
    tokensFor(instance, someone, app, { prompt: 'consent', ...query })
  const pinged = async (token: string) => (await agentOf(instance, token).ask('ping')).status

  test('is an API key, in any spelling of Bearer', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
      expect((await send({ authorization: `${scheme} ${account.key}` })).body.result, scheme).toEqual({})
  })

  test('is missing where none is sent: 401 names the metadata, and asks for no scope', async () => {
    const { cookie } = await signIn(instance, account)
    const attempts: [Record<string, string>, string?][] = [
      [{}],
      [{ authorization: '' }],
      [{ authorization: account.key }],
      [{ authorization: 'Bearer' }],
      [{ authorization: `Basic ${btoa(`${account.email}:a fine password`)}` }],
      [{ authorization: `Bearer ${account.key} more` }],
      // The dashboard's session is for its own pages.
      [{ cookie }],
      [{ cookie, origin: instance.url }],
      [{ 'x-api-key': account.key }],
      // RFC 6750, section 2.3, which the protocol forbids.
      [{}, `/mcp?access_token=${account.key}`],
      [{}, `/mcp?authorization=Bearer%20${account.key}`],
    ]
    for (const [headers, at] of attempts) {
      const answer = await send(headers, at)
      expect([answer.status, challenged(answer)], JSON.stringify(headers)).toEqual([
        401,
        `Bearer ${metadata()}`,
      ])
      expect(answer.body).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32_000,
          message: expect.stringContaining('Authorization: Bearer'),
          data: { code: 'unauthenticated', request_id: answer.headers.get('x-request-id') },
        },
      })
    }
  })

  test('that is not known is 401 invalid_token, and the answer does not repeat it', async () => {
    const { access_token, refresh_token } = await tokens()
    const strangers = [
      'nonsense',
      'sk_live_nothing',
      `${account.key}x`,
      account.key.slice(0, -1),
      access_token.toUpperCase(),
      refresh_token,
      'x'.repeat(8000),
      '../../etc/passwd',
      "';--",
      '__proto__',
    ]
    for (const token of strangers) {
      const answer = await send({ authorization: `Bearer ${token}` })
      expect([answer.status, challenged(answer)]).toEqual([
        401,
        `Bearer error="invalid_token", ${metadata()}`,
      ])
      expect(answer.text).not.toContain(token)
    }
  })

  test('is an access token that is bound to the tools, or to nothing, and none that is bound to the API', async () => {
    const api = await tokens({ resource: `${instance.url}/v2` })
    const tools = await tokens({ resource: `${instance.url}/mcp` })
    const anywhere = await tokens()
    expect([
      await pinged(api.access_token),
      await pinged(tools.access_token),
      await pinged(anywhere.access_token),
    ]).toEqual([401, 200, 200])
    const use = async ({ access_token }: Tokens) =>
      (await instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${access_token}` } })).status
    expect([await use(api), await use(tools), await use(anywhere)]).toEqual([200, 401, 200])
  })

  describe.each(revisions)('in %s', (revision) => {
    test('without the scope of a tool is shown it not, and told with 403 which scope it lacks', async () => {
      const agent = agentOf(instance, (await tokens({ scope: 'links:read' })).access_token)
      expect(await agent.tools({ revision })).toEqual(['list_links', 'check_short_availability', 'get_link'])
      const refused = await agent.call('create_link', { long_url: 'https://example.com/' }, { revision })
      expect([refused.status, challenged(refused)]).toEqual([
        403,
        `Bearer error="insufficient_scope", scope="links:write", ${metadata()}`,
      ])
      expect(refused.body.id).toBe(2)
      expect((await account.call('GET /links')).body.total).toBe(0)
    })

    test('that is revoked between list and call calls nothing', async () => {
      const { call } = await signIn(instance, account)
      const key = (await call('POST /keys', { body: { name: 'short-lived', scopes: ['links:write'] } })).body
        .data
      const { access_token } = await tokens({ scope: 'links:write' })
      const revocations: [string, () => Promise<Answer>][] = [
        [key.key, () => call(`DELETE /keys/${key.id}`)],
        [
          access_token,
          () =>
            instance.ask('POST /oauth/revoke', {
              body: new URLSearchParams({
                token: access_token,
                client_id: app.clientId,
                client_secret: app.secret ?? '',
              }),
            }),
        ],
      ]
      for (const [credential, revoke] of revocations) {
        const agent = agentOf(instance, credential)
        expect(await agent.tools({ revision })).toContain('create_link')
        expect((await revoke()).status).toBe(200)
        const refused = await agent.call('create_link', { long_url: 'https://example.com/' }, { revision })
        expect([refused.status, challenged(refused)]).toEqual([
          401,
          `Bearer error="invalid_token", ${metadata()}`,
        ])
      }
      expect((await account.call('GET /links')).body.total).toBe(0)
    })
  })

  test('that has expired is 401', async () => {
    const { access_token, expires_in } = await tokens()
    await instance.clock.advance((expires_in - 10) * 1000)
    expect(await pinged(access_token)).toBe(200)
    await instance.clock.advance(11_000)
    expect(await pinged(access_token)).toBe(401)
  })

  test('of an account that is deleted is 401', async () => {
    const leaver = await instance.account()
    expect(await pinged(leaver.key)).toBe(200)
    await instance.command('user', 'delete', '--email', leaver.email)
    expect(await pinged(leaver.key)).toBe(401)
  })
})

const inspector = 'http://localhost:6274'
const extension = 'chrome-extension://abcdefghijklmnop'

onEachEngine(
  'pages that send messages to the agent tools',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })
    const send = (headers: Record<string, string>) =>
      instance.ask('POST /mcp', {
        body: ping,
        headers: { authorization: `Bearer ${account.key}`, ...headers },
      })

    test('are those of the service itself; programs send no Origin', async () => {
      expect((await send({})).status).toBe(200)
      const own = await send({ origin: instance.url })
      expect([own.status, own.headers.has('access-control-allow-origin')]).toEqual([200, false])
    })

    test('are those that MCP_ALLOWED_ORIGINS names: they may read every answer, and ask beforehand', async () => {
      for (const origin of [inspector, extension]) {
        for (const headers of [{}, { authorization: 'Bearer nonsense' }] as Record<string, string>[]) {
          const answer = await send({ origin, ...headers })
          expect(answer.status).toBe(headers.authorization ? 401 : 200)
          expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
          expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
          expect(answer.headers.get('vary')).toContain('Origin')
          expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
        }
        const preflight = await instance.ask('OPTIONS /mcp', {
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
          },
        })
        expect([preflight.status, preflight.text]).toEqual([204, ''])
        expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
        expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
        const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase()
        for (const name of [
          'authorization',
          'content-type',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
        ])
          expect(allowed).toContain(name)
      }
    })

    test('are no others: 403 whatever they send, with nothing that lets them read it', async () => {
      const { port } = new URL(instance.url)
      const strangers = [
        'null',
        'http://evil.example',
        'https://localhost:6274',
        'http://localhost:6275',
        'http://localhost',
        'http://localhost:6274.evil.example',
        `http://127.0.0.1:${port}`,
        `${inspector}/`,
        `${inspector}, http://evil.example`,
        'chrome-extension://another',
        'HTTP://LOCALHOST:6274',
        '*',
      ]
      for (const origin of strangers)
        for (const method of ['POST', 'OPTIONS', 'GET', 'DELETE']) {
          const answer = await instance.ask(`${method} /mcp`, {
            headers: { origin, authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
            ...(method === 'POST' ? { body: ping } : {}),
          })
          expect([answer.status, answer.body.error.data.code], origin).toEqual([403, 'forbidden'])
          expect(answer.headers.has('access-control-allow-origin')).toBe(false)
        }
    })

    test('cannot come by a name of their own that leads here (DNS rebinding)', async () => {
      const { port } = new URL(instance.url)
      for (const host of [`evil.example:${port}`, 'evil.example', `localhost:${port}`]) {
        const answer = await send({ host, origin: 'http://evil.example' })
        expect(answer.status).toBe(403)
        expect((await send({ host, origin: `http://evil.example:${port}` })).status).toBe(403)
      }
    })
  },
  { MCP_ALLOWED_ORIGINS: `${inspector}, ${extension}` },
)

onEachEngine('the discovery documents of the agent tools', (instance) => {
  const document = (resource: string) => ({
    resource,
    authorization_servers: [instance.url],
    scopes_supported: [...allScopes],
    bearer_methods_supported: ['header'],
    resource_name: 'Linnet',
    resource_documentation: `${instance.url}/v2/docs`,
  })
  const paths: [string, () => string][] = [
    ['/.well-known/oauth-protected-resource', () => instance.url],
    ['/.well-known/oauth-protected-resource/mcp', () => `${instance.url}/mcp`],
    // People paste addresses with a slash at the end.
    ['/.well-known/oauth-protected-resource/mcp/', () => `${instance.url}/mcp`],
  ]

  test.each(paths)(
    '%s names the resource that its address was made of, and its authorization server',
    async (path, resource) => {
      const answer = await instance.ask(`GET ${path}`, { headers: { origin: 'https://any.example' } })
      expect([answer.status, answer.body]).toEqual([200, document(resource())])
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      // RFC 8414, section 3.1: what it names has metadata of its own, under the issuer that it names.
      const issuer = answer.body.authorization_servers[0]
      const server = await instance.ask('GET /.well-known/oauth-authorization-server')
      expect(server.body.issuer).toBe(issuer)
    },
  )

  test.each(paths)('%s is read, asked about beforehand, and nothing else', async (path) => {
    const head = await instance.ask(`HEAD ${path}`)
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toStartWith('application/json')
    const preflight = await instance.ask(`OPTIONS ${path}`, {
      headers: { origin: 'https://any.example', 'access-control-request-method': 'GET' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await instance.ask(`${method} ${path}`)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })

  test('has no other address', async () => {
    for (const path of ['/v2', '/mcp//', '/mcp/x', '/%6dcp', 'x'])
      expect((await instance.ask(`GET /.well-known/oauth-protected-resource${path}`)).status, path).toBe(404)
  })
})

onEachEngine(
  'agent tools on a host of their own',
  (instance) => {
    const at = (host: string, methodAndPath: string, headers: Record<string, string> = {}) =>
      instance.ask(methodAndPath, {
        headers: { host, ...headers },
        ...(methodAndPath.startsWith('POST') ? { body: ping } : {}),
      })
    const others = ['links.example.com', 'api.example.com', 'auth.example.com', 'unknown.example.org']

    test('answer there and on no other', async () => {
      const { key } = await instance.account()
      const headers = { authorization: `Bearer ${key}` }
      for (const host of ['mcp.example.com', 'MCP.Example.COM'])
        expect((await at(host, 'POST /mcp', headers)).body.result).toEqual({})
      for (const host of others) expect((await at(host, 'POST /mcp', headers)).status, host).toBe(404)
      for (const path of ['/v2/user', '/api/keys', '/consent', '/oauth/token'])
        expect((await at('mcp.example.com', `GET ${path}`, headers)).status, path).toBe(404)
    })

    test('name themselves, and the authorization server where it is', async () => {
      const { body } = await at('mcp.example.com', 'GET /.well-known/oauth-protected-resource/mcp')
      expect(body).toMatchObject({
        resource: 'https://mcp.example.com/mcp',
        authorization_servers: ['https://auth.example.com'],
        resource_documentation: 'https://api.example.com/v2/docs',
      })
      for (const host of others)
        for (const end of ['', '/mcp'])
          expect((await at(host, `GET /.well-known/oauth-protected-resource${end}`)).status, host).toBe(404)
      const bare = await at('mcp.example.com', 'GET /.well-known/oauth-protected-resource')
      expect(bare.body.resource).toBe('https://mcp.example.com')
      expect((await at('mcp.example.com', 'POST /mcp')).headers.get('www-authenticate')).toBe(
        'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"',
      )
    })

    test('are used from pages of their own host and of the service, and of no other', async () => {
      const { key } = await instance.account()
      const status = async (origin: string) =>
        (await at('mcp.example.com', 'POST /mcp', { authorization: `Bearer ${key}`, origin })).status
      expect(await status('https://mcp.example.com')).toBe(200)
      expect(await status('https://links.example.com')).toBe(200)
      for (const origin of ['http://mcp.example.com', 'https://api.example.com', 'https://ex.am', 'null'])
        expect(await status(origin)).toBe(403)
    })
  },
  {
    PUBLIC_URL: 'https://links.example.com',
    API_URL: 'https://api.example.com',
    AUTH_URL: 'https://auth.example.com',
    COOKIE_DOMAIN: 'example.com',
    MCP_URL: 'https://mcp.example.com',
  },
)

onEachEngine(
  'messages without a valid credential',
  (instance) => {
    const crowd = async (requests: number, headers: Record<string, string>) => {
      const answers = await Promise.all(
        Array.from({ length: requests }, () => instance.ask('POST /mcp', { body: ping, headers })),
      )
      return answers.filter(({ status }) => status !== 429).length
    }

    test('are 600 a minute of an address, with those of the API, and take nothing from the valid ones', async () => {
      const from = { 'x-forwarded-for': '192.0.2.1' }
      expect(await crowd(300, from)).toBe(300)
      expect(await crowd(310, { ...from, authorization: 'Bearer nonsense' })).toBe(300)
      const refused = await instance.ask('POST /mcp', { body: ping, headers: from })
      expect([refused.status, refused.body.error.data.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61)
      expect((await instance.ask('GET /v2/user', { headers: from })).status).toBe(429)
      const { key } = await instance.account()
      const valid = { ...from, authorization: `Bearer ${key}` }
      expect((await instance.ask('POST /mcp', { body: ping, headers: valid })).status).toBe(200)
    })
  },
  { ANONYMOUS_REQUESTS_PER_MINUTE: undefined, TRUST_PROXY: '127.0.0.0/8, ::1' },
)
