// The harness of the browser tests: one shared browser, and failures that say what the page showed.
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chrome, inNewWindow } from './browser-window.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-pictures-'))
const before = process.env.LINNET_TEST_RECORDS
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  if (before === undefined) delete process.env.LINNET_TEST_RECORDS
  else process.env.LINNET_TEST_RECORDS = before
})

const address =
  'data:text/html,<title>Shop</title><h1>The shop is closed</h1><p hidden>Behind the counter</p>'

/** The message of the error that this causes in a window. */
async function failureOf(work: (page: Page) => Promise<unknown>): Promise<string> {
  process.env.LINNET_TEST_RECORDS = folder
  const error = await inNewWindow(chrome, {}, async (page) => {
    await page.goto(address)
    await work(page)
  }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof Error)) throw new Error('nothing was thrown')
  return error.message
}

test('an error in a window comes with the page’s address, its text, the console output and a screenshot', async () => {
  const message = await failureOf(async (page) => {
    await page.evaluate(() => console.info('no bread today'))
    expect(await page.title()).toBe('Bakery')
  })
  expect(message).toContain('"Bakery"')
  expect(message).toContain(`Page: ${address}`)
  expect(message).toContain('  The shop is closed')
  expect(message).not.toContain('  Behind the counter')
  expect(message).toContain('Console output:\n  no bread today')
  const [picture = ''] = readdirSync(folder)
  expect(message).toContain(`Screenshot: ${join(folder, picture)}`)
  const bytes = await Bun.file(join(folder, picture)).bytes()
  expect(new TextDecoder('latin1').decode(bytes.slice(1, 4))).toBe('PNG')
})

test('so does an error about a browser warning', async () => {
  const message = await failureOf((page) => page.evaluate(() => console.warn('the oven is cold')))
  expect(message).toContain('the console shows errors or warnings: the oven is cold')
  expect(message).toContain('  The shop is closed')
})

test('windows share one browser, and one that has died is replaced for the next window', async () => {
  const browserOf = (window: BrowserContext) => window.browser() as Browser
  const [first, second] = [await chrome.newContext(), await chrome.newContext()]
  expect(browserOf(first)).toBe(browserOf(second))
  await browserOf(first).close()
  const third = await chrome.newContext()
  expect(browserOf(third)).not.toBe(browserOf(first))
  expect(browserOf(third).isConnected()).toBe(true)
  await third.close()
})
