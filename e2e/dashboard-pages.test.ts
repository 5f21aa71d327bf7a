// What holds for every page of the dashboard: accessible, in both languages, at every width, and nothing moves while it comes.
import { describe, expect, test } from 'bun:test'
import { axeFindings, desk, phone } from '../test/dashboard.ts'
import { dashboardPages } from '../test/dashboard-pages.ts'
import { englishIn, pageWindows, shiftsOf, textsOf, widthIn } from '../test/every-dashboard-page.ts'

const on = pageWindows({
  phone: { ...phone, colorScheme: 'dark', locale: 'id-ID' },
  desk: { ...desk, colorScheme: 'light' },
})

// Each has axe-core in one of its forms, in turn; dashboard-pages.long.test.ts looks at every page in all of them.
const pages = dashboardPages.map((page, index) => ({
  page,
  name: page.name,
  inspected: index % 2 ? 'desk' : 'phone',
}))

describe.each(pages)('the page $name', ({ page, inspected }) => {
  test('nothing moves while the rest comes, axe-core finds nothing, 320 pixels are enough, and it is in both languages', async () => {
    let english: string[] = []
    await on('desk', page, async (tab) => {
      english = await textsOf(tab)
      if (inspected === 'desk') expect(await axeFindings(tab)).toEqual([])
    })
    expect(english.length).toBeGreaterThan(10)
    await on('phone', page, async (tab) => {
      await tab.waitForLoadState('networkidle')
      expect(await shiftsOf(tab)).toBeLessThan(0.02)
      expect(englishIn(await textsOf(tab), english)).toEqual([])
      if (inspected === 'phone') expect(await axeFindings(tab)).toEqual([])
      expect(await widthIn(tab, 320)).toBeLessThanOrEqual(320)
    })
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
