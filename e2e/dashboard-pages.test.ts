// What holds for every page of the dashboard: accessible, in both languages, at every width, and nothing moves while it comes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/browser-window.ts'
import {
  axeFindings,
  type DashboardWindow,
  desk,
  openDashboard,
  phone,
  type WindowOptions,
} from '../test/dashboard.ts'
import { type DashboardPage, dashboardPages, type PageIds, pathOf } from '../test/dashboard-pages.ts'
import { type Instance, startInstance } from '../test/instance.ts'
import { fillSampleAccount, sampleInstance, sampleTexts } from '../test/pictures/sample-account.ts'

let chrome: Browser
let instance: Instance
let ids: PageIds
const windows: { [Name in 'phone' | 'desk' | 'indonesian']?: DashboardWindow } = {}

beforeAll(async () => {
  chrome = await launchBrowser()
  instance = await startInstance('sqlite', sampleInstance)
  const { account, ids: made } = await fillSampleAccount(instance)
  ids = made
  const open = (options: WindowOptions) => openDashboard(chrome, instance, account, options)
  windows.phone = await open({ ...phone, colorScheme: 'light' })
  await watchShifts(windows.phone.page)
  windows.desk = await open({ ...desk, colorScheme: 'dark' })
  windows.indonesian = await open({ ...desk, locale: 'id-ID' })
}, 60_000)
afterAll(async () => {
  for (const window of Object.values(windows)) await window.close()
  await chrome.close()
  await instance.stop()
})

async function opened(name: keyof typeof windows, page: DashboardPage): Promise<Page> {
  const window = windows[name]
  if (!window) throw new Error('the windows are not open')
  await window.open(pathOf(page, ids))
  return window.page
}

/** How far what stood there was moved by what came: Cumulative Layout Shift. */
const watchShifts = (tab: Page) =>
  tab.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Every text that somebody reads or hears, but for what the account itself says. */
const textsOf = (tab: Page): Promise<string[]> =>
  tab.evaluate(() => {
    const texts = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        const parent = node.parentElement
        if (!parent?.closest('script, code, pre, kbd, [translate="no"], [dir="auto"], option'))
          texts.add(node.data.trim())
      } else if (node instanceof Element)
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
          const value = node.getAttribute(name)
          if (value && !node.closest('[translate="no"], [dir="auto"]')) texts.add(value.trim())
        }
    }
    return [...texts].filter((text) => /[a-z]{3}/.test(text))
  })

describe.each(dashboardPages)('the page $name', (page) => {
  test('on a phone: nothing moves while the rest comes, axe-core finds nothing, and 320 pixels are enough', async () => {
    const tab = await opened('phone', page)
    await tab.waitForLoadState('networkidle')
    const { sum } = await tab.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts)
    expect(sum).toBeLessThan(0.02)
    expect(await axeFindings(tab)).toEqual([])
    await tab.setViewportSize({ width: 320, height: 640 })
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await tab.setViewportSize(phone.viewport)
  })

  test('on a desk, in the dark: axe-core finds nothing, and no word of it stands in the Indonesian page', async () => {
    const tab = await opened('desk', page)
    expect(await axeFindings(tab)).toEqual([])
    const english = new Set(await textsOf(tab))
    const indonesian = await textsOf(await opened('indonesian', page))
    expect(english.size).toBeGreaterThan(10)
    expect(indonesian.filter((text) => english.has(text) && !isNoWord(text))).toEqual([])
  })
})

test('docs/dashboard.md shows each of them, on a desk and a phone, in light and dark', async () => {
  const docs = new URL('../docs/', import.meta.url).pathname
  const document = await Bun.file(`${docs}dashboard.md`).text()
  const wanted = dashboardPages.flatMap(({ name }) =>
    ['desk-light', 'desk-dark', 'phone-light', 'phone-dark'].map((kind) => `dashboard/${name}-${kind}.webp`),
  )
  expect(wanted.filter((picture) => !document.includes(`src="${picture}"`))).toEqual([])
  const shown = [...document.matchAll(/src="([^"]+)"/g)].map(([, picture]) => `${docs}${picture}`)
  const missing: string[] = []
  for (const picture of shown) if (!(await Bun.file(picture).exists())) missing.push(picture)
  expect(missing).toEqual([])
})

// Names, and words that Indonesian has from English or writes alike.
const alike = new Set([
  ...[
    'Menu',
    'API',
    'Linnet',
    'Logo',
    'Status',
    'Token',
    'Domain',
    'English',
    'Bahasa Indonesia',
    'unlimited',
    'Server',
  ],
  ...['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex', 'instagram'],
])
/** What an account has written itself, an address, a name of the API, or a name that is the same in all languages. */
const isNoWord = (text: string) =>
  alike.has(text) ||
  sampleTexts.some((own) => text.includes(own)) ||
  /^[\w.:@/+?=&%-]*[.:@/][\w.:@/+?=&%-]*$/.test(text)
