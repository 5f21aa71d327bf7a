// The applications that hold tokens for an account: the list, and taking it all back with the session cookie.
import { beforeAll, expect, test } from 'bun:test'
import { type Account, onEachEngine } from '../../../../../test/instance.ts'
import {
  authorizationQuery,
  codeOf,
  exchange,
  locationOf,
  newApp,
  type Person,
  person,
  refresh,
  tokensFor,
} from '../../../../../test/oauth.ts'

onEachEngine('connected apps', (instance) => {
  let account: Account
  let someone: Person

  beforeAll(async () => {
    account = await instance.account()
    someone = await person(instance, account)
  })

  const use = (token: string) =>
    instance.ask('GET /v2/user', { headers: { authorization: `Bearer ${token}` } })

  test('lists each application once, with all that it holds', async () => {
    const other = await person(instance, await instance.account())
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

  test('does not list what holds nothing that works: allowed but not exchanged, revoked, expired', async () => {
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

  test('revoking ends every token of this account for the application on the next request, and forgets the consent', async () => {
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

  test('revoking what holds nothing, or no longer, is 404', async () => {
    const app = await newApp(instance, account)
    await tokensFor(instance, someone, app)
    const revoke = async (id: string) => (await someone.call(`DELETE /user/oauth/apps/${id}`)).status
    expect(await revoke(app.clientId)).toBe(200)
    for (const id of [app.clientId, 'app_unknown', 'é', encodeURIComponent('https://x.example/y')])
      expect([id, await revoke(id)]).toStrictEqual([id, 404])
  })

  test('one account cannot revoke what an application holds of another', async () => {
    const other = await person(instance, await instance.account())
    const app = await newApp(instance, account)
    const tokens = await tokensFor(instance, other, app)
    expect((await someone.call(`DELETE /user/oauth/apps/${app.clientId}`)).status).toBe(404)
    expect((await use(tokens.access_token)).status).toBe(200)
  })

  test('both need the session cookie, and revoking is refused from another site', async () => {
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

  test('allowing and revoking leave lines in the audit log', async () => {
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
