// The authorization code flow from the first request to the tokens, as the contract describes it.
import { describe, expect, test } from 'bun:test'
import { allScopes } from '@linnet/contract'
import {
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newApp,
  newPkce,
  redirectUri,
  token,
  tokensFor,
} from '../../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../../test/accounts/oauth-fixture.ts'
import { onEachEngine } from '../../../../../../../test/instance.ts'

onEachEngine('the authorization-code flow', (instance) => {
  const { account, someone, app: confidential, open } = oauthFixture(instance)

  test('a confidential application gets tokens with its secret and without PKCE', async () => {
    const back = await someone.allow(authorizationQuery(confidential))
    expect(back.status).toBe(303)
    expect(Object.fromEntries(locationOf(back).searchParams)).toStrictEqual({
      code: expect.stringMatching(/^linnet_ac_[A-Za-z0-9]{40}$/),
      state: 'a state',
      iss: instance.url,
    })
    const { status, body, headers } = await exchange(instance, confidential, codeOf(back))
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      access_token: expect.stringMatching(/^linnet_at_[A-Za-z0-9]{40}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^linnet_rt_[A-Za-z0-9]{40}$/),
      scope: 'links:read user:read',
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('a public application gets tokens with PKCE and without a secret', async () => {
    const pkce = newPkce()
    const query = { code_challenge: pkce.challenge, code_challenge_method: 'S256' }
    const code = codeOf(await someone.allow(authorizationQuery(open, query)))
    const answer = await exchange(instance, open, code, { code_verifier: pkce.verifier })
    expect(answer.status).toBe(200)
    const used = await instance.ask('GET /v2/links', {
      headers: { authorization: `Bearer ${answer.body.access_token}` },
    })
    expect(used.status).toBe(200)
  })

  test('the client may authenticate with HTTP Basic as well as in the body', async () => {
    const code = codeOf(await someone.allow(authorizationQuery(confidential)))
    const basic = Buffer.from(`${confidential.clientId}:${confidential.secret}`).toString('base64')
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    expect((await token(instance, fields, { authorization: `Basic ${basic}` })).status).toBe(200)
  })

  test('without a scope it requests all scopes that the application registered', async () => {
    const all = await tokensFor(instance, someone, confidential, { scope: undefined })
    expect(all.scope).toBe(allScopes.join(' '))
    const narrow = await newApp(instance, account, { scopes: 'qr:read,links:read' })
    expect((await tokensFor(instance, someone, narrow, { scope: '' })).scope).toBe('links:read qr:read')
  })

  test('a state of any characters is returned unchanged', async () => {
    for (const state of ['a b+c%20&d=e#f', 'ü\r\nSet-Cookie: x=y', '\u0000<script>', 'x'.repeat(3000)]) {
      const back = await someone.allow(authorizationQuery(confidential, { state }))
      expect(locationOf(back).searchParams.get('state')).toBe(state)
      expect(back.headers.get('set-cookie')).toBeNull()
      const authorization = await someone.allow(
        authorizationQuery(confidential, { state, prompt: 'consent' }),
      )
      expect(locationOf(authorization).searchParams.get('state')).toBe(state)
    }
  })

  test('without a state none is returned', async () => {
    const back = await someone.allow(authorizationQuery(confidential, { state: undefined }))
    expect(locationOf(back).searchParams.has('state')).toBe(false)
  })

  test('a redirect URI with a query keeps it', async () => {
    const uri = 'https://app.example/cb?tenant=1'
    const app = await newApp(instance, account, { uris: [uri] })
    const back = await someone.allow(authorizationQuery(app, { redirect_uri: uri }))
    expect(back.headers.get('location')).toStartWith(`${uri}&code=`)
    expect((await exchange(instance, app, codeOf(back), { redirect_uri: uri })).status).toBe(200)
  })

  test("an application with one redirect URI doesn't have to send it", async () => {
    const back = await someone.allow(authorizationQuery(confidential, { redirect_uri: undefined }))
    expect(back.headers.get('location')).toStartWith(redirectUri)
    const answer = await exchange(instance, confidential, codeOf(back), { redirect_uri: undefined })
    expect(answer.status).toBe(200)
  })

  test('a URI with an app’s own scheme works like any other', async () => {
    const uri = 'com.example.app:/callback'
    const app = await newApp(instance, account, { uris: [uri], isPublic: true })
    const pkce = newPkce()
    const query = { redirect_uri: uri, code_challenge: pkce.challenge, code_challenge_method: 'S256' }
    const back = await someone.allow(authorizationQuery(app, query))
    expect(back.headers.get('location')).toStartWith(`${uri}?code=linnet_ac_`)
    const redeemed = { redirect_uri: uri, code_verifier: pkce.verifier }
    expect((await exchange(instance, app, codeOf(back), redeemed)).status).toBe(200)
  })

  describe('a code', () => {
    test('works for ten minutes, and not after', async () => {
      const codes = [
        codeOf(await someone.allow(authorizationQuery(confidential))),
        codeOf(await someone.allow(authorizationQuery(confidential))),
      ] as const
      await instance.clock.advance(595_000)
      expect((await exchange(instance, confidential, codes[0])).status).toBe(200)
      await instance.clock.advance(10_000)
      const late = await exchange(instance, confidential, codes[1])
      expect([late.status, late.body.error]).toStrictEqual([400, 'invalid_grant'])
    })
  })

  describe('an access token', () => {
    test('works for an hour, and not after', async () => {
      const { access_token } = await tokensFor(instance, someone, confidential)
      const use = () => instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${access_token}` } })
      await instance.clock.advance(3_590_000)
      expect((await use()).status).toBe(200)
      await instance.clock.advance(15_000)
      const late = await use()
      expect([late.status, late.body.error.code]).toStrictEqual([401, 'unauthenticated'])
      expect(late.headers.get('www-authenticate')).toContain('invalid_token')
    })
  })
})
