// Opens windows of a real browser for tests. Each has a fresh session, and any error or warning in its console is a failure.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { needs } from '../command/requirements.ts'
import { pageMilliseconds, testMilliseconds } from '../timeouts.ts'
import { findChromium, launchFlags } from './chromium.ts'
import { evidenceOf, withEvidence } from './failed-page.ts'

// Shortly before the test times out.
const lateMilliseconds = testMilliseconds - 15_000

needs('Chromium')

/** Opens windows. */
export type Chrome = Pick<Browser, 'newContext'>

/** A separate browser, which the caller closes: for measurements, and for programs that are not tests. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: launchFlags })

let running: Promise<Browser> | undefined

/** The browser that all test files in this process share. It starts with the first window and ends with the process. */
export const chrome: Chrome = {
  async newContext(options) {
    // When a test times out, Bun kills the browser too; the next test gets a new one.
    if (running && !(await running.catch(() => undefined))?.isConnected()) running = undefined
    running ??= launchBrowser()
    return (await running).newContext(options)
  },
}

/** A fresh window, which its test closes. */
export async function openWindow(
  chrome: Chrome,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chrome.newContext(options)
  // Shorter than the test's own timeout, at which Bun kills the browser.
  context.setDefaultTimeout(pageMilliseconds)
  return { context, page: await context.newPage() }
}

// Pages with status 401 or 422 are intended, and autofocus is blocked when the test has focused something first.
const expected =
  /^(Failed to load resource: the server responded with a status of 4\d\d|Autofocus processing was blocked because a document already has a focused element)/

export interface WatchedWindow {
  context: BrowserContext
  page: Page
  /** Runs steps in the window; an error thrown there says what the page showed. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Closes the window; throws if the console showed errors or warnings. */
  close(): Promise<void>
}

/** Opens a window whose `close` throws if the console showed messages other than `ignoredMessages`. */
export async function watchedWindow(
  chrome: Chrome,
  options: BrowserContextOptions,
  ignoredMessages?: RegExp,
): Promise<WatchedWindow> {
  const { context, page } = await openWindow(chrome, options)
  const said: string[] = []
  const complaints: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    said.push(text)
    if (!expected.test(text) && !ignoredMessages?.test(text)) complaints.push(text)
  })
  page.on('pageerror', (error) => {
    said.push(String(error))
    complaints.push(String(error))
  })
  const complain = () => {
    if (complaints.length > 0)
      throw new Error(`the console shows errors or warnings: ${complaints.join('\n')}`)
  }
  const during: WatchedWindow['during'] = async (work) => {
    // Bun kills a hanging test without a message, so what the page showed shortly before is the only clue.
    const note = setTimeout(async () => {
      console.log(
        `Still running in this window after ${lateMilliseconds / 1000} seconds:\n${await evidenceOf(context, said)}`,
      )
    }, lateMilliseconds)
    try {
      return await work()
    } catch (error) {
      throw withEvidence(error, await evidenceOf(context, said))
    } finally {
      clearTimeout(note)
    }
  }
  return {
    context,
    page,
    during,
    async close() {
      try {
        await during(async () => complain())
      } finally {
        await closed(context)
      }
      complain()
    },
  }
}

/** Runs steps in a window and closes it; throws if the browser reported warnings or errors. */
export async function workIn<T>(window: WatchedWindow, work: () => Promise<T>): Promise<T> {
  try {
    const result = await window.during(work)
    await window.close()
    return result
  } finally {
    await closed(window.context)
  }
}

/** Closes a window; ignores a crash of Chromium meanwhile, because the steps are done, and the next window gets a new browser. */
async function closed(context: BrowserContext): Promise<void> {
  await context.close().catch((error: unknown) => {
    if (context.browser()?.isConnected()) throw error
  })
}

/** Runs steps in a fresh window; throws if the console shows messages other than `ignoredMessages`. */
export async function inNewWindow<T>(
  chrome: Chrome,
  options: BrowserContextOptions,
  work: (page: Page, context: BrowserContext) => Promise<T>,
  ignoredMessages?: RegExp,
): Promise<T> {
  const window = await watchedWindow(chrome, options, ignoredMessages)
  return await workIn(window, () => work(window.page, window.context))
}

/** Gives a window a cookie, as `name=value`, such as that of a session. */
export async function giveCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true }])
}
