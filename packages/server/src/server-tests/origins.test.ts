// The hosts of the service: one for everything, or one for each part.
import { expect, test } from 'bun:test'
import { authorizationQuery, encoded, locationOf, newApp } from '../../../../test/accounts/oauth.ts'
import { cookieOf, password } from '../../../../test/accounts/sign-in.ts'
import { type Answer, onOneEngine } from '../../../../test/instance.ts'

const parts = {
  PUBLIC_URL: 'https://links.example.com',
  AUTH_URL: 'https://auth.example.com',
  COOKIE_DOMAIN: 'example.com',
  API_URL: 'https://api.example.com',
  SHORT_URL: 'https://ex.am',
}

onOneEngine(
  'parts on separate hosts',
  (instance) => {
    const at = (host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
      instance.ask(`GET ${path}`, { headers: { ...headers, host } })

    // The harness calls the API at the server's IP address, which is none of the hosts, so the host is given here.
    async function owner(code: string) {
      const account = await instance.account()
      const headers = { authorization: `Bearer ${account.key}`, host: 'api.example.com' }
      const created = await instance.ask('POST /v2/links', {
        headers,
        body: { long_url: 'https://example.com/there', custom_slug: code },
      })
      return { account, headers, created }
    }

    test('the API answers on the host of API_URL and on no other', async () => {
      const { headers } = await owner('apart')
      expect((await at('api.example.com', '/v2/user', { authorization: headers.authorization })).status).toBe(
        200,
      )
      for (const host of ['links.example.com', 'auth.example.com', 'ex.am'])
        expect((await at(host, '/v2/user', { authorization: headers.authorization })).status).toBe(404)
    })

    test('short links have the host of SHORT_URL, and answer there and on no other host', async () => {
      const { created } = await owner('shorty')
      expect(created.body.data).toMatchObject({ domain: 'ex.am', short_url: 'https://ex.am/shorty' })
      const answer = await at('ex.am', '/shorty')
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://example.com/there'])
      for (const host of ['links.example.com', 'auth.example.com', 'api.example.com'])
        expect((await at(host, '/shorty')).status).toBe(404)
    })

    test('IP addresses and localhost count as the default domain, and any other name is unknown', async () => {
      await owner('known')
      for (const host of ['203.0.113.9', '203.0.113.9:8080', '[2001:db8::1]:3000', 'localhost'])
        expect((await at(host, '/known')).status).toBe(302)
      for (const path of ['/known', '/v2/user', '/oauth/authorize', '/consent', '/dashboard'])
        expect([path, (await at('unknown.example.org', path)).status]).toEqual([path, 421])
    })

    test("the dashboard's operations answer on the host of PUBLIC_URL and on no other", async () => {
      expect((await at('links.example.com', '/api/domains')).status).toBe(401)
      for (const host of ['api.example.com', 'ex.am', 'auth.example.com'])
        expect((await at(host, '/api/domains')).status).toBe(404)
    })

    test('the authorization server answers on the host of AUTH_URL and on no other, consent on that of CONSENT_URL', async () => {
      const paths = [
        '/.well-known/oauth-authorization-server',
        '/oauth/userinfo',
        '/oauth/authorize',
        '/consent',
      ]
      const statuses = async (host: string) => {
        const found: number[] = []
        for (const path of paths) found.push((await at(host, path)).status)
        return found
      }
      expect(await statuses('auth.example.com')).toEqual([200, 401, 400, 404])
      expect(await statuses('links.example.com')).toEqual([404, 404, 404, 400])
      for (const host of ['api.example.com', 'ex.am'])
        expect(await statuses(host)).toEqual([404, 404, 404, 404])
    })

    test('the metadata has the right URL for each endpoint, and redirects go to the hosts of sign-in and consent', async () => {
      const { account } = await owner('flow')
      const { body } = await at('auth.example.com', '/.well-known/oauth-authorization-server')
      expect(body).toMatchObject({
        issuer: 'https://auth.example.com',
        token_endpoint: 'https://auth.example.com/oauth/token',
        service_documentation: 'https://api.example.com/v2/docs',
      })
      const app = await newApp(instance, account)
      const path = `/oauth/authorize?${encoded(authorizationQuery(app))}`
      expect(locationOf(await at('auth.example.com', path)).origin).toBe('https://links.example.com')
      const signedIn = await instance.ask('POST /api/session', {
        headers: { host: 'links.example.com' },
        body: { email: account.email, password },
      })
      const cookie = cookieOf(signedIn)
      const asked = locationOf(await at('auth.example.com', path, { cookie }))
      expect([asked.origin, asked.pathname]).toEqual(['https://links.example.com', '/consent'])
      const screen = await at('links.example.com', `/consent${asked.search}`, { cookie })
      expect(screen.status).toBe(200)
      const request = /name="request" value="([^"]+)"/.exec(screen.text)?.[1] ?? ''
      const back = await instance.ask('POST /consent', {
        headers: { host: 'links.example.com', origin: 'https://links.example.com', cookie },
        body: new URLSearchParams({ request, decision: 'allow' }),
      })
      expect(locationOf(back).searchParams.get('iss')).toBe('https://auth.example.com')
    })

    test('the connected apps are also served by the authorization server, and nothing else of /api is', async () => {
      for (const host of ['auth.example.com', 'links.example.com'])
        expect((await at(host, '/api/user/oauth/apps')).status).toBe(401)
      for (const path of ['/api/keys', '/api/user/../keys', '/api/session'])
        expect((await at('auth.example.com', path)).status).toBe(404)
    })

    test('a session is shared by the hosts under COOKIE_DOMAIN, and its cookie is limited to https', async () => {
      const { account } = await owner('session')
      const answer = await instance.ask('POST /api/session', {
        headers: { host: 'links.example.com', origin: 'https://auth.example.com' },
        body: { email: account.email, password },
      })
      expect(answer.status).toBe(200)
      const cookie = answer.headers.get('set-cookie') ?? ''
      for (const attribute of ['Domain=example.com', 'Secure', 'HttpOnly', 'SameSite=Lax'])
        expect(cookie.split('; ')).toContain(attribute)
    })

    test('a page on any other host cannot use the session', async () => {
      const { account } = await owner('foreign')
      for (const origin of ['https://ex.am', 'https://evil.example.com', 'null']) {
        const answer = await instance.ask('POST /api/session', {
          headers: { host: 'links.example.com', origin },
          body: { email: account.email, password },
        })
        expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
      }
    })

    test('hosts are compared case-insensitively', async () => {
      const { headers } = await owner('cases')
      const { authorization } = headers
      expect((await at('API.Example.COM', '/v2/user', { authorization })).status).toBe(200)
      expect((await at('EX.am', '/cases')).status).toBe(302)
      expect((await at('Links.Example.com', '/cases')).status).toBe(404)
    })

    test('a custom domain serves the short links of its owner and nothing else', async () => {
      const { account, headers } = await owner('elsewhere')
      await account.domain('go.example.net')
      await instance.ask('POST /v2/links', {
        headers,
        body: { long_url: 'https://example.com/', custom_slug: 'mine', domain_alias: 'go.example.net' },
      })
      expect((await at('go.example.net', '/mine')).status).toBe(302)
      expect((await at('ex.am', '/mine')).status).toBe(404)
      expect((await at('go.example.net', '/elsewhere')).status).toBe(404)
      expect((await at('go.example.net', '/v2/user', { authorization: headers.authorization })).status).toBe(
        404,
      )
      expect((await at('go.example.net', '/api/domains')).status).toBe(404)
    })

    test('/healthz answers on every host', async () => {
      const hosts = [
        'links.example.com',
        'auth.example.com',
        'api.example.com',
        'ex.am',
        'unknown.example.org',
      ]
      for (const host of hosts) expect((await at(host, '/healthz')).status).toBe(200)
    })

    test('the API description has the URL in API_URL', async () => {
      const { body } = await at('api.example.com', '/v2/openapi.json')
      expect(body.servers).toEqual([expect.objectContaining({ url: 'https://api.example.com/v2' })])
    })
  },
  parts,
)

onOneEngine('all parts at one address', (instance) => {
  test('everything is served there, and also at the IP address of the machine', async () => {
    const account = await instance.account()
    await account.link({ custom_slug: 'together' })
    const { port } = new URL(instance.url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'unknown.example.org']) {
      const headers = { host, authorization: `Bearer ${account.key}` }
      expect((await instance.ask('GET /v2/user', { headers })).status).toBe(200)
      expect((await instance.ask('GET /together', { headers })).status).toBe(302)
      expect((await instance.ask('GET /healthz', { headers })).status).toBe(200)
      expect((await instance.ask('GET /api/domains', { headers: { host } })).status).toBe(401)
    }
  })

  test('short links begin with PUBLIC_URL', async () => {
    const account = await instance.account()
    const { host } = new URL(instance.url)
    const link = await account.link({ custom_slug: 'whole' })
    expect(link).toMatchObject({ domain: host, short_url: `http://${host}/whole` })
  })
})
