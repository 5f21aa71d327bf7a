// Drives the statistics page: an account with clicks, and what the page shows of them.
import { beforeAll, expect } from 'bun:test'
import type { Download, Locator, Page } from 'playwright-core'
import { type Account, browser, type Instance } from '../test/instance.ts'
import { downloadFromMenu } from './menus.ts'

export const day = 86_400_000
export const second = 1000
export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
export const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
export const american = { 'user-agent': browser, 'x-forwarded-for': '8.8.8.8' }
export const indonesian = { 'user-agent': iphone, 'x-forwarded-for': '202.134.0.155' }

export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
export const bars = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('button')

/** The first texts of a list of bars: names with clicks and shares. */
export async function shown(page: Page, list: string): Promise<string[]> {
  const texts = await bars(page, list).allInnerTexts()
  return texts.map((text) => text.split('\n').join(' '))
}

/**
 * The position of a chart's newest point, relative to the chart. Playwright then waits until the chart stays still and
 * receives the pointer; with window coordinates, it would miss a page that has moved meanwhile.
 */
export async function newestIn(chart: Locator) {
  const box = await chart.boundingBox()
  if (!box) throw new Error('there is no chart')
  return { x: box.width - 14, y: 80 }
}

export const exported = (page: Page, name: string): Promise<Download> =>
  downloadFromMenu(page, { button: 'Export', entry: name })

/** Hides the page, or shows it again. */
export const see = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

export const textOf = async (download: Download) => await Bun.file(await download.path()).text()

export interface Clicked {
  account: Account
  sale: { id: string; short: string; short_url: string }
  other: { id: string; short: string; short_url: string }
}

/** An account whose two links have clicks by people, a scan, a visit by a bot, and clicks in the previous period. */
export async function clickedAccount(instance: Instance): Promise<Clicked> {
  const account = await instance.account()
  const sale = await account.link({ title: '＝SALE("a")' })
  const other = await account.link()
  await instance.clock.advance(-31 * day)
  await instance.visit(`/${sale.short}`, american)
  await instance.visit(`/${sale.short}`, american)
  await instance.clock.advance(31 * day)
  await instance.visit(`/${sale.short}`, { ...american, referer: 'https://news.example.com/1' })
  await instance.visit(`/${sale.short}`, { ...american, 'x-forwarded-for': '8.8.4.4' })
  await instance.visit(`/${sale.short}?qr=1`, indonesian)
  await instance.visit(`/${other.short}`, american)
  await instance.visit(`/${other.short}`, { 'user-agent': crawler })
  return { account, sale, other }
}

/** Creates such an account once for all tests of a block, which get it by calling the returned function. */
export function sharedClicks(instance: Instance): () => Clicked {
  let clicked: Clicked
  beforeAll(async () => {
    clicked = await clickedAccount(instance)
  })
  return () => clicked
}

/** Downloads the most clicked links of such an account as CSV, in which no cell is a formula. */
export async function exportedLinks(page: Page, { sale, other }: Clicked): Promise<Download> {
  const links = await exported(page, 'Top links (CSV)')
  expect(links.suggestedFilename()).toMatch(/^linnet-links-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect(await textOf(links)).toBe(
    `URL,Title,Clicks\r\n${sale.short_url},"'＝SALE(""a"")",3\r\n${other.short_url},,1`,
  )
  return links
}

/** Sets filters with bars and the map, and removes them with chips, the back button and a bar. */
export async function filterByBars(page: Page): Promise<void> {
  await bars(page, 'Countries').filter({ hasText: 'Indonesia' }).click()
  await tab(page, /^Clicks 1 /).waitFor()
  expect(await shown(page, 'Devices')).toEqual(['Phone 1 100%'])
  await bars(page, 'Devices').filter({ hasText: 'Phone' }).click()
  await page.getByRole('button', { name: 'Remove filter: Device: Phone' }).waitFor()
  expect(new URL(page.url()).searchParams.get('device')).toBe('mobile')
  await page.getByRole('button', { name: 'Remove filter: Country: Indonesia' }).click()
  expect(new URL(page.url()).search).toBe('?device=mobile')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await tab(page, /^Clicks 4 /).waitFor()
  await page.locator('path[data-code="ID"]').dispatchEvent('click')
  await tab(page, /^Clicks 1 /).waitFor()
  await bars(page, 'Countries').filter({ hasText: 'Indonesia' }).click()
}

/** Enters two dates in the wrong order, until the page says so. */
export async function enterDatesInWrongOrder(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Custom')
  await page.getByLabel('From', { exact: true }).fill('2026-10-02')
  await page.getByLabel('To', { exact: true }).fill('2026-10-01')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('alert').getByText('The start date must be before the end date.').waitFor()
}

/** Corrects the second date, and sees that there are no clicks between the two. */
export async function correctDates(page: Page): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill('2026-10-05')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/start=2026-10-02&end=2026-10-05/)
  await page.getByText('No clicks in this period').waitFor()
}

/** After a click on the link called One, scans the one called Two, which the live view then lists first. */
export async function scanSecond(
  instance: Instance,
  live: Locator,
  { short }: { short: string },
): Promise<void> {
  await instance.visit(`/${short}?qr=1`, indonesian)
  await instance.clock.advance(second)
  await live.getByText('QR scan').waitFor()
  const titles = (await live.getByRole('listitem').allInnerTexts()).map((text) => /One|Two/.exec(text)?.[0])
  expect(titles).toEqual(['Two', 'One'])
  await live.getByText(/^2 since \d/).waitFor()
}
