// Helpers for tests of the administration pages: their buttons, and abuse reports.
import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Account, browser, type Instance } from '../instance.ts'
import { chrome, inNewWindow } from './browser-window.ts'
import { type DashboardWindow, openDashboard } from './dashboard.ts'
import { formBrowser } from './form-browser.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The topmost dialog. */
export const dialog = (page: Page) => page.getByRole('dialog').last()

/** An administrator, signed in to a dashboard window that the tests of a block share. */
export function sharedAdministration(instance: Instance) {
  let root: Account
  let administration: DashboardWindow
  beforeAll(async () => {
    root = await instance.account({ administrator: true })
    administration = await openDashboard(chrome, instance, root)
  })
  afterAll(() => administration.close())
  return {
    administrator: () => root,
    /** Runs steps in that window; each test reloads its pages. */
    administering: (work: (window: DashboardWindow) => Promise<void>) =>
      administration.during(() => work(administration)),
  }
}

let reporters = 0

/** Each from a different IP address, because limits apply per address. */
const fromElsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++reporters}` })

/** A visitor reports a link with the form at /account/report. */
export async function reportOf(instance: Instance, address: string): Promise<void> {
  const visitor = formBrowser(instance, fromElsewhere())
  const { status, text } = await visitor.post('/account/report', { address, reason: 'phishing', details: '' })
  if (status !== 200) throw new Error(`the report was refused: ${text}`)
}

/** The same, in a browser window. */
export async function reportInWindow(instance: Instance, address: string, details: string): Promise<void> {
  const options = { userAgent: browser, locale: 'en-US', extraHTTPHeaders: fromElsewhere() }
  await inNewWindow(chrome, options, async (page) => {
    await page.goto(`${instance.url}/account/report?${new URLSearchParams({ address })}`)
    await page.getByLabel('Reason').selectOption('phishing')
    await page.getByLabel('Details (optional)').fill(details)
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('Thank you for your report').waitFor()
  })
}
