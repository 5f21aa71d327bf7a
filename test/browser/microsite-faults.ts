// Opens microsites in a real browser and finds their accessibility and HTML faults.
import { expect } from 'bun:test'
import type { MicrositePage } from '@linnet/pages'
import { HtmlValidate } from 'html-validate'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { MicrositeServer } from '../pictures/microsite-server.ts'
import { violationsOf } from './axe.ts'
import { chrome, inNewWindow } from './browser-window.ts'

export const phone = { viewport: { width: 390, height: 844 } }
export const desk = { width: 1280, height: 800 }

/** Shows pages in one window; throws if the browser reports anything, such as a violation of the content policy. */
export const inWindow = (
  server: MicrositeServer,
  options: BrowserContextOptions,
  work: (tab: Page, show: (page: MicrositePage) => Promise<void>) => Promise<void>,
) =>
  inNewWindow(chrome, { reducedMotion: 'reduce', ...options }, async (tab) => {
    const asked: string[] = []
    tab.on('request', (request) => asked.push(request.url()))
    // Requests that the next page interrupts have not failed.
    tab.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') asked.push(`failed: ${request.url()}`)
    })
    await work(tab, async (page) => void (await tab.goto(server.show(page))))
    expect(asked.filter((url) => !url.startsWith(`${server.origin}/`))).toEqual([])
  })

/** The violations that axe-core finds, one per line. */
export async function faultsOf(tab: Page, besides: readonly string[] = []): Promise<string[]> {
  const violations = await violationsOf(tab)
  return violations
    .filter(({ id }) => !besides.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

export const overflowOf = (tab: Page) =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Opens spoilers, so that their contents are checked too. */
export const openSpoilers = (tab: Page) =>
  tab.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })

/** How many of a page's fonts failed to load. */
export const failedFonts = (tab: Page) =>
  tab.evaluate(() =>
    document.fonts.ready.then((fonts) => [...fonts].filter(({ status }) => status === 'error').length),
  )

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Matters of style, such as how the renderer writes empty elements or how long a title is, are not faults.
  rules: {
    'void-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
  },
})

/** The errors that html-validate finds, one per line. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, column }) => `${ruleId}: ${message}: ${html.slice(column - 40, column + 120)}`,
    ),
  )
}
