// `linnet export --static`: real web servers answer an account's addresses as the server does, and tell nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportCommand } from '../../../../test/exporting.ts'
import { type FileServer, serveByCaddy, serveByNginx } from '../../../../test/file-servers.ts'
import { type Account, type Instance, request, startInstance } from '../../../../test/instance.ts'
import { componentsOf, microsite } from '../../../../test/microsites.ts'
import { signIn } from '../../../../test/sign-in.ts'
import { runStatement } from '../../../../test/statements.ts'

// What would end a word, a line or a block for one of those who read the files, or be replaced by something of theirs.
const hostile = [
  'https://evil.example/";}location=/pwned{return 200 pwned;}#',
  "https://evil.example/';return 200 pwned;#",
  'https://evil.example/\\";return 200 pwned;#\\',
  'https://evil.example/?a=$host$request_uri&b=$' + '{linnet_dollar}$1&c=$$',
  'https://evil.example/?a={http.request.host}&b={$HOME}&c={env.HOME}&d={{x}}',
  'https://evil.example/`}respond pwned{`',
  'https://evil.example/a b 200 pwned /x',
  'https://evil.example/:splat/*?x=:splat#/pwned https://evil.example/ 302',
  'https://evil.example/\u2028/pwned\u0085 https://x/ 302',
  'https://bücher.example/日本?ü=1#ñ',
  `https://long.example/?q=${'$"\\{ü'.repeat(800)}`,
  'https://evil.example/%0a%0d%22;~^include/etc/passwd',
]

describe('an account as files for web servers', () => {
  let instance: Instance
  let account: Account
  const scratch = mkdtempSync(join(tmpdir(), 'linnet-static-'))
  // The web server's own user reads it.
  chmodSync(scratch, 0o755)
  const folder = join(scratch, 'site')
  const public_ = () => join(folder, 'domains', new URL(instance.url).host.replace(':', '_'), 'public')
  const codes: string[] = []
  let summary: Record<string, unknown>
  let locked: string
  let behind: string
  const image = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )

  beforeAll(async () => {
    instance = await startInstance('sqlite')
    account = await instance.account()
    await account.domain('go.static.example')
    for (const [index, long_url] of hostile.entries())
      codes.push((await account.link({ long_url, title: 'x\n"', custom_slug: `hostile-${index}` })).short)
    for (const custom_slug of ['AbC', 'aBc', 'abc', '-dash_', 'A'.repeat(48)])
      codes.push(
        (await account.link({ custom_slug, long_url: `https://plain.example/${custom_slug}` })).short,
      )
    await account.link({
      custom_slug: 'there',
      domain_alias: 'go.static.example',
      long_url: 'https://there.example/',
    })
    const secret = (more: Record<string, unknown>) =>
      account.link({ long_url: 'https://secret.example/', ...more })
    await secret({ custom_slug: 'with-password', password: 'sesame' })
    await secret({ custom_slug: 'for-once' })
    await account.call('PUT /links/for-once', { body: { disposable: true } })
    await secret({ custom_slug: 'for-adults' })
    await account.call('PUT /links/for-adults', { body: { adult: true } })
    await secret({ custom_slug: 'for-a-while', expired_at: Math.floor(instance.clock.now() / 1000) + 900 })
    await secret({ custom_slug: 'blocked' })
    await secret({ custom_slug: 'put-away' })
    await account.call('DELETE /links/put-away')
    await runStatement(
      instance.database,
      `update links set blocked_at = 1 where id = (select link_id from codes where code = 'blocked')`,
    )
    const { call } = await signIn(instance, account)
    const asset = (await call('POST /assets?title=x', { body: image })).body.data
    const { slug } = await microsite(account, { slug: 'ana' })
    const parts = componentsOf(account, slug)
    await parts.add('LINK', { value: 'Shop', href: 'https://shop.example/?a=1&b="2"' })
    await parts.add('IMAGE', { image: asset.path, href: 'https://picture.example/' })
    behind = (await call('POST /assets?title=y', { body: image })).body.data.path
    const contact = { name: 'Ana', website: 'https://ana.example/', imageBackground: behind }
    await parts.add('CONTACT', contact)
    await parts.add('TEXT', { content: `href="/ana/cmp_x" <script>alert(1)</script>` })
    const hidden = { value: 'Hidden words', href: 'https://secret.example/', password: 'sesame' }
    locked = (await parts.add('LINK', hidden)).id
    await parts.update(locked, 'LINK', hidden)
    await account.call('PUT /microsites/ana', { body: { published: true } })
    summary = await exportCommand(instance, ['--email', account.email, '--static', folder])
  })
  afterAll(async () => {
    await instance.stop()
    await instance.database.remove()
    rmSync(scratch, { recursive: true, force: true })
  })

  const everyFile = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => statSync(name).isFile())

  test('includes the background image of a component', () => {
    expect(readFileSync(join(public_(), behind), 'utf8')).toContain('<svg')
    const pages = everyFile().map((name) => readFileSync(name, 'latin1'))
    expect(pages.filter((text) => text.includes(`class="behind" src="${behind}"`))).toHaveLength(1)
  })

  test('says what is there, and why the rest stays out', () => {
    expect(summary).toMatchObject({ links: hostile.length + 6, microsites: 1, leftOut: 7 })
    const { host } = new URL(instance.url)
    expect(readFileSync(join(folder, 'left-out.csv'), 'utf8').split('\r\n').slice(1, -1).sort()).toEqual(
      [
        `component,${host}/ana ${'mic'}`,
        `link,${host}/blocked,blocked by the operator`,
        `link,${host}/for-a-while,expires at a moment`,
        `link,${host}/for-adults,asks visitors for consent first`,
        `link,${host}/for-once,for one click only`,
        `link,${host}/put-away,archived`,
        `link,${host}/with-password,behind a password`,
      ].map((line) => (line.startsWith('component') ? expect.stringContaining(locked) : line)),
    )
  })

  test('tells nowhere what the server would not tell everybody', () => {
    for (const file of everyFile()) {
      const text = readFileSync(file, 'latin1')
      expect([file, text.includes('secret.example'), text.includes('Hidden words')]).toEqual([
        file,
        false,
        false,
      ])
      // Nobody answers there, where the files are.
      expect([file, text.includes('/account/report')]).toEqual([file, false])
    }
    expect(statSync(join(folder, 'left-out.csv')).mode & 0o777).toBe(0o600)
  })

  test('has every redirect as one line of three words for Netlify and Cloudflare Pages', () => {
    const lines = readFileSync(join(public_(), '_redirects'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(hostile.length + 5)
    for (const line of lines) expect(line).toMatch(/^\/[A-Za-z0-9_-]{1,48} https:\/\/[\x21-\x7e]+ 302$/)
  })

  for (const [name, serve] of [
    ['nginx', serveByNginx],
    ['Caddy', serveByCaddy],
  ] as const)
    describe(`answered by ${name}`, () => {
      let server: FileServer
      beforeAll(async () => {
        server = await serve(folder)
      })
      afterAll(() => server.stop())
      const ask = (what: string, host = 'localhost') => request(server.url, what, { headers: { host } })
      // As browsers write it, and whatever stands for a sign that no address has.
      const meant = (address: string | null) =>
        new URL((address ?? '').replace(/%7B|%7D|%60/gi, decodeURIComponent)).href

      test('leads where the server leads, whatever a destination says', async () => {
        for (const code of codes) {
          const theirs = await ask(`GET /${code}`)
          const ours = await instance.visit(`/${code}`)
          expect([code, theirs.status]).toEqual([code, 302])
          const [there, here] = [theirs, ours].map(({ headers }) => headers.get('location'))
          if (name === 'nginx') expect(there).toBe(here as string)
          expect(meant(there as string)).toBe(meant(here as string))
        }
        for (const path of ['/pwned', '/x', '/hostile-0/x', '/include'])
          expect((await ask(`GET ${path}`)).status).toBe(404)
      })

      test('takes no code for another, leaves queries away, and knows GET and HEAD alone', async () => {
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

      test('shows microsites with their images, whose links lead straight to where they lead', async () => {
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
    })

  test('never writes over a folder, and leaves nothing behind where it fails', async () => {
    await expect(exportCommand(instance, ['--all', '--static', folder])).rejects.toThrow('exists already')
    await expect(exportCommand(instance, ['--all', '--static', `${scratch}/a"b`])).rejects.toThrow(
      'choose another',
    )
    await expect(
      exportCommand(instance, ['--email', 'nobody@example.com', '--to', `${scratch}/new`]),
    ).rejects.toThrow('no account')
    expect(readdirSync(scratch)).toEqual(['site'])
  })
})
