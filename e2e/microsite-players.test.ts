// The kinds that play, move and load something from elsewhere, in a real browser: only at the visitor's tap.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { film, MicrositeWindows, type Visit, withoutScript } from '../test/microsite-windows.ts'
import { until } from '../test/patience.ts'
import { component } from '../test/pictures/sample-microsite.ts'

let windows: MicrositeWindows

beforeAll(() => {
  windows = new MicrositeWindows()
})

afterAll(() => windows?.close())

describe('MEDIA', () => {
  test('asks nothing of another site until the tap, which shows its player and is counted', async () => {
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
        await until('the tap is told', () => elsewhere.length > 0 && windows.told.length > 0)
        expect(windows.told).toEqual(['/ana/cmp_film text/plain'])
        expect(new Set(elsewhere.map((url) => new URL(url).origin))).toEqual(
          new Set(['https://www.youtube-nocookie.com']),
        )
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
      },
    )
  })

  test('is a link to our redirect without script, and for who wants another tab', async () => {
    const components = [component('MEDIA', { url: film }, 'film')]
    await windows.visit(
      components,
      async ({ page }) =>
        expect(await page.getByRole('link', { name: 'Play on YouTube' }).getAttribute('href')).toBe(
          '/ana/cmp_film',
        ),
      withoutScript,
    )
    await windows.visit(components, async ({ page }) => {
      await page.getByRole('link', { name: 'Play on YouTube' }).click({ modifiers: ['ControlOrMeta'] })
      expect(await page.locator('iframe').count()).toBe(0)
    })
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
        expect(windows.told.filter((line) => line.startsWith('/ana'))).toEqual(['/ana/cmp_rain text/plain'])
        expect(elsewhere.length).toBeGreaterThan(0)
      },
    )
  })

  test('says that a film cannot be played which is not there', async () => {
    await windows.visit(
      [component('MEDIA', { url: 'https://files.example/missing.mp4' })],
      async ({ page }) => {
        await page.locator('video').evaluate((video: HTMLVideoElement) => video.play().catch(() => {}))
        await page.getByRole('alert').waitFor()
        expect(await page.getByRole('alert').innerText()).toContain('This cannot be played')
        expect(await page.locator('video').isVisible()).toBe(false)
      },
    )
  })

  test('with autoPlay starts a file at the first gesture, a film without sound', async () => {
    await windows.visit(
      [component('MEDIA', { url: 'https://files.example/rain.mp4', autoPlay: true })],
      async ({ page, elsewhere }) => {
        expect(elsewhere).toEqual([])
        await page.keyboard.press('a')
        await page.waitForFunction(() => document.querySelector('video')?.paused === false)
        expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
      },
    )
  })
})

test('MAPS shows its map at the tap, and leads to three maps without it', async () => {
  const components = [
    component('MAPS', { name: 'Monas', lat: -6.1754, lng: 106.8272, useLatLng: true }, 'place'),
  ]
  await windows.visit(components, async ({ page, elsewhere }) => {
    expect(elsewhere).toEqual([])
    await page.getByRole('link', { name: 'Show the map' }).click()
    await page.locator('iframe[title="Map: Monas"]').waitFor()
    await until('something is told', () => windows.told.length > 0)
    expect(windows.told).toEqual(['/ana/cmp_place/osm text/plain'])
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
        expect(await page.getByRole('status').innerText()).toBe('It has begun')
        expect(await page.locator('.units').isHidden()).toBe(true)
      },
      { time: 1_830_000_000 - before },
    )
  })

  test("without script says when it is, with script in the visitor's own time", async () => {
    const shown = ({ page }: Visit) => page.locator('time').innerText()
    expect(await windows.visit(components, shown, withoutScript)).toBe('28 Dec 2027, 13:20 UTC')
    expect(await windows.visit(components, shown, { timezoneId: 'Asia/Jakarta' })).toBe(
      '28 December 2027 at 20:20',
    )
  })
})

describe('IMAGE_SLIDE', () => {
  const images = ['hills', 'sea', 'dusk'].map((name) => ({ image: `/assets/${name}.svg` }))
  const slides = (fields = {}) => [component('IMAGE_SLIDE', { slides: images, ...fields })]
  const at = (page: Page) =>
    page.locator('.slides ul').evaluate((list) => Math.round(Math.abs(list.scrollLeft) / list.clientWidth))
  const reaches = (page: Page, position: number) =>
    until(`it is at ${position}`, async () => (await at(page)) === position)
  /** Pictures are there at once, so that it is seen when they do not change. */
  const withoutSliding = (page: Page) =>
    page.locator('.slides ul').evaluate((list) => {
      list.scrollTo = ((to: ScrollToOptions) => {
        list.scrollLeft = to.left ?? 0
      }) as typeof list.scrollTo
    })
  const pause = (page: Page) => page.getByRole('button', { name: /^(Pause|Play) the slides$/ })

  test('turns by its arrows, and from the last picture to the first', async () => {
    await windows.visit(slides(), async ({ page }) => {
      expect(await pause(page).count()).toBe(0)
      for (const position of [1, 2, 0]) {
        await page.getByRole('button', { name: 'Next picture' }).click()
        await reaches(page, position)
        await page.getByText(`${position + 1} / 3`, { exact: true }).waitFor()
      }
      await page.getByRole('button', { name: 'Previous picture' }).click()
      await reaches(page, 2)
    })
  })

  test('shows upright pictures whole, and counts only those that are there', async () => {
    const lost = { image: '/assets/lost.svg', href: 'https://a.example/lost' }
    const upright = { image: '/assets/portrait.svg', href: 'https://a.example/' }
    const there = component('IMAGE_SLIDE', { slides: [lost, upright, ...images] }, 'slides')
    await windows.visit([there], async ({ page }) => {
      expect(await page.locator('.slides img').count()).toBe(4)
      expect(await page.getByText('1 / 4', { exact: true }).isVisible()).toBe(true)
      expect(await page.getByRole('link', { name: 'Picture 1 of 4' }).getAttribute('href')).toBe(
        '/ana/cmp_slides/1',
      )
      const fit = await page
        .locator('.slides img')
        .first()
        .evaluate((image) => getComputedStyle(image).objectFit)
      expect(fit).toBe('contain')
    })
  })

  test('turns the other way where it is written from right to left', async () => {
    await windows.visit(
      slides(),
      async ({ page }) => {
        await page.getByRole('button', { name: 'Next picture' }).click()
        await reaches(page, 1)
        expect(await page.locator('.slides ul').evaluate((list) => list.scrollLeft)).toBeLessThan(0)
      },
      { rightToLeft: true },
    )
  })

  test('changes by itself, but not under the mouse or the focus, and not after it was stopped', async () => {
    await windows.visit(
      slides({ autoPlay: true, interval: 3 }),
      async ({ page }) => {
        await withoutSliding(page)
        expect(await pause(page).innerText()).toBe('Pause the slides')
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
        expect(await pause(page).innerText()).toBe('Play the slides')
        await page.clock.runFor(9_000)
        expect(await at(page)).toBe(1)
      },
      { time: 1_800_000_000 },
    )
  })

  test('does not begin by itself for who prefers less motion', async () => {
    await windows.visit(
      slides({ autoPlay: true, interval: 2 }),
      async ({ page }) => {
        await withoutSliding(page)
        expect(await pause(page).innerText()).toBe('Play the slides')
        await page.clock.runFor(9_000)
        expect(await at(page)).toBe(0)
      },
      { time: 1_800_000_000, reducedMotion: 'reduce' },
    )
  })

  test('can be pushed along without script, and without buttons that do nothing', async () => {
    await windows.visit(
      slides({ autoPlay: true }),
      async ({ page }) => {
        expect(await page.getByRole('button').count()).toBe(0)
        await page.locator('.slides ul').focus()
        await page.keyboard.press('ArrowRight')
        await page.locator('.slides ul').hover()
        await page.mouse.wheel(800, 0)
        await page.getByRole('img', { name: 'Picture 2 of 3' }).waitFor()
      },
      withoutScript,
    )
  })
})

describe('AUTOPLAY_MUSIC', () => {
  const music = component('AUTOPLAY_MUSIC', {
    url: 'https://files.example/rain.wav',
    title: 'Rain',
    loop: true,
  })
  const plays = (page: Page) =>
    page.locator('.music audio').evaluate((audio: HTMLAudioElement) => !audio.paused)

  test('starts at the first gesture and can be stopped and started', async () => {
    await windows.visit([music], async ({ page, elsewhere }) => {
      const button = page.getByRole('button', { name: 'Play the music: Rain' })
      // The browser tells of it a moment after it is so.
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

  test('keeps only a round button above the page once it plays', async () => {
    await windows.visit([music], async ({ page }) => {
      expect(await page.getByText('Rain').isVisible()).toBe(true)
      await page.keyboard.press('a')
      await page.locator('.music.started').waitFor()
      expect(await page.getByText('Rain').isVisible()).toBe(false)
      expect((await page.locator('.music').boundingBox())?.width).toBeLessThan(60)
    })
  })

  test('says that it cannot be played when its file is not there, without a button that does nothing', async () => {
    const missing = component('AUTOPLAY_MUSIC', { url: 'https://files.example/missing.mp3' })
    await windows.visit([missing], async ({ page }) => {
      await page.keyboard.press('a')
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').innerText()).toBe('The music cannot be played.')
      expect(await page.getByRole('button').count()).toBe(0)
    })
  })

  test.each([
    ['https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC', 'Listen on Spotify'],
    ['https://soundcloud.com/forss/flickermood', 'Listen on SoundCloud'],
    ['https://www.files.example/listen', 'Listen on files.example'],
  ])('that is not a file is a link: %s', async (url, name) => {
    await windows.visit([component('AUTOPLAY_MUSIC', { url }, 'song')], async ({ page, elsewhere }) => {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe('/ana/cmp_song')
      expect([await page.locator('audio,button').count(), elsewhere]).toEqual([0, []])
    })
  })

  test('starts once when the first gesture is its own button', async () => {
    await windows.visit([music], async ({ page }) => {
      await page.getByRole('button', { name: 'Play the music: Rain' }).click()
      await until('it plays', () => plays(page))
    })
  })

  test('is silent while something else is heard', async () => {
    await windows.visit([music, component('MEDIA', { url: film }, 'film')], async ({ page }) => {
      await page.keyboard.press('a')
      await until('it plays', () => plays(page))
      await page.getByRole('link', { name: 'Play on YouTube' }).click()
      await until('it has stopped', async () => !(await plays(page)))
    })
  })

  test("has the browser's own player without script", async () => {
    await windows.visit(
      [music],
      async ({ page }) => {
        expect(await page.locator('.music audio').isVisible()).toBe(true)
        expect(await page.getByRole('button').count()).toBe(0)
      },
      withoutScript,
    )
  })
})
