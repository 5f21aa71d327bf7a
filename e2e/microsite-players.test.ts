// Components that play, move or load content from other sites, in a real browser: only after the visitor's tap.
import { describe, expect, test } from 'bun:test'
import { film, sharedWindows, withoutScript } from '../test/browser/microsite-windows.ts'
import { component } from '../test/pictures/sample-microsite.ts'
import { until } from '../test/timeouts.ts'
import { at, music, pause, plays, reaches, slides, withoutSliding } from './moving-parts.ts'

const windows = sharedWindows()

describe('MEDIA', () => {
  test('requests nothing from another site until the tap, which shows its player and is counted', async () => {
    await windows.visit(
      [component('MEDIA', { url: film, autoPlay: true }, 'film')],
      async ({ page, elsewhere }) => {
        expect(elsewhere).toEqual([])
        expect(await page.locator('iframe').count()).toBe(0)
        await page.getByRole('link', { name: 'Play on YouTube' }).click()
        const frame = page.locator('iframe[title="YouTube"]')
        await frame.waitFor()
        expect(await frame.getAttribute('src')).toContain(
          'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
        )
        expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
        await until('the tap is reported', () => elsewhere.length > 0 && windows.posted.length > 0)
        expect(windows.posted).toEqual(['/ana/cmp_film text/plain'])
        expect(new Set(elsewhere.map((url) => new URL(url).origin))).toEqual(
          new Set(['https://www.youtube-nocookie.com']),
        )
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
      },
    )
  })

  test('plays a file, which is loaded at the tap and counted once', async () => {
    await windows.visit(
      [component('MEDIA', { url: 'https://files.example/rain.wav' }, 'rain')],
      async ({ page, elsewhere }) => {
        expect(await page.locator('audio').getAttribute('preload')).toBe('none')
        expect(elsewhere).toEqual([])
        const play = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.play())
        await page.locator('main').click({ position: { x: 1, y: 1 } })
        await play()
        await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause())
        await play()
        await windows.settle(page)
        expect(windows.posted.filter((line) => line.startsWith('/ana'))).toEqual(['/ana/cmp_rain text/plain'])
        expect(elsewhere.length).toBeGreaterThan(0)
      },
    )
  })
})

test('MAPS shows its map on tap, and links to three maps', async () => {
  const components = [
    component('MAPS', { name: 'Monas', lat: -6.1754, lng: 106.8272, useLatLng: true }, 'place'),
  ]
  await windows.visit(components, async ({ page, elsewhere }) => {
    expect(elsewhere).toEqual([])
    await page.getByRole('link', { name: 'Show map' }).click()
    await page.locator('iframe[title="Map: Monas"]').waitFor()
    await until('a tap is reported', () => windows.posted.length > 0)
    expect(windows.posted).toEqual(['/ana/cmp_place/osm text/plain'])
  })
  await windows.visit(
    components,
    async ({ page }) => {
      const links = await page
        .locator('.place li a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual(['osm', 'google', 'apple'].map((site) => `/ana/cmp_place/${site}`))
    },
    withoutScript,
  )
})

describe('COUNTDOWN', () => {
  const components = [component('COUNTDOWN', { timestamp: 1_830_000_000 })]

  test('counts every second, and says when it has begun', async () => {
    const before = 2 * 86_400 + 3 * 3_600 + 4 * 60 + 5
    await windows.visit(
      components,
      async ({ page }) => {
        const numbers = () => page.locator('.units b').allInnerTexts()
        expect(await numbers()).toEqual(['2', '03', '04', '05'])
        await page.clock.runFor(6_000)
        expect(await numbers()).toEqual(['2', '03', '03', '59'])
        await page.clock.fastForward(before * 1000)
        expect(await page.getByRole('status').innerText()).toBe('It has started')
        expect(await page.locator('.units').isHidden()).toBe(true)
      },
      { time: 1_830_000_000 - before },
    )
  })
})

describe('IMAGE_SLIDE', () => {
  test('moves with its arrows, and from the last image to the first', async () => {
    await windows.visit(slides(), async ({ page }) => {
      expect(await pause(page).count()).toBe(0)
      for (const position of [1, 2, 0]) {
        await page.getByRole('button', { name: 'Next image' }).click()
        await reaches(page, position)
        await page.getByText(`${position + 1} / 3`, { exact: true }).waitFor()
      }
      await page.getByRole('button', { name: 'Previous image' }).click()
      await reaches(page, 2)
    })
  })

  test('changes by itself, but not under the mouse or the focus, and not after it was stopped', async () => {
    await windows.visit(
      slides({ autoPlay: true, interval: 3 }),
      async ({ page }) => {
        await withoutSliding(page)
        expect(await pause(page).innerText()).toBe('Pause slideshow')
        await page.clock.runFor(3_100)
        await reaches(page, 1)
        await page.locator('.slides').hover()
        await page.clock.runFor(6_000)
        expect(await at(page)).toBe(1)
        await page.mouse.move(0, 0)
        await page.locator('.slides ul').focus()
        await page.clock.runFor(6_000)
        expect(await at(page)).toBe(1)
        await page.locator('.slides ul').blur()
        await pause(page).click()
        await page.mouse.move(0, 0)
        await pause(page).blur()
        expect(await pause(page).innerText()).toBe('Play slideshow')
        await page.clock.runFor(9_000)
        expect(await at(page)).toBe(1)
      },
      { time: 1_800_000_000 },
    )
  })
})

describe('AUTOPLAY_MUSIC', () => {
  test('starts at the first gesture and can be stopped and started', async () => {
    await windows.visit([music], async ({ page, elsewhere }) => {
      const button = page.getByRole('button', { name: 'Play music: Rain' })
      // The browser fires the event a moment later.
      const says = (pressed: string) =>
        until(
          `the button says ${pressed}`,
          async () => (await button.getAttribute('aria-pressed')) === pressed,
        )
      await says('false')
      expect([await plays(page), elsewhere]).toEqual([false, []])
      await page.locator('main').click({ position: { x: 5, y: 5 } })
      await until('it plays', () => plays(page))
      expect(await page.locator('.music audio').evaluate((audio: HTMLAudioElement) => audio.loop)).toBe(true)
      await button.click()
      await until('it has stopped', async () => !(await plays(page)))
      await says('false')
      await page.keyboard.press('a')
      expect(await plays(page)).toBe(false)
      await button.click()
      await until('it plays', () => plays(page))
      await says('true')
    })
  })
})
