// Back-channel logout: the provider ends sessions here when somebody signs out there.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import {
  atProvider,
  type ProviderCookies,
  providerAddress,
  signInThere,
} from '../../../../../../test/accounts/provider-sign-in.ts'
import { password } from '../../../../../../test/accounts/sign-in.ts'
import { type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { formIn } from '../../../../../../test/html.ts'
import { onEachEngine } from '../../../../../../test/instance.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'
import { logoutEvents, startLyingProvider } from '../../../../../../test/servers/lying-provider.ts'
import { until } from '../../../../../../test/timeouts.ts'

const provider = await startIdentityProvider({ OIDC_NAME: 'Example ID', OIDC_ALLOW: 'example.org' })
const liar = await startLyingProvider({ OIDC_NAME: 'Example ID', OIDC_ALLOW: 'example.org' })
afterAll(() => Promise.all([provider.stop(), liar.stop()]))

const isSignedIn = async (browser: FormBrowser) => (await browser.call('GET /user')).status === 200

onEachEngine(
  'somebody who signs out at the provider',
  (instance) => {
    beforeAll(() => provider.register(instance.url))

    /** Signs out at the provider, which tells Linnet. */
    async function signOutThere(cookies: ProviderCookies): Promise<void> {
      const headers = () => ({ cookie: [...cookies].map((pair) => pair.join('=')).join('; ') })
      const page = await fetch(`${provider.issuer}/session/end`, { headers: headers(), redirect: 'manual' })
      for (const line of page.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const form = formIn(await page.text())
      const answer = await fetch(form?.action ?? '', {
        method: 'POST',
        redirect: 'manual',
        headers: headers(),
        body: new URLSearchParams({ ...form?.fields, logout: 'yes' }),
      })
      expect(answer.status).toBe(303)
    }

    test('is signed out here: in the session that belongs to it, and in no other', async () => {
      provider.people.set('ana', { email: 'ana@example.org', email_verified: true })
      const there: ProviderCookies = new Map()
      const [browser, elsewhere] = [formBrowser(instance), formBrowser(instance)]
      await signInThere(browser, 'ana', { cookies: there })
      await signInThere(elsewhere, 'ana')
      expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, true])
      await signOutThere(there)
      await until('the session has ended', async () => !(await isSignedIn(browser)))
      expect(await isSignedIn(elsewhere)).toBe(true)
      const [entry] = (await elsewhere.call('GET /audit')).body.data
      expect(entry).toMatchObject({
        action: 'session_ended',
        detail: { count: '1', provider: 'Example ID' },
      })
    })

    test('is asked there again the next time', async () => {
      provider.people.set('ben', { email: 'ben@example.org', email_verified: true })
      const there: ProviderCookies = new Map()
      const browser = formBrowser(instance)
      await signInThere(browser, 'ben', { cookies: there })
      // The provider knows them: it asks nothing.
      const second = formBrowser(instance)
      await second.open(await atProvider(await providerAddress(second), 'somebody else', there))
      expect((await second.call('GET /user')).body.data.email).toBe('ben@example.org')
      await signOutThere(there)
      await until('the session has ended', async () => !(await isSignedIn(browser)))
    })
  },
  provider.env,
)

onEachEngine(
  'a logout token',
  (instance) => {
    afterEach(() => {
      liar.lies = {}
    })

    const send = (logout_token: string, fields: Record<string, string> = {}) =>
      instance.ask('POST /account/single-sign-on/logout', {
        body: new URLSearchParams({ logout_token, ...fields }),
      })

    /** A browser that has signed in at the provider, in this session of it. */
    async function signedIn(sid?: string): Promise<FormBrowser> {
      const browser = formBrowser(instance)
      const address = await providerAddress(browser)
      liar.lies = { claims: { sid } }
      await browser.open(liar.comeBack(address))
      liar.lies = {}
      expect(await isSignedIn(browser)).toBe(true)
      return browser
    }

    test('ends all sessions that began with the identity, but not one that began with a password', async () => {
      const [first, second] = [await signedIn('a'), await signedIn()]
      await instance.command('user', 'create', '--email', 'owner@example.org', '--password', password)
      const owner = formBrowser(instance)
      await owner.open('/account/sign-in')
      await owner.send({ email: 'owner@example.org', password })
      const answer = await send(await liar.logoutToken())
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(owner)]).toEqual([
        false,
        false,
        true,
      ])
    })

    test.each<[string, Record<string, unknown>]>([
      ['with subject and session', { sid: 'one' }],
      ['with a session only', { sid: 'one', sub: undefined }],
    ])('%s ends the sessions that belong to that one', async (_how, claims) => {
      const [one, two] = [await signedIn('one'), await signedIn('two')]
      expect((await send(await liar.logoutToken(claims))).status).toBe(200)
      expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true])
    })

    test('with subject and session also ends sessions of which the provider gave no session', async () => {
      const [unknown, other] = [await signedIn(), await signedIn('two')]
      expect((await send(await liar.logoutToken({ sid: 'one' }))).status).toBe(200)
      expect([await isSignedIn(unknown), await isSignedIn(other)]).toEqual([false, true])
    })

    test.each([null, '', 'a\0b', 'x'.repeat(256)])(
      'with a session that is not kept at sign-in (%j) ends all of the subject',
      async (sid) => {
        const browser = await signedIn('two')
        expect((await send(await liar.logoutToken({ sid }))).status).toBe(200)
        expect(await isSignedIn(browser)).toBe(false)
      },
    )

    test('about nobody is fine, and ends nothing', async () => {
      const browser = await signedIn('three')
      expect((await send(await liar.logoutToken({ sub: 'unknown' }))).status).toBe(200)
      expect((await send(await liar.logoutToken({ sub: undefined, sid: 'unknown' }))).status).toBe(200)
      expect(await isSignedIn(browser)).toBe(true)
    })

    test('works once: sent again, it ends no newer session', async () => {
      const token = await liar.logoutToken()
      expect((await send(token)).status).toBe(200)
      const browser = await signedIn('four')
      expect((await send(token)).status).toBe(400)
      expect(await isSignedIn(browser)).toBe(true)
    })

    describe('is refused, and ends nothing,', () => {
      const now = () => Math.floor(Date.now() / 1000)
      let browser: FormBrowser
      beforeAll(async () => {
        browser = await signedIn()
      })

      test.each<[string, () => Promise<string>]>([
        ['of another issuer', () => liar.logoutToken({ iss: 'https://evil.example' })],
        ['for another client', () => liar.logoutToken({ aud: 'another' })],
        ['with a nonce: it is an ID token', () => liar.logoutToken({ nonce: 'a' })],
        ['without events', () => liar.logoutToken({ events: undefined })],
        ['with other events', () => liar.logoutToken({ events: { 'https://example.com/event': {} } })],
        ['with events that are no object', () => liar.logoutToken({ events: Object.keys(logoutEvents) })],
        ['without an id', () => liar.logoutToken({ jti: undefined })],
        ['with an id that is no text', () => liar.logoutToken({ jti: { a: 1 } })],
        ['with a subject that is no text', () => liar.logoutToken({ sub: 7 })],
        ['with a subject that is a list', () => liar.logoutToken({ sub: ['mallory'] })],
        ['with a subject that no database stores', () => liar.logoutToken({ sub: 'a\0b' })],
        ['with a session that is no text', () => liar.logoutToken({ sid: 7 })],
        ['with a session that no database stores', () => liar.logoutToken({ sub: undefined, sid: 'a\0b' })],
        ['without subject and session', () => liar.logoutToken({ sub: undefined })],
        ['without a time', () => liar.logoutToken({ iat: undefined })],
        ['that is older than five minutes', () => liar.logoutToken({ iat: now() - 400, exp: now() + 100 })],
        ['from the future', () => liar.logoutToken({ iat: now() + 200, exp: now() + 300 })],
        ['that has expired', () => liar.logoutToken({ exp: now() - 70 })],
        ['that is no token', async () => 'a.b.c'],
        ['that is empty', async () => ''],
        ['that is longer than sixteen kilobytes', () => liar.logoutToken({ more: 'x'.repeat(17_000) })],
      ])('%s', async (_what, token) => {
        const answer = await send(await token())
        expect([answer.status, answer.body.error, answer.headers.get('cache-control')]).toEqual([
          400,
          'invalid_request',
          'no-store',
        ])
        expect(await isSignedIn(browser)).toBe(true)
        await instance.clock.advance(3000)
        instance.clock.move(-3000)
      })

      test.each(['unpublished', 'secret', 'none'] as const)(
        'signed by somebody else: %s',
        async (signature) => {
          const browser = await signedIn()
          liar.lies = { signature }
          const token = await liar.logoutToken()
          liar.lies = {}
          expect((await send(token)).status).toBe(400)
          expect(await isSignedIn(browser)).toBe(true)
        },
      )
    })

    test('that is refused is no failed sign-in', async () => {
      const failures = async () => {
        const headers = { authorization: 'Bearer metrics' }
        const { text } = await instance.ask('GET /healthz/metrics', { headers })
        return text.match(/^linnet_single_sign_on_failures_total.*$/gm)
      }
      const before = await failures()
      expect(before).toHaveLength(5)
      expect((await send('a.b.c')).status).toBe(400)
      expect(await failures()).toEqual(before)
    })

    test('is no way in: another body, method or size is refused', async () => {
      const path = '/account/single-sign-on/logout'
      const json = await instance.ask(`POST ${path}`, { body: { logout_token: 'a' } })
      const large = await send('a'.repeat(70_000))
      const get = await instance.ask(`GET ${path}`)
      expect([json.status, large.status, get.status]).toEqual([400, 413, 303])
    })
  },
  { ...liar.env, METRICS_TOKEN: 'metrics' },
)
