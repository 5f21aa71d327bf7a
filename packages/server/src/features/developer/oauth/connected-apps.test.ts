// The applications with access to an account: the list, and revoking their access with the session cookie.
import { describe, expect, test } from 'bun:test'
import {
  type App,
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newApp,
  person,
  refresh,
  tokensFor,
} from '../../../../../../test/accounts/oauth.ts'
import { oauthFixture } from '../../../../../../test/accounts/oauth-fixture.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine('connected apps', (instance) => {
  const { account, someone, signInAgain } = oauthFixture(instance)

  const use = (token: string) =>
    instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${token}` } })

  test('lists each application once, with all its grants', async () => {
    const otherAccount = await instance.account()
    const other = await person(instance, otherAccount)
    const app = await newApp(instance, account)
    const at = instance.clock.unix()
    await tokensFor(instance, other, app, { scope: 'links:read' })
    const tokens = await tokensFor(instance, other, app, { scope: 'qr:read links:read' })
    const list = await other.call('GET /user/oauth/apps')
    expect(list.status).toBe(200)
    expect(list.body).toStrictEqual({
      data: [
        {
          client_id: app.clientId,
          name: 'Test App',
          scopes: ['links:read', 'qr:read'],
          authorized_at: expect.any(Number),
          workspace: { id: otherAccount.userId.replace('usr_', 'wsp_'), name: '' },
          person: { id: otherAccount.userId, name: '', email: otherAccount.email, you: true },
          last_used_at: null,
        },
      ],
    })
    const [first] = list.body.data
    expect(first.authorized_at).toBeGreaterThanOrEqual(at)
    await instance.clock.advance(120_000)
    await use(tokens.access_token)
    const used = (await other.call('GET /user/oauth/apps')).body.data[0]
    expect(used.last_used_at).toBeGreaterThanOrEqual(at + 120)
    expect(used.authorized_at).toBe(first.authorized_at)
  })

  test("doesn't list applications without valid access: allowed but not exchanged, revoked, expired", async () => {
    const other = await person(instance, await instance.account())
    const app = await newApp(instance, account)
    const list = async () => (await other.call('GET /user/oauth/apps')).body.data
    const back = await other.allow(authorizationQuery(app))
    expect(await list()).toStrictEqual([])
    const { body: tokens } = await exchange(instance, app, codeOf(back))
    expect(await list()).toHaveLength(1)
    await instance.ask('POST /oauth/revoke', { body: { token: tokens.refresh_token } })
    expect(await list()).toStrictEqual([])
  })

  describe('consent to a confidential application ends with its last token, as the list shows:', () => {
    const list = async () => (await someone.call('GET /user/oauth/apps')).body.data as { client_id: string }[]
    const isListed = async ({ clientId }: App) =>
      (await list()).some(({ client_id }) => client_id === clientId)
    const isAsked = async (app: App, scope = 'links:read user:read') =>
      locationOf(await someone.authorize(authorizationQuery(app, { scope }))).pathname === '/consent'
    const revoke = (token: string) => instance.ask('POST /oauth/revoke', { body: { token } })

    test('when its last refresh token is revoked, not an earlier one', async () => {
      const app = await newApp(instance, account)
      const [first, second] = [
        await tokensFor(instance, someone, app),
        await tokensFor(instance, someone, app),
      ]
      await revoke(first.refresh_token)
      expect([await isListed(app), await isAsked(app)]).toStrictEqual([true, false])
      // The previous request has left an unused code, which counts as long as it is valid.
      await instance.clock.advance(11 * 60_000)
      await signInAgain()
      await revoke(second.refresh_token)
      expect([await isListed(app), await isAsked(app)]).toStrictEqual([false, true])
    })

    test('when its last refresh token expires, before and after it is deleted', async () => {
      const app = await newApp(instance, account)
      const { refresh_token } = await tokensFor(instance, someone, app)
      await instance.clock.advance(29 * 86_400_000)
      expect((await refresh(instance, app, refresh_token)).status).toBe(200)
      await instance.clock.advance(29 * 86_400_000)
      await signInAgain()
      expect([await isListed(app), await isAsked(app)]).toStrictEqual([true, false])
      instance.clock.move(2 * 86_400_000)
      await signInAgain()
      expect([await isListed(app), await isAsked(app)]).toStrictEqual([false, true])
      await instance.clock.advance(1_200_000)
      await signInAgain()
      expect([await isListed(app), await isAsked(app)]).toStrictEqual([false, true])
    })

    test('with the replay of a stolen code, which revokes what it granted', async () => {
      const app = await newApp(instance, account)
      const code = codeOf(await someone.allow(authorizationQuery(app)))
      expect((await exchange(instance, app, code)).status).toBe(200)
      await exchange(instance, app, code)
      expect([await isListed(app), await isAsked(app)]).toStrictEqual([false, true])
    })

    test('for each scope, with the last token that has it', async () => {
      const app = await newApp(instance, account)
      const reading = await tokensFor(instance, someone, app, { scope: 'links:read' })
      const writing = await tokensFor(instance, someone, app, { scope: 'links:write' })
      expect(await isAsked(app, 'links:read links:write')).toBe(false)
      await instance.clock.advance(11 * 60_000)
      await signInAgain()
      await revoke(writing.refresh_token)
      expect([await isAsked(app, 'links:write'), await isAsked(app, 'links:read')]).toStrictEqual([
        true,
        false,
      ])
      await revoke(reading.refresh_token)
    })

    test('and a code that was never redeemed keeps no consent alive past its ten minutes', async () => {
      const app = await newApp(instance, account)
      await someone.allow(authorizationQuery(app))
      await instance.clock.advance(11 * 60_000)
      await signInAgain()
      expect(await isAsked(app)).toBe(true)
    })

    test('and consent that has ended is not part of the next', async () => {
      const app = await newApp(instance, account)
      const wide = await tokensFor(instance, someone, app, { scope: 'links:read links:write' })
      await revoke(wide.refresh_token)
      await tokensFor(instance, someone, app, { scope: 'links:read' })
      expect(await isAsked(app, 'links:write')).toBe(true)
    })
  })

  test("revoking ends all of the account's tokens for the application from the next request on, and the consent", async () => {
    const [one, two] = [someone, await person(instance, await instance.account())]
    const app = await newApp(instance, account)
    const ones = [await tokensFor(instance, one, app), await tokensFor(instance, one, app)]
    const twos = await tokensFor(instance, two, app)
    for (const { access_token } of ones) expect((await use(access_token)).status).toBe(200)
    const answer = await one.call(`DELETE /user/oauth/apps/${app.clientId}`)
    expect([answer.status, answer.body]).toStrictEqual([
      200,
      { data: { client_id: app.clientId, revoked: true } },
    ])
    for (const { access_token, refresh_token } of ones) {
      expect((await use(access_token)).status).toBe(401)
      expect((await refresh(instance, app, refresh_token)).body.error).toBe('invalid_grant')
    }
    expect((await use(twos.access_token)).status).toBe(200)
    expect(locationOf(await one.authorize(authorizationQuery(app))).pathname).toBe('/consent')
  })

  test('revoking ends a remembered consent and an unused code, even without an active token', async () => {
    const app = await newApp(instance, account)
    const tokens = await tokensFor(instance, someone, app)
    await instance.ask('POST /oauth/revoke', { body: { token: tokens.refresh_token } })
    const code = codeOf(await someone.allow(authorizationQuery(app)))
    expect((await someone.call(`DELETE /user/oauth/apps/${app.clientId}`)).status).toBe(200)
    expect((await exchange(instance, app, code)).body.error).toBe('invalid_grant')
    expect(locationOf(await someone.authorize(authorizationQuery(app))).pathname).toBe('/consent')
    expect((await someone.call(`DELETE /user/oauth/apps/${app.clientId}`)).status).toBe(404)
  })

  test("access that is revoked during its exchange or another request doesn't work afterwards", async () => {
    for (let round = 0; round < 10; round++) {
      const app = await newApp(instance, account)
      await tokensFor(instance, someone, app)
      const code = codeOf(await someone.authorize(authorizationQuery(app)))
      const [redeemed, again, revoked] = await Promise.all([
        exchange(instance, app, code),
        someone.authorize(authorizationQuery(app)),
        someone.call(`DELETE /user/oauth/apps/${app.clientId}`),
      ])
      expect(revoked.status).toBe(200)
      if (redeemed.status === 200) {
        // Redeemed before it was revoked, so it has ended.
        expect((await use(redeemed.body.access_token)).status).toBe(401)
      }
      const late = locationOf(again).searchParams.get('code')
      if (late !== null) expect((await exchange(instance, app, late)).status).toBe(400)
    }
  })

  test('revoking an application that has no access, or no longer has it, is 404', async () => {
    const app = await newApp(instance, account)
    await tokensFor(instance, someone, app)
    const revoke = async (id: string) => (await someone.call(`DELETE /user/oauth/apps/${id}`)).status
    expect(await revoke(app.clientId)).toBe(200)
    for (const id of [app.clientId, 'app_unknown', 'é', encodeURIComponent('https://x.example/y')])
      expect([id, await revoke(id)]).toStrictEqual([id, 404])
  })

  test("an account can't revoke an application's access to another account", async () => {
    const other = await person(instance, await instance.account())
    const app = await newApp(instance, account)
    const tokens = await tokensFor(instance, other, app)
    expect((await someone.call(`DELETE /user/oauth/apps/${app.clientId}`)).status).toBe(404)
    expect((await use(tokens.access_token)).status).toBe(200)
  })

  test('listing and revoking need the session cookie, and revoking is refused from another site', async () => {
    for (const operation of ['GET /api/user/oauth/apps', 'DELETE /api/user/oauth/apps/app_x'])
      expect(
        (await instance.ask(operation, { headers: { authorization: `Bearer ${account.key}` } })).status,
      ).toBe(401)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect((await someone.call('DELETE /user/oauth/apps/app_x', { headers })).status).toBe(403)
  })

  test('allowing and revoking are in the audit log', async () => {
    const app = await newApp(instance, account)
    await tokensFor(instance, someone, app)
    await someone.call(`DELETE /user/oauth/apps/${app.clientId}`)
    const { data } = (await someone.call('GET /audit')).body
    expect(data[0]).toMatchObject({
      action: 'app_revoked',
      detail: { client_id: app.clientId, name: 'Test App' },
    })
    expect(data[1]).toMatchObject({
      action: 'app_authorized',
      detail: { client_id: app.clientId, scopes: 'links:read user:read' },
    })
  })
})
