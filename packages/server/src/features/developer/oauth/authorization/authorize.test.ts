// The authorization endpoint: who is redirected where, and what each check refuses.
import { describe, expect, test } from 'bun:test'
import {
  authorizationQuery,
  codeOf,
  encoded,
  locationOf,
  newApp,
  newPkce,
  person,
  type Query,
  redirectUri,
} from '../../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../../test/accounts/oauth-fixture.ts'
import { onEachEngine } from '../../../../../../../test/instance.ts'

onEachEngine('the authorization endpoint', (instance) => {
  const { challenge } = newPkce()
  const s256 = { code_challenge: challenge, code_challenge_method: 'S256' }

  const { account, someone, app, open } = oauthFixture(instance, { scopes: 'links:read,user:read' })

  const ask = (query: Query | string, headers: Record<string, string> = {}) =>
    instance.ask(`GET /oauth/authorize?${typeof query === 'string' ? query : encoded(query)}`, { headers })

  describe("answers 400 with a page, and doesn't redirect, for", () => {
    const cases: [string, () => Query | string][] = [
      ['no client_id', () => authorizationQuery(app, { client_id: undefined })],
      ['an unknown client_id', () => authorizationQuery({ clientId: 'app_unknown', secret: null })],
      ['a client_id that no database accepts', () => authorizationQuery(app, { client_id: 'a\u0000' })],
      ['a client_id of any length', () => authorizationQuery(app, { client_id: 'x'.repeat(5000) })],
      [
        'a client_id in different case',
        () => authorizationQuery(app, { client_id: app.clientId.toUpperCase() }),
      ],
      ['a client_id given twice', () => `${encoded(authorizationQuery(app))}&client_id=${app.clientId}`],
      [
        'a redirect_uri given twice',
        () => `${encoded(authorizationQuery(app))}&redirect_uri=https://evil.example/`,
      ],
      ...[
        '',
        'https://evil.example/callback',
        'https://app.example/callback/',
        'https://app.example/callback/more',
        'https://app.example/callback?more=1',
        'https://app.example/callback?',
        'https://app.example/callback#',
        'https://app.example:443/callback',
        'https://app.example:8443/callback',
        'https://APP.example/callback',
        'https://app.example/Callback',
        'HTTPS://app.example/callback',
        'http://app.example/callback',
        'https://app.example/x/../callback',
        'https://app.example/%63allback',
        'https://app.example.evil.example/callback',
        'https://app.example@evil.example/callback',
        'https://user@app.example/callback',
        '//app.example/callback',
        'https:app.example/callback',
        ' https://app.example/callback',
        'https://app.example/callback\u0000',
        'https://app.example/callback\r\nX: y',
        'javascript:alert(1)',
        'data:text/html,x',
      ].map((uri): [string, () => Query] => [
        `the redirect address ${JSON.stringify(uri)}`,
        () => authorizationQuery(app, { redirect_uri: uri }),
      ]),
    ]
    test.each(cases)('%s', async (_what, query) => {
      for (const headers of [{}, { cookie: someone.cookie }] as Record<string, string>[]) {
        const answer = await ask(query(), headers)
        expect([answer.status, answer.headers.get('location')]).toStrictEqual([400, null])
        expect(answer.headers.get('content-type')).toStartWith('text/html')
        expect(answer.text).not.toContain('evil.example')
      }
    })

    test('a missing redirect URI if the application has several', async () => {
      const several = await newApp(instance, account, { uris: [redirectUri, 'https://app.example/other'] })
      expect((await ask(authorizationQuery(several, { redirect_uri: undefined }))).status).toBe(400)
      expect(
        (await ask(authorizationQuery(several, { redirect_uri: 'https://app.example/other' }))).status,
      ).toBe(303)
    })
  })

  describe('redirects back with error, state and iss for', () => {
    const cases: [string, string, () => Query | string][] = [
      ['no response_type', 'invalid_request', () => authorizationQuery(app, { response_type: undefined })],
      [
        'the implicit grant',
        'unsupported_response_type',
        () => authorizationQuery(app, { response_type: 'token' }),
      ],
      [
        'a hybrid flow',
        'unsupported_response_type',
        () => authorizationQuery(app, { response_type: 'code token' }),
      ],
      [
        'response_mode=fragment',
        'invalid_request',
        () => authorizationQuery(app, { response_mode: 'fragment' }),
      ],
      ['an unknown scope', 'invalid_scope', () => authorizationQuery(app, { scope: 'links:read admin' })],
      ['an unregistered scope', 'invalid_scope', () => authorizationQuery(app, { scope: 'links:write' })],
      ['a public application without PKCE', 'invalid_request', () => authorizationQuery(open)],
      [
        'the plain challenge method',
        'invalid_request',
        () => authorizationQuery(open, { code_challenge: challenge, code_challenge_method: 'plain' }),
      ],
      [
        'a challenge without a method, which would mean plain',
        'invalid_request',
        () => authorizationQuery(open, { code_challenge: challenge }),
      ],
      [
        'a method without a challenge',
        'invalid_request',
        () => authorizationQuery(app, { code_challenge_method: 'S256' }),
      ],
      [
        "a challenge that can't be a SHA-256",
        'invalid_request',
        () => authorizationQuery(open, { code_challenge: 'short', code_challenge_method: 'S256' }),
      ],
      [
        'another service’s resource',
        'invalid_target',
        () => authorizationQuery(app, { resource: 'https://x.example/' }),
      ],
      ['a request object', 'request_not_supported', () => authorizationQuery(app, { request: 'e30.e30.' })],
      [
        'a request object by reference',
        'request_uri_not_supported',
        () => authorizationQuery(app, { request_uri: 'https://evil.example/r' }),
      ],
      [
        'a scope given twice',
        'invalid_request',
        () => `${encoded(authorizationQuery(app))}&scope=links:read`,
      ],
      [
        'prompt=none without earlier consent',
        'consent_required',
        () => authorizationQuery(app, { prompt: 'none' }),
      ],
      [
        'prompt=none with another',
        'invalid_request',
        () => authorizationQuery(app, { prompt: 'none consent' }),
      ],
    ]
    test.each(cases)('%s: %s', async (_what, error, query) => {
      const answer = await ask(query(), { cookie: someone.cookie })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toStartWith(`${redirectUri}?`)
      expect(Object.fromEntries(locationOf(answer).searchParams)).toStrictEqual({
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        state: 'a state',
        iss: instance.url,
      })
    })

    test('a repeated state, which is then not returned at all', async () => {
      const answer = await ask(`${encoded(authorizationQuery(app))}&state=two`, { cookie: someone.cookie })
      const { searchParams } = locationOf(answer)
      expect([searchParams.get('error'), searchParams.has('state')]).toStrictEqual(['invalid_request', false])
    })

    test('prompt=none without a session: login_required', async () => {
      const answer = await ask(authorizationQuery(app, { prompt: 'none' }))
      expect(locationOf(answer).searchParams.get('error')).toBe('login_required')
    })
  })

  test('redirects to the sign-in page, and from there back to the same request', async () => {
    const query = authorizationQuery(app)
    const answer = await ask(query)
    const to = locationOf(answer)
    expect([to.origin, to.pathname]).toStrictEqual([instance.url, '/account/sign-in'])
    const back = new URL(to.searchParams.get('return_to') ?? '')
    expect([back.origin, back.pathname]).toStrictEqual([instance.url, '/oauth/authorize'])
    expect(Object.fromEntries(back.searchParams)).toStrictEqual(query as Record<string, string>)
  })

  test('a hostile Host header changes no address', async () => {
    const answer = await ask(authorizationQuery(app), {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    expect(answer.headers.get('location') ?? '').not.toMatch(/^https?:\/\/evil/)
  })

  test('gives no code to a HEAD request or a prefetch', async () => {
    const own = await newApp(instance, account)
    await someone.allow(authorizationQuery(own))
    const path = `/oauth/authorize?${encoded(authorizationQuery(own))}`
    const { cookie } = someone
    for (const answer of [
      await instance.ask(`HEAD ${path}`, { headers: { cookie } }),
      await instance.ask(`GET ${path}`, { headers: { cookie, 'sec-purpose': 'prefetch;prerender' } }),
      await instance.ask(`GET ${path}`, { headers: { cookie, purpose: 'prefetch' } }),
    ])
      expect([answer.status, answer.headers.get('location')]).toStrictEqual([204, null])
    expect(codeOf(await someone.authorize(authorizationQuery(own)))).toBeString()
  })

  test('keeps at most twenty pending requests of one session', async () => {
    const own = await newApp(instance, account)
    const first = await someone.authorize(authorizationQuery(own))
    const { request } = await someone.consent(first)
    await instance.clock.advance(1000)
    for (let count = 0; count < 20; count++) await someone.authorize(authorizationQuery(own))
    expect((await someone.decide(request, 'allow')).status).toBe(400)
  })

  test('allows only GET and HEAD', async () => {
    const { status, headers } = await instance.ask('PUT /oauth/authorize', {
      headers: { cookie: someone.cookie },
    })
    expect([status, headers.get('allow')]).toStrictEqual([405, 'GET, HEAD'])
  })

  describe('consent', () => {
    test('is remembered for a confidential application and the same scopes or fewer', async () => {
      const own = await newApp(instance, account)
      const both = authorizationQuery(own, { scope: 'links:read user:read' })
      expect(locationOf(await someone.authorize(both)).pathname).toBe('/consent')
      await someone.allow(both)
      expect(codeOf(await someone.authorize(both))).toStartWith('linnet_ac_')
      expect(codeOf(await someone.authorize(authorizationQuery(own, { scope: 'user:read' })))).toBeString()
      expect(codeOf(await someone.authorize({ ...both, prompt: 'none' }))).toBeString()
    })

    test('is requested again for another scope, and then covers both', async () => {
      const own = await newApp(instance, account)
      await someone.allow(authorizationQuery(own, { scope: 'links:read' }))
      const more = authorizationQuery(own, { scope: 'links:write' })
      expect(locationOf(await someone.authorize(more)).pathname).toBe('/consent')
      await someone.allow(more)
      const both = authorizationQuery(own, { scope: 'links:read links:write' })
      expect(codeOf(await someone.authorize(both))).toBeString()
    })

    test('is requested every time with prompt=consent', async () => {
      const own = await newApp(instance, account)
      await someone.allow(authorizationQuery(own))
      const answer = await someone.authorize(authorizationQuery(own, { prompt: 'consent' }))
      expect(locationOf(answer).pathname).toBe('/consent')
    })

    test('is requested every time for a public application, because anyone can impersonate it', async () => {
      await someone.allow(authorizationQuery(open, s256))
      expect(locationOf(await someone.authorize(authorizationQuery(open, s256))).pathname).toBe('/consent')
    })

    test('is per user', async () => {
      const own = await newApp(instance, account)
      await someone.allow(authorizationQuery(own))
      const other = await person(instance, await instance.account())
      expect(locationOf(await other.authorize(authorizationQuery(own))).pathname).toBe('/consent')
    })
  })
})
