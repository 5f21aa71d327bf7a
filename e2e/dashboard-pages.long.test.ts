// Checks for every dashboard page in every variant: light and dark, phone and desktop, both languages.
import { describe, expect, test } from 'bun:test'
import { axeFindings, desk, phone } from '../test/browser/dashboard.ts'
import { dashboardPages } from '../test/browser/dashboard-pages.ts'
import { englishIn, pageWindows, shiftsOf, textsOf, widthIn } from '../test/browser/every-dashboard-page.ts'

const on = pageWindows({
  phone: { ...phone, colorScheme: 'light' },
  desk: { ...desk, colorScheme: 'dark' },
  indonesian: { ...desk, colorScheme: 'light', locale: 'id-ID' },
})

describe.each(dashboardPages)('the page $name', (page) => {
  test('on a phone: no layout shifts while it loads, no axe-core violations, and 320 pixels are enough', () =>
    on('phone', page, async (tab) => {
      await tab.waitForLoadState('networkidle')
      expect(await shiftsOf(tab)).toBeLessThan(0.02)
      expect(await axeFindings(tab)).toEqual([])
      expect(await widthIn(tab, 320)).toBeLessThanOrEqual(320)
    }))

  test('on a desktop, dark and light: no axe-core violations, and no English word on the Indonesian page', async () => {
    let english: string[] = []
    await on('desk', page, async (tab) => {
      expect(await axeFindings(tab)).toEqual([])
      english = await textsOf(tab)
    })
    expect(english.length).toBeGreaterThan(10)
    await on('indonesian', page, async (tab) => {
      expect(await axeFindings(tab)).toEqual([])
      expect(englishIn(await textsOf(tab), english)).toEqual([])
    })
  })
})
