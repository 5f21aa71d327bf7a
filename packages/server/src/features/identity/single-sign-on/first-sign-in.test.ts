// Signing in at the provider: who gets an account, who is refused and why, and that an identity stays the same person.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signInThere } from '../../../../../../test/accounts/provider-sign-in.ts'
import { type FormBrowser, formBrowser } from '../../../../../../test/browser/form-browser.ts'
import { textOf } from '../../../../../../test/html.ts'
import { type Answer, onEachEngine } from '../../../../../../test/instance.ts'
import { type PersonThere, startIdentityProvider } from '../../../../../../test/servers/identity-provider.ts'

const provider = await startIdentityProvider({
  OIDC_NAME: 'Example ID',
  OIDC_ALLOW: 'example.org, group:staff',
  // Single sign-on has rules of its own.
  SIGNUPS: 'closed',
  QUARANTINE_HOURS: '24',
})
afterAll(() => provider.stop())

const signedIn = (answer: Answer) => [answer.status, answer.headers.get('location')]
const emailOf = async (browser: FormBrowser) => (await browser.call('GET /user')).body?.data?.email
const idOf = async (browser: FormBrowser) => (await browser.call('GET /user')).body?.data?.id

onEachEngine(
  'somebody who signs in at the provider',
  (instance) => {
    beforeAll(() => provider.register(instance.url))

    /** A browser that has signed in as this person, and the answer. */
    async function arrive(name: string, person: PersonThere) {
      provider.people.set(name, person)
      const browser = formBrowser(instance)
      return { browser, answer: await signInThere(browser, name) }
    }

    test('gets an account by the domain of their verified address, and is signed in', async () => {
      const ana = { email: 'Ana@Example.org', email_verified: true, name: 'Ana' }
      const { browser, answer } = await arrive('ana', ana)
      expect(signedIn(answer)).toEqual([303, '/account'])
      const { data } = (await browser.call('GET /user')).body
      expect(data).toMatchObject({ email: 'ana@example.org', name: 'Ana' })
      const actions = (await browser.call('GET /audit')).body.data as { action: string; detail: object }[]
      expect(actions.map(({ action }) => action)).toEqual(['signed_in', 'identity_joined', 'account_created'])
      expect(actions[0]?.detail).toEqual({ how: 'Example ID' })
    })

    test('is no stranger: visitors of their links see no warning', async () => {
      const { browser } = await arrive('ben', { email: 'ben@example.org', email_verified: true })
      const link = await browser.call('POST /links', { long_url: 'https://example.com/' })
      const visit = await instance.visit(`/${link.body?.data?.short ?? ''}`)
      expect([link.status, visit.status]).toEqual([200, 302])
    })

    test('gets an account by a group, even with an address that is not verified, which then counts as that', async () => {
      const { browser, answer } = await arrive('cem', { email: 'cem@elsewhere.example', groups: ['staff'] })
      expect(signedIn(answer)).toEqual([303, '/account'])
      expect((await browser.call('GET /me')).body.data.email_confirmed).toBe(false)
    })

    test('gets an account by a group, however many others they are in', async () => {
      const groups = [...Array.from({ length: 5000 }, (_, index) => `group ${index}`), 'staff']
      const { answer } = await arrive('cara', { email: 'cara@elsewhere.example', groups })
      expect(signedIn(answer)).toEqual([303, '/account'])
    })

    test.each<[string, PersonThere, string]>([
      ['of another domain', { email: 'dia@example.com', email_verified: true }, 'isn’t open to everyone'],
      [
        'of a subdomain',
        { email: 'dia@mail.example.org', email_verified: true },
        'isn’t open to everyone there',
      ],
      [
        'of another group',
        { email: 'dia@example.com', email_verified: true, groups: ['guests'] },
        'isn’t open to everyone there',
      ],
      ['with an unverified address', { email: 'dia@example.org' }, 'doesn’t confirm that dia@example.org is'],
      ['without an address', { groups: ['staff'] }, 'didn’t share your e-mail address'],
    ])('%s gets none, and reads why', async (_who, person, words) => {
      const { browser, answer } = await arrive(`dia ${words}`, person)
      expect(answer.status).toBe(403)
      expect(textOf(answer.text)).toContain(words)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(browser.cookies.has('linnet_session')).toBe(false)
      expect(await emailOf(browser)).toBeUndefined()
    })

    test('is the same person with another address there, which takes nobody else’s account', async () => {
      const other = await instance.account()
      const { browser } = await arrive('eva', { email: 'eva@example.org', email_verified: true })
      const id = await idOf(browser)
      const changed = await arrive('eva', { email: other.email, email_verified: true })
      expect(signedIn(changed.answer)).toEqual([303, '/account'])
      expect([await idOf(changed.browser), await emailOf(changed.browser)]).toEqual([id, 'eva@example.org'])
      const { identities } = (await changed.browser.call('GET /sign-in-methods')).body.data
      expect(identities).toMatchObject([{ issuer: provider.issuer, email: other.email }])
    })

    test('is the same person even where no rule lets them in any more', async () => {
      await arrive('fay', { email: 'fay@example.org', email_verified: true })
      const { answer } = await arrive('fay', { groups: [] })
      expect(signedIn(answer)).toEqual([303, '/account'])
    })

    test('with the address of somebody else, is somebody else', async () => {
      const first = await arrive('gus', { email: 'gus@example.org', email_verified: true })
      const { answer, browser } = await arrive('gus 2', { email: 'gus@example.org', email_verified: true })
      expect(textOf(answer.text)).toContain('You already have an account')
      expect(await emailOf(browser)).toBeUndefined()
      expect(await emailOf(first.browser)).toBe('gus@example.org')
    })

    test('to a blocked account reads why it is blocked, and is not signed in', async () => {
      const hal = { email: 'hal@example.org', email_verified: true }
      const { browser } = await arrive('hal', hal)
      const administrator = await instance.account({ administrator: true })
      const admin = formBrowser(instance)
      await admin.open('/account/sign-in')
      await admin.send({ email: administrator.email, password: 'a fine password' })
      await admin.call(`POST /administration/people/${await idOf(browser)}/block`, { reason: 'Spam <b>' })
      const { answer, browser: again } = await arrive('hal', hal)
      expect([answer.status, again.cookies.has('linnet_session')]).toEqual([403, false])
      expect(answer.text).toContain('Spam &lt;b&gt;')
    })

    test('after deleting their account, gets a new one', async () => {
      const ida = { email: 'ida@example.org', email_verified: true }
      const { browser } = await arrive('ida', ida)
      const id = await idOf(browser)
      await instance.command('user', 'delete', '--email', 'ida@example.org')
      expect(await emailOf(browser)).toBeUndefined()
      const again = await arrive('ida', ida)
      expect(await emailOf(again.browser)).toBe('ida@example.org')
      expect(await idOf(again.browser)).not.toBe(id)
    })

    test('twice at once gets one account', async () => {
      provider.people.set('jo', { email: 'jo@example.org', email_verified: true })
      const browsers = [formBrowser(instance), formBrowser(instance)]
      const answers = await Promise.all(browsers.map((browser) => signInThere(browser, 'jo')))
      // The slower one may have to start over.
      expect(answers.map(({ status }) => status).filter((status) => status !== 503)).toContain(303)
      const again = formBrowser(instance)
      expect(signedIn(await signInThere(again, 'jo'))).toEqual([303, '/account'])
      expect(await emailOf(again)).toBe('jo@example.org')
    })

    test('but cancels there, is back at the sign-in page', async () => {
      const browser = formBrowser(instance)
      const answer = await signInThere(browser, '')
      expect([answer.status, textOf(answer.text)]).toEqual([
        403,
        expect.stringContaining('You weren’t signed in with Example ID'),
      ])
    })

    test('goes on to the page that they came for', async () => {
      provider.people.set('kim', { email: 'kim@example.org', email_verified: true })
      const answer = await signInThere(formBrowser(instance), 'kim', { returnTo: '/account/apps' })
      expect(signedIn(answer)).toEqual([303, '/account/apps'])
      for (const returnTo of ['https://evil.example/', '//evil.example', '/abc'])
        expect(signedIn(await signInThere(formBrowser(instance), 'kim', { returnTo }))).toEqual([
          303,
          '/dashboard',
        ])
    })

    test('finds the button on the sign-in page, with the page to return to', async () => {
      const { text } = await formBrowser(instance).open('/account/sign-in?return_to=/account/apps')
      expect(text).toContain('href="/account/single-sign-on?return_to=%2Faccount%2Fapps"')
      expect(textOf(text)).toContain('Sign in with Example ID')
    })
  },
  provider.env,
)
