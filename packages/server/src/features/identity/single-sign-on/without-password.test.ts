// People without a password: they confirm who they are at the provider, and can get a password later.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { atProvider, providerAddress, signInThere } from '../../../../../../test/accounts/provider-sign-in.ts'
import { addressIn, type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { textOf } from '../../../../../../test/html.ts'
import { type Answer, onEachEngine, onOneEngine } from '../../../../../../test/instance.ts'
import { startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'
import { startLyingProvider } from '../../../../../../test/servers/lying-provider.ts'

const settings = { OIDC_NAME: 'Example ID', OIDC_ALLOW: 'example.org' }
const provider = await startIdentityProvider(settings)
const liar = await startLyingProvider(settings)
afterAll(() => Promise.all([provider.stop(), liar.stop()]))

const redirect = (answer: Answer) => [answer.status, answer.headers.get('location')]
const newKey = { name: 'Key', scopes: ['links:read'] }

/** Sends the form that goes to the provider to confirm who somebody is; returns where it leads. */
async function confirmationAddress(browser: FormBrowser, returnTo = '/account/security'): Promise<string> {
  const page = await browser.post('/account/single-sign-on', { purpose: 'confirm', return_to: returnTo })
  expect(page.status).toBe(200)
  const [, address = ''] = /<a class="button" href="([^"]+)"/.exec(page.text) ?? []
  return address.replaceAll('&amp;', '&')
}

onEachEngine(
  'somebody without a password',
  (instance) => {
    let people = 0
    beforeAll(() => provider.register(instance.url))
    afterEach(() => instance.clock.move(Date.now() - instance.clock.now()))

    /** Signed in at the provider, eleven minutes ago if `stale`; both clocks agree again now. */
    async function person({ stale = false } = {}) {
      const name = `person ${++people}`
      const email = `sso${people}@example.org`
      provider.people.set(name, { email, email_verified: true })
      const browser = formBrowser(instance)
      if (stale) instance.clock.move(-11 * 60_000)
      expect((await signInThere(browser, name)).status).toBe(303)
      if (stale) instance.clock.move(11 * 60_000)
      return { name, email, browser }
    }

    test('has none that could be guessed, and sees that it has none', async () => {
      const { email, browser } = await person()
      for (const password of ['', 'a', ' ', '0'])
        expect((await instance.ask('POST /api/session', { body: { email, password } })).status).toBeOneOf([
          401, 422,
        ])
      expect((await browser.call('GET /sign-in-methods')).body.data).toMatchObject({
        password: false,
        password_sign_in: true,
        provider: 'Example ID',
      })
      expect(textOf((await browser.open('/account/security')).text)).toContain(
        'You don’t have a password. You sign in with Example ID.',
      )
    })

    test('confirms who they are at the provider, where it must be asked again', async () => {
      const { name, browser } = await person({ stale: true })
      expect((await browser.call('POST /keys', newKey)).body.error.code).toBe('reauthentication_required')
      const page = await browser.open('/account/reauthenticate?return_to=/account/passkeys/add')
      expect(textOf(page.text)).toContain('Confirm with Example ID')
      expect(page.text).not.toContain('type="password"')
      const address = await confirmationAddress(browser, '/account/passkeys/add')
      expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
        prompt: 'login',
        max_age: '0',
      })
      const before = browser.cookies.get('linnet_session')
      expect(redirect(await browser.open(await atProvider(address, name)))).toEqual([
        303,
        '/account/passkeys/add',
      ])
      // The session goes on under another cookie.
      expect(browser.cookies.get('linnet_session')).not.toBe(before)
      expect((await browser.call('POST /keys', newKey)).status).toBe(200)
      const entries = (await browser.call('GET /audit')).body.data as { action: string; detail: object }[]
      expect(entries[1]).toMatchObject({ action: 'reauthenticated', detail: { how: 'Example ID' } })
    })

    test('doesn’t confirm it as somebody else there', async () => {
      const { browser } = await person({ stale: true })
      const other = await person()
      const back = await atProvider(await confirmationAddress(browser), other.name)
      const answer = await browser.open(back)
      expect([answer.status, textOf(answer.text)]).toEqual([
        403,
        expect.stringContaining('someone who isn’t connected to this account'),
      ])
      expect((await browser.call('POST /keys', newKey)).body.error.code).toBe('reauthentication_required')
    })

    test('doesn’t confirm it in another session', async () => {
      const { name, browser } = await person({ stale: true })
      const thief = await person()
      const back = await atProvider(await confirmationAddress(browser), name)
      thief.browser.cookies.set('linnet_sign_in', browser.cookies.get('linnet_sign_in') ?? '')
      expect((await thief.browser.open(back)).status).toBe(410)
    })

    test('deletes their account once they have confirmed who they are', async () => {
      const { name, browser } = await person({ stale: true })
      expect(redirect(await browser.open('/account/delete'))).toEqual([
        303,
        '/account/reauthenticate?return_to=%2Faccount%2Fdelete',
      ])
      expect((await browser.call('POST /user/delete', {})).body.error.code).toBe('reauthentication_required')
      await browser.open(await atProvider(await confirmationAddress(browser, '/account/delete'), name))
      const page = await browser.open('/account/delete')
      expect(page.text).not.toContain('type="password"')
      expect(redirect(await browser.post('/account/delete', {}))).toEqual([303, '/account/deleted'])
      expect((await browser.call('GET /user')).status).toBe(401)
    })

    test('gets a password by e-mail, which is needed from then on', async () => {
      const { email, browser } = await person()
      await browser.open('/account/forgot-password')
      await browser.send({ email })
      await browser.open(addressIn(instance.messageTo(email)))
      await browser.send({ password: 'quite a new password' })
      const { data } = (await browser.call('GET /sign-in-methods')).body
      expect(data).toMatchObject({ password: true, identities: [{ email }] })
      const deletion = await browser.call('POST /user/delete', {})
      expect([deletion.status, deletion.body.error.details?.[0]?.path]).toEqual([422, 'password'])
      // The identity is no longer the only way.
      expect((await browser.call(`POST /identities/${data.identities[0].id}/remove`)).status).toBe(200)
    })

    test('keeps the identity, because there is no other way to sign in', async () => {
      const { browser } = await person()
      const { identities } = (await browser.call('GET /sign-in-methods')).body.data
      const answer = await browser.call(`POST /identities/${identities[0].id}/remove`)
      expect([answer.status, answer.body.error.message]).toEqual([
        403,
        'You would have no way to sign in. First set a password or add a passkey.',
      ])
    })

    test('finds the identity in the data of the account', async () => {
      const { email, browser } = await person()
      const { text } = await browser.call('GET /export')
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines.find(({ type }) => type === 'identity')).toMatchObject({
        data: { email, issuer: provider.issuer },
      })
    })
  },
  provider.env,
)

onOneEngine(
  'a provider that confirms who somebody is',
  (instance) => {
    /** Signed in a minute and a half ago; the provider says that they proved themselves this many seconds ago. */
    async function confirm(claims: Record<string, unknown>): Promise<Answer> {
      const browser = formBrowser(instance)
      await browser.open(liar.comeBack(await providerAddress(browser)))
      const address = await confirmationAddress(browser)
      liar.lies = { claims }
      const answer = await browser.open(liar.comeBack(address))
      liar.lies = {}
      return answer
    }
    const ago = (seconds: number) => ({ auth_time: Math.floor(Date.now() / 1000) - seconds })

    /** A browser that has signed in, while the provider says this too. */
    async function signedIn(claims: Record<string, unknown>): Promise<FormBrowser> {
      const browser = formBrowser(instance)
      const address = await providerAddress(browser)
      liar.lies = { claims }
      expect((await browser.open(liar.comeBack(address))).status).toBe(303)
      liar.lies = {}
      return browser
    }
    const isFresh = async (browser: FormBrowser, minutesLater = 0) => {
      instance.clock.move(minutesLater * 60_000)
      const { status, body } = await browser.call('POST /keys', newKey)
      instance.clock.move(-minutesLater * 60_000)
      if (status !== 200) expect(body.error.code).toBe('reauthentication_required')
      return status === 200
    }

    test.each<[string, number | null, number, boolean]>([
      ['longer than ten minutes ago doesn’t confirm it by a sign-in', 660, 0, false],
      ['five minutes ago confirms it for five more', 300, 2, true],
      ['five minutes ago doesn’t confirm it for six more', 300, 6, false],
      ['in the future doesn’t confirm it for longer than ten minutes', -300, 11, false],
      ['at no known time confirms it by a sign-in', null, 9, true],
    ])('and did so %s', async (_when, seconds, minutesLater, fresh) => {
      const browser = await signedIn(seconds === null ? {} : ago(seconds))
      expect(await isFresh(browser, minutesLater)).toBe(fresh)
    })

    test('and did so before they came back confirms it from then on', async () => {
      const browser = await signedIn(ago(660))
      const address = await confirmationAddress(browser)
      liar.lies = { claims: ago(50) }
      await browser.open(liar.comeBack(address))
      liar.lies = {}
      expect(await isFresh(browser)).toBe(true)
      expect(await isFresh(browser, 9.5)).toBe(false)
    })

    test('signs nobody in if it says that it did so at something else than a time', async () => {
      const browser = formBrowser(instance)
      const address = await providerAddress(browser)
      liar.lies = { claims: { auth_time: 'now' } }
      expect((await browser.open(liar.comeBack(address))).status).toBe(400)
      liar.lies = {}
    })

    test('is believed if it has asked just now', async () => {
      expect(redirect(await confirm(ago(0)))).toEqual([303, '/account/security'])
    })

    describe('is not believed', () => {
      test.each<[string, Record<string, unknown>]>([
        ['if it asked before Linnet wanted it to', ago(70)],
        ['if it doesn’t say when it has asked', {}],
        ['if it says something else than a time', { auth_time: 'now' }],
      ])('%s', async (_what, claims) => {
        expect((await confirm(claims)).status).toBe(400)
      })
    })
  },
  liar.env,
)
