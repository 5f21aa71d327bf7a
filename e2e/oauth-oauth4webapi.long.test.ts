// `oauth4webapi` runs the whole flow step by step, and checks every single response.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as oauth from 'oauth4webapi'
import { type App, newApp } from '../test/accounts/oauth.ts'
import { type OauthBrowser, startOauthBrowser } from '../test/browser/oauth-browser.ts'
import { type Account, onEachEngine } from '../test/instance.ts'

// The only check that is off is HTTPS, because everything is on this machine.
const insecure = { [oauth.allowInsecureRequests]: true }

let browser: OauthBrowser
beforeAll(async () => {
  browser = await startOauthBrowser()
})
afterAll(() => browser?.close())

onEachEngine('oauth4webapi', (instance) => {
  let account: Account
  let server: oauth.AuthorizationServer
  beforeAll(async () => {
    account = await instance.account()
    const issuer = new URL(instance.url)
    const answer = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' })
    server = await oauth.processDiscoveryResponse(issuer, answer)
  })

  interface Known {
    client: oauth.Client
    authentication: oauth.ClientAuth
  }

  async function known(
    isPublic: boolean,
    authentication: (secret: string) => oauth.ClientAuth,
  ): Promise<Known> {
    const app: App = await newApp(instance, account, { uris: [browser.callback], isPublic })
    return { client: { client_id: app.clientId }, authentication: authentication(app.secret ?? '') }
  }

  /** Asks the user in the browser; returns the response, and what to check it against. */
  async function ask({ client }: Known, button: 'Allow' | 'Deny' = 'Allow') {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = String(
      new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: browser.callback,
        response_type: 'code',
        scope: 'links:read user:read',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      }),
    )
    return { back: await browser.decide(instance, account, address, button), state, verifier }
  }

  async function exchange(
    { client, authentication }: Known,
    { back, state, verifier }: Awaited<ReturnType<typeof ask>>,
  ) {
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      oauth.validateAuthResponse(server, client, back, state),
      browser.callback,
      verifier,
      insecure,
    )
    return await oauth.processAuthorizationCodeResponse(server, client, answer)
  }

  async function refresh({ client, authentication }: Known, token = '') {
    const answer = await oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure)
    return await oauth.processRefreshTokenResponse(server, client, answer)
  }

  async function introspect({ client, authentication }: Known, token: string) {
    const answer = await oauth.introspectionRequest(server, client, authentication, token, insecure)
    return await oauth.processIntrospectionResponse(server, client, answer)
  }

  async function revoke({ client, authentication }: Known, token = '') {
    const answer = await oauth.revocationRequest(server, client, authentication, token, insecure)
    await oauth.processRevocationResponse(answer)
  }

  const links = (token: string) =>
    oauth.protectedResourceRequest(
      token,
      'GET',
      new URL(`${instance.url}/v2/links`),
      undefined,
      undefined,
      insecure,
    )

  test('the metadata names every endpoint that it uses, and describes them correctly', () => {
    expect(server).toMatchObject({
      issuer: instance.url,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })
    for (const name of ['token', 'revocation', 'introspection', 'userinfo', 'registration'] as const)
      expect(server[`${name}_endpoint`]).toStartWith(instance.url)
  })

  test.each<[string, boolean, (secret: string) => oauth.ClientAuth]>([
    ['with its secret in the header', false, oauth.ClientSecretBasic],
    ['with its secret in the body', false, oauth.ClientSecretPost],
    ['that is public, with PKCE', true, oauth.None],
  ])('an application %s completes the flow', async (_how, isPublic, authentication) => {
    const app = await known(isPublic, authentication)
    const first = await exchange(app, await ask(app))
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'links:read user:read' })
    expect((await links(first.access_token)).status).toBe(200)

    const answer = await oauth.userInfoRequest(server, app.client, first.access_token, insecure)
    const profile = await oauth.processUserInfoResponse(server, app.client, account.userId, answer)
    expect(profile.email).toBe(account.email)

    const second = await refresh(app, first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expect(refresh(app, first.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await links(second.access_token)).status).toBe(200)

    await revoke(app, second.refresh_token)
    await expect(links(second.access_token)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'bearer' }],
    })
  })

  test('introspection reports a token, and its revocation; to a public application it reveals nothing', async () => {
    const app = await known(false, oauth.ClientSecretPost)
    const { access_token } = await exchange(app, await ask(app))
    expect(await introspect(app, access_token)).toMatchObject({
      active: true,
      client_id: app.client.client_id,
      sub: account.userId,
      iss: instance.url,
      scope: 'links:read user:read',
    })
    await revoke(app, access_token)
    expect(await introspect(app, access_token)).toStrictEqual({ active: false })
    const anyone = await known(true, oauth.None)
    await expect(introspect(anyone, access_token)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  test('an application that registers itself is public, and can request access at once', async () => {
    const answer = await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: 'An agent', redirect_uris: [browser.callback], token_endpoint_auth_method: 'none' },
      insecure,
    )
    const client = await oauth.processDynamicClientRegistrationResponse(answer)
    expect(client).toMatchObject({ client_name: 'An agent', token_endpoint_auth_method: 'none' })
    const app = { client: { client_id: client.client_id as string }, authentication: oauth.None() }
    const tokens = await exchange(app, await ask(app))
    expect((await links(tokens.access_token)).status).toBe(200)
  })

  test('errors have the codes of the standards', async () => {
    const app = await known(false, oauth.ClientSecretBasic)
    const denied = await ask(app, 'Deny')
    await expect(exchange(app, denied)).rejects.toMatchObject({
      code: oauth.AUTHORIZATION_RESPONSE_ERROR,
      error: 'access_denied',
    })

    const allowed = await ask(app)
    const guess = oauth.ClientSecretBasic('linnet_cs_wrong')
    await expect(exchange({ ...app, authentication: guess }, allowed)).rejects.toMatchObject({
      code: oauth.WWW_AUTHENTICATE_CHALLENGE,
      status: 401,
      cause: [{ scheme: 'basic' }],
    })
    const another = await known(false, oauth.ClientSecretBasic)
    await expect(exchange(another, allowed)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(
      exchange(app, { ...allowed, verifier: oauth.generateRandomCodeVerifier() }),
    ).rejects.toMatchObject({ error: 'invalid_grant' })

    const { access_token } = await exchange(app, allowed)
    await expect(exchange(app, allowed)).rejects.toMatchObject({
      code: oauth.RESPONSE_BODY_ERROR,
      error: 'invalid_grant',
      status: 400,
    })
    await expect(links(access_token)).rejects.toMatchObject({ status: 401 })
  })
})
