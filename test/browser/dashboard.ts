// The dashboard in windows of a real browser, signed in, and what axe-core finds in it.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type SignedIn, signIn } from '../accounts/sign-in.ts'
import { type Account, browser, type Instance } from '../instance.ts'
import { violationsOf } from './axe.ts'
import { type Chrome, giveCookie, type WatchedWindow, watchedWindow, workIn } from './browser-window.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desk = { viewport: { width: 1280, height: 800 } } as const

export interface DashboardWindow extends WatchedWindow {
  /** Opens a path under `/dashboard` and waits until it has finished loading. */
  open(path: string): Promise<void>
  session: SignedIn
}

/** `ignoredMessages` matches console messages that do not fail the test. */
export type WindowOptions = BrowserContextOptions & { ignoredMessages?: RegExp }

const usual = {
  ...desk,
  userAgent: browser,
  locale: 'en-US',
  timezoneId: 'Asia/Jakarta',
  reducedMotion: 'reduce',
} as const

/** A fresh window in which the account is signed in. */
export async function openDashboard(
  chrome: Chrome,
  instance: Instance,
  account: Pick<Account, 'email'>,
  { ignoredMessages, ...options }: WindowOptions = {},
): Promise<DashboardWindow> {
  const session = await signIn(instance, account)
  const window = await watchedWindow(chrome, { ...usual, ...options }, ignoredMessages)
  await giveCookie(window.context, instance.url, session.cookie)
  const open = async (path: string) => {
    await window.page.goto(`${instance.url}/dashboard${path}`)
    await settled(window.page)
  }
  return { ...window, open, session }
}

/**
 * Runs steps in such a window. Any console message, such as a violation of the Content-Security-Policy, throws; so does an
 * error that the server logs, when the instance stops.
 */
export async function inDashboard<T>(
  chrome: Chrome,
  instance: Instance,
  account: Pick<Account, 'email'>,
  work: (window: DashboardWindow) => Promise<T>,
  options: WindowOptions = {},
): Promise<T> {
  const window = await openDashboard(chrome, instance, account, options)
  return await workIn(window, () => work(window))
}

/** Resolves once the page has its heading and has finished loading. */
export async function settled(page: Page): Promise<void> {
  // Polls at intervals, because polling on every frame makes the browser draw frames for nothing.
  await page.waitForFunction(
    () =>
      document.querySelector('main h1')?.getClientRects().length &&
      !document.querySelector('main [role="status"] .animate-pulse-slow'),
    undefined,
    { polling: 50 },
  )
}

/** The violations that axe-core finds, one per line, once nothing is dimmed any more because newer data is on its way. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"]:not(button)') &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    undefined,
    { polling: 50 },
  )
  const violations = await violationsOf(page)
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
}
