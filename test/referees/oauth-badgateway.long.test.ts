// `@badgateway/oauth2-client` runs the whole flow, and its fetch refreshes a token by itself when it has expired.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateCodeVerifier, OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client'
import { newApp } from '../accounts/oauth.ts'
import { type OauthBrowser, startOauthBrowser } from '../browser/oauth-browser.ts'
import { type Account, onEachEngine } from '../instance.ts'

let browser: OauthBrowser
beforeAll(async () => {
  browser = await startOauthBrowser()
})
afterAll(() => browser?.close())

onEachEngine('@badgateway/oauth2-client', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  type Settings = Partial<ConstructorParameters<typeof OAuth2Client>[0]>

  /** A client that finds every endpoint in the metadata. */
  async function newClient({ isPublic = false, ...settings }: Settings & { isPublic?: boolean } = {}) {
    const { clientId, secret } = await newApp(instance, account, { uris: [browser.callback], isPublic })
    const ours = { server: instance.url, clientId, clientSecret: secret ?? undefined }
    return new OAuth2Client({ ...ours, ...settings })
  }

  /** Asks the user in the browser; returns the response, and what to check it against. */
  async function ask(client: OAuth2Client, button: 'Allow' | 'Deny' = 'Allow') {
    const shared = {
      redirectUri: browser.callback,
      state: 'a state/with+signs & spaces',
      codeVerifier: await generateCodeVerifier(),
    }
    const address = await client.authorizationCode.getAuthorizeUri({
      ...shared,
      scope: ['links:read', 'user:read'],
    })
    const back = await browser.decide(instance, account, address, button)
    return { back, redeem: () => client.authorizationCode.getTokenFromCodeRedirect(back, shared) }
  }

  const links = (accessToken: string) =>
    fetch(`${instance.url}/v2/links`, { headers: { authorization: `Bearer ${accessToken}` } })

  test.each<[string, Settings & { isPublic?: boolean }]>([
    ['that authenticates as the metadata says', {}],
    [
      'with its secret in the header, minimally encoded',
      { authenticationMethod: 'client_secret_basic_interop' },
    ],
    ['with its secret in the body', { authenticationMethod: 'client_secret_post' }],
    ['that is public, with PKCE', { isPublic: true }],
  ])('an application %s completes the flow', async (_how, settings) => {
    const client = await newClient(settings)
    const first = await (await ask(client)).redeem()
    expect(first.scope).toEqual(['links:read', 'user:read'])
    expect((await links(first.accessToken)).status).toBe(200)

    const second = await client.refreshToken(first)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await links(second.accessToken)).status).toBe(200)
    await expect(client.refreshToken(first)).rejects.toMatchObject({ oauth2Code: 'invalid_grant' })

    await client.revoke(second, 'refresh_token')
    expect((await links(second.accessToken)).status).toBe(401)
    await expect(client.refreshToken(second)).rejects.toMatchObject({ oauth2Code: 'invalid_grant' })
  })

  test('introspection reports a token, and its revocation', async () => {
    const client = await newClient()
    const token = await (await ask(client)).redeem()
    expect(await client.introspect(token)).toMatchObject({
      active: true,
      client_id: client.settings.clientId,
      sub: account.userId,
      scope: 'links:read user:read',
    })
    await client.revoke(token, 'access_token')
    expect(await client.introspect(token)).toStrictEqual({ active: false })
  })

  test('its fetch refreshes when the access token expires after an hour, and keeps the new one', async () => {
    const client = await newClient()
    const first = await (await ask(client)).redeem()
    const stored: string[] = []
    const wrapper = new OAuth2Fetch({
      client,
      scheduleRefresh: false,
      getStoredToken: () => first,
      getNewToken: () => null,
      storeToken: ({ accessToken }) => void stored.push(accessToken),
    })
    const profile = async () => {
      const answer = await wrapper.fetch(`${instance.url}/oauth/userinfo`)
      return (await answer.json()) as { sub: string }
    }
    expect((await profile()).sub).toBe(account.userId)
    expect(stored).toEqual([])
    await instance.clock.advance(3_600_000)
    expect((await links(first.accessToken)).status).toBe(401)
    expect((await profile()).sub).toBe(account.userId)
    expect(stored).toHaveLength(1)
  })

  test('refusals use the error codes of the standards', async () => {
    const client = await newClient()
    const denied = await ask(client, 'Deny')
    await expect(denied.redeem()).rejects.toMatchObject({ oauth2Code: 'access_denied' })

    const { back, redeem } = await ask(client)
    const { clientId } = client.settings
    const wrong = new OAuth2Client({ server: instance.url, clientId, clientSecret: 'linnet_cs_wrong' })
    const code = back.searchParams.get('code') ?? ''
    const { authorizationCode } = wrong
    await expect(authorizationCode.getToken({ code, redirectUri: browser.callback })).rejects.toMatchObject({
      oauth2Code: 'invalid_client',
      httpCode: 401,
    })

    const token = await redeem()
    await expect(redeem()).rejects.toMatchObject({ oauth2Code: 'invalid_grant', httpCode: 400 })
    expect((await links(token.accessToken)).status).toBe(401)
  })
})
