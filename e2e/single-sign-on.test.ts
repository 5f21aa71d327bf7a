// Single sign-on in a real browser, with a real provider: first sign-in, refusals, replays, signing out there, and confirming
// one's identity.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { password } from '../test/accounts/sign-in.ts'
import { violationsOf } from '../test/browser/axe.ts'
import { chrome, inNewWindow } from '../test/browser/browser-window.ts'
import { onOneEngine } from '../test/instance.ts'
import { startIdentityProvider } from '../test/servers/identity-provider.ts'

const provider = await startIdentityProvider({
  OIDC_NAME: 'Example ID',
  OIDC_ALLOW: 'example.org, group:staff',
})
afterAll(() => provider.stop())

onOneEngine(
  'single sign-on',
  (instance) => {
    beforeAll(() => provider.register(instance.url))
    afterEach(() => instance.clock.move(Date.now() - instance.clock.now()))

    const inWindow = (work: (page: Page, context: BrowserContext) => Promise<void>) =>
      inNewWindow(chrome, { javaScriptEnabled: true }, work, /favicon|404/)

    /** Signs in there by this name; the provider's page is open. */
    async function signInThere(page: Page, name: string): Promise<void> {
      await page.getByRole('heading', { name: 'Provider' }).waitFor()
      await page.getByRole('textbox').fill(name)
      await page.getByRole('button', { name: 'Sign in there' }).click()
    }

    async function signIn(page: Page, name: string, returnTo = '/account'): Promise<void> {
      await page.goto(`${instance.url}/account/sign-in?return_to=${encodeURIComponent(returnTo)}`)
      await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
      await signInThere(page, name)
    }

    test('signs somebody in for the first time, and brings them to the page that they came for', async () => {
      provider.people.set('ana', { email: 'ana@example.org', email_verified: true, name: 'Ana' })
      await inWindow(async (page) => {
        await page.goto(`${instance.url}/account/sign-in`)
        expect(await violationsOf(page)).toStrictEqual([])
        await signIn(page, 'ana', '/account/security')
        await page.waitForURL(`${instance.url}/account/security`)
        await page.getByText('You don’t have a password. You sign in with Example ID.').waitFor()
        await page.getByText('ana@example.org').first().waitFor()
        expect(await violationsOf(page)).toStrictEqual([])
      })
    })

    test.each([
      ['a domain', { email: 'ben@example.com', email_verified: true }, 'isn’t open to everyone there'],
      ['a group', { email: 'ben@example.com', groups: ['guests'] }, 'isn’t open to everyone there'],
      ['an address that is not verified', { email: 'ben@example.org' }, 'doesn’t confirm that'],
    ])('refuses %s, says why, and leads back', async (_who, person, words) => {
      provider.people.set('ben', person)
      await inWindow(async (page) => {
        await signIn(page, 'ben')
        await page.getByText(words).waitFor()
        expect(await violationsOf(page)).toStrictEqual([])
        await page.getByRole('link', { name: 'Back to sign-in' }).click()
        await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
      })
    })

    test('refuses a replayed answer, in the same browser and in another one', async () => {
      provider.people.set('cem', { email: 'cem@example.org', email_verified: true })
      await inWindow(async (page, context) => {
        let answer = ''
        page.on('request', (request) => {
          if (request.url().includes('/callback?')) answer = request.url()
        })
        await signIn(page, 'cem')
        await page.waitForURL(`${instance.url}/account`)
        await context.clearCookies({ name: 'linnet_session' })
        await page.goto(answer)
        await page.getByText('This sign-in has expired').waitFor()
        await page.goto(`${instance.url}/account`)
        await page.waitForURL(/sign-in/)
        await inWindow(async (other) => {
          await other.goto(answer)
          await other.getByText('This sign-in has expired').waitFor()
        })
      })
    })

    test('joins an account that was there before, once its owner has signed in to it', async () => {
      const { email } = await instance.account()
      provider.people.set('dia', { email, email_verified: true })
      await inWindow(async (page) => {
        await signIn(page, 'dia')
        await page.getByText(`There’s already an account for ${email} here.`).waitFor()
        expect(await violationsOf(page)).toStrictEqual([])
        await page.getByRole('link', { name: 'Sign in to the account' }).click()
        await page.getByLabel('E-mail address').fill(email)
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByText(`Anyone who signs in at Example ID as ${email}`).waitFor()
        expect(await violationsOf(page)).toStrictEqual([])
        await page.getByRole('button', { name: 'Connect' }).click()
        await page.waitForURL(`${instance.url}/account`)
      })
      await inWindow(async (page) => {
        await signIn(page, 'dia')
        await page.waitForURL(`${instance.url}/account`)
      })
    })

    test('ends the session here when somebody signs out there', async () => {
      provider.people.set('eva', { email: 'eva@example.org', email_verified: true })
      await inWindow(async (page) => {
        await signIn(page, 'eva')
        await page.waitForURL(`${instance.url}/account`)
        await page.goto(`${provider.issuer}/session/end`)
        await page.getByRole('button', { name: 'Sign out there' }).click()
        await page.getByText('Signed out there.').waitFor()
        await page.goto(`${instance.url}/account`)
        await page.waitForURL(/\/account\/sign-in/)
      })
    })

    test('asks there again before the security changes, even somebody whom the provider still knows', async () => {
      provider.people.set('fay', { email: 'fay@example.org', email_verified: true })
      await inWindow(async (page) => {
        instance.clock.move(-11 * 60_000)
        await signIn(page, 'fay')
        await page.waitForURL(`${instance.url}/account`)
        instance.clock.move(11 * 60_000)
        await page.goto(`${instance.url}/account/passkeys/add`)
        await page.getByRole('button', { name: 'Confirm with Example ID' }).click()
        await signInThere(page, 'fay')
        await page.waitForURL(`${instance.url}/account/passkeys/add`)
        await page.getByRole('button', { name: 'Create passkey' }).waitFor()
      })
    })

    test('is offered again in the dashboard, in another tab, so that nothing is lost', async () => {
      provider.people.set('gus', { email: 'gus@example.org', email_verified: true })
      await inWindow(async (page, context) => {
        instance.clock.move(-11 * 60_000)
        await signIn(page, 'gus', '/dashboard/account/security')
        await page.getByText('You don’t have a password. You sign in with Example ID.').waitFor()
        instance.clock.move(11 * 60_000)
        await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
        const opening = context.waitForEvent('page')
        await page.getByRole('link', { name: 'Confirm with Example ID' }).click()
        const tab = await opening
        await tab.getByRole('button', { name: 'Confirm with Example ID' }).click()
        await signInThere(tab, 'gus')
        await tab.waitForURL(`${instance.url}/account/security`)
        await tab.close()
        await page.getByRole('button', { name: 'I’ve confirmed it' }).click()
        await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      })
    })
  },
  provider.env,
)
