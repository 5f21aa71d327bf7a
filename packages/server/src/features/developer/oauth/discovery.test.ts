// What clients discover by themselves: the metadata, cross-origin calls, and registration.
import { describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import {
  type App,
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newApp,
  newPkce,
  person,
  redirectUri,
  refresh,
  tokensFor,
} from '../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../test/accounts/oauth-fixture.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('the authorization server, as clients discover it', (instance) => {
  const { someone, app } = oauthFixture(instance)

  test('describes itself completely (RFC 8414), and every URL that it names responds', async () => {
    const { status, headers, body } = await instance.ask('GET /.well-known/oauth-authorization-server')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toStartWith('application/json')
    expect(body).toStrictEqual({
      issuer: instance.url,
      authorization_endpoint: `${instance.url}/oauth/authorize`,
      token_endpoint: `${instance.url}/oauth/token`,
      revocation_endpoint: `${instance.url}/oauth/revoke`,
      introspection_endpoint: `${instance.url}/oauth/introspect`,
      userinfo_endpoint: `${instance.url}/oauth/userinfo`,
      registration_endpoint: `${instance.url}/oauth/register`,
      scopes_supported: [...allScopes],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      prompt_values_supported: ['none', 'consent'],
      ui_locales_supported: ['en', 'id'],
      service_documentation: `${instance.url}/v2/docs`,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    const addresses = Object.entries(body).filter(([name]) => name.endsWith('_endpoint')) as [
      string,
      string,
    ][]
    for (const [, address] of addresses) {
      const path = address.slice(instance.url.length)
      expect((await instance.ask(`GET ${path}`)).status).not.toBe(404)
    }
  })

  test('allows any origin at its endpoints, without cookies, but never at consent or authorize', async () => {
    const origin = 'https://app.example'
    for (const path of [
      'GET /.well-known/oauth-authorization-server',
      'POST /oauth/token',
      'POST /oauth/revoke',
      'POST /oauth/introspect',
      'GET /oauth/userinfo',
      'POST /oauth/register',
    ]) {
      const [method = '', at = ''] = path.split(' ')
      const preflight = await instance.ask(`OPTIONS ${at}`, {
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-methods')).toContain(method)
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
      for (const answer of [preflight, await instance.ask(path, { headers: { origin } })]) {
        expect([path, answer.headers.get('access-control-allow-origin')]).toStrictEqual([path, '*'])
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
        expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
      }
    }
    for (const path of ['/oauth/authorize', '/consent', '/api/user/oauth/apps']) {
      const { headers } = await instance.ask(`GET ${path}`, { headers: { origin, cookie: someone.cookie } })
      expect(headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  describe('dynamic client registration (RFC 7591)', () => {
    const register = (body: unknown) => instance.ask('POST /oauth/register', { body })
    const loopback = 'http://localhost:33418/oauth/callback'

    test('answers 201 with a public client that runs the whole flow', async () => {
      const { status, body, headers } = await register({
        client_name: 'An Agent',
        redirect_uris: [loopback],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
        scope: 'openid links:read user:read',
        client_uri: 'https://agent.example/',
        software_id: 'ignored',
      })
      expect(status).toBe(201)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(body).toStrictEqual({
        client_id: expect.stringMatching(/^app_[0-9a-z]{26}$/),
        client_id_issued_at: expect.any(Number),
        client_name: 'An Agent',
        client_uri: 'https://agent.example/',
        redirect_uris: [loopback],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'links:read user:read',
      })
      const agent: App = { clientId: body.client_id, secret: null }
      const pkce = newPkce()
      const query = authorizationQuery(agent, {
        redirect_uri: loopback,
        code_challenge: pkce.challenge,
        code_challenge_method: 'S256',
      })
      const { screen, request } = await someone.consent(await someone.authorize(query))
      expect(screen.text).toContain('registered itself')
      const back = await someone.decide(request, 'allow')
      const redeemed = { redirect_uri: loopback, code_verifier: pkce.verifier }
      expect((await exchange(instance, agent, codeOf(back), redeemed)).status).toBe(200)
    })

    test('requests all scopes if it names no known one', async () => {
      expect((await register({ redirect_uris: [loopback] })).body.scope).toBe(allScopes.join(' '))
      expect((await register({ redirect_uris: [loopback], scope: 'openid' })).body.scope).toBe(
        allScopes.join(' '),
      )
    })

    test('without a name it is named after its redirect host; a name is one visible line', async () => {
      expect((await register({ redirect_uris: [loopback] })).body.client_name).toBe('localhost:33418')
      const odd = { redirect_uris: [loopback], client_name: ` A\u202E\n\u0000 B ${'x'.repeat(500)}` }
      const { client_name } = (await register(odd)).body
      expect(client_name).toStartWith('A B xxx')
      expect(client_name).toHaveLength(100)
    })

    test("refuses redirect URIs that can't receive a code", async () => {
      for (const uris of [
        undefined,
        [],
        'https://app.example/',
        [5],
        ['https://app.example/#x'],
        ['http://app.example/'],
        ['javascript:alert(1)'],
        ['data:text/html,x'],
        ['file:///etc/passwd'],
        ['https://a:b@app.example/'],
        ['https://*.example/'],
        ['/relative'],
        [`https://app.example/${'x'.repeat(2048)}`],
        Array.from({ length: 21 }, (_, index) => `https://app.example/${index}`),
      ]) {
        const { status, body } = await register({ redirect_uris: uris })
        expect([uris, status, body.error]).toStrictEqual([uris, 400, 'invalid_redirect_uri'])
      }
    })

    test('refuses redirect URIs that start programs, and overlong metadata', async () => {
      for (const uri of [
        'search-ms:query=x&crumb=location:\\\\evil.example\\share',
        'ms-msdt:/id',
        'ldap://evil.example/x',
        'ssh://evil.example',
        'chrome://settings',
      ])
        expect([uri, (await register({ redirect_uris: [uri] })).status]).toStrictEqual([uri, 400])
      const long = Array.from({ length: 20 }, (_, index) => `https://app.example/${index}${'x'.repeat(1000)}`)
      expect((await register({ redirect_uris: long })).body.error).toBe('invalid_redirect_uri')
    })

    test('one without a grant is deleted after three days, one that was used is not', async () => {
      const pkce = newPkce()
      const [idle, used] = [
        (await register({ redirect_uris: [redirectUri] })).body.client_id,
        (await register({ redirect_uris: [redirectUri] })).body.client_id,
      ]
      const query = (clientId: string) =>
        authorizationQuery(
          { clientId, secret: null },
          { code_challenge: pkce.challenge, code_challenge_method: 'S256' },
        )
      const code = codeOf(await someone.allow(query(used)))
      const agent = { clientId: used, secret: null }
      expect((await exchange(instance, agent, code, { code_verifier: pkce.verifier })).status).toBe(200)
      await instance.clock.advance(3 * 86_400_000 + 120_000)
      expect((await someone.authorize(query(idle))).status).toBe(400)
      expect((await someone.authorize(query(used))).status).toBe(303)
    })

    test("refuses metadata that only requests what isn't supported, and invalid metadata", async () => {
      for (const body of [
        { redirect_uris: [loopback], grant_types: ['client_credentials'] },
        { redirect_uris: [loopback], response_types: ['token'] },
        'x',
      ]) {
        const answer = await instance.ask('POST /oauth/register', {
          body,
          headers: { 'content-type': 'application/json' },
        })
        expect([answer.status, answer.body.error]).toStrictEqual([400, 'invalid_client_metadata'])
      }
    })

    test('an address can register thirty times a minute, failures included', async () => {
      await instance.clock.advance(61_000)
      const statuses: number[] = []
      for (let count = 0; count < 32; count++)
        statuses.push((await register({ redirect_uris: count % 2 ? [loopback] : [] })).status)
      expect(statuses.slice(30)).toStrictEqual([429, 429])
      expect(new Set(statuses.slice(0, 30))).toStrictEqual(new Set([201, 400]))
      const { headers, body } = await register({ redirect_uris: [loopback] })
      expect(body.error).toBe('temporarily_unavailable')
      await instance.clock.advance(Number(headers.get('retry-after')) * 1000)
      expect((await register({ redirect_uris: [loopback] })).status).toBe(201)
      await instance.clock.advance(61_000)
    })

    test('consent for a registered agent is not remembered: users are asked every time', async () => {
      const { body } = await register({ redirect_uris: [redirectUri] })
      const agent: App = { clientId: body.client_id, secret: null }
      const pkce = { code_challenge: newPkce().challenge, code_challenge_method: 'S256' }
      await someone.allow(authorizationQuery(agent, pkce))
      expect(locationOf(await someone.authorize(authorizationQuery(agent, pkce))).pathname).toBe('/consent')
    })
  })

  describe('resource indicators (RFC 8707)', () => {
    const use = async (token: string) =>
      (await instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${token}` } })).status

    test('a token that is bound to the API works there, with or without a trailing slash', async () => {
      for (const resource of [`${instance.url}/v2`, `${instance.url}/v2/`, instance.url])
        expect(await use((await tokensFor(instance, someone, app, { resource })).access_token)).toBe(200)
    })

    test('a token that is bound to the agent-tool server is refused by the API', async () => {
      const { access_token } = await tokensFor(instance, someone, app, { resource: `${instance.url}/mcp` })
      expect(await use(access_token)).toBe(401)
    })

    test('the exchange can narrow what was authorized, but never widen it', async () => {
      const both = `${instance.url}/v2 ${instance.url}/mcp`.split(' ')
      const query = new URLSearchParams(authorizationQuery(app) as Record<string, string>)
      query.append('prompt', 'consent')
      for (const resource of both) query.append('resource', resource)
      const { request } = await someone.consent(await someone.authorize(String(query)))
      const code = codeOf(await someone.decide(request, 'allow'))
      const narrowed = await exchange(instance, app, code, { resource: both[1] })
      expect(narrowed.status).toBe(200)
      expect(await use(narrowed.body.access_token)).toBe(401)
      const bound = codeOf(await someone.allow(authorizationQuery(app, { resource: both[1] })))
      const widened = await exchange(instance, app, bound, { resource: both[0] })
      expect([widened.status, widened.body.error]).toStrictEqual([400, 'invalid_target'])
    })
  })
})

onEachEngine(
  'failed requests to the OAuth endpoints',
  (instance) => {
    const later = () => instance.clock.advance(61_000)

    test("count for their address, and successful ones don't", async () => {
      const account = await instance.account()
      const someone = await person(instance, account)
      const open = await newApp(instance, account, { isPublic: true })
      const { refresh_token } = await tokensFor(instance, someone, open)
      let token = refresh_token
      for (let count = 0; count < 11; count++) {
        const answer = await refresh(instance, open, token)
        expect(answer.status).toBe(200)
        token = answer.body.refresh_token
      }
      const statuses: number[] = []
      for (let count = 0; count < 11; count++) statuses.push((await exchange(instance, open, 'guess')).status)
      expect(statuses).toStrictEqual([...Array(10).fill(400), 429])
      const refused = await exchange(instance, open, 'guess')
      await instance.clock.advance(Number(refused.headers.get('retry-after')) * 1000)
      expect((await exchange(instance, open, 'guess')).status).toBe(400)
      await later()
    })

    test("don't count for an authenticated application: made-up codes must not lock it out", async () => {
      const account = await instance.account()
      const app = await newApp(instance, account)
      const { refresh_token } = await tokensFor(instance, await person(instance, account), app)
      for (let count = 0; count < 30; count++)
        expect((await exchange(instance, app, 'made up by a stranger')).status).toBe(400)
      expect((await refresh(instance, app, refresh_token)).status).toBe(200)
    })

    test('never block the metadata, and revoking always answers 200', async () => {
      for (let count = 0; count < 15; count++) await instance.ask('GET /oauth/userinfo')
      expect((await instance.ask('GET /oauth/userinfo')).status).toBe(429)
      for (let count = 0; count < 15; count++) {
        expect((await instance.ask('GET /.well-known/oauth-authorization-server')).status).toBe(200)
        expect((await instance.ask('POST /oauth/revoke', { body: { token: 'guess' } })).status).toBe(200)
      }
      await later()
    })
  },
  { ANONYMOUS_REQUESTS_PER_MINUTE: '10' },
)

onEachEngine(
  'an authorization server without dynamic registration',
  (instance) => {
    test('has no registration endpoint, and accepts no metadata documents', async () => {
      const { body } = await instance.ask('GET /.well-known/oauth-authorization-server')
      expect(body).not.toHaveProperty('registration_endpoint')
      expect(body.client_id_metadata_document_supported).toBe(false)
      const answer = await instance.ask('POST /oauth/register', { body: { redirect_uris: [redirectUri] } })
      expect(answer.status).toBe(404)
      const someone = await person(instance, await instance.account())
      const clientId = 'https://agent.example/client.json'
      expect((await someone.authorize(authorizationQuery({ clientId, secret: null }))).status).toBe(400)
    })
  },
  { OAUTH_REGISTRATION: 'closed' },
)
