// Drives the statistics page: an account with clicks, and what the page shows of them.
import type { Download, Locator, Page } from 'playwright-core'
import { type Account, browser, type Instance } from '../test/instance.ts'

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
 * Where a chart has its newest point. Whoever points there does it by the chart, which waits until that keeps still and
 * receives what the pointer does: one moved by the window's coordinates is not told where the page has gone meanwhile.
 */
export async function newestIn(chart: Locator) {
  const box = await chart.boundingBox()
  if (!box) throw new Error('there is no chart')
  return { x: box.width - 14, y: 80 }
}

export async function exported(page: Page, name: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name }).click(),
  ])
  return download
}

/** Puts the window behind others, or before them again. */
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

/** An account whose two links have clicks by people, a scan and a crawler, and some in the period before. */
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
