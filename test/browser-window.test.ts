// The scaffolding of browser tests: one browser for them all, and failures that tell by themselves what the page showed.
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chrome, inNewWindow } from './browser-window.ts'

const folder = mkdtempSync(join(tmpdir(), 'linnet-pictures-'))
const named = process.env.LINNET_TEST_FAILURES
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  if (named === undefined) delete process.env.LINNET_TEST_FAILURES
  else process.env.LINNET_TEST_FAILURES = named
})

const address =
  'data:text/html,<title>Shop</title><h1>The shop is closed</h1><p hidden>Behind the counter</p>'

/** The message of what leaves a window in which this was done. */
async function failureOf(work: (page: Page) => Promise<unknown>): Promise<string> {
  process.env.LINNET_TEST_FAILURES = folder
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

test('an error that leaves a window says its address, its text, what the console said, and where its picture is', async () => {
  const message = await failureOf(async (page) => {
    await page.evaluate(() => console.info('no bread today'))
    expect(await page.title()).toBe('Bakery')
  })
  expect(message).toContain('"Bakery"')
  expect(message).toContain(`The page was at ${address}`)
  expect(message).toContain('  The shop is closed')
  expect(message).not.toContain('  Behind the counter')
  expect(message).toContain('The console said:\n  no bread today')
  const [picture = ''] = readdirSync(folder)
  expect(message).toContain(`A picture of it: ${join(folder, picture)}`)
  const bytes = await Bun.file(join(folder, picture)).bytes()
  expect(new TextDecoder('latin1').decode(bytes.slice(1, 4))).toBe('PNG')
})

test('so does the error about what the browser complained of', async () => {
  const message = await failureOf((page) => page.evaluate(() => console.warn('the oven is cold')))
  expect(message).toContain('the browser complained: the oven is cold')
  expect(message).toContain('  The shop is closed')
})

test('a browser that has died is replaced for the next window, and until then windows share one', async () => {
  const browserOf = (window: BrowserContext) => window.browser() as Browser
  const [first, second] = [await chrome.newContext(), await chrome.newContext()]
  expect(browserOf(first)).toBe(browserOf(second))
  await browserOf(first).close()
  const third = await chrome.newContext()
  expect(browserOf(third)).not.toBe(browserOf(first))
  expect(browserOf(third).isConnected()).toBe(true)
  await third.close()
})
