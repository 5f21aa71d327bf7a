// Every dashboard page of the sample account, opened in windows that are reused, and the checks for each page.
import { afterAll, beforeAll } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Instance, startInstance } from '../instance.ts'
import { fillSampleAccount, sampleInstance, sampleTexts } from '../pictures/sample-account.ts'
import { chrome } from './browser-window.ts'
import { type DashboardWindow, openDashboard, type WindowOptions } from './dashboard.ts'
import { type DashboardPage, type PageIds, pathOf } from './dashboard-pages.ts'

/** Opens a page in one of the windows and runs steps there. */
export type OnPage<Name> = (
  name: Name,
  page: DashboardPage,
  work: (tab: Page) => Promise<void>,
) => Promise<void>

/** The windows of a test file, by name. */
export function pageWindows<Name extends string>(options: Record<Name, WindowOptions>): OnPage<Name> {
  const windows = new Map<string, DashboardWindow>()
  let instance: Instance
  let ids: PageIds
  beforeAll(async () => {
    instance = await startInstance('sqlite', sampleInstance)
    const { account, ids: made } = await fillSampleAccount(instance)
    ids = made
    for (const [name, of] of Object.entries<WindowOptions>(options)) {
      const window = await openDashboard(chrome, instance, account, of)
      await watchShifts(window.page)
      windows.set(name, window)
    }
  })
  afterAll(async () => {
    try {
      for (const window of windows.values()) await window.close()
    } finally {
      await instance.stop()
      await instance.database.remove()
    }
  })
  return async (name, page, work) => {
    const window = windows.get(name)
    if (!window) throw new Error('the windows are not open')
    await window.during(async () => {
      await window.open(pathOf(page, ids))
      await work(window.page)
    })
  }
}

/** Cumulative Layout Shift: how far content that loaded later moved the page. */
const watchShifts = (tab: Page) =>
  tab.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const shiftsOf = (tab: Page): Promise<number> =>
  tab.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)

/** How wide the page is in a window of this width; restores the window's size afterwards. */
export async function widthIn(tab: Page, width: number): Promise<number> {
  const before = tab.viewportSize()
  await tab.setViewportSize({ width, height: 640 })
  const needed = await tab.evaluate(() => document.documentElement.scrollWidth)
  if (before) await tab.setViewportSize(before)
  return needed
}

/** Every text on the page, including labels for screen readers, except the account's own content. */
export const textsOf = (tab: Page): Promise<string[]> =>
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

// Names, and words that Indonesian has from English or writes alike.
const alike = new Set([
  ...[
    'Admin',
    'Administrator',
    'Editor',
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
/** Text written by the account, a URL, an API identifier, or a name that is the same in all languages. */
const isNoWord = (text: string) =>
  alike.has(text) ||
  sampleTexts.some((own) => text.includes(own)) ||
  /^[\w.:@/+?=&%-]*[.:@/][\w.:@/+?=&%-]*$/.test(text)

/** English words on a page that should have none. */
export function englishIn(indonesian: string[], english: string[]): string[] {
  const known = new Set(english)
  return indonesian.filter((text) => known.has(text) && !isNoWord(text))
}

// None of these is an Indonesian word, and almost every English sentence contains one.
const englishWords = /\b(the|an|of|and|with|for|your|you|is|are|not|this|that|from|when|be)\b/i

/** Texts on an Indonesian page that are clearly English, found without comparing it to the English page. */
export const englishSentencesIn = (indonesian: string[]): string[] =>
  indonesian.filter((text) => englishWords.test(text) && !isNoWord(text))
