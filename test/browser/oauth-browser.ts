// The part of an OAuth flow that happens in a browser: a person opens an application's request, signs in and decides.
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { password } from '../accounts/sign-in.ts'
import type { Account, Instance } from '../instance.ts'
import { type Chrome, chrome, inNewWindow } from './browser-window.ts'

export interface OauthBrowser {
  chrome: Chrome
  /** The redirect URI of an application on this machine. */
  callback: string
  /**
   * Opens an authorization URL in a fresh window, signs in, and presses a button of the consent screen; returns the URL that
   * the browser then requests from the application.
   */
  decide(
    instance: Instance,
    account: Pick<Account, 'email'>,
    authorizationAddress: URL | string,
    button: 'Allow' | 'Deny',
  ): Promise<URL>
  close(): Promise<void>
}

/** Starts the application's listener on 127.0.0.1. */
export async function startOauthBrowser(): Promise<OauthBrowser> {
  const arrivals: URL[] = []
  const application = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      if (new URL(url).pathname === '/callback') arrivals.push(new URL(url))
      return new Response('<!doctype html><link rel="icon" href="data:,"><h1>Back at the application</h1>', {
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  const callback = `http://127.0.0.1:${application.port}/callback`
  return {
    chrome,
    callback,
    decide: (instance, account, address, button) =>
      inWindow(chrome, {}, async (page) => {
        await openConsent(page, instance, account, address)
        arrivals.length = 0
        await page.getByRole('button', { name: button, exact: true }).click()
        await page.waitForURL((url) => url.href.startsWith(callback))
        const [arrived, ...more] = arrivals
        if (!arrived || more.length > 0)
          throw new Error(`the application was called ${arrivals.length} times`)
        return arrived
      }),
    async close() {
      await application.stop(true)
    },
  }
}

/** Runs steps in a fresh window. It ignores that an application's URL does not answer or has no icon. */
export const inWindow = <T>(
  chrome: Chrome,
  options: BrowserContextOptions,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> => inNewWindow(chrome, options, work, /^Failed to load resource: net::/)

/** Opens an authorization URL without a session and signs in; the consent screen is then open. */
export async function openConsent(
  page: Page,
  instance: Instance,
  account: Pick<Account, 'email'>,
  authorizationAddress: URL | string,
): Promise<void> {
  await page.goto(String(authorizationAddress))
  await signInInBrowser(page, instance, account)
  await page.waitForURL((url) => url.href.startsWith(`${instance.url}/consent?`))
}

/** Signs in on the sign-in page, which then redirects to the original destination. */
export async function signInInBrowser(
  page: Page,
  instance: Pick<Instance, 'url'>,
  { email }: Pick<Account, 'email'>,
): Promise<void> {
  const here = new URL(page.url())
  if (here.origin !== instance.url || here.pathname !== '/account/sign-in')
    throw new Error(`the sign-in page was expected, not ${here}`)
  // By name, because labels are in the reader's language.
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form:has(input[name=password]) button[type=submit]').click()
}
