// GET /api/me: all that the dashboard's shell needs, for signed-in users only.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../test/instance.ts'

onEachEngine('the signed-in user', (instance) => {
  test('is returned with plan, domains and URLs in one response', async () => {
    const account = await instance.account({ plan: 'free' })
    await account.domain('go.example.com')
    await account.link()
    const { call } = await signIn(instance, account)
    const { status, body } = await call('GET /me')
    expect(status).toBe(200)
    expect(body.data).toStrictEqual({
      user: (await account.call('GET /user')).body.data,
      email_confirmed: true,
      administrator: false,
      quota: (await account.call('GET /quota')).body.data,
      short_origin: instance.url,
      domains: ['go.example.com'],
      api_url: `${instance.url}/v2`,
      mcp_url: `${instance.url}/mcp`,
      auth_url: instance.url,
      quarantined_until: null,
      password: true,
      provider: null,
      sign_ups: 'invite',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect(body.data.quota.links.used).toBe(1)
    await instance.command('user', 'set-admin', '--email', account.email)
    expect((await call('GET /me')).body.data.administrator).toBe(true)
  })

  test('is refused without a session: to keys and to other sites', async () => {
    const account = await instance.account()
    const { cookie } = await signIn(instance, account)
    const withKey = await instance.ask('GET /api/me', { headers: { authorization: `Bearer ${account.key}` } })
    expect([withKey.status, withKey.body.error.code]).toEqual([401, 'unauthenticated'])
    expect((await instance.ask('GET /api/me')).status).toBe(401)
    expect((await account.call('GET /me')).status).toBe(404)
    const own = await instance.ask('GET /api/me', { headers: { cookie } })
    expect(own.headers.get('access-control-allow-origin')).toBeNull()
    expect(own.headers.get('cache-control')).toBe('private, no-store')
  })
})
