// Checks for every dashboard page: accessible, translated, fits every width, and no layout shifts while it loads.
import { describe, expect, test } from 'bun:test'
import { axeFindings, phone } from '../test/browser/dashboard.ts'
import { dashboardPages } from '../test/browser/dashboard-pages.ts'
import {
  englishSentencesIn,
  pageWindows,
  shiftsOf,
  textsOf,
  widthIn,
} from '../test/browser/every-dashboard-page.ts'

const on = pageWindows({ phone: { ...phone, colorScheme: 'dark', locale: 'id-ID' } })

// dashboard-pages.long.test.ts also checks each on a desktop, in light mode, and word by word against the English page.
describe.each(dashboardPages)('the page $name', (page) => {
  test('no layout shifts while it loads, no axe-core violations, 320 pixels are enough, and no sentence is in English', () =>
    on('phone', page, async (tab) => {
      await tab.waitForLoadState('networkidle')
      expect(await shiftsOf(tab)).toBeLessThan(0.02)
      const texts = await textsOf(tab)
      expect(texts.length).toBeGreaterThan(10)
      expect(englishSentencesIn(texts)).toEqual([])
      expect(await axeFindings(tab)).toEqual([])
      expect(await widthIn(tab, 320)).toBeLessThanOrEqual(320)
    }))
})

test('docs/dashboard.md shows each of them, on a desktop and a phone, in light and dark', async () => {
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
