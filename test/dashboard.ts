// The dashboard in windows of a real browser, signed in, and what axe-core finds in it.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { violationsOf } from './axe.ts'
import { giveCookie, watchedWindow } from './browser-window.ts'
import { type Account, browser, type Instance } from './instance.ts'
import { type SignedIn, signIn } from './sign-in.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desk = { viewport: { width: 1280, height: 800 } } as const

export interface DashboardWindow {
  page: Page
  context: BrowserContext
  /** Opens an address below `/dashboard`, and waits until nothing is loading any more. */
  open(path: string): Promise<void>
  session: SignedIn
  /** Throws what the browser has complained about. */
  close(): Promise<void>
}

/** `unsaid` matches what the browser may complain about. */
export type WindowOptions = BrowserContextOptions & { unsaid?: RegExp }

const usual = {
  ...desk,
  userAgent: browser,
  locale: 'en-US',
  timezoneId: 'Asia/Jakarta',
  reducedMotion: 'reduce',
} as const

/** A fresh window in which the account is signed in. */
export async function openDashboard(
  chrome: Browser,
  instance: Instance,
  account: Pick<Account, 'email'>,
  { unsaid, ...options }: WindowOptions = {},
): Promise<DashboardWindow> {
  const session = await signIn(instance, account)
  const { page, context, close } = await watchedWindow(chrome, { ...usual, ...options }, unsaid)
  await giveCookie(context, instance.url, session.cookie)
  const open = async (path: string) => {
    await page.goto(`${instance.url}/dashboard${path}`)
    await settled(page)
  }
  return { page, context, open, session, close }
}

/**
 * Works in such a window. Whatever the browser complains about, such as a breach of the Content-Security-Policy, throws;
 * so does an error that the server logs, when the instance stops.
 */
export async function inDashboard<T>(
  chrome: Browser,
  instance: Instance,
  account: Pick<Account, 'email'>,
  work: (window: DashboardWindow) => Promise<T>,
  options: WindowOptions = {},
): Promise<T> {
  const window = await openDashboard(chrome, instance, account, options)
  try {
    const result = await work(window)
    await window.close()
    return result
  } finally {
    await window.context.close()
  }
}

/** The page has its heading, and nothing on it is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main [role="status"] .animate-pulse-slow'))
}

/** What axe-core finds, in a line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const violations = await violationsOf(page)
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
}
