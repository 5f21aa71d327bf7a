// Windows of a real browser for tests: each knows nobody, and whatever the browser complains about in it is a failure.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { findChromium, launchFlags } from './chromium.ts'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: launchFlags })

/** A fresh window, which its test closes. */
export async function openWindow(
  chrome: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chrome.newContext(options)
  // Shorter than the test's own limit, at which Bun ends the browser, and with it every test that follows.
  context.setDefaultTimeout(15_000)
  return { context, page: await context.newPage() }
}

// That a page comes with 401 or 422 is what it is for; and who is quicker than the browser has put the focus elsewhere.
const expected =
  /^(Failed to load resource: the server responded with a status of 4\d\d|Autofocus processing was blocked because a document already has a focused element)/

/** A fresh window, which throws when it is closed what the browser has complained about in its console, but for `unsaid`. */
export async function watchedWindow(
  chrome: Browser,
  options: BrowserContextOptions,
  unsaid?: RegExp,
): Promise<{ context: BrowserContext; page: Page; close(): Promise<void> }> {
  const { context, page } = await openWindow(chrome, options)
  const complaints: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (!expected.test(text) && !unsaid?.test(text)) complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return {
    context,
    page,
    async close() {
      await context.close()
      if (complaints.length > 0) throw new Error(`the browser complained: ${complaints.join('\n')}`)
    },
  }
}

/** Works in a fresh window; whatever the browser complains about in its console, but for `unsaid`, throws. */
export async function inNewWindow<T>(
  chrome: Browser,
  options: BrowserContextOptions,
  work: (page: Page, context: BrowserContext) => Promise<T>,
  unsaid?: RegExp,
): Promise<T> {
  const { context, page, close } = await watchedWindow(chrome, options, unsaid)
  try {
    const result = await work(page, context)
    await close()
    return result
  } finally {
    await context.close()
  }
}

/** Gives a window a cookie, as `name=value`, such as that of a session. */
export async function giveCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true }])
}
