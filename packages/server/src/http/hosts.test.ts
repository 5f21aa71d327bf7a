// Hosts: what is served under which Host, and that nothing is served under unconfigured names.
import { expect, test } from 'bun:test'
import { type Answer, onEachEngine } from '../../../../test/instance.ts'
import { microsite } from '../../../../test/microsites.ts'
import { openRaw } from '../../../../test/servers/raw-http.ts'

const settings = {
  PUBLIC_URL: 'https://go.example.org',
  OTHER_HOSTS: 'www.example.org, linnet, bücher.example.org',
}

onEachEngine(
  'where PUBLIC_URL is set',
  (instance) => {
    const at = (host: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
      instance.ask(`GET ${path}`, { headers: { ...headers, host } })
    const raw = async (head: string) => {
      const connection = await openRaw(Number(new URL(instance.url).port))
      await connection.send(head)
      const answer = await connection.answers(1)
      connection.end()
      return answer
    }
    const statusOf = (answer: string) => Number(/^HTTP\/1\.[01] (\d+) /.exec(answer)?.[1])

    test('an unknown host gets 421, whatever the path', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'mine' })
      const { slug } = await microsite(account)
      const headers = { authorization: `Bearer ${account.key}` }
      const paths = [
        ...['/', '/mine', '/mine+', '/mine?qr', '/mine.svg', `/${slug}`, `/${slug}/x`, '/nothing', '/a/b/c'],
        ...['/account', '/account/sign-in', '/dashboard', '/v2/user', '/v2/openapi.json', '/api/me', '/mcp'],
        ...[
          '/oauth/authorize',
          '/consent',
          '/.well-known/oauth-authorization-server',
          '/static/x',
          '/assets/x',
        ],
        ...['/healthz2', '/readyzz', '/x/healthz'],
      ]
      for (const path of paths)
        expect([path, (await at('evil.example.net', path, headers)).status]).toEqual([path, 421])
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await instance.ask(`${method} /v2/links`, {
          headers: { ...headers, host: 'evil.example.net' },
          body: { long_url: 'https://example.com/' },
        })
        expect([method, answer.status]).toEqual([method, 421])
      }
      expect((await account.call('GET /links')).body.total).toBe(1)
    })

    test('the response is a page that says what to set, in both languages, or JSON on request', async () => {
      const page = await at('evil.example.net', '/mine', { accept: 'text/html' })
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.headers.get('cache-control')).toBe('private, no-store')
      expect(page.headers.get('x-robots-tag')).toBe('noindex')
      for (const word of ['PUBLIC_URL', 'OTHER_HOSTS', 'This domain isn’t set up here'])
        expect(page.text).toContain(word)
      expect(page.text).not.toContain('evil.example.net')
      const indonesian = await at('evil.example.net', '/', { accept: 'text/html', 'accept-language': 'id' })
      expect(indonesian.text).toContain('<html lang="id">')
      const json = await at('evil.example.net', '/mine', { accept: 'application/json' })
      expect([json.status, json.body.error.code]).toEqual([421, 'misdirected_request'])
      expect(json.body.error.request_id).toBe(json.headers.get('x-request-id'))
      expect((await instance.ask('HEAD /', { headers: { host: 'evil.example.net' } })).status).toBe(421)
    })

    test('/healthz, its subpaths and /readyz answer under every name', async () => {
      const { account, domain } = await claimed('probe.example.net')
      expect(account.email).toBeString()
      for (const host of ['evil.example.net', domain, 'go.example.org', '10.0.0.1']) {
        expect([host, (await at(host, '/healthz')).status]).toEqual([host, 200])
        expect([host, (await at(host, '/readyz')).status]).toEqual([host, 200])
        expect([host, (await at(host, '/healthz/domain?domain=go.example.org')).status]).toEqual([host, 200])
      }
      expect((await raw('GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n')).split(' ')[1]).toBe('200')
    })

    test('its own hosts answer in any case, with any port, and with a trailing dot', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'spelled' })
      for (const host of [
        ...[
          'go.example.org',
          'GO.Example.ORG',
          'go.example.org:8443',
          'go.example.org.',
          'go.example.org.:443',
        ],
        ...['www.example.org', 'WWW.EXAMPLE.ORG.:81', 'linnet', 'linnet:3000', 'xn--bcher-kva.example.org'],
      ])
        expect([host, (await at(host, '/spelled')).status]).toEqual([host, 302])
      for (const host of [
        'go.example.org..',
        'xgo.example.org',
        'go.example.org.evil.net',
        'example.org',
        'linnet.local',
      ])
        expect([host, (await at(host, '/spelled')).status]).toEqual([host, 421])
    })

    test('IP addresses and localhost count as the default domain', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'numbered' })
      for (const host of [
        '127.0.0.1',
        '10.1.2.3:8080',
        '[::1]',
        '[2001:db8::1]:3000',
        'localhost',
        'localhost:1',
        '2130706433',
      ])
        expect([host, (await at(host, '/numbered')).status]).toEqual([host, 302])
      for (const host of ['1.2.3.4.evil.example.net', 'localhost.evil.example.net', 'xlocalhost', '[v1.x]'])
        expect([host, (await at(host, '/numbered')).status]).toEqual([host, 421])
    })

    test('an invalid host gets 421, and a request without a host the default domain', async () => {
      await (await instance.account()).link({ custom_slug: 'bare' })
      for (const host of [
        'a/b',
        'x#y',
        'user@go.example.org',
        'evil?x',
        'b\xfccher.example.org',
        'go.example.org\\x',
        `${'a'.repeat(4000)}.example.org`,
      ])
        expect([host, statusOf(await raw(`GET /bare HTTP/1.1\r\nHost: ${host}\r\n\r\n`))]).toEqual([
          host,
          421,
        ])
      for (const head of ['GET /bare HTTP/1.0\r\n\r\n', 'GET /bare HTTP/1.0\r\nHost:\r\n\r\n'])
        expect([head, statusOf(await raw(head))]).toEqual([head, 302])
    })

    test('X-Forwarded-Host and similar headers are ignored', async () => {
      await (await instance.account()).link({ custom_slug: 'forwarded' })
      const claims = {
        'x-forwarded-host': 'go.example.org',
        forwarded: 'host=go.example.org',
        'x-host': 'go.example.org',
      }
      expect((await at('evil.example.net', '/forwarded', claims)).status).toBe(421)
      const wrong = { 'x-forwarded-host': 'evil.example.net', forwarded: 'host=evil.example.net' }
      expect((await at('go.example.org', '/forwarded', wrong)).status).toBe(302)
    })

    test('a custom domain is served only while it is verified, not before it or after its removal', async () => {
      const { account, domain } = await claimed('late.example.net')
      await account.link({ custom_slug: 'elsewhere' })
      expect((await at(domain, '/elsewhere')).status).toBe(421)
      await account.domain(domain)
      const { short } = await account.link({ domain_alias: domain })
      expect((await at(domain, `/${short}`)).status).toBe(302)
      expect((await at(domain, '/elsewhere')).status).toBe(404)
      expect((await at(domain, '/account/sign-in')).status).toBe(404)
    })

    test('a claim on a host of the service changes nothing there', async () => {
      const account = await instance.account()
      await account.link({ custom_slug: 'unmoved' })
      for (const domain of ['go.example.org', 'www.example.org']) {
        await claimed(domain)
        expect((await at(domain, '/unmoved')).status).toBe(302)
      }
    })

    test('no link may point to another host of the default domain, which would be a loop', async () => {
      const account = await instance.account()
      for (const long_url of [
        'https://www.example.org/x',
        'http://linnet/x',
        'https://WWW.example.org:8443/',
      ])
        expect((await account.call('POST /links', { body: { long_url } })).status).toBe(422)
    })

    test('a link reported with another host of the default domain is found', async () => {
      const account = await instance.account()
      const { short } = await account.link()
      const page = await at(
        'go.example.org',
        `/account/report?address=https%3A%2F%2Fwww.example.org%2F${short}`,
      )
      expect(page.text).toContain(`https://go.example.org/${short}`)
    })

    test('a proxy may request certificates for the other hosts too', async () => {
      const asked = async (domain: string) =>
        (await instance.ask(`GET /healthz/domain?domain=${domain}`)).status
      expect(await asked('www.example.org')).toBe(200)
      expect(await asked('evil.example.net')).toBe(404)
    })

    async function claimed(domain: string) {
      const account = await instance.account()
      await instance.command('domain', 'add', '--email', account.email, '--domain', domain)
      return { account, domain }
    }
  },
  settings,
)

onEachEngine('where PUBLIC_URL is not set', (instance) => {
  test('every name counts as the default domain', async () => {
    await (await instance.account()).link({ custom_slug: 'any' })
    for (const host of ['nas.local', 'unknown.example.org', 'x_y', '203.0.113.7'])
      expect([host, (await instance.visit('/any', { host })).status]).toEqual([host, 302])
  })
})
