// Each kind of component and each theme of microsites by itself, checked with axe-core in a real browser.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { themes } from '@linnet/pages'
import {
  desk,
  faultsOf,
  inWindow,
  openSpoilers,
  overflowOf,
  phone,
} from '../test/browser/microsite-faults.ts'
import { everyKind } from '../test/pictures/every-kind.ts'
import { type MicrositeServer, serveMicrosites } from '../test/pictures/microsite-server.ts'
import { componentsAlone, kindsInLooks, samplePage } from '../test/pictures/sample-microsite.ts'
import { uglyComponents } from '../test/pictures/ugly-components.ts'

let server: MicrositeServer

beforeAll(() => {
  server = serveMicrosites()
})

afterAll(() => server.stop())

test.each(Object.entries(kindsInLooks))(
  '%s has no axe-core violations, in light mode on a phone and in dark mode on a desktop, and fits 320 pixels',
  async (name, components) => {
    // The owner chooses the colour of a text.
    const besides = name === 'text-colours' ? ['color-contrast'] : []
    await inWindow(server, { ...phone, colorScheme: 'light' }, async (tab, show) => {
      await show(samplePage(components))
      await openSpoilers(tab)
      expect(await faultsOf(tab, besides)).toEqual([])
      await tab.emulateMedia({ colorScheme: 'dark' })
      await tab.setViewportSize(desk)
      expect(await faultsOf(tab, besides)).toEqual([])
      await tab.setViewportSize({ width: 320, height: 640 })
      expect(await overflowOf(tab)).toBe(0)
    })
  },
)

test.each([...themes])('the theme %s has no axe-core violations', async (theme, { scheme }) => {
  await inWindow(server, { ...phone, colorScheme: 'light' }, async (tab, show) => {
    await show(samplePage(everyKind, { theme }))
    expect(await faultsOf(tab)).toEqual([])
    if (scheme === 'light dark') {
      await tab.emulateMedia({ colorScheme: 'dark' })
      expect(await faultsOf(tab)).toEqual([])
      expect(await overflowOf(tab)).toBe(0)
    }
  })
})

test.each(componentsAlone.map((one) => [one.kind, one] as const))(
  'one %s alone has no axe-core violations',
  async (_, one) => {
    await inWindow(server, phone, async (tab, show) => {
      await show(samplePage([one], { alone: true }))
      expect(await faultsOf(tab)).toEqual([])
    })
  },
)

test('texts of ten thousand characters, emoji and right-to-left text have no axe-core violations', async () => {
  await inWindow(server, { viewport: { width: 320, height: 640 } }, async (tab, show) => {
    await show(samplePage(uglyComponents))
    expect(await faultsOf(tab)).toEqual([])
  })
})
