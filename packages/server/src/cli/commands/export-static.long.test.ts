// `linnet export --static`: real web servers answer an account's URLs the same way as the server.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { request } from '../../../../../test/instance.ts'
import { type ExportedSite, exportSite } from '../../../../../test/portability/exported-site.ts'
import { type FileServer, serveWithCaddy, serveWithNginx } from '../../../../../test/servers/file-servers.ts'

let site: ExportedSite
beforeAll(async () => {
  site = await exportSite()
})
afterAll(() => site.remove())

for (const [name, serve] of [
  ['nginx', serveWithNginx],
  ['Caddy', serveWithCaddy],
] as const)
  describe(`an account as files, served by ${name}`, () => {
    let server: FileServer
    beforeAll(async () => {
      server = await serve(site.folder)
    })
    afterAll(() => server.stop())
    const ask = (what: string, host = 'localhost') => request(server.url, what, { headers: { host } })
    // As browsers write it, with a placeholder for characters that no URL contains.
    const meant = (address: string | null) =>
      new URL((address ?? '').replace(/%7B|%7D|%60/gi, decodeURIComponent)).href

    test('redirects like the server, whatever a destination contains', async () => {
      for (const code of site.codes) {
        const theirs = await ask(`GET /${code}`)
        const ours = await site.instance.visit(`/${code}`)
        expect([code, theirs.status]).toEqual([code, 302])
        const [there, here] = [theirs, ours].map(({ headers }) => headers.get('location'))
        if (name === 'nginx') expect(there).toBe(here as string)
        expect(meant(there as string)).toBe(meant(here as string))
      }
      for (const path of ['/pwned', '/x', '/hostile-0/x', '/include'])
        expect((await ask(`GET ${path}`)).status).toBe(404)
    })

    test('confuses no codes, drops queries, and accepts only GET and HEAD', async () => {
      expect((await ask('GET /ABC')).status).toBe(404)
      expect((await ask('GET /HOSTILE-1')).status).toBe(404)
      expect((await ask('GET /abc?x=1')).headers.get('location')).toBe('https://plain.example/abc')
      expect((await ask('HEAD /abc')).status).toBe(302)
      expect((await ask('POST /abc')).status).toBe(405)
      for (const path of [
        '/',
        '/abc+',
        '/abc/',
        '/ab',
        '/a%20b',
        '/%0a',
        '/with-password',
        '/blocked',
        '/..%2f..%2fleft-out.csv',
      ])
        expect([path, (await ask(`GET ${path}`)).status >= 400]).toEqual([path, true])
    })

    test('keeps domains apart', async () => {
      expect((await ask('GET /there', 'go.static.example')).headers.get('location')).toBe(
        'https://there.example/',
      )
      expect((await ask('GET /there')).status).toBe(404)
      expect((await ask('GET /abc', 'go.static.example')).status).toBe(404)
    })

    test('shows microsites with their images, and links directly to destinations', async () => {
      const { status, text, headers } = await ask('GET /ana')
      expect(status).toBe(200)
      expect(headers.get('content-type')).toStartWith('text/html')
      expect(text).toContain('href="https://shop.example/?a=1&amp;b=&quot;2&quot;"')
      expect(text).toContain('href="https://ana.example/"')
      expect(text).toContain('http-equiv="Content-Security-Policy"')
      expect(text).not.toMatch(/href="\/ana\/cmp_[^".]*"|data-tap|og:image|<script>alert/)
      const loaded = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string)
      expect(loaded.length).toBeGreaterThan(2)
      for (const path of loaded) expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, 200])
    })

    test('shows a microsite on its own domain, with all that it loads, and nowhere else', async () => {
      const host = 'go.static.example'
      const { status, text } = await ask('GET /shop', host)
      expect(status).toBe(200)
      expect(text).toContain('href="https://shop.example/buy"')
      const loaded = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string)
      expect(loaded.some((path) => path.startsWith('/assets/'))).toBe(true)
      for (const path of loaded) expect([path, (await ask(`GET ${path}`, host)).status]).toEqual([path, 200])
      expect((await ask('GET /shop')).status).toBe(404)
      expect((await ask('GET /ana', host)).status).toBe(404)
    })
  })
