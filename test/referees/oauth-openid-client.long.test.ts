// `openid-client` runs the whole flow: discovery, a user's consent in Chromium, tokens, and all operations on them.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as client from 'openid-client'
import { type App, newApp } from '../accounts/oauth.ts'
import { type OauthBrowser, startOauthBrowser } from '../browser/oauth-browser.ts'
import { type Account, onEachEngine } from '../instance.ts'

let browser: OauthBrowser
beforeAll(async () => {
  browser = await startOauthBrowser()
})
afterAll(() => browser?.close())

onEachEngine('openid-client', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const discover = (app: App, authentication: client.ClientAuth) =>
    client.discovery(new URL(instance.url), app.clientId, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    })
  const appWithSecret = () => newApp(instance, account, { uris: [browser.callback] })

  /** Asks the user in the browser; returns the response, and what to check it against. */
  async function ask(config: client.Configuration, button: 'Allow' | 'Deny' = 'Allow') {
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const expectedState = client.randomState()
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: browser.callback,
      scope: 'links:read user:read',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    })
    const back = await browser.decide(instance, account, address, button)
    return { back, checks: { pkceCodeVerifier, expectedState } }
  }

  async function authorize(config: client.Configuration) {
    const { back, checks } = await ask(config)
    return await client.authorizationCodeGrant(config, back, checks)
  }

  const links = (config: client.Configuration, token: string) =>
    client.fetchProtectedResource(config, token, new URL(`${instance.url}/v2/links`), 'GET')

  test.each<[string, boolean, (secret: string | null) => client.ClientAuth]>([
    ['with its secret in the header', false, (secret) => client.ClientSecretBasic(secret ?? '')],
    ['with its secret in the body', false, (secret) => client.ClientSecretPost(secret ?? '')],
    ['that is public, with PKCE', true, () => client.None()],
  ])('an application %s completes the flow', async (_how, isPublic, authentication) => {
    const app = await newApp(instance, account, { uris: [browser.callback], isPublic })
    const config = await discover(app, authentication(app.secret))
    expect(config.serverMetadata().supportsPKCE()).toBe(true)

    const first = await authorize(config)
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'links:read user:read' })
    expect((await links(config, first.access_token)).status).toBe(200)
    expect(await client.fetchUserInfo(config, first.access_token, account.userId)).toMatchObject({
      sub: account.userId,
      email: account.email,
    })

    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await links(config, second.access_token)).status).toBe(200)
    await expect(client.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })

    await client.tokenRevocation(config, second.refresh_token ?? '')
    for (const { access_token } of [first, second])
      await expect(links(config, access_token)).rejects.toMatchObject({
        status: 401,
        cause: [{ scheme: 'bearer' }],
      })
  })

  test('introspection reports tokens, and their revocation', async () => {
    const app = await appWithSecret()
    const config = await discover(app, client.ClientSecretBasic(app.secret ?? ''))
    const { access_token, refresh_token = '' } = await authorize(config)
    const told = { active: true, client_id: app.clientId, sub: account.userId, iss: instance.url }
    expect(await client.tokenIntrospection(config, access_token)).toMatchObject({
      ...told,
      scope: 'links:read user:read',
      token_type: 'Bearer',
    })
    expect(await client.tokenIntrospection(config, refresh_token)).toMatchObject(told)
    await client.tokenRevocation(config, access_token, { token_type_hint: 'access_token' })
    expect(await client.tokenIntrospection(config, access_token)).toStrictEqual({ active: false })
    expect((await client.tokenIntrospection(config, refresh_token)).active).toBe(true)
  })

  test('a refresh token that is reused later revokes the whole grant', async () => {
    const app = await appWithSecret()
    const config = await discover(app, client.ClientSecretBasic(app.secret ?? ''))
    const first = await authorize(config)
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
    await instance.clock.advance(11_000)
    for (const { refresh_token = '' } of [first, second])
      await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({
        error: 'invalid_grant',
      })
    await expect(links(config, second.access_token)).rejects.toMatchObject({ status: 401 })
  })

  test('an application that registers itself uses the same flow, bound to the API', async () => {
    const config = await client.dynamicClientRegistration(
      new URL(instance.url),
      {
        client_name: 'An agent',
        redirect_uris: [browser.callback],
        token_endpoint_auth_method: 'none',
        scope: 'links:read',
      },
      client.None(),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    )
    const verifier = client.randomPKCECodeVerifier()
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: browser.callback,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: `${instance.url}/v2`,
    })
    const back = await browser.decide(instance, account, address, 'Allow')
    const tokens = await client.authorizationCodeGrant(
      config,
      back,
      { pkceCodeVerifier: verifier },
      { resource: `${instance.url}/v2` },
    )
    expect(tokens.scope).toBe('links:read')
    expect((await links(config, tokens.access_token)).status).toBe(200)
  })

  test('refusals use the error codes of the standards', async () => {
    const app = await appWithSecret()
    const config = await discover(app, client.ClientSecretBasic(app.secret ?? ''))

    const denied = await ask(config, 'Deny')
    await expect(client.authorizationCodeGrant(config, denied.back, denied.checks)).rejects.toMatchObject({
      code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
      error: 'access_denied',
    })

    const { back, checks } = await ask(config)
    const wrong = await discover(app, client.ClientSecretBasic('linnet_cs_wrong'))
    await expect(client.authorizationCodeGrant(wrong, back, checks)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
      status: 401,
    })
    await expect(
      client.authorizationCodeGrant(config, back, {
        ...checks,
        pkceCodeVerifier: client.randomPKCECodeVerifier(),
      }),
    ).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
    const { access_token } = await client.authorizationCodeGrant(config, back, checks)
    await expect(client.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({
      code: 'OAUTH_RESPONSE_BODY_ERROR',
      error: 'invalid_grant',
    })
    // The replay has revoked what the code granted.
    await expect(links(config, access_token)).rejects.toMatchObject({ status: 401 })
  })

  test('it refuses a response that another server, or another request, could have caused', async () => {
    const app = await appWithSecret()
    const config = await discover(app, client.ClientSecretBasic(app.secret ?? ''))
    const { back, checks } = await ask(config)
    for (const [name, value] of [
      ['iss', 'http://another.example'],
      ['iss', null],
      ['state', 'another'],
    ] as const) {
      const changed = new URL(back)
      if (value === null) changed.searchParams.delete(name)
      else changed.searchParams.set(name, value)
      await expect(client.authorizationCodeGrant(config, changed, checks)).rejects.toBeInstanceOf(
        client.ClientError,
      )
    }
  })
})
