// How clients discover the authorization server, even if the agent tools have their own host.
import { expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import { onOneEngine } from '../../../../test/instance.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

onOneEngine('the discovery documents of the agent tools', (instance) => {
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
    // Users paste addresses with a trailing slash.
    ['/.well-known/oauth-protected-resource/mcp/', () => `${instance.url}/mcp`],
  ]

  test.each(paths)(
    '%s names the resource that its address was made of, and its authorization server',
    async (path, resource) => {
      const answer = await instance.ask(`GET ${path}`, { headers: { origin: 'https://any.example' } })
      expect([answer.status, answer.body]).toEqual([200, document(resource())])
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      // RFC 8414, section 3.1: the authorization server has its own metadata, under its issuer.
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

onOneEngine(
  'agent tools on a separate host',
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
      for (const host of others)
        expect((await at(host, 'POST /mcp', headers)).status, host).toBe(
          host === 'unknown.example.org' ? 421 : 404,
        )
      for (const path of ['/v2/user', '/api/keys', '/consent', '/oauth/token'])
        expect((await at('mcp.example.com', `GET ${path}`, headers)).status, path).toBe(404)
    })

    test('give their own URL, and that of the authorization server', async () => {
      const { body } = await at('mcp.example.com', 'GET /.well-known/oauth-protected-resource/mcp')
      expect(body).toMatchObject({
        resource: 'https://mcp.example.com/mcp',
        authorization_servers: ['https://auth.example.com'],
        resource_documentation: 'https://api.example.com/v2/docs',
      })
      for (const host of others)
        for (const end of ['', '/mcp'])
          expect((await at(host, `GET /.well-known/oauth-protected-resource${end}`)).status, host).toBe(
            host === 'unknown.example.org' ? 421 : 404,
          )
      const bare = await at('mcp.example.com', 'GET /.well-known/oauth-protected-resource')
      expect(bare.body.resource).toBe('https://mcp.example.com')
      expect((await at('mcp.example.com', 'POST /mcp')).headers.get('www-authenticate')).toBe(
        'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"',
      )
    })

    test('accept requests from pages of their own host and of the service, and of no other', async () => {
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
