// Tests of set-up, sign-up, sign-in and password reset in a real browser, run with and without JavaScript.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { chrome, inNewWindow } from '../test/browser/browser-window.ts'
import { addressIn } from '../test/browser/form-browser.ts'
import { type Instance, startInstance } from '../test/instance.ts'
import { type MailServer, startMailServer } from '../test/servers/mail-server.ts'

const password = 'a fine password'
const next = 'a finer password'

interface QrStyle {
  how: string
  sizes: [width: number, height: number][]
  colorScheme: 'light' | 'dark'
  locale: 'en' | 'id'
}

/** Tests every form, with or without JavaScript, and every page in this colour scheme and language. */
export function describeSignIn(javaScriptEnabled: boolean, look: QrStyle): void {
  let mailbox: MailServer
  /** Sends its e-mails to the mailbox. */
  let instance: Instance

  beforeAll(async () => {
    mailbox = await startMailServer()
    instance = await startInstance('sqlite', {
      SIGNUPS: 'open',
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?ignoreTLS=true`,
    })
  })

  afterAll(async () => {
    await instance.stop()
    await mailbox.stop()
    await instance.database.remove()
  })

  const inWindow = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) =>
    inNewWindow(chrome, options, work)

  const heading = (page: Page) => page.locator('h1').innerText()
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  async function fill(page: Page, fields: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text)
  }

  /** A page that requires a session. */
  async function expectSignedIn(page: Page): Promise<void> {
    const names = (await page.context().cookies()).map(({ name }) => name)
    // The dashboard keeps the workspace it showed last, once its script has run.
    const ofSignIn = names.filter((name) => name !== 'linnet_workspace')
    expect(ofSignIn.sort()).toEqual(['linnet_device', 'linnet_session'])
    const sessions = await page.request.get(`${instance.url}/api/sessions`)
    expect(sessions.status()).toBe(200)
  }

  const how = javaScriptEnabled ? 'with script' : 'without script'
  describe(how, () => {
    const email = `ana-${how.replaceAll(' ', '-')}@example.com`

    test('signing up, with a mistake first, leads through the mailbox to the dashboard', async () => {
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(`${instance.url}/account/sign-in`)
        await page.getByRole('link', { name: 'Create account' }).click()
        expect(await heading(page)).toBe('Create your account')
        // Bypasses the browser's own checks to test the server's.
        await fill(page, { Name: 'Ana', 'E-mail address': email, Password: '1234567890' })
        await press(page, 'Create account')
        await page.getByText('too common').waitFor()
        expect(await page.getByLabel('Name').inputValue()).toBe('Ana')
        expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true')
        await fill(page, { Password: password })
        await press(page, 'Create account')
        await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
        await page.goto(addressIn(await mailbox.next(email)))
        // E-mails that are sent are not logged.
        expect(instance.messages).toEqual([])
        await fill(page, { Password: password })
        await press(page, 'Confirm')
        await page.waitForURL(`${instance.url}/dashboard**`)
        await expectSignedIn(page)
      })
    })

    test('signing in, with a wrong password first, leads to the dashboard', async () => {
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(`${instance.url}/account/sign-in`)
        // The field gets the focus soon after the page has loaded.
        await page.locator('#email:focus').waitFor()
        await page.keyboard.type(email)
        await fill(page, { Password: 'not the password' })
        await press(page, 'Sign in')
        await page.getByRole('alert').waitFor()
        await page.locator('#password:focus').waitFor()
        await page.keyboard.type(password)
        await page.keyboard.press('Enter')
        await page.waitForURL(`${instance.url}/dashboard**`)
        await expectSignedIn(page)
        await page.goto(`${instance.url}/account/sign-in?return_to=/`)
        expect(page.url()).toBe(`${instance.url}/`)
      })
    })

    test('a forgotten password is reset through the mailbox', async () => {
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(`${instance.url}/account/sign-in`)
        await page.getByRole('link', { name: 'Forgot your password?' }).click()
        await fill(page, { 'E-mail address': email })
        await press(page, 'Send reset link')
        await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
        const address = addressIn(await mailbox.next(email, 'Reset your password'))
        await page.goto(address)
        await fill(page, { 'New password': next })
        await press(page, 'Save password')
        await page.waitForURL(`${instance.url}/dashboard**`)
        await expectSignedIn(page)
        expect((await mailbox.next(email, 'was changed')).text).toContain('/account/security')
        await page.goto(address)
        expect(await heading(page)).toBe('This link is no longer valid')
        await page.getByRole('link', { name: 'Request a new link' }).click()
        expect(await heading(page)).toBe('Forgot your password?')
      })
    })

    test('a new instance is set up with the URL from its terminal', async () => {
      const fresh = await startInstance('sqlite')
      try {
        await inWindow({ javaScriptEnabled }, async (page) => {
          await page.goto((await fresh.setUpAddress()) ?? '')
          expect(await heading(page)).toBe('Set up this server')
          await fill(page, { Name: 'Ana', 'E-mail address': 'ana@example.com', Password: password })
          await press(page, 'Create administrator account')
          await page.waitForURL(`${fresh.url}/dashboard**`)
        })
        await fresh.stop()
      } finally {
        await fresh.database.remove()
      }
    })

    test('an authorization continues from the sign-in page to the application, allowed by every policy', async () => {
      const app = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: ({ url }) =>
          new Response(
            `<!doctype html><link rel="icon" href="data:,"><h1>Arrived</h1><p>${new URL(url).search}</p>`,
            {
              headers: { 'content-type': 'text/html' },
            },
          ),
      })
      try {
        const callback = `http://127.0.0.1:${app.port}/callback`
        const { client_id } = await instance.command(
          ...['app', 'create', '--email', email, '--name', 'Printer', '--redirect-uri', callback],
        )
        const query = new URLSearchParams({
          response_type: 'code',
          client_id: client_id as string,
          redirect_uri: callback,
          state: 'a state',
        })
        await inWindow({ javaScriptEnabled }, async (page) => {
          await page.goto(`${instance.url}/oauth/authorize?${query}`)
          await fill(page, { 'E-mail address': email, Password: next })
          await press(page, 'Sign in')
          await press(page, 'Allow')
          await page.waitForURL(`${callback}?**`)
          expect(new URL(page.url()).searchParams.get('state')).toBe('a state')
          // The second time, consent is remembered, so sign-in redirects straight to the application.
          await page.context().clearCookies()
          await page.goto(`${instance.url}/oauth/authorize?${query}`)
          await fill(page, { 'E-mail address': email, Password: next })
          await press(page, 'Sign in')
          await page.waitForURL(`${callback}?**`)
          expect(await heading(page)).toBe('Arrived')
        })
      } finally {
        await app.stop(true)
      }
    })
  })

  describe('every page', () => {
    /** The pages with their most difficult content, by name. */
    async function pages(): Promise<[string, string][]> {
      const { url } = await instance.command(
        'user',
        'invite',
        '--email',
        `${'long.'.repeat(12)}name@example.com`,
      )
      return [
        ['sign-in', `${instance.url}/account/sign-in?return_to=/oauth/authorize`],
        ['sign-up', `${instance.url}/account/sign-up`],
        ['invitation', url as string],
        ['forgot-password', `${instance.url}/account/forgot-password`],
        ['gone', `${instance.url}/account/reset-password?token=x`],
      ]
    }

    const { how, sizes, colorScheme, locale } = look
    test(`fits the window ${how}`, async () => {
      await inWindow({ colorScheme, locale }, async (page) => {
        for (const [name, address] of await pages()) {
          await page.goto(address)
          expect(await page.locator('html').getAttribute('lang')).toBe(locale)
          for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height })
            const wide = await page.evaluate(() => document.documentElement.scrollWidth)
            expect(`${name}: ${wide}`).toBe(`${name}: ${width}`)
          }
        }
      })
    })
  })
}
