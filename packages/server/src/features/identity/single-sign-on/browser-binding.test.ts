// A sign-in at the provider belongs to the browser that began it, works once, and for ten minutes.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { atProvider, providerAddress } from '../../../../../../test/accounts/provider-sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { engines } from '../../../../../../test/databases.ts'
import { textOf } from '../../../../../../test/html.ts'
import {
  type Instance,
  onEachEngine,
  onOneEngine,
  request,
  startInstance,
  startOn,
} from '../../../../../../test/instance.ts'
import { freePort } from '../../../../../../test/machine/free-port.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'

const provider = await startIdentityProvider({ OIDC_ALLOW: 'example.org' })
afterAll(() => provider.stop())
provider.people.set('ana', { email: 'ana@example.org', email_verified: true })
provider.people.set('mallory', { email: 'mallory@example.org', email_verified: true })

onEachEngine(
  'a sign-in at the provider',
  (instance) => {
    beforeAll(() => provider.register(instance.url))
    // As many sign-ins a minute as one address may begin.
    afterEach(() => instance.clock.advance(60_000))

    const isExpired = expect.stringContaining('This sign-in has expired')

    test("doesn't sign in another browser: nobody is signed in to a stranger's account with a link", async () => {
      const mallory = formBrowser(instance)
      const back = await atProvider(await providerAddress(mallory), 'mallory')
      const victim = formBrowser(instance)
      const answer = await victim.open(back)
      expect([answer.status, textOf(answer.text)]).toEqual([410, isExpired])
      // Neither if the victim has begun a sign-in of their own.
      await providerAddress(victim)
      expect((await victim.open(back)).status).toBe(410)
      expect(victim.cookies.has('linnet_session')).toBe(false)
      // It still works where it began.
      expect((await mallory.open(back)).status).toBe(303)
    })

    test('works once: a replayed state signs nobody in, even at the same time', async () => {
      const browser = formBrowser(instance)
      const back = await atProvider(await providerAddress(browser), 'ana')
      const cookie = browser.cookies.get('linnet_sign_in') ?? ''
      const answers = await Promise.all([browser.open(back), browser.open(back), browser.open(back)])
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410])
      const replay = formBrowser(instance)
      replay.cookies.set('linnet_sign_in', cookie)
      const answer = await replay.open(back)
      expect([answer.status, textOf(answer.text)]).toEqual([410, isExpired])
    })

    test('works for ten minutes', async () => {
      const browser = formBrowser(instance)
      const back = await atProvider(await providerAddress(browser), 'ana')
      await instance.clock.advance(10 * 60_000)
      expect((await browser.open(back)).status).toBe(410)
    })

    test('can be finished in each of two tabs', async () => {
      const browser = formBrowser(instance)
      const tabs = [await providerAddress(browser), await providerAddress(browser)]
      const backs = await Promise.all(tabs.map((address) => atProvider(address, 'ana')))
      for (const back of backs.reverse()) {
        browser.cookies.delete('linnet_session')
        expect((await browser.open(back)).status).toBe(303)
        expect(browser.cookies.has('linnet_session')).toBe(true)
        // What was finished stays used up, although the browser keeps the cookie.
        expect((await browser.open(back)).status).toBe(410)
      }
    })

    test.each([
      ['without a state', ''],
      ['with an unknown state', '?code=a&state=unknown'],
      ['with an unknown state and a message', '?error=access_denied&error_description=<b>Call+us&state=x'],
      ['with two states', '?code=a&state=a&state=b'],
    ])('that comes back %s is expired', async (_how, query) => {
      const browser = formBrowser(instance)
      await providerAddress(browser)
      const { status, text } = await browser.open(`/account/single-sign-on/callback${query}`)
      expect(status).toBe(410)
      expect(text).not.toContain('Call')
    })

    test('begins at most thirty times a minute for one address', async () => {
      const start = () => formBrowser(instance).open('/account/single-sign-on')
      const answers = []
      for (let time = 0; time < 31; time++) answers.push((await start()).status)
      expect(answers.slice(0, 30)).toEqual(Array(30).fill(303))
      expect(answers[30]).toBe(429)
    })

    test('is asked for with PKCE, a nonce and a state that no page or log shows', async () => {
      const address = new URL(await providerAddress(formBrowser(instance)))
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: 'linnet',
        redirect_uri: `${instance.url}/account/single-sign-on/callback`,
        scope: 'openid email profile groups',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(address.searchParams.has('prompt')).toBe(false)
    })
  },
  provider.env,
)

onOneEngine(
  'a server under https',
  (instance) => {
    test('binds the sign-in to its own host with a cookie that no script reads', async () => {
      const answer = await instance.ask('GET /account/single-sign-on', {
        headers: { host: 'links.example.com' },
      })
      expect(answer.headers.get('set-cookie')).toMatch(
        /^__Host-linnet_sign_in=\w{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    })
  },
  { ...provider.env, PUBLIC_URL: 'https://links.example.com', COOKIE_DOMAIN: 'example.com' },
)

test.each(engines)(
  'a sign-in that began before a restart is finished by the next process, on %s',
  async (engine) => {
    const port = await freePort()
    const env = { ...provider.env, PUBLIC_URL: `http://localhost:${port}`, PORT: String(port) }
    const before = await startInstance(engine, env)
    await provider.register(env.PUBLIC_URL)
    const url = env.PUBLIC_URL
    const at = (instance: Instance): Instance => ({
      ...instance,
      url,
      ask: (methodAndPath, options) => request(url, methodAndPath, options),
    })
    try {
      const browser = formBrowser(at(before))
      const back = await atProvider(await providerAddress(browser), 'ana')
      await before.stop()
      const after = await startOn(before.database, engine, env)
      try {
        const there = formBrowser(at(after))
        for (const [name, value] of browser.cookies) there.cookies.set(name, value)
        expect((await there.open(back)).status).toBe(303)
        expect((await there.call('GET /user')).body.data.email).toBe('ana@example.org')
      } finally {
        await after.stop()
      }
    } finally {
      await before.database.remove()
    }
  },
)
