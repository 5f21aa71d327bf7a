// RFC 9700, the best current practice for OAuth 2.0 security: each applicable rule, as the attack that it prevents.
import { describe, expect, test } from 'bun:test'
import {
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newApp,
  newPkce,
  redirectUri,
  refresh,
  tokensFor,
} from '../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../test/accounts/oauth-fixture.ts'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('RFC 9700', (instance) => {
  const { account, someone, app, open } = oauthFixture(instance)

  const use = (token: string) =>
    instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${token}` } })
  const s256 = ({ challenge }: { challenge: string }) => ({
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const refused = ({ status, body }: Answer, error = 'invalid_grant') =>
    expect([status, body.error]).toStrictEqual([400, error])

  describe('2.1, 4.1: redirect URIs', () => {
    test('an open redirect at the authorization endpoint: no error is sent to an unregistered URI', async () => {
      for (const query of [
        authorizationQuery(app, { redirect_uri: 'https://evil.example/', response_type: 'token' }),
        authorizationQuery(app, { redirect_uri: 'https://evil.example/', scope: 'nonsense' }),
        authorizationQuery({ clientId: 'app_none', secret: null }, { redirect_uri: 'https://evil.example/' }),
      ]) {
        const answer = await someone.authorize(query)
        expect([answer.status, answer.headers.get('location')]).toStrictEqual([400, null])
      }
    })

    test("http: URIs can't be registered, except for this device (2.6)", async () => {
      const create = (uri: string) =>
        someone.call('POST /apps', { body: { name: 'Plain', redirect_uris: [uri] } })
      for (const uri of [
        'http://app.example/cb',
        'http://127.0.0.1.evil.example/cb',
        'http://localhost.evil.example/',
      ])
        expect([uri, (await create(uri)).status]).toStrictEqual([uri, 422])
      for (const uri of ['http://127.0.0.1:5000/cb', 'http://localhost/cb', 'http://[::1]:5000/cb'])
        expect([uri, (await create(uri)).status]).toStrictEqual([uri, 200])
    })

    test('a code for one registered URI is not redeemed with another one of the same application', async () => {
      const several = await newApp(instance, account, { uris: [redirectUri, 'https://app.example/other'] })
      const code = codeOf(await someone.allow(authorizationQuery(several)))
      refused(await exchange(instance, several, code, { redirect_uri: 'https://app.example/other' }))
      refused(await exchange(instance, several, code, { redirect_uri: undefined }))
      expect((await exchange(instance, several, code)).status).toBe(200)
    })
  })

  describe('2.1.1, 4.5: injected codes', () => {
    test('a stolen code is worthless without the verifier', async () => {
      const [victims, attackers] = [newPkce(), newPkce()]
      const code = codeOf(await someone.allow(authorizationQuery(open, s256(victims))))
      refused(await exchange(instance, open, code, { code_verifier: attackers.verifier }))
      refused(await exchange(instance, open, code))
      expect((await exchange(instance, open, code, { code_verifier: victims.verifier })).status).toBe(200)
    })

    test('a code of a request with a challenge is not redeemed without its verifier, even by a confidential client', async () => {
      const pkce = newPkce()
      const code = codeOf(await someone.allow(authorizationQuery(app, s256(pkce))))
      refused(await exchange(instance, app, code))
      expect((await exchange(instance, app, code, { code_verifier: pkce.verifier })).status).toBe(200)
    })

    test('a downgrade: a verifier for a request whose challenge was removed is refused (4.8.2)', async () => {
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      refused(await exchange(instance, app, code, { code_verifier: newPkce().verifier }))
    })

    test('a downgrade to the plain method is refused, and so is a public client without a challenge', async () => {
      const { challenge } = newPkce()
      for (const query of [
        authorizationQuery(open, { code_challenge: challenge, code_challenge_method: 'plain' }),
        authorizationQuery(open, { code_challenge: challenge, code_challenge_method: 's256' }),
        authorizationQuery(open, { code_challenge: challenge }),
        authorizationQuery(open),
      ])
        expect(locationOf(await someone.authorize(query)).searchParams.get('error')).toBe('invalid_request')
    })

    test('the challenge itself is not a verifier', async () => {
      const pkce = newPkce()
      const code = codeOf(await someone.allow(authorizationQuery(open, s256(pkce))))
      refused(await exchange(instance, open, code, { code_verifier: pkce.challenge }))
    })

    test('a code for another client is refused, and stays valid for its own', async () => {
      const other = await newApp(instance, account)
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      refused(await exchange(instance, other, code))
      expect((await exchange(instance, app, code)).status).toBe(200)
    })
  })

  describe('4.4: mix-up', () => {
    test('every response names its issuer, errors included, and the metadata says so', async () => {
      const answers = [
        await someone.allow(authorizationQuery(app)),
        await someone.authorize(authorizationQuery(app, { scope: 'nonsense' })),
        await someone.authorize(authorizationQuery(app, { prompt: 'none consent' })),
      ]
      const { body } = await instance.ask('GET /.well-known/oauth-authorization-server')
      expect(body.authorization_response_iss_parameter_supported).toBe(true)
      for (const answer of answers)
        expect(locationOf(answer).searchParams.getAll('iss')).toStrictEqual([body.issuer])
    })

    test('no request parameter can put another iss, code or state into the response', async () => {
      const answer = await someone.allow(
        authorizationQuery(app, { iss: 'https://evil.example', code: 'forged', state: 'mine' }),
      )
      const { searchParams } = locationOf(answer)
      expect(searchParams.getAll('iss')).toStrictEqual([instance.url])
      expect(searchParams.getAll('state')).toStrictEqual(['mine'])
      expect(searchParams.getAll('code')).toHaveLength(1)
      expect(searchParams.get('code')).not.toBe('forged')
    })
  })

  describe('4.2: codes leak', () => {
    test('a replayed code is refused, and revokes what it granted', async () => {
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      const { body: tokens } = await exchange(instance, app, code)
      expect((await use(tokens.access_token)).status).toBe(200)
      refused(await exchange(instance, app, code))
      expect((await use(tokens.access_token)).status).toBe(401)
      refused(await refresh(instance, app, tokens.refresh_token))
    })

    test('a replay also revokes what was refreshed since', async () => {
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      const { body: tokens } = await exchange(instance, app, code)
      const { body: next } = await refresh(instance, app, tokens.refresh_token)
      refused(await exchange(instance, app, code))
      expect((await use(next.access_token)).status).toBe(401)
      refused(await refresh(instance, app, next.refresh_token))
    })

    test("a replay long after the code's expiry still revokes", async () => {
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      const { body: tokens } = await exchange(instance, app, code)
      await instance.clock.advance(30 * 60_000)
      refused(await exchange(instance, app, code))
      expect((await use(tokens.access_token)).status).toBe(401)
    })

    test("a replay is in the user's audit log", async () => {
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      await exchange(instance, app, code)
      await exchange(instance, app, code)
      const [line] = (await someone.call('GET /audit?limit=1')).body.data
      expect(line).toMatchObject({
        action: 'app_revoked',
        detail: { client_id: app.clientId, reason: 'a code that came twice' },
      })
    })

    test('a replay by another client revokes nothing', async () => {
      const other = await newApp(instance, account)
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      const { body: tokens } = await exchange(instance, app, code)
      refused(await exchange(instance, other, code))
      expect((await use(tokens.access_token)).status).toBe(200)
    })

    test('of many concurrent exchanges exactly one succeeds', async () => {
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(instance, app, code)))
      expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(9).fill(400)])
    })
  })

  describe('4.12: redirects', () => {
    test('no redirect after a form makes the browser repeat the form (never 307 or 308)', async () => {
      const { request } = await someone.consent(
        await someone.authorize(authorizationQuery(await newApp(instance, account))),
      )
      expect((await someone.decide(request, 'allow')).status).toBe(303)
    })
  })

  describe('4.14: refresh tokens', () => {
    test('are bound to their client', async () => {
      const other = await newApp(instance, account)
      for (const [owner, thief] of [
        [app, other],
        [app, open],
        [open, app],
      ] as const) {
        const tokens = await tokensFor(instance, someone, owner)
        refused(await refresh(instance, thief, tokens.refresh_token))
        expect((await refresh(instance, owner, tokens.refresh_token)).status).toBe(200)
      }
    })

    test('a stolen one that is used late ends the family, whoever is second', async () => {
      const stolen = await tokensFor(instance, someone, open)
      const { body: thiefs } = await refresh(instance, open, stolen.refresh_token)
      await instance.clock.advance(60_000)
      refused(await refresh(instance, open, stolen.refresh_token))
      expect((await use(thiefs.access_token)).status).toBe(401)
      refused(await refresh(instance, open, thiefs.refresh_token))
    })
  })

  describe('2.3, 4.10: access tokens', () => {
    test('grant no more than their scopes', async () => {
      const { access_token } = await tokensFor(instance, someone, app, { scope: 'user:read' })
      const { body } = await instance.ask('GET /v2/links', {
        headers: { authorization: `Bearer ${access_token}` },
      })
      expect(body.error.code).toBe('insufficient_scope')
    })

    test("don't work for dashboard operations, and sessions don't work for the API", async () => {
      const { access_token } = await tokensFor(instance, someone, app)
      const headers = { authorization: `Bearer ${access_token}` }
      expect((await instance.ask('GET /api/user/oauth/apps', { headers })).status).toBe(401)
      expect((await instance.ask('GET /v2/user', { headers: { cookie: someone.cookie } })).status).toBe(401)
    })

    test('are not accepted in the query (4.3.2)', async () => {
      const { access_token } = await tokensFor(instance, someone, app)
      expect((await instance.ask(`GET /v2/user?access_token=${access_token}`)).status).toBe(401)
    })
  })

  describe('what ends while a request is in flight', () => {
    test('a code of an application that was revoked in the meantime', async () => {
      const own = await newApp(instance, account)
      await tokensFor(instance, someone, own)
      const code = codeOf(await someone.allow(authorizationQuery(own)))
      expect((await someone.call(`DELETE /user/oauth/apps/${own.clientId}`)).status).toBe(200)
      refused(await exchange(instance, own, code))
    })

    test('a code and the tokens of an application that was deleted', async () => {
      const own = await newApp(instance, account)
      const tokens = await tokensFor(instance, someone, own)
      const code = codeOf(await someone.allow(authorizationQuery(own)))
      expect((await someone.call(`DELETE /apps/${own.clientId}`)).status).toBe(200)
      refused(await exchange(instance, own, code), 'invalid_client')
      refused(await refresh(instance, own, tokens.refresh_token), 'invalid_client')
      expect((await use(tokens.access_token)).status).toBe(401)
    })

    test('a secret that was rotated', async () => {
      const own = await newApp(instance, account)
      const code = codeOf(await someone.allow(authorizationQuery(own)))
      const { body } = await someone.call(`POST /apps/${own.clientId}/secret`, { body: {} })
      const late = await exchange(instance, own, code)
      expect([late.status, late.body.error]).toStrictEqual([401, 'invalid_client'])
      const secret = body.data.client_secret as string
      expect((await exchange(instance, { ...own, secret }, code)).status).toBe(200)
    })
  })

  test("4.16: consent and sign-in can't be framed", async () => {
    const { screen } = await someone.consent(
      await someone.authorize(authorizationQuery(await newApp(instance, account))),
    )
    expect(screen.headers.get('x-frame-options')).toBe('DENY')
    expect(screen.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('header injection: nothing in state, scope or client_id becomes a header', async () => {
    const lines = '\r\nSet-Cookie: linnet_session=x\r\n\r\n<script>'
    for (const more of [{ state: lines }, { scope: lines }, { client_id: lines }, { redirect_uri: lines }]) {
      const answer = await someone.authorize(authorizationQuery(app, more))
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.text).not.toContain('<script>')
    }
  })
})
