// Links whose visitors see the destination first: links of new accounts, and to hosts that may deceive.
import { beforeAll, describe, expect, test } from 'bun:test'
import { password, type SignedIn, signIn } from '../../../../../../test/accounts/sign-in.ts'
import { addressIn, type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { type Account, type Instance, onEachEngine } from '../../../../../../test/instance.ts'
import { outcome } from '../../../../../../test/microsites.ts'

const hour = 60 * 60_000
const json = { headers: { accept: 'application/json' } }

/** A user who has signed up without an invitation, and a key of theirs. */
async function stranger(instance: Instance, email: string) {
  await instance.clock.advance(61_000)
  const browser = formBrowser(instance)
  await browser.open('/account/sign-up')
  await browser.post('/account/sign-up', { name: 'Ana', email, password })
  await browser.open(addressIn(instance.messageTo(email)))
  await browser.send({ password })
  const { key } = await instance.command('key', 'create', '--email', email, '--name', 'k', '--scopes', 'all')
  const call = (methodAndPath: string, body?: unknown) => {
    const [method, path] = methodAndPath.split(' ')
    const headers = { authorization: `Bearer ${key}` }
    return instance.ask(`${method} /v2${path}`, { body, headers })
  }
  return { browser, call }
}

async function administrator(instance: Instance): Promise<SignedIn> {
  const email = 'root@example.com'
  await instance.command('user', 'create', '--email', email, '--password', password, '--admin')
  return await signIn(instance, { email })
}

onEachEngine(
  'where strangers can sign up',
  (instance) => {
    let root: SignedIn
    let account: { browser: FormBrowser; call: Awaited<ReturnType<typeof stranger>>['call'] }
    beforeAll(async () => {
      root = await administrator(instance)
      account = await stranger(instance, 'new@example.com')
    })
    const linkOf = async (fields = {}) =>
      (await account.call('POST /links', { long_url: 'https://example.org/path', ...fields })).body.data
    const send = (short: string, fields: Record<string, string>) =>
      instance.ask(`POST /${short}`, { body: new URLSearchParams(fields) })
    const clicksOf = async ({ short }: { short: string }) =>
      (await account.call(`GET /links/${short}/stats/lifetime`)).body.data.clicks

    describe('a link of a new account', () => {
      test('shows its destination, and redirects there with one click, which counts', async () => {
        const link = await linkOf()
        const page = await instance.visit(`/${link.short}`)
        expect([page.status, page.headers.get('location')]).toEqual([200, null])
        expect(page.text).toContain('created by a new account')
        expect(page.text).toContain('<strong>example.org</strong>')
        expect(page.text).toContain(`/account/report?address=${encodeURIComponent(link.short_url)}`)
        expect(page.headers.get('x-robots-tag')).toBe('noindex')
        expect(await clicksOf(link)).toBe(0)
        for (const fields of [{}, { onward: 'no' }, { consent: 'yes' }] as Record<string, string>[])
          expect((await send(link.short, fields)).status).toBe(200)
        expect((await instance.visit(`/${link.short}?onward=yes`)).status).toBe(200)
        const onward = await send(link.short, { onward: 'yes' })
        expect([onward.status, onward.headers.get('location')]).toEqual([303, link.long_url])
        expect(await clicksOf(link)).toBe(1)
      })

      test('says so in JSON if that is preferred', async () => {
        const link = await linkOf()
        expect((await instance.ask(`GET /${link.short}`, json)).body).toEqual({
          data: { requires: ['onward'], because: 'new_account', long_url: link.long_url },
        })
        expect((await instance.ask(`POST /${link.short}`, { body: { onward: true } })).status).toBe(303)
      })

      test('does not show its destination before its password is given, and asks for everything once', async () => {
        const link = await linkOf({ password: 'sesame <b>"' })
        await account.call(`PUT /links/${link.short}`, { adult: true })
        const first = await instance.visit(`/${link.short}`)
        expect(first.text).not.toContain('example.org')
        expect((await send(link.short, { onward: 'yes', consent: 'yes' })).status).toBe(401)
        const shown = await send(link.short, { password: 'sesame <b>"', consent: 'yes' })
        expect(shown.text).toContain('example.org')
        expect(shown.text).not.toContain('<b>')
        const browser = formBrowser(instance)
        await browser.post(`/${link.short}`, { password: 'sesame <b>"', consent: 'yes' })
        expect(shown.text).toContain('name="password" value="sesame &lt;b&gt;&quot;"')
        const all = { password: 'sesame <b>"', consent: 'yes', onward: 'yes' }
        expect((await send(link.short, all)).headers.get('location')).toBe(link.long_url)
      })

      test('for one click is used up by visitors who continue, not by those who look', async () => {
        const link = await linkOf()
        await account.call(`PUT /links/${link.short}`, { disposable: true })
        expect((await instance.visit(`/${link.short}`)).status).toBe(200)
        expect((await send(link.short, { onward: 'yes' })).status).toBe(303)
        expect((await send(link.short, { onward: 'yes' })).status).toBe(410)
      })
    })

    test('a tap on its microsite shows the destination too', async () => {
      const body = { slug: 'newcomer', title: 'Ana', kind: 'portfolio' }
      expect((await account.call('POST /microsites', body)).status).toBe(200)
      const component = { kind: 'LINK', data: { href: 'https://example.org/tap' } }
      const { id } = (await account.call('POST /microsites/newcomer/components', component)).body.data
      const shown = await instance.visit(`/newcomer/${id}`)
      expect([shown.status, shown.headers.get('location')]).toEqual([200, null])
      expect(shown.text).toContain('example.org')
      expect((await send(`newcomer/${id}`, { onward: 'no' })).headers.get('location')).toBe('/newcomer')
      const onward = await send(`newcomer/${id}`, { onward: 'yes' })
      expect([onward.status, onward.headers.get('location')]).toEqual([303, 'https://example.org/tap'])
    })

    test('its owner sees until when, and so do administrators', async () => {
      const me = (await account.browser.call('GET /me')).body.data
      expect(me.quarantined_until).toBe(me.user.created_at + 24 * 3600)
      const person = (await root.call(`GET /administration/people/${me.user.id}`)).body.data
      expect(person.quarantined_until).toBe(me.quarantined_until)
      expect((await root.call('GET /me')).body.data.quarantined_until).toBeNull()
    })

    test("an account created by the operator isn't affected", async () => {
      const known = await instance.account()
      const link = await known.link()
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    })

    test("an administrator's trust ends it at once; nobody else can", async () => {
      const { browser, call } = await stranger(instance, 'trusted@example.com')
      const link = (await call('POST /links', { long_url: 'https://example.org/' })).body.data
      expect((await instance.visit(`/${link.short}`)).status).toBe(200)
      const { user } = (await browser.call('GET /me')).body.data
      const path = `POST /administration/people/${user.id}/trust`
      expect(outcome(await browser.call(path))).toEqual([403, 'forbidden'])
      expect((await root.call(path)).body.data.quarantined_until).toBeNull()
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
      expect((await root.call(path)).status).toBe(200)
      const { data } = (await browser.call('GET /audit')).body
      expect(data.filter(({ action }: { action: string }) => action === 'account_trusted')).toHaveLength(1)
    })

    test('it ends by itself a day after the account was created, even if the link is cached', async () => {
      const link = await linkOf()
      expect((await instance.visit(`/${link.short}`)).status).toBe(200)
      await instance.clock.advance(24 * hour)
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    })
  },
  { SIGNUPS: 'open', DEFAULT_PLAN: 'roomy' },
)

onEachEngine(
  'a deceptive destination',
  (instance) => {
    let account: Account
    beforeAll(async () => {
      account = await instance.account()
    })
    const because = async (long_url: string) => {
      const { short } = await account.link({ long_url })
      const { body } = await instance.ask(`GET /${short}`, json)
      return body?.data?.because ?? null
    }

    test('that looks like a well-known host is shown first, spelled as browsers look it up', async () => {
      const link = await account.link({ long_url: 'https://www.pаypal.com/signin' })
      const page = await instance.visit(`/${link.short}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain('<strong>www.xn--pypal-4ve.com</strong>')
      const form = { body: new URLSearchParams({ onward: 'yes' }) }
      expect((await instance.ask(`POST /${link.short}`, form)).headers.get('location')).toBe(
        'https://www.xn--pypal-4ve.com/signin',
      )
      expect(await because('https://paypal.com.login.example/')).toBe('look_alike')
      expect(await because('https://examplebamk.com/')).toBe('look_alike')
      expect(await because('https://paypal.com/')).toBeNull()
    })

    test('that is another link shortener is refused if the operator chose that', async () => {
      const answer = await account.call('POST /links', { body: { long_url: 'https://BIT.ly./x' } })
      expect(outcome(answer)).toEqual([422, 'validation_failed', 'long_url'])
    })

    test('can be vouched for by an administrator', async () => {
      const root = await administrator(instance)
      const link = await account.link({ long_url: 'https://g00gle.com/' })
      expect((await instance.visit(`/${link.short}`)).status).toBe(200)
      await root.call(`POST /administration/links/${link.id}/unblock`)
      expect((await instance.visit(`/${link.short}`)).status).toBe(302)
    })
  },
  { SHORTENERS: 'refuse', PROTECTED_DOMAINS: 'examplebank.com' },
)
