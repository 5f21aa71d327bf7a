// security.txt, robots.txt and the URL for changing passwords: their hosts and content.
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Answer, onOneEngine } from '../../../../test/instance.ts'
import { readConfig } from '../config/config.ts'

const parts = {
  PUBLIC_URL: 'https://links.example.com',
  AUTH_URL: 'https://auth.example.com',
  COOKIE_DOMAIN: 'example.com',
  API_URL: 'https://api.example.com',
  SHORT_URL: 'https://ex.am',
}
const own = ['links.example.com', 'auth.example.com', 'api.example.com', 'ex.am']
const custom = 'go.custom.example'

onOneEngine(
  'well-known URLs',
  (instance) => {
    const at = (host: string, path: string, method = 'GET'): Promise<Answer> =>
      instance.ask(`${method} ${path}`, { headers: { host } })

    beforeAll(async () => {
      await (await instance.account()).domain(custom)
    })

    describe('/.well-known/security.txt', () => {
      const path = '/.well-known/security.txt'

      test('has the contact, the expiry and its own address on each of our hosts', async () => {
        for (const host of own) {
          const { status, headers, text } = await at(host, path)
          expect([host, status, headers.get('content-type')]).toEqual([
            host,
            200,
            'text/plain; charset=utf-8',
          ])
          const lines = text.split('\n')
          expect(lines.slice(0, 2)).toEqual([
            'Contact: mailto:security@example.com',
            'Contact: https://example.com/report',
          ])
          expect(lines).toContain(`Canonical: https://${host}${path}`)
          expect(text).toEndWith('\n')
        }
      })

      test('expires in less than a year, and is renewed daily', async () => {
        const expires = async () => {
          const [, time = ''] = /^Expires: (\S+)$/m.exec((await at('ex.am', path)).text) ?? []
          expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
          return Date.parse(time) / 1000
        }
        const first = await expires()
        const days = (first - instance.clock.unix()) / 86_400
        expect(days).toBeGreaterThan(30)
        expect(days).toBeLessThan(365)
        instance.clock.move(86_400_000)
        expect(await expires()).toBe(first + 86_400)
        instance.clock.move(-86_400_000)
      })

      test('is not served on custom domains, which belong to others', async () => {
        expect((await at(custom, path)).status).toBe(404)
      })
    })

    describe('/.well-known/change-password', () => {
      const path = '/.well-known/change-password'

      test('redirects from each of our hosts to the page for changing it', async () => {
        for (const host of own) {
          const { status, headers } = await at(host, path)
          expect([host, status, headers.get('location')]).toEqual([
            host,
            302,
            'https://links.example.com/account/password',
          ])
        }
        expect((await at(custom, path)).status).toBe(404)
      })

      test('is reliable: unknown paths below /.well-known are 404', async () => {
        const nowhere = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
        for (const host of [...own, custom])
          for (const path of [nowhere, '/.well-known', '/.well-known/', '/.well-known/security.txt/x'])
            expect([host, path, (await at(host, path)).status]).toEqual([host, path, 404])
      })
    })

    describe('/robots.txt', () => {
      test('on every host excludes paths for signed-in users and programs, and nothing else', async () => {
        for (const host of [...own, custom]) {
          const { status, headers, text } = await at(host, '/robots.txt')
          expect([host, status, headers.get('content-type')]).toEqual([
            host,
            200,
            'text/plain; charset=utf-8',
          ])
          const [first, ...rules] = text.trimEnd().split('\n')
          expect(first).toBe('User-agent: *')
          const rooms = ['account', 'api', 'consent', 'dashboard', 'mcp', 'oauth', 'v2']
          expect(rules.sort()).toEqual(
            rooms.flatMap((room) => [`Disallow: /${room}$`, `Disallow: /${room}/`]).sort(),
          )
        }
      })
    })

    test('only answer GET and HEAD', async () => {
      for (const path of ['/robots.txt', '/.well-known/security.txt', '/.well-known/change-password']) {
        const posted = await at('links.example.com', path, 'POST')
        expect([path, posted.status, posted.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
        const head = await at('links.example.com', path, 'HEAD')
        expect([head.status < 400, head.text]).toEqual([true, ''])
      }
    })
  },
  { ...parts, SECURITY_CONTACT: 'security@example.com, https://example.com/report' },
)

onOneEngine('a server without SECURITY_CONTACT', (instance) => {
  test('has no security.txt, because there is no contact for reports', async () => {
    expect((await instance.ask('GET /.well-known/security.txt')).status).toBe(404)
    expect((await instance.ask('GET /.well-known/oauth-authorization-server')).status).toBe(200)
  })
})

test('SECURITY_CONTACT refuses values that could add a line or aren’t contacts', () => {
  const contacts = (SECURITY_CONTACT: string) => readConfig({ SECURITY_CONTACT }).securityContacts
  expect(contacts('a@b.example,mailto:c@d.example,tel:+1-201-555-0123,https://e.example/x')).toEqual([
    'mailto:a@b.example',
    'mailto:c@d.example',
    'tel:+1-201-555-0123',
    'https://e.example/x',
  ])
  for (const wrong of [
    'http://e.example/',
    'javascript:alert(1)',
    'nobody',
    'a@b.example\nExpires: never',
    'https://',
    'mailto:',
  ])
    expect(() => contacts(wrong)).toThrow('SECURITY_CONTACT must list')
})
