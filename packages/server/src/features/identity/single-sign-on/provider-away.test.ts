// The provider is away, slow, or has new keys: everything else works, and so does signing in once it is back.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { atProvider, providerAddress, signInThere } from '../../../../../../test/accounts/provider-sign-in.ts'
import { password } from '../../../../../../test/accounts/sign-in.ts'
import { formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { textOf } from '../../../../../../test/html.ts'
import { onOneEngine, startInstance } from '../../../../../../test/instance.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'
import { startLyingProvider } from '../../../../../../test/servers/lying-provider.ts'

const settings = { OIDC_NAME: 'Example ID', OIDC_ALLOW: 'example.org' }
const provider = await startIdentityProvider(settings)
provider.people.set('ana', { email: 'ana@example.org', email_verified: true })
afterAll(() => provider.stop())

onOneEngine(
  'with a provider that comes and goes',
  (instance) => {
    beforeAll(() => provider.register(instance.url))

    test('people read on the sign-in page that it can’t be reached, and sign in another way', async () => {
      await provider.goAway()
      const account = await instance.account()
      const browser = formBrowser(instance)
      const answer = await browser.open('/account/single-sign-on?return_to=/account/apps')
      expect([answer.status, textOf(answer.text)]).toEqual([
        503,
        expect.stringContaining('Example ID can’t be reached at the moment.'),
      ])
      const signedIn = await browser.send({ email: account.email, password })
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/account/apps'])
      await provider.comeBack()
      // It isn't asked again within ten seconds.
      expect((await formBrowser(instance).open('/account/single-sign-on')).status).toBe(503)
      await instance.clock.advance(10_000)
      expect((await signInThere(formBrowser(instance), 'ana')).status).toBe(303)
    })

    test('what it has announced is kept for an hour, and for longer while it is away', async () => {
      await provider.goAway()
      await instance.clock.advance(59 * 60_000)
      expect((await formBrowser(instance).open('/account/single-sign-on')).status).toBe(303)
      await instance.clock.advance(2 * 60_000)
      expect((await formBrowser(instance).open('/account/single-sign-on')).status).toBe(303)
      await provider.comeBack()
      instance.clock.move(Date.now() - instance.clock.now())
    })

    test('somebody who comes back while it is away starts over', async () => {
      const browser = formBrowser(instance)
      const back = await atProvider(await providerAddress(browser), 'ana')
      await provider.goAway()
      const answer = await browser.open(back)
      expect([answer.status, textOf(answer.text)]).toEqual([503, expect.stringContaining('can’t be reached')])
      await provider.comeBack()
      expect((await browser.open(back)).status).toBe(410)
      expect((await signInThere(browser, 'ana')).status).toBe(303)
    })

    test('after it has got a new key, people sign in as before', async () => {
      expect((await signInThere(formBrowser(instance), 'ana')).status).toBe(303)
      await provider.rotateKeys()
      await instance.clock.advance(10_000)
      expect((await signInThere(formBrowser(instance), 'ana')).status).toBe(303)
    })
  },
  provider.env,
)

describe('a server', () => {
  test('starts without its provider', async () => {
    const instance = await startInstance('sqlite', {
      OIDC_ISSUER: 'https://nobody.invalid',
      OIDC_CLIENT_ID: 'linnet',
    })
    try {
      expect((await instance.ask('GET /readyz')).status).toBe(200)
      const page = await formBrowser(instance).open('/account/sign-in')
      expect(textOf(page.text)).toContain('Sign in with nobody.invalid')
      expect((await formBrowser(instance).open('/account/single-sign-on')).status).toBe(503)
    } finally {
      await instance.stop()
      await instance.database.remove()
    }
  })
})

const slow = await startLyingProvider(settings)
afterAll(() => slow.stop())

onOneEngine(
  'with a provider that doesn’t answer',
  (instance) => {
    test('nobody else waits, and it is asked once for everybody', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      slow.lies = { wait: () => promise }
      const waiting = [1, 2, 3].map(() => formBrowser(instance).open('/account/single-sign-on'))
      const account = await instance.account()
      const browser = formBrowser(instance)
      await browser.open('/account/sign-in')
      expect((await browser.send({ email: account.email, password })).status).toBe(303)
      expect(slow.requests.get('/.well-known/openid-configuration')).toBe(1)
      resolve()
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([303, 303, 303])
    })

    test('keys that it doesn’t have are asked for at most every ten seconds', async () => {
      slow.lies = {}
      const send = async () =>
        await instance.ask('POST /account/single-sign-on/logout', {
          body: new URLSearchParams({
            logout_token: await slow.logoutToken({}, { kid: crypto.randomUUID() }),
          }),
        })
      for (let time = 0; time < 5; time++) expect((await send()).status).toBe(400)
      expect(slow.requests.get('/keys')).toBe(1)
      await instance.clock.advance(10_000)
      for (let time = 0; time < 5; time++) expect((await send()).status).toBe(400)
      expect(slow.requests.get('/keys')).toBe(2)
    })
  },
  slow.env,
)
