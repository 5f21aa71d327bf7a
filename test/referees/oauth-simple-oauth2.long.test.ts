// `simple-oauth2` runs the whole flow: it reads no metadata, uses the usual paths, and needs strict JSON everywhere.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AccessToken, AuthorizationCode, type ModuleOptions } from 'simple-oauth2'
import { type App, newApp, newPkce } from '../accounts/oauth.ts'
import { type OauthBrowser, startOauthBrowser } from '../browser/oauth-browser.ts'
import { type Account, onEachEngine } from '../instance.ts'

let browser: OauthBrowser
beforeAll(async () => {
  browser = await startOauthBrowser()
})
afterAll(() => browser?.close())

onEachEngine('simple-oauth2', (instance) => {
  let account: Account
  beforeAll(async () => {
    account = await instance.account()
  })

  const clientOf = ({ clientId, secret }: App, options: ModuleOptions['options'] = {}) =>
    new AuthorizationCode({
      client: { id: clientId, secret: secret ?? '' },
      auth: { tokenHost: instance.url },
      options,
    })
  const newClient = async (options: ModuleOptions['options'] = {}, isPublic = false) =>
    clientOf(await newApp(instance, account, { uris: [browser.callback], isPublic }), options)

  /** Asks the user in the browser; returns the response, and how to redeem it. */
  async function ask(client: AuthorizationCode, button: 'Allow' | 'Deny' = 'Allow') {
    const { verifier, challenge } = newPkce()
    const redirect = { redirect_uri: browser.callback }
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const scope = ['links:read', 'user:read']
    const address = client.authorizeURL({ ...redirect, scope, state: 'a state', ...pkce })
    const { searchParams } = await browser.decide(instance, account, address, button)
    expect(searchParams.get('state')).toBe('a state')
    const code = searchParams.get('code') ?? ''
    const params = { code, ...redirect, code_verifier: verifier }
    return { searchParams, redeem: (by = client) => by.getToken(params) }
  }

  const get = (path: string, { token }: AccessToken) =>
    fetch(instance.url + path, { headers: { authorization: `Bearer ${token.access_token}` } })

  test.each<[string, ModuleOptions['options'], boolean]>([
    ['with its secret in the header', {}, false],
    ['with its unencoded secret in the header', { credentialsEncodingMode: 'loose' }, false],
    ['with its secret in the body', { authorizationMethod: 'body' }, false],
    ['that is public, with PKCE, naming itself in the header', {}, true],
    ['that is public, with PKCE, naming itself in the body', { authorizationMethod: 'body' }, true],
  ])('an application %s completes the flow', async (_how, options, isPublic) => {
    const client = await newClient(options, isPublic)
    const first = await (await ask(client)).redeem()
    expect(first.token).toMatchObject({ token_type: 'Bearer', scope: 'links:read user:read' })
    expect((await get('/v2/links', first)).status).toBe(200)
    const profile = (await (await get('/oauth/userinfo', first)).json()) as { sub: string }
    expect(profile.sub).toBe(account.userId)

    // As documented: the token is stored as JSON, and restored from there.
    const second = await client.createToken(JSON.parse(JSON.stringify(first))).refresh()
    expect(second.token.refresh_token).not.toBe(first.token.refresh_token)
    expect((await get('/v2/links', second)).status).toBe(200)
    await expect(first.refresh()).rejects.toMatchObject({
      data: { payload: { error: 'invalid_grant' } },
      output: { statusCode: 400 },
    })

    await second.revokeAll()
    for (const token of [first, second]) expect((await get('/v2/links', token)).status).toBe(401)
  })

  test("a scope can be dropped when refreshing, and can't be regained that way", async () => {
    const client = await newClient()
    const narrow = await (await (await ask(client)).redeem()).refresh({ scope: 'links:read' })
    expect(narrow.token.scope).toBe('links:read')
    expect((await get('/oauth/userinfo', narrow)).status).toBe(403)
    await expect(narrow.refresh({ scope: ['links:read', 'links:write'] })).rejects.toMatchObject({
      data: { payload: { error: 'invalid_scope' } },
    })
  })

  test('refusals use the error codes of the standards', async () => {
    const app = await newApp(instance, account, { uris: [browser.callback] })
    const client = clientOf(app)
    const denied = await ask(client, 'Deny')
    expect(denied.searchParams.get('error')).toBe('access_denied')

    const { redeem } = await ask(client)
    await expect(redeem(clientOf({ ...app, secret: 'linnet_cs_wrong' }))).rejects.toMatchObject({
      data: { payload: { error: 'invalid_client' } },
      output: { statusCode: 401 },
    })
    const token = await redeem()
    await expect(redeem()).rejects.toMatchObject({
      data: { payload: { error: 'invalid_grant' } },
      output: { statusCode: 400 },
    })
    expect((await get('/v2/links', token)).status).toBe(401)
  })
})
