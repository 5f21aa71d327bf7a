// Revocation (RFC 7009), introspection (RFC 7662) and userinfo: each status, and what each application learns.
import { beforeAll, describe, expect, test } from 'bun:test'
import {
  type App,
  encoded,
  newApp,
  refresh,
  type Tokens,
  tokensFor,
} from '../../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../../test/accounts/oauth-fixture.ts'
import { type Answer, onEachEngine } from '../../../../../../../test/instance.ts'

onEachEngine('the state of tokens', (instance) => {
  let other: App

  const { account, someone, app } = oauthFixture(instance)
  beforeAll(async () => {
    other = await newApp(instance, account)
  })

  const use = (token: string) =>
    instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${token}` } })
  const works = async ({ access_token }: Pick<Tokens, 'access_token'>) =>
    (await use(access_token)).status === 200
  const revoke = (body: unknown, headers: Record<string, string> = {}) =>
    instance.ask('POST /oauth/revoke', { body, headers })
  const introspect = (body: unknown, headers: Record<string, string> = {}) =>
    instance.ask('POST /oauth/introspect', { body, headers })
  const credentials = (of: App) => ({ client_id: of.clientId, client_secret: of.secret })

  describe('POST /oauth/revoke', () => {
    test('ends only that token, if it is an access token', async () => {
      const tokens = await tokensFor(instance, someone, app)
      expect((await revoke({ token: tokens.access_token })).status).toBe(200)
      expect(await works(tokens)).toBe(false)
      const next = await refresh(instance, app, tokens.refresh_token)
      expect(await works(next.body)).toBe(true)
    })

    test('ends the whole grant of a refresh token', async () => {
      const [tokens, apart] = [
        await tokensFor(instance, someone, app),
        await tokensFor(instance, someone, app),
      ]
      expect((await revoke({ token: tokens.refresh_token, token_type_hint: 'access_token' })).status).toBe(
        200,
      )
      expect(await works(tokens)).toBe(false)
      expect((await refresh(instance, app, tokens.refresh_token)).body.error).toBe('invalid_grant')
      expect(await works(apart)).toBe(true)
    })

    test('ends an access token even on a node whose clock is ahead, by which it has expired', async () => {
      const tokens = await tokensFor(instance, someone, app)
      const hours = 2 * 60 * 60 * 1000
      instance.clock.move(hours)
      expect(await works(tokens)).toBe(false)
      expect((await revoke({ token: tokens.access_token })).status).toBe(200)
      instance.clock.move(-hours)
      expect(await works(tokens)).toBe(false)
    })

    test('accepts a form or JSON, with or without the client', async () => {
      for (const send of [
        (token: string) => revoke(new URLSearchParams({ token })),
        (token: string) => revoke({ token, ...credentials(app) }),
        (token: string) => revoke(encoded({ token, client_id: app.clientId })),
        (token: string) =>
          revoke(new URLSearchParams({ token }), {
            authorization: `Basic ${btoa(`${app.clientId}:${app.secret}`)}`,
          }),
      ]) {
        const tokens = await tokensFor(instance, someone, app)
        expect((await send(tokens.access_token)).status).toBe(200)
        expect(await works(tokens)).toBe(false)
      }
    })

    test('is 200 for every request, and reveals nothing', async () => {
      const tokens = await tokensFor(instance, someone, app)
      const known = await revoke({ token: tokens.access_token })
      const others: Answer[] = [
        await revoke({ token: 'unknown' }),
        await revoke({ token: tokens.access_token }),
        await revoke({ token: account.key }),
        await revoke({}),
        await revoke({ token: 5 }),
        await revoke({ token: '' }),
        await revoke('not json', { 'content-type': 'application/json' }),
        await revoke('text', { 'content-type': 'text/plain' }),
        await revoke(
          new URLSearchParams([
            ['token', 'a'],
            ['token', 'b'],
          ]),
        ),
        await revoke({ token: 'x'.repeat(100_000) }),
        await instance.ask('POST /oauth/revoke'),
      ]
      for (const answer of others) expect([answer.status, answer.text]).toStrictEqual([200, known.text])
      expect((await use(account.key)).status).toBe(200)
    })

    test("doesn't end a token if the request names another application", async () => {
      const tokens = await tokensFor(instance, someone, app)
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect((await revoke({ token, ...credentials(other) })).status).toBe(200)
      expect(await works(tokens)).toBe(true)
    })
  })

  describe('POST /oauth/introspect', () => {
    test('describes an active access token to its application', async () => {
      const { access_token } = await tokensFor(instance, someone, app)
      const { status, body } = await introspect({ token: access_token, ...credentials(app) })
      expect(status).toBe(200)
      expect(body).toStrictEqual({
        active: true,
        scope: 'links:read user:read',
        client_id: app.clientId,
        sub: account.userId,
        exp: body.iat + 3600,
        iat: expect.any(Number),
        token_type: 'Bearer',
        iss: instance.url,
      })
    })

    test('returns only active: false for another application’s tokens, whichever account registered it', async () => {
      const { access_token, refresh_token } = await tokensFor(instance, someone, app)
      const stranger = await newApp(instance, await instance.account())
      for (const asking of [other, stranger])
        for (const token of [access_token, refresh_token]) {
          const { status, text } = await introspect({ token, ...credentials(asking) })
          expect([status, text]).toStrictEqual([200, '{"active":false}'])
        }
    })

    test('describes a refresh token, and the resources of a token', async () => {
      const tokens = await tokensFor(instance, someone, app, { resource: `${instance.url}/v2` })
      const { body } = await introspect({ token: tokens.refresh_token, ...credentials(app) })
      expect(body).toMatchObject({ active: true, token_type: 'refresh_token', aud: `${instance.url}/v2` })
      expect(body.exp - body.iat).toBe(30 * 86_400)
      const access = await introspect({ token: tokens.access_token, ...credentials(app) })
      expect(access.body.aud).toBe(`${instance.url}/v2`)
    })

    test('returns only active: false for unknown, revoked, rotated and expired tokens, and for API keys', async () => {
      const revoked = await tokensFor(instance, someone, app)
      await revoke({ token: revoked.refresh_token })
      const rotated = await tokensFor(instance, someone, app)
      await refresh(instance, app, rotated.refresh_token)
      const expired = await tokensFor(instance, someone, app)
      await instance.clock.advance(3_600_000)
      for (const token of [
        'unknown',
        account.key,
        revoked.access_token,
        revoked.refresh_token,
        rotated.refresh_token,
        expired.access_token,
      ]) {
        const { status, text } = await introspect({ token, ...credentials(app) })
        expect([status, text]).toStrictEqual([200, '{"active":false}'])
      }
    })

    test('accepts a form or JSON, and credentials in HTTP Basic or the body', async () => {
      const { access_token: token } = await tokensFor(instance, someone, app)
      const authorization = `Basic ${btoa(`${app.clientId}:${app.secret}`)}`
      for (const answer of [
        await introspect(encoded({ token, client_id: app.clientId, client_secret: app.secret ?? '' })),
        await introspect({ token }, { authorization }),
        await introspect(new URLSearchParams({ token }), { authorization }),
      ])
        expect([answer.status, answer.body.active]).toStrictEqual([200, true])
    })

    test('is 400 without a token or a client, and for wrong credentials', async () => {
      const { access_token: token } = await tokensFor(instance, someone, app)
      const open = await newApp(instance, account, { isPublic: true })
      const cases: [unknown, string][] = [
        [credentials(app), 'invalid_request'],
        [{ token }, 'invalid_request'],
        [{ token, client_secret: app.secret }, 'invalid_request'],
        [{ token, client_id: app.clientId }, 'invalid_client'],
        [{ token, client_id: app.clientId, client_secret: 'wrong' }, 'invalid_client'],
        [{ token, client_id: app.clientId, client_secret: other.secret }, 'invalid_client'],
        [{ token, client_id: 'app_unknown', client_secret: 'x' }, 'invalid_client'],
        [{ token, client_id: open.clientId }, 'invalid_client'],
        ['[]', 'invalid_request'],
      ]
      for (const [body, error] of cases) {
        const answer = await introspect(
          body,
          typeof body === 'string' ? { 'content-type': 'application/json' } : {},
        )
        expect([body, answer.status, answer.body.error]).toStrictEqual([body, 400, error])
        expect(answer.text).not.toContain('"active"')
      }
    })
  })

  describe('GET /oauth/userinfo', () => {
    const userinfo = (authorization?: string) =>
      instance.ask('GET /oauth/userinfo', { headers: authorization === undefined ? {} : { authorization } })

    test('returns the User record with sub, without the envelope', async () => {
      const { access_token } = await tokensFor(instance, someone, app)
      const { status, body } = await userinfo(`Bearer ${access_token}`)
      expect(status).toBe(200)
      expect(body).toStrictEqual({
        sub: account.userId,
        id: account.userId,
        email: account.email,
        name: '',
        avatar_url: null,
        plan: 'roomy',
        created_at: expect.any(Number),
        workspace: { id: account.userId.replace('usr_', 'wsp_'), name: '', role: 'owner', personal: true },
      })
    })

    test('is 401 without a token, with an API key, a refresh token or an expired token', async () => {
      const tokens = await tokensFor(instance, someone, app)
      await revoke({ token: tokens.access_token })
      const none = await userinfo()
      expect([none.status, none.headers.get('www-authenticate')]).toStrictEqual([401, 'Bearer'])
      for (const token of [account.key, tokens.refresh_token, tokens.access_token, 'linnet_at_x']) {
        const { status, headers, body } = await userinfo(`Bearer ${token}`)
        expect([status, body.error]).toStrictEqual([401, 'invalid_token'])
        expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      }
      expect((await userinfo(`Basic ${btoa('a:b')}`)).status).toBe(401)
    })

    test('is 403 insufficient_scope without user:read', async () => {
      const { access_token } = await tokensFor(instance, someone, app, { scope: 'links:read' })
      const { status, body, headers } = await userinfo(`Bearer ${access_token}`)
      expect([status, body.error]).toStrictEqual([403, 'insufficient_scope'])
      expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="user:read"')
    })

    test("doesn't accept a token in the query", async () => {
      const { access_token } = await tokensFor(instance, someone, app)
      expect((await instance.ask(`GET /oauth/userinfo?access_token=${access_token}`)).status).toBe(401)
    })
  })
})
