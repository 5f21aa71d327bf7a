// An account with one of everything, exported with `linnet export --static` for web servers to serve.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../accounts/sign-in.ts'
import { type Account, type Instance, startInstance } from '../instance.ts'
import { componentsOf, microsite } from '../microsites.ts'
import { runStatement } from '../servers/statements.ts'
import { exportCommand } from './exporting.ts'

// Destinations that would end a word, line or block in a web server's configuration, or contain its placeholders.
export const hostile = [
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

export type ExportedSite = Awaited<ReturnType<typeof exportSite>>

/** An instance, and the folder with the export of one of its accounts. */
export async function exportSite() {
  const scratch = mkdtempSync(join(tmpdir(), 'linnet-static-'))
  // The web server's own user must be able to read it.
  chmodSync(scratch, 0o755)
  const folder = join(scratch, 'site')
  const instance = await startInstance('sqlite')
  const account = await instance.account()
  const codes = await createLinks(instance, account)
  const { locked, behind } = await createMicrosite(instance, account)
  const summary = await exportCommand(instance, ['--email', account.email, '--static', folder])
  return {
    instance,
    scratch,
    folder,
    /** The folder with the files of the short links' host. */
    host: join(folder, 'domains', new URL(instance.url).host.replace(':', '_')),
    codes,
    summary,
    /** The component behind a password, and the path of another component's background image. */
    locked,
    behind,
    async remove() {
      await instance.stop()
      await instance.database.remove()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** Creates links of every kind, and returns the codes of those that are exported as redirects. */
async function createLinks(instance: Instance, account: Account): Promise<string[]> {
  const codes: string[] = []
  await account.domain('go.static.example')
  for (const [index, long_url] of hostile.entries())
    codes.push((await account.link({ long_url, title: 'x\n"', custom_slug: `hostile-${index}` })).short)
  for (const custom_slug of ['AbC', 'aBc', 'abc', '-dash_', 'A'.repeat(48)])
    codes.push((await account.link({ custom_slug, long_url: `https://plain.example/${custom_slug}` })).short)
  const withCard = {
    preview: { title: 'Card' },
    starts_at: 1,
    ended_url: 'https://secret.example/',
    note: 'x',
  }
  codes.push(
    (await account.link({ custom_slug: 'with-card', long_url: 'https://plain.example/card', ...withCard }))
      .short,
  )
  const { call } = await signIn(instance, account)
  const alias = await call('POST /links/hostile-0/aliases', { body: { code: 'hostile-alias' } })
  codes.push(alias.body.data.code)
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
  await secret({ custom_slug: 'for-some', max_clicks: 5 })
  await secret({ custom_slug: 'for-later', starts_at: Math.floor(instance.clock.now() / 1000) + 900 })
  await secret({
    custom_slug: 'for-phones',
    rules: [{ to: [{ long_url: 'https://secret.example/phones' }] }],
  })
  await secret({ custom_slug: 'with-query', forward_query: true })
  await secret({ custom_slug: 'with-path', forward_path: true })
  await secret({ custom_slug: 'blocked' })
  await secret({ custom_slug: 'put-away' })
  await account.call('DELETE /links/put-away')
  await runStatement(
    instance.database,
    `update links set blocked_at = 1 where id = (select link_id from codes where code = 'blocked')`,
  )
  return codes
}

/** Creates a microsite with an image behind a password, and one on a custom domain. */
async function createMicrosite(instance: Instance, account: Account) {
  const { call } = await signIn(instance, account)
  const image = new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  const asset = (await call('POST /assets?title=x', { body: image })).body.data
  const { slug } = await microsite(account, { slug: 'ana' })
  const components = componentsOf(account, slug)
  await components.add('LINK', { value: 'Shop', href: 'https://shop.example/?a=1&b="2"' })
  await components.add('IMAGE', { image: asset.path, href: 'https://picture.example/' })
  const behind: string = (await call('POST /assets?title=y', { body: image })).body.data.path
  const contact = { name: 'Ana', website: 'https://ana.example/', imageBackground: behind }
  await components.add('CONTACT', contact)
  await components.add('TEXT', { content: `href="/ana/cmp_x" <script>alert(1)</script>` })
  const hidden = { value: 'Hidden words', href: 'https://secret.example/', password: 'sesame' }
  const locked: string = (await components.add('LINK', hidden)).id
  await components.update(locked, 'LINK', hidden)
  await account.call('PUT /microsites/ana', { body: { published: true } })
  await microsite(account, { slug: 'shop', domain_alias: 'go.static.example' })
  const ofShop = componentsOf(account, 'shop')
  await ofShop.add('IMAGE', { image: asset.path, href: 'https://picture.example/' })
  await ofShop.add('LINK', { value: 'Buy', href: 'https://shop.example/buy' })
  await account.call('PUT /microsites/shop', { body: { published: true } })
  return { locked, behind }
}
