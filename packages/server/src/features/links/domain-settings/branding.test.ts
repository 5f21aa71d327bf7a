// The look of a domain's pages for visitors: which pages have it, and that it can't carry anything but a look.
import { expect, test } from 'bun:test'
import { signIn } from '../../../../../../test/accounts/sign-in.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'

onEachEngine(
  'the brand of a domain',
  (instance) => {
    let made = 0

    async function branded(brand: object) {
      const account = await instance.account()
      const host = `brand${++made}.example.com`
      const { id } = (await account.domain(host)) as { id: string }
      const { call } = await signIn(instance, account)
      const set = (body: object) => call(`PUT /domains/${id}/settings`, { body })
      expect((await set(brand)).status).toBe(200)
      return { account, host, set, visit: (path: string) => instance.visit(path, { host }) }
    }

    /** Whether the policy of an answer allows its one stylesheet. */
    function allowsItsStyle({ headers, text }: { headers: Headers; text: string }): boolean {
      const [sheet = ''] = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? '')
      const hash = new Bun.CryptoHasher('sha256').update(sheet).digest('base64')
      return headers.get('content-security-policy')?.includes(`'sha256-${hash}'`) === true
    }

    test('is on pages for unknown codes, passwords, consent, previews and ended links', async () => {
      const { account, host, visit } = await branded({ brand_name: 'Ana & Co', brand_color: '#0a7' })
      const link = (fields: object) => account.link({ domain_alias: host, ...fields })
      const secret = await link({ password: 'sesame' })
      const plain = await link({})
      const adult = await link({})
      await account.call(`PUT /links/${adult.short}`, { body: { adult: true } })
      const ended = await link({ expired_at: Math.floor(instance.clock.now() / 1000) + 60 })
      await instance.clock.advance(61_000)
      for (const path of ['/nobody', secret.short, `${plain.short}+`, adult.short, ended.short]) {
        const page = await visit(`/${path.replace('/', '')}`)
        expect([path, page.text.includes('<bdi>Ana &amp; Co</bdi>')]).toStrictEqual([path, true])
        expect(page.text).toMatch(/<title>[^<]* · Ana &amp; Co<\/title>/)
        expect(page.text).not.toContain('Linnet')
        expect(page.text).toContain('--on-accent:')
        expect(allowsItsStyle(page)).toBe(true)
      }
    })

    test('is on no other domain, and gone as soon as it is cleared', async () => {
      const { set, visit } = await branded({ brand_name: 'Only Here' })
      const other = await branded({ brand_name: 'Elsewhere' })
      expect((await visit('/nobody')).text).toContain('Only Here')
      expect((await other.visit('/nobody')).text).not.toContain('Only Here')
      expect((await instance.visit('/nobody')).text).toContain('Linnet')
      await set({ brand_name: null })
      expect((await visit('/nobody')).text).toContain('Linnet')
    })

    test('is not on what the service itself says: the warning before a destination, and a block', async () => {
      const { account, host, visit } = await branded({ brand_name: 'Pretender' })
      const { call: root } = await signIn(instance, await instance.account({ administrator: true }))
      const blocked = await account.link({ domain_alias: host })
      const block = { body: { reason: 'Fraud' } }
      expect((await root(`POST /administration/links/${blocked.id}/block`, block)).status).toBe(200)
      const notice = await visit(`/${blocked.short}`)
      expect([notice.status, notice.text.includes('Pretender')]).toStrictEqual([410, false])
      const shown = await account.link({ domain_alias: host, long_url: 'https://bit.ly/x' })
      const warning = await visit(`/${shown.short}`)
      expect(warning.text).toContain('bit.ly')
      expect(warning.text).not.toContain('Pretender')
    })

    test('is text, whatever it says', async () => {
      const name = `</title></style><script>alert(1)</script><img src=x onerror='a' "`
      const { visit } = await branded({ brand_name: name, brand_color: '#fff' })
      const { text, headers } = await visit('/nobody')
      expect(text).not.toMatch(/<script|<img|onerror='/)
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain('img-src data:')
    })
  },
  { SHORTENERS: 'warn' },
)
