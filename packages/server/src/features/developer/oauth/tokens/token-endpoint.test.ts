// The token endpoint: each status of the contract, client authentication, and malformed requests.
import { describe, expect, test } from 'bun:test'
import {
  authorizationQuery,
  codeOf,
  encoded,
  exchange,
  newApp,
  newPkce,
  redirectUri,
  refresh,
  token,
  tokensFor,
} from '../../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../../test/accounts/oauth-fixture.ts'
import { onEachEngine } from '../../../../../../../test/instance.ts'

onEachEngine('the token endpoint', (instance) => {
  const { account, someone, app, open, signInAgain } = oauthFixture(instance)

  const newCode = async () => codeOf(await someone.allow(authorizationQuery(app)))
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })

  test('checks grant_type first: an unsupported one is reported even without a client', async () => {
    for (const grant_type of [
      'password',
      'client_credentials',
      'implicit',
      'constructor',
      'AUTHORIZATION_CODE',
    ]) {
      const { status, body } = await token(instance, { grant_type })
      expect([grant_type, status, body.error]).toStrictEqual([grant_type, 400, 'unsupported_grant_type'])
    }
    const { status, body } = await token(instance, { client_id: app.clientId })
    expect([status, body.error]).toStrictEqual([400, 'invalid_request'])
  })

  test('an unknown client is 400 invalid_client', async () => {
    const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }
    for (const client_id of ['app_unknown', undefined, '']) {
      const { status, body } = await token(instance, { ...fields, client_id, client_secret: 'x' })
      expect([status, body.error]).toStrictEqual([400, 'invalid_client'])
    }
  })

  test('a known client with a wrong or missing secret is 401 invalid_client, and its code stays valid', async () => {
    const code = await newCode()
    const other = await newApp(instance, account)
    for (const client_secret of [
      'wrong',
      undefined,
      '',
      other.secret ?? '',
      `${app.secret}x`,
      app.secret?.slice(0, -1),
    ]) {
      const { status, body } = await exchange(instance, app, code, { client_secret })
      expect([status, body.error]).toStrictEqual([401, 'invalid_client'])
    }
    expect((await exchange(instance, app, code)).status).toBe(200)
  })

  test('a wrong secret in the header is 401 with the scheme', async () => {
    const fields = { grant_type: 'authorization_code', code: 'x' }
    const { status, body, headers } = await token(instance, fields, basic(app.clientId, 'wrong'))
    expect([status, body.error]).toStrictEqual([401, 'invalid_client'])
    expect(headers.get('www-authenticate')).toStartWith('Basic')
  })

  test('a public client that sends a secret is 401', async () => {
    const { status, body } = await exchange(instance, open, 'x', { client_secret: 'made up' })
    expect([status, body.error]).toStrictEqual([401, 'invalid_client'])
  })

  test('credentials in both header and body are refused, but the same client_id in both is allowed', async () => {
    const fields = { grant_type: 'authorization_code', redirect_uri: redirectUri }
    const headers = basic(app.clientId, app.secret ?? '')
    const both = await token(
      instance,
      { ...fields, code: await newCode(), client_secret: app.secret ?? '' },
      headers,
    )
    expect([both.status, both.body.error]).toStrictEqual([400, 'invalid_request'])
    const other = await token(instance, { ...fields, code: 'x', client_id: open.clientId }, headers)
    expect([other.status, other.body.error]).toStrictEqual([400, 'invalid_request'])
    const same = await token(instance, { ...fields, code: await newCode(), client_id: app.clientId }, headers)
    expect(same.status).toBe(200)
  })

  test("the header's content is form-encoded (RFC 6749, appendix B), and an invalid one is refused", async () => {
    const encodedId = app.clientId.replace('_', '%5F')
    const fields = { grant_type: 'authorization_code', redirect_uri: redirectUri }
    const good = await token(
      instance,
      { ...fields, code: await newCode() },
      basic(encodedId, app.secret ?? ''),
    )
    expect(good.status).toBe(200)
    for (const authorization of [
      'Basic',
      'Basic !!!',
      'Basic eA==',
      `Basic ${btoa('%zz:x')}`,
      `Basic ${btoa(':x')}`,
    ]) {
      const { status, body } = await token(instance, { ...fields, code: 'x' }, { authorization })
      expect([authorization, status, body.error]).toStrictEqual([authorization, 400, 'invalid_request'])
    }
  })

  test('missing parameters are named', async () => {
    for (const [fields, missing] of [
      [{ grant_type: 'authorization_code' }, 'code'],
      [{ grant_type: 'refresh_token' }, 'refresh_token'],
    ] as const) {
      const { status, body } = await token(instance, {
        ...fields,
        client_id: app.clientId,
        client_secret: app.secret ?? '',
      })
      expect([status, body.error]).toStrictEqual([400, 'invalid_request'])
      expect(body.error_description).toContain(missing)
    }
  })

  test('a repeated parameter is refused', async () => {
    const fields = encoded({
      grant_type: 'authorization_code',
      client_id: app.clientId,
      client_secret: app.secret ?? '',
      redirect_uri: redirectUri,
      code: await newCode(),
    })
    for (const [name, value] of [...fields]) {
      const body = new URLSearchParams(fields)
      body.append(name, value)
      const answer = await instance.ask('POST /oauth/token', { body })
      expect([name, answer.status, answer.body.error]).toStrictEqual([name, 400, 'invalid_request'])
    }
    expect((await instance.ask('POST /oauth/token', { body: fields })).status).toBe(200)
  })

  test('only forms are accepted: JSON, an empty body and invalid UTF-8 are refused', async () => {
    for (const [body, type] of [
      ['{"grant_type":"authorization_code"}', 'application/json'],
      ['grant_type=authorization_code', 'text/plain'],
      ['', 'application/x-www-form-urlencoded'],
      [new Uint8Array([0x61, 0x3d, 0xff]), 'application/x-www-form-urlencoded'],
    ] as const) {
      const answer = await instance.ask('POST /oauth/token', { body, headers: { 'content-type': type } })
      expect([answer.status, answer.body.error]).toStrictEqual([400, 'invalid_request'])
    }
  })

  test('a body over 64 KiB is 413, and values of any size and kind are refused with a message', async () => {
    const answer = await token(instance, { grant_type: 'authorization_code', code: 'x'.repeat(70_000) })
    expect([answer.status, answer.body.error]).toStrictEqual([413, 'invalid_request'])
    for (const code of ['x'.repeat(60_000), '\u0000', '\ud83d\ude00', '%00', "' or 1=1 --"]) {
      const refused = await exchange(instance, app, code)
      expect([refused.status, refused.body.error]).toStrictEqual([400, 'invalid_grant'])
    }
  })

  test('credentials in the query are ignored', async () => {
    const query = encoded({ client_id: app.clientId, client_secret: app.secret ?? '' })
    const answer = await instance.ask(`POST /oauth/token?${query}`, {
      body: new URLSearchParams({ grant_type: 'authorization_code', code: await newCode() }),
    })
    expect([answer.status, answer.body.error]).toStrictEqual([400, 'invalid_client'])
  })

  test('every response is JSON that is never cached', async () => {
    for (const answer of [
      await exchange(instance, app, await newCode()),
      await exchange(instance, app, 'x'),
      await token(instance, {}),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(answer.headers.get('x-request-id')).toBeString()
    }
  })

  test('a client_id that no database accepts is an unknown client', async () => {
    for (const client_id of ['a\u0000', '\u0000', 'x'.repeat(5000), '\ud800']) {
      const inBody = await token(instance, { grant_type: 'refresh_token', refresh_token: 'x', client_id })
      expect([inBody.status, inBody.body.error]).toStrictEqual([400, 'invalid_client'])
      const fields = { grant_type: 'refresh_token', refresh_token: 'x' }
      const inHeader = await token(instance, fields, basic(encodeURIComponent(client_id.toWellFormed()), 'x'))
      expect([inHeader.status, inHeader.body.error]).toStrictEqual([400, 'invalid_client'])
      const introspection = await instance.ask('POST /oauth/introspect', {
        body: { token: 'x', client_id, client_secret: 'x' },
      })
      expect([introspection.status, introspection.body.error]).toStrictEqual([400, 'invalid_client'])
    }
  })

  test('descriptions use only the characters of RFC 6749, section 5.2, and repeat no input', async () => {
    for (const fields of [{ 'zq"\r\n': '1' }, { grant_type: '"ü' }, {}] as Record<string, string>[]) {
      const body = new URLSearchParams([...Object.entries(fields), ...Object.entries(fields)])
      const answer = await instance.ask('POST /oauth/token', { body })
      expect(answer.status).toBe(400)
      expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      expect(answer.body.error_description).not.toContain('zq')
    }
  })

  test('other methods are 405 with Allow', async () => {
    const answer = await instance.ask('GET /oauth/token')
    expect([answer.status, answer.headers.get('allow')]).toStrictEqual([405, 'POST, OPTIONS'])
  })

  describe('refreshing', () => {
    const later = () => instance.clock.advance(60_000)

    test('returns a new pair, and the previous refresh token is used up', async () => {
      const first = await tokensFor(instance, someone, app)
      const { status, body: second } = await refresh(instance, app, first.refresh_token)
      expect(status).toBe(200)
      expect(second).toStrictEqual({
        access_token: expect.stringMatching(/^linnet_at_/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^linnet_rt_/),
        scope: first.scope,
      })
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(second.access_token).not.toBe(first.access_token)
      const { status: again } = await refresh(instance, app, first.refresh_token)
      expect(again).toBe(400)
    })

    test('a public client refreshes with its client_id alone', async () => {
      const { refresh_token } = await tokensFor(instance, someone, open)
      expect((await refresh(instance, open, refresh_token)).status).toBe(200)
    })

    test('a confidential client needs its secret', async () => {
      const { refresh_token } = await tokensFor(instance, someone, app)
      const { status, body } = await refresh(instance, app, refresh_token, { client_secret: undefined })
      expect([status, body.error]).toStrictEqual([401, 'invalid_client'])
      expect((await refresh(instance, app, refresh_token)).status).toBe(200)
    })

    test('can request fewer scopes for the access token, and all of them again the next time', async () => {
      const { refresh_token } = await tokensFor(instance, someone, app, { scope: 'links:read user:read' })
      const fewer = await refresh(instance, app, refresh_token, { scope: 'user:read' })
      expect(fewer.body.scope).toBe('user:read')
      const headers = { authorization: `Bearer ${fewer.body.access_token}` }
      expect((await instance.ask('GET /v2/links', { headers })).body.error.code).toBe('insufficient_scope')
      expect((await refresh(instance, app, fewer.body.refresh_token)).body.scope).toBe('links:read user:read')
    })

    test('with more scopes is invalid_scope, and uses nothing up', async () => {
      const { refresh_token } = await tokensFor(instance, someone, app, { scope: 'links:read' })
      for (const scope of ['links:read links:write', 'admin']) {
        const { status, body } = await refresh(instance, app, refresh_token, { scope })
        expect([status, body.error]).toStrictEqual([400, 'invalid_scope'])
      }
      expect((await refresh(instance, app, refresh_token)).status).toBe(200)
    })

    test('a refresh token works for thirty days, and so does each new one', async () => {
      const day = 86_400_000
      const first = await tokensFor(instance, someone, app)
      await instance.clock.advance(30 * day - 60_000)
      const second = await refresh(instance, app, first.refresh_token)
      expect(second.status).toBe(200)
      await instance.clock.advance(30 * day - 60_000)
      const third = await refresh(instance, app, second.body.refresh_token)
      expect(third.status).toBe(200)
      await instance.clock.advance(30 * day)
      const late = await refresh(instance, app, third.body.refresh_token)
      expect([late.status, late.body.error]).toStrictEqual([400, 'invalid_grant'])
      await signInAgain()
    })

    test('two tabs at once: one succeeds, the others are refused, and the user stays signed in', async () => {
      const { refresh_token } = await tokensFor(instance, someone, app)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => refresh(instance, app, refresh_token)),
      )
      expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(9).fill(400)])
      const [winner] = answers.filter(({ status }) => status === 200)
      const headers = { authorization: `Bearer ${winner?.body.access_token}` }
      expect((await instance.ask('GET /v2/user', { headers })).status).toBe(200)
      await later()
      expect((await refresh(instance, app, winner?.body.refresh_token)).status).toBe(200)
    })

    test('a used token within ten seconds is only refused', async () => {
      const first = await tokensFor(instance, someone, app)
      const second = await refresh(instance, app, first.refresh_token)
      await instance.clock.advance(9_000)
      const again = await refresh(instance, app, first.refresh_token)
      expect([again.status, again.body.error]).toStrictEqual([400, 'invalid_grant'])
      expect((await refresh(instance, app, second.body.refresh_token)).status).toBe(200)
    })

    test('a used token after ten seconds revokes its whole family', async () => {
      const first = await tokensFor(instance, someone, app)
      const second = await refresh(instance, app, first.refresh_token)
      await instance.clock.advance(12_000)
      const reused = await refresh(instance, app, first.refresh_token)
      expect([reused.status, reused.body.error]).toStrictEqual([400, 'invalid_grant'])
      expect((await refresh(instance, app, second.body.refresh_token)).body.error).toBe('invalid_grant')
      for (const { access_token } of [first, second.body]) {
        const headers = { authorization: `Bearer ${access_token}` }
        expect((await instance.ask('GET /v2/user', { headers })).status).toBe(401)
      }
    })

    test('but no other family', async () => {
      const [stolen, other] = [
        await tokensFor(instance, someone, app),
        await tokensFor(instance, someone, app),
      ]
      await refresh(instance, app, stolen.refresh_token)
      await later()
      await refresh(instance, app, stolen.refresh_token)
      expect((await refresh(instance, app, other.refresh_token)).status).toBe(200)
    })
  })

  describe('what one authorization can accumulate', () => {
    test('is a dozen refreshes a minute; one too many uses nothing up', async () => {
      const first = await tokensFor(instance, someone, app)
      let token = first.refresh_token
      for (let count = 0; count < 12; count++)
        token = (await refresh(instance, app, token)).body.refresh_token
      const early = await refresh(instance, app, token)
      expect([early.status, early.body.error]).toStrictEqual([429, 'temporarily_unavailable'])
      await instance.clock.advance(Number(early.headers.get('retry-after')) * 1000)
      expect((await refresh(instance, app, token)).status).toBe(200)
    })

    test("is two access tokens: the newest and the one before it work, older ones don't", async () => {
      const first = await tokensFor(instance, someone, app)
      await later()
      const second = (await refresh(instance, app, first.refresh_token)).body
      await later()
      const third = (await refresh(instance, app, second.refresh_token)).body
      const statuses: number[] = []
      for (const { access_token } of [first, second, third])
        statuses.push(
          (await instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${access_token}` } }))
            .status,
        )
      expect(statuses).toStrictEqual([401, 200, 200])
    })

    const later = () => instance.clock.advance(1_000)
  })

  test("an access token doesn't work as a refresh token, nor the other way round", async () => {
    const { access_token, refresh_token } = await tokensFor(instance, someone, app)
    expect((await refresh(instance, app, access_token)).body.error).toBe('invalid_grant')
    const headers = { authorization: `Bearer ${refresh_token}` }
    expect((await instance.ask('GET /v2/user', { headers })).status).toBe(401)
  })

  test('a PKCE verifier must be well-formed and match the challenge', async () => {
    const { verifier, challenge } = newPkce()
    const query = { code_challenge: challenge, code_challenge_method: 'S256' }
    const code = codeOf(await someone.allow(authorizationQuery(open, query)))
    for (const code_verifier of [
      undefined,
      challenge,
      verifier.slice(1),
      `${verifier}x`,
      'ü'.repeat(43),
      newPkce().verifier,
    ]) {
      const { status, body } = await exchange(instance, open, code, { code_verifier })
      expect([status, body.error]).toStrictEqual([400, 'invalid_grant'])
    }
    expect((await exchange(instance, open, code, { code_verifier: verifier })).status).toBe(200)
  })
})
