// Components that play and move, in a real browser, rarer cases: no JavaScript, right-to-left, and missing media.
import { describe, expect, test } from 'bun:test'
import { film, sharedWindows, type Visit, withoutScript } from '../test/browser/microsite-windows.ts'
import { component } from '../test/pictures/sample-microsite.ts'
import { until } from '../test/timeouts.ts'
import { at, images, music, pause, plays, reaches, slides, withoutSliding } from './moving-parts.ts'

const windows = sharedWindows()

describe('MEDIA', () => {
  test('is a link to our redirect without JavaScript, and for opening in another tab', async () => {
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

  test('says if a video can’t be played because it is missing', async () => {
    await windows.visit(
      [component('MEDIA', { url: 'https://files.example/missing.mp4' })],
      async ({ page }) => {
        await page.locator('video').evaluate((video: HTMLVideoElement) => video.play().catch(() => {}))
        await page.getByRole('alert').waitFor()
        expect(await page.getByRole('alert').innerText()).toContain('This can’t be played')
        expect(await page.locator('video').isVisible()).toBe(false)
      },
    )
  })

  test('with autoPlay starts a file at the first gesture, and a video muted', async () => {
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

describe('COUNTDOWN', () => {
  const components = [component('COUNTDOWN', { timestamp: 1_830_000_000 })]

  test('shows the time without JavaScript, and in the visitor’s time zone with it', async () => {
    const shown = ({ page }: Visit) => page.locator('time').innerText()
    expect(await windows.visit(components, shown, withoutScript)).toBe('28 Dec 2027, 13:20 UTC')
    expect(await windows.visit(components, shown, { timezoneId: 'Asia/Jakarta' })).toBe(
      '28 December 2027 at 20:20',
    )
  })
})

describe('IMAGE_SLIDE', () => {
  test('shows portrait images in full, and counts only those that exist', async () => {
    const lost = { image: '/assets/lost.svg', href: 'https://a.example/lost' }
    const upright = { image: '/assets/portrait.svg', href: 'https://a.example/' }
    const there = component('IMAGE_SLIDE', { slides: [lost, upright, ...images] }, 'slides')
    await windows.visit([there], async ({ page }) => {
      expect(await page.locator('.slides img').count()).toBe(4)
      expect(await page.getByText('1 / 4', { exact: true }).isVisible()).toBe(true)
      expect(await page.getByRole('link', { name: 'Image 1 of 4' }).getAttribute('href')).toBe(
        '/ana/cmp_slides/1',
      )
      const fit = await page
        .locator('.slides img')
        .first()
        .evaluate((image) => getComputedStyle(image).objectFit)
      expect(fit).toBe('contain')
    })
  })

  test('runs the other way in right-to-left text', async () => {
    await windows.visit(
      slides(),
      async ({ page }) => {
        await page.getByRole('button', { name: 'Next image' }).click()
        await reaches(page, 1)
        expect(await page.locator('.slides ul').evaluate((list) => list.scrollLeft)).toBeLessThan(0)
      },
      { rightToLeft: true },
    )
  })

  test('does not start by itself for visitors who prefer reduced motion', async () => {
    await windows.visit(
      slides({ autoPlay: true, interval: 2 }),
      async ({ page }) => {
        await withoutSliding(page)
        expect(await pause(page).innerText()).toBe('Play slideshow')
        await page.clock.runFor(9_000)
        expect(await at(page)).toBe(0)
      },
      { time: 1_800_000_000, reducedMotion: 'reduce' },
    )
  })

  test('can be scrolled without JavaScript, and has no buttons that do nothing', async () => {
    await windows.visit(
      slides({ autoPlay: true }),
      async ({ page }) => {
        expect(await page.getByRole('button').count()).toBe(0)
        await page.locator('.slides ul').focus()
        await page.keyboard.press('ArrowRight')
        await page.locator('.slides ul').hover()
        await page.mouse.wheel(800, 0)
        await page.getByRole('img', { name: 'Image 2 of 3' }).waitFor()
      },
      withoutScript,
    )
  })
})

describe('AUTOPLAY_MUSIC', () => {
  test('keeps only a round button above the page once it plays', async () => {
    await windows.visit([music], async ({ page }) => {
      expect(await page.getByText('Rain').isVisible()).toBe(true)
      await page.keyboard.press('a')
      await page.locator('.music.started').waitFor()
      expect(await page.getByText('Rain').isVisible()).toBe(false)
      expect((await page.locator('.music').boundingBox())?.width).toBeLessThan(60)
    })
  })

  test('says that it can’t be played if its file is missing, without a button that does nothing', async () => {
    const missing = component('AUTOPLAY_MUSIC', { url: 'https://files.example/missing.mp3' })
    await windows.visit([missing], async ({ page }) => {
      await page.keyboard.press('a')
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').innerText()).toBe('The music can’t be played.')
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
      await page.getByRole('button', { name: 'Play music: Rain' }).click()
      await until('it plays', () => plays(page))
    })
  })

  test('is silent while something else plays', async () => {
    await windows.visit([music, component('MEDIA', { url: film }, 'film')], async ({ page }) => {
      await page.keyboard.press('a')
      await until('it plays', () => plays(page))
      await page.getByRole('link', { name: 'Play on YouTube' }).click()
      await until('it has stopped', async () => !(await plays(page)))
    })
  })

  test('uses the browser’s own player without JavaScript', async () => {
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
