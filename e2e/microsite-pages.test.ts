// Microsites in a real browser, as visitors see them: all kinds of components on one page, every theme, and accessibility.
// microsite-pages.long.test.ts checks each kind and each theme by itself with axe-core.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { renderMicrosite, themeNames } from '@linnet/pages'
import {
  desk,
  failedFonts,
  faultsOf,
  htmlFaults,
  inWindow,
  openSpoilers,
  overflowOf,
  phone,
} from '../test/browser/microsite-faults.ts'
import { everyKind } from '../test/pictures/every-kind.ts'
import { type MicrositeServer, serveMicrosites } from '../test/pictures/microsite-server.ts'
import {
  component,
  componentsAlone,
  kindsInLooks,
  samplePage,
  usual,
} from '../test/pictures/sample-microsite.ts'
import { uglyComponents } from '../test/pictures/ugly-components.ts'

let server: MicrositeServer

beforeAll(() => {
  server = serveMicrosites()
})

afterAll(() => server.stop())

test.each(Object.entries(kindsInLooks))('%s is valid HTML', async (_, components) => {
  expect(await htmlFaults(renderMicrosite(samplePage(components), 'en').html)).toEqual([])
})

test('all kinds in all styles have no axe-core violations, in light mode on a phone and in dark mode on a desktop, and fit 320 pixels', async () => {
  // The owner chooses the colour of a text.
  const { 'text-colours': _, ...readable } = kindsInLooks
  const components = Object.entries(readable).flatMap(([look, all]) =>
    all.map((one) => ({ ...one, id: `${one.id}_${look}` })),
  )
  await inWindow(server, { ...phone, colorScheme: 'light' }, async (tab, show) => {
    await show(samplePage(components))
    await openSpoilers(tab)
    expect(await faultsOf(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'dark' })
    await tab.setViewportSize(desk)
    expect(await faultsOf(tab)).toEqual([])
    await tab.setViewportSize({ width: 320, height: 640 })
    expect(await overflowOf(tab)).toBe(0)
  })
})

test('every theme loads its fonts, and nothing from elsewhere, and is readable if its background is not a plain colour', async () => {
  await inWindow(server, phone, async (tab, show) => {
    for (const theme of themeNames) {
      await show(samplePage(everyKind, { theme }))
      expect(await overflowOf(tab), theme).toBe(0)
      expect(await failedFonts(tab), theme).toBe(0)
      if (['sunset', 'terminal'].includes(theme)) expect(await faultsOf(tab), theme).toEqual([])
    }
  })
})

test('a page with every kind is at most 15 KB compressed, without its images', () => {
  const { html } = renderMicrosite(samplePage(everyKind), 'en')
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(15 * 1024)
  expect(brotliCompressSync(html).byteLength).toBeLessThanOrEqual(15 * 1024)
})

test('a single component, locked or unlocked, is valid HTML and links back to the page', async () => {
  await inWindow(server, phone, async (tab, show) => {
    for (const one of componentsAlone) {
      const page = samplePage([one], { alone: true })
      expect(await htmlFaults(renderMicrosite(page, 'en').html)).toEqual([])
      await show(page)
      expect(await overflowOf(tab)).toBe(0)
      expect(await tab.getByRole('link', { name: 'Back to Ana Prasetya' }).getAttribute('href')).toBe('/ana')
      if (one.kind !== 'LINK') continue
      await tab.locator('input:focus').waitFor()
      expect(await faultsOf(tab)).toEqual([])
    }
  })
})

test('an empty page has a heading, and a page of empty components has no more', async () => {
  await inWindow(server, phone, async (tab, show) => {
    for (const components of [
      [],
      everyKind.map(({ kind }, index) => component(kind, {}, `empty_${index}`)),
    ]) {
      await show(samplePage(components))
      expect(await tab.locator('h1').allInnerTexts()).toEqual(['Ana Prasetya'])
      expect(await faultsOf(tab)).toEqual([])
    }
  })
})

test('without JavaScript, spoilers open, links lead to addresses that count taps, and passwords can be sent', async () => {
  const page = samplePage([
    component('TEXT', { content: 'The butler', isSpoiler: true, spoilerButtonText: 'Who was it?' }, 'text'),
    component('LINK', { value: 'My shop', href: 'https://shop.example/' }, 'link'),
    component('LINK', {}, 'locked', { locked: true, canOpen: true, wrong: false, retryAfter: null }),
  ])
  await inWindow(server, { ...phone, javaScriptEnabled: false }, async (tab, show) => {
    await show(page)
    expect(await tab.getByText('The butler').isVisible()).toBe(false)
    await tab.getByText('Who was it?').click()
    await tab.getByText('The butler').waitFor()
    expect(await tab.getByText('Who was it?').isVisible()).toBe(false)
    await tab.getByText('Hide').click()
    expect(await tab.getByText('The butler').isVisible()).toBe(false)
    expect(await tab.getByRole('link', { name: 'My shop' }).getAttribute('href')).toBe('/ana/cmp_link')
    await tab.getByText('Locked link').click()
    await tab.getByLabel('Password').fill('sesame')
    const [request] = await Promise.all([
      tab.waitForRequest((request) => request.method() === 'POST'),
      tab.getByRole('button', { name: 'Unlock' }).click(),
    ])
    expect(new URL(request.url()).pathname).toBe('/ana/cmp_locked')
    expect(request.postData()).toBe('password=sesame')
  })
})

test('everything can be reached and seen with the keyboard alone', async () => {
  await inWindow(server, phone, async (tab, show) => {
    await show(samplePage(usual))
    const reached: string[] = []
    for (let step = 0; step < 12; step++) {
      await tab.keyboard.press('Tab')
      const seen = await tab.evaluate(() => {
        const { activeElement: focused } = document
        return focused && focused !== document.body
          ? `${focused.textContent?.trim()}: ${getComputedStyle(focused).outlineStyle}`
          : null
      })
      if (seen === null) break
      reached.push(seen)
    }
    expect(reached).toContain('My shop: solid')
    expect(reached).toContain('Instagram: solid')
    expect(reached.filter((line) => !line.endsWith(': solid'))).toEqual([])
  })
})

test('texts of ten thousand characters, emoji and right-to-left letters neither break the page nor overflow it', async () => {
  await inWindow(server, { viewport: { width: 320, height: 640 } }, async (tab, show) => {
    await show(samplePage(uglyComponents))
    expect(await overflowOf(tab)).toBe(0)
  })
})
