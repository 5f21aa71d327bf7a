// Tests of the OAuth consent screen in a real browser, run with and without JavaScript: what it shows, and that it fits.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { authorizationQuery, encoded, newApp, newPkce } from '../test/accounts/oauth.ts'
import {
  inWindow,
  type OauthBrowser,
  openConsent,
  signInInBrowser,
  startOauthBrowser,
} from '../test/browser/oauth-browser.ts'
import type { Account, Instance } from '../test/instance.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A browser and an application's listener, shared by the tests of a file: ready once they run. */
export function sharedBrowser(): OauthBrowser {
  const browser = {} as OauthBrowser
  beforeAll(async () => void Object.assign(browser, await startOauthBrowser()))
  afterAll(() => browser.close?.())
  return browser
}

export interface Asked {
  account: Account
  /** The authorization URL. */
  address: string
}

/** Has an application, by default one of a new account, request consent from that account. */
export async function asked(
  instance: Instance,
  uri: string,
  { isPublic = true, by = instance.account() } = {},
): Promise<Asked> {
  const account = await by
  const app = await newApp(instance, account, { uris: [uri], isPublic })
  const pkce = { code_challenge: newPkce().challenge, code_challenge_method: 'S256' }
  const query = authorizationQuery(app, { redirect_uri: uri, scope: 'links:read user:read', ...pkce })
  return { account, address: `${instance.url}/oauth/authorize?${encoded(query)}` }
}

interface QrStyle {
  colorScheme: 'light' | 'dark'
  locale: 'en' | 'id'
  /** The label of its button in this language. */
  yes: string
}

/** Checks its text and redirects, with or without JavaScript, and that it fits in this colour scheme and language. */
export function testConsent(
  parts: () => { instance: Instance; browser: OauthBrowser },
  javaScriptEnabled: boolean,
  { colorScheme, locale, yes }: QrStyle,
): void {
  const how = javaScriptEnabled ? 'with script' : 'without script'

  test(`${how}, shows the application, its request, the signed-in account and the redirect target, and accepts yes and no`, async () => {
    const { instance, browser } = parts()
    const { account, address } = await asked(instance, browser.callback)
    await inWindow(browser.chrome, { javaScriptEnabled }, async (page) => {
      await openConsent(page, instance, account, address)
      expect(await page.locator('h1').innerText()).toBe('Test App wants to access your account')
      const told = await page.locator('main').innerText()
      expect(told).toContain('view your links and check whether a short code is available')
      expect(told).toContain(account.email)
      expect(told).toContain(browser.callback)
      expect(await page.locator('li').count()).toBe(3)
      await button(page, 'Deny').click()
      await page.waitForURL((url) => url.href.startsWith(browser.callback))
      expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
      await page.goto(address)
      await button(page, 'Allow').click()
      await page.waitForURL((url) => url.href.startsWith(browser.callback))
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        code: expect.any(String),
        state: 'a state',
        iss: instance.url,
      })
    })
  })

  test(`${how}, lets you switch accounts for the same request`, async () => {
    const { instance, browser } = parts()
    const { account, address } = await asked(instance, browser.callback)
    const another = await instance.account()
    await inWindow(browser.chrome, { javaScriptEnabled }, async (page) => {
      await openConsent(page, instance, account, address)
      await button(page, 'Use another account').click()
      await page.waitForURL((url) => url.pathname === '/account/sign-in')
      await signInInBrowser(page, instance, another)
      await page.waitForURL((url) => url.pathname === '/consent')
      expect(await page.locator('main').innerText()).toContain(another.email)
      await button(page, 'Allow').click()
      await page.waitForURL((url) => url.searchParams.get('state') === 'a state')
    })
  })

  test(`all scopes and a long name fit a 320-pixel phone (${colorScheme}, ${locale})`, async () => {
    const { instance, browser } = parts()
    const account = await instance.account()
    const metadata = {
      client_name: 'W'.repeat(100),
      client_uri: `https://${'long.'.repeat(40)}example/`,
      redirect_uris: [`com.example.${'long'.repeat(30)}:/callback`],
    }
    const { client_id } = (await instance.ask('POST /oauth/register', { body: metadata })).body
    const pkce = { code_challenge: newPkce().challenge, code_challenge_method: 'S256' }
    const query = encoded({ response_type: 'code', client_id, ...pkce })
    const viewport = { width: 320, height: 640 }
    await inWindow(browser.chrome, { colorScheme, locale, viewport }, async (page) => {
      await openConsent(page, instance, account, `${instance.url}/oauth/authorize?${query}`)
      expect(await page.locator('li').count()).toBe(11)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      await button(page, yes).scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => document.scripts.length)).toBe(0)
    })
  })
}
