// The kinds that a visitor does something with, in a real browser: with their script, and complete without it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Lock, renderMicrosite, type ShownComponent } from '@linnet/pages'
import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inNewWindow, launchBrowser } from '../test/browser-window.ts'
import { cvData, interactiveKinds } from '../test/pictures/interactive-samples.ts'
import { type MicrositeServer, serveMicrosites } from '../test/pictures/microsite-server.ts'
import { component, samplePage } from '../test/pictures/sample-microsite.ts'
import { silence } from '../test/silence.ts'

let chrome: Browser
let server: MicrositeServer
/** What the script told the server of, and forms that were sent: `path type`. */
const told: string[] = []
/** What the next form is answered with. */
let unlocking: ((request: Request) => Response | Promise<Response>) | undefined

beforeAll(async () => {
  server = serveMicrosites(async (request) => {
    if (request.method !== 'POST') return undefined
    const type = request.headers.get('content-type')?.split(';', 1)[0] ?? ''
    told.push(`${new URL(request.url).pathname} ${type}`)
    if (type === 'application/x-www-form-urlencoded') return unlocking?.(request)
    return new Response(null, { status: 204 })
  })
  chrome = await launchBrowser()
}, 60_000)

afterAll(async () => {
  await chrome?.close()
  await server?.stop()
})

interface Visit {
  page: Page
  /** Addresses elsewhere that were asked for since the page was opened. */
  elsewhere: string[]
}

interface VisitOptions extends BrowserContextOptions {
  /** In Unix seconds: the page's clock stands there, until the test moves it. */
  time?: number
  rightToLeft?: boolean
}

/** Opens a page of these components; what lies elsewhere is answered by the test itself. */
function visit<T>(
  components: readonly ShownComponent[],
  work: (visit: Visit) => Promise<T>,
  { time, rightToLeft, ...options }: VisitOptions = {},
): Promise<T> {
  told.length = 0
  return inNewWindow(
    chrome,
    options,
    async (page, context) => {
      const elsewhere: string[] = []
      await context.route(
        (url) => url.origin !== server.origin,
        async (route) => {
          const url = route.request().url()
          elsewhere.push(url)
          await (/\.(wav|mp4)$/.test(url)
            ? route.fulfill({ body: silence, contentType: 'audio/wav' })
            : route.fulfill({ body: '<!doctype html><title>There</title>', contentType: 'text/html' }))
        },
      )
      if (time !== undefined) {
        await page.clock.install({ time: time * 1000 })
        await page.clock.pauseAt(time * 1000 + 500)
      }
      if (rightToLeft)
        await page.route('**/ana', async (route) => {
          const response = await route.fetch()
          await route.fulfill({
            response,
            body: (await response.text()).replace('<html ', '<html dir="rtl" '),
          })
        })
      await page.goto(server.show(samplePage(components)))
      return work({ page, elsewhere })
    },
    // What it does with mailto: and tel:, the browser says aloud; and a test has its server fail.
    /^(Launched external handler for|Failed to launch) '(mailto|tel):|status of 503|^Autofocus processing was blocked because a document's URL has a fragment/,
  )
}

const withoutScript = { javaScriptEnabled: false }
/** The server has been told by now of whatever it will be told of: requests of a page arrive in their order. */
const settle = async (page: Page) => {
  await page.evaluate(() => fetch('/settled', { method: 'POST', body: '' }).then(() => undefined))
  await expectSoon(() => told.some((line) => line.startsWith('/settled')))
}
async function expectSoon(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return
    await Bun.sleep(25)
  }
  throw new Error('it did not happen within five seconds')
}

const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describe('MEDIA', () => {
  test('asks nothing of another site until the tap, which shows its player and is counted', async () => {
    await visit([component('MEDIA', { url: film, autoPlay: true }, 'film')], async ({ page, elsewhere }) => {
      expect(elsewhere).toEqual([])
      expect(await page.locator('iframe').count()).toBe(0)
      await page.getByRole('link', { name: 'Play on YouTube' }).click()
      const frame = page.locator('iframe[title="YouTube"]')
      await frame.waitFor()
      expect(await frame.getAttribute('src')).toContain(
        'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
      )
      expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
      await expectSoon(() => elsewhere.length > 0 && told.length > 0)
      expect(told).toEqual(['/ana/cmp_film text/plain'])
      expect(new Set(elsewhere.map((url) => new URL(url).origin))).toEqual(
        new Set(['https://www.youtube-nocookie.com']),
      )
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    })
  })

  test('is a link to our redirect without script, and for who wants another tab', async () => {
    const components = [component('MEDIA', { url: film }, 'film')]
    await visit(
      components,
      async ({ page }) =>
        expect(await page.getByRole('link', { name: 'Play on YouTube' }).getAttribute('href')).toBe(
          '/ana/cmp_film',
        ),
      withoutScript,
    )
    await visit(components, async ({ page }) => {
      await page.getByRole('link', { name: 'Play on YouTube' }).click({ modifiers: ['ControlOrMeta'] })
      expect(await page.locator('iframe').count()).toBe(0)
    })
  })

  test('plays a file, which is loaded at the tap and counted once', async () => {
    await visit(
      [component('MEDIA', { url: 'https://files.example/rain.wav' }, 'rain')],
      async ({ page, elsewhere }) => {
        expect(await page.locator('audio').getAttribute('preload')).toBe('none')
        expect(elsewhere).toEqual([])
        const play = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.play())
        await page.locator('main').click({ position: { x: 1, y: 1 } })
        await play()
        await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause())
        await play()
        await settle(page)
        expect(told.filter((line) => line.startsWith('/ana'))).toEqual(['/ana/cmp_rain text/plain'])
        expect(elsewhere.length).toBeGreaterThan(0)
      },
    )
  })

  test('with autoPlay starts a file at the first gesture, a film without sound', async () => {
    await visit(
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
  await visit(components, async ({ page, elsewhere }) => {
    expect(elsewhere).toEqual([])
    await page.getByRole('link', { name: 'Show the map' }).click()
    await page.locator('iframe[title="Map: Monas"]').waitFor()
    await expectSoon(() => told.length > 0)
    expect(told).toEqual(['/ana/cmp_place/osm text/plain'])
  })
  await visit(
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
    await visit(
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
    expect(await visit(components, shown, withoutScript)).toBe('28 Dec 2027, 13:20 UTC')
    expect(await visit(components, shown, { timezoneId: 'Asia/Jakarta' })).toBe('28 December 2027 at 20:20')
  })
})

describe('IMAGE_SLIDE', () => {
  const images = ['hills', 'sea', 'dusk'].map((name) => ({ image: `/assets/${name}.svg` }))
  const slides = (fields = {}) => [component('IMAGE_SLIDE', { slides: images, ...fields })]
  const at = (page: Page) =>
    page.locator('.slides ul').evaluate((list) => Math.round(Math.abs(list.scrollLeft) / list.clientWidth))
  const reaches = (page: Page, position: number) => expectSoon(async () => (await at(page)) === position)
  /** Pictures are there at once, so that it is seen when they do not change. */
  const withoutSliding = (page: Page) =>
    page.locator('.slides ul').evaluate((list) => {
      list.scrollTo = ((to: ScrollToOptions) => {
        list.scrollLeft = to.left ?? 0
      }) as typeof list.scrollTo
    })
  const pause = (page: Page) => page.getByRole('button', { name: 'Change pictures by themselves' })

  test('turns by its arrows, and from the last picture to the first', async () => {
    await visit(slides(), async ({ page }) => {
      expect(await pause(page).count()).toBe(0)
      for (const position of [1, 2, 0]) {
        await page.getByRole('button', { name: 'Next picture' }).click()
        await reaches(page, position)
      }
      await page.getByRole('button', { name: 'Previous picture' }).click()
      await reaches(page, 2)
    })
  })

  test('turns the other way where it is written from right to left', async () => {
    await visit(
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
    await visit(
      slides({ autoPlay: true, interval: 3 }),
      async ({ page }) => {
        await withoutSliding(page)
        expect(await pause(page).getAttribute('aria-pressed')).toBe('true')
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
        expect(await pause(page).getAttribute('aria-pressed')).toBe('false')
        await page.clock.runFor(9_000)
        expect(await at(page)).toBe(1)
      },
      { time: 1_800_000_000 },
    )
  })

  test('does not begin by itself for who prefers less motion', async () => {
    await visit(
      slides({ autoPlay: true, interval: 2 }),
      async ({ page }) => {
        await withoutSliding(page)
        expect(await pause(page).getAttribute('aria-pressed')).toBe('false')
        await page.clock.runFor(9_000)
        expect(await at(page)).toBe(0)
      },
      { time: 1_800_000_000, reducedMotion: 'reduce' },
    )
  })

  test('can be pushed along without script, and without buttons that do nothing', async () => {
    await visit(
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
    await visit([music], async ({ page, elsewhere }) => {
      const button = page.getByRole('button', { name: 'Play the music: Rain' })
      expect([await plays(page), await button.getAttribute('aria-pressed'), elsewhere]).toEqual([
        false,
        'false',
        [],
      ])
      await page.locator('main').click({ position: { x: 5, y: 5 } })
      await expectSoon(() => plays(page))
      expect(await page.locator('.music audio').evaluate((audio: HTMLAudioElement) => audio.loop)).toBe(true)
      await button.click()
      await expectSoon(async () => !(await plays(page)))
      expect(await button.getAttribute('aria-pressed')).toBe('false')
      await page.keyboard.press('a')
      expect(await plays(page)).toBe(false)
      await button.click()
      await expectSoon(() => plays(page))
      await expectSoon(async () => (await button.getAttribute('aria-pressed')) === 'true')
    })
  })

  test('starts once when the first gesture is its own button', async () => {
    await visit([music], async ({ page }) => {
      await page.getByRole('button', { name: 'Play the music: Rain' }).click()
      await expectSoon(() => plays(page))
    })
  })

  test('is silent while something else is heard', async () => {
    await visit([music, component('MEDIA', { url: film }, 'film')], async ({ page }) => {
      await page.keyboard.press('a')
      await expectSoon(() => plays(page))
      await page.getByRole('link', { name: 'Play on YouTube' }).click()
      await expectSoon(async () => !(await plays(page)))
    })
  })

  test("has the browser's own player without script", async () => {
    await visit(
      [music],
      async ({ page }) => {
        expect(await page.locator('.music audio').isVisible()).toBe(true)
        expect(await page.getByRole('button').count()).toBe(0)
      },
      withoutScript,
    )
  })
})

test('taps on numbers and mailboxes are told, and the links stand in the page as they are', async () => {
  const contact = {
    name: 'Ana',
    phone: '+62 812 3456 789',
    email: 'ana@lin.example',
    website: 'https://ana.example/',
  }
  await visit([component('CONTACT', contact, 'ana')], async ({ page }) => {
    const href = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    expect(await href('+62 812 3456 789')).toBe('tel:+628123456789')
    expect(await href('ana@lin.example')).toBe('mailto:ana@lin.example')
    expect(await page.getByRole('link', { name: 'ana.example', exact: true }).getAttribute('href')).toBe(
      '/ana/cmp_ana/website',
    )
    expect(await href('Save contact')).toBe('/ana/cmp_ana.vcf')
    await page.getByRole('link', { name: 'ana@lin.example' }).click()
    await page.getByRole('link', { name: '+62' }).click()
    await expectSoon(() => told.length === 2)
    expect(told).toEqual(['/ana/cmp_ana text/plain', '/ana/cmp_ana text/plain'])
  })
})

test('CALENDAR says when it is by its own clocks, and offers every calendar, also without script', async () => {
  const event = { title: 'Opening', startDate: '2026-12-05T18:30:00', timezone: 'Asia/Jakarta' }
  await visit(
    [component('CALENDAR', event, 'opening')],
    async ({ page }) => {
      expect(await page.locator('time').innerText()).toBe('Saturday, 5 December 2026 at 18:30 (GMT+7)')
      expect(await page.locator('time').getAttribute('datetime')).toBe('2026-12-05T11:30:00.000Z')
      await page.getByText('Add to calendar').click()
      const links = await page
        .locator('.event li a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual(['.ics', '/google', '/outlook', '/yahoo'].map((end) => `/ana/cmp_opening${end}`))
    },
    { ...withoutScript, timezoneId: 'America/New_York' },
  )
})

describe('CV', () => {
  const components = [component('TEXT', { content: 'Beside it' }), component('CV', cvData)]

  test('is printed alone', async () => {
    await visit(components, async ({ page }) => {
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByText('Beside it').isVisible()).toBe(false)
      expect(await page.getByRole('heading', { name: 'Studio' }).count()).toBe(0)
      for (const shown of ['I make pots', 'Potter', 'BA Craft', 'Glazing', '+62 812 3456 789'])
        expect(await page.locator('.cv').getByText(shown).first().isVisible()).toBe(true)
      expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
      expect(await page.getByText('Made with Linnet').isVisible()).toBe(false)
    })
  })

  test('has a button that prints, where there is a script', async () => {
    await visit(components, async ({ page }) => {
      await page.evaluate(() =>
        Object.assign(window, { print: () => document.body.setAttribute('printed', '') }),
      )
      await page.getByRole('button', { name: 'Print' }).click()
      await page.locator('body[printed]').waitFor()
    })
    await visit(
      components,
      async ({ page }) => expect(await page.getByRole('button').count()).toBe(0),
      withoutScript,
    )
  })
})

describe('a locked part', () => {
  const locked = (wrong = false, retryAfter: number | null = null) =>
    component('TEXT', { passwordMessage: 'For friends' }, 'secret', { locked: true, wrong, retryAfter })
  const open = component('TEXT', { content: 'The secret', textColor: '#2f9e44' }, 'secret', {
    locked: false,
    key: 'k',
  })
  const answer = (part: ShownComponent, status = 200) => {
    const { html, contentSecurityPolicy } = renderMicrosite(samplePage([part]), 'en')
    return new Response(html, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy,
      },
    })
  }
  const judge = (right: ShownComponent) => async (request: Request) =>
    (await request.formData()).get('password') === 'sesame' ? answer(right) : answer(locked(true), 401)
  const send = async (page: Page, password: string) => {
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Unlock' }).click()
  }

  test.each([
    ['in its place with script', true],
    ['by a form without', false],
  ])('opens %s, in its own colours, after a wrong password was told', async (_how, javaScriptEnabled) => {
    unlocking = judge(open)
    await visit(
      [locked()],
      async ({ page }) => {
        if (javaScriptEnabled) await page.evaluate(() => Object.assign(window, { stays: true }))
        await send(page, 'wrong')
        await page.getByRole('alert').waitFor()
        await send(page, 'sesame')
        await page.getByText('The secret').waitFor()
        if (!javaScriptEnabled) return
        expect(await page.evaluate(() => 'stays' in window)).toBe(true)
        expect(await page.getByText('The secret').evaluate((text) => getComputedStyle(text).color)).toBe(
          'rgb(47, 158, 68)',
        )
      },
      { javaScriptEnabled },
    )
  })

  test('brings along the drawings that its icons name, and leaves those of other locked parts', async () => {
    const link = (value: string, id: string, lock: Lock) =>
      component('LINK', lock.locked ? {} : { value, icon: 'spotify', href: 'https://a.example/' }, id, lock)
    const shut: Lock = { locked: true, wrong: false, retryAfter: null }
    unlocking = judge(link('My songs', 'secret', { locked: false, key: 'k' }))
    await visit([link('', 'secret', shut), link('', 'other', shut)], async ({ page }) => {
      const widths = (id: string) =>
        page
          .locator(`#cmp_${id} use`)
          .evaluateAll((icons) => icons.map((icon) => (icon as SVGUseElement).getBBox().width))
      await page.getByText('Locked link').first().click()
      await page.locator('#cmp_secret input').fill('sesame')
      await page.locator('#cmp_secret form button').click()
      await page.getByText('My songs').waitFor()
      for (const id of ['secret', 'other'])
        expect(Math.min(...(await widths(id)).slice(0, 1))).toBeGreaterThan(5)
    })
  })

  test('with a wrong password has the focus in its field again', async () => {
    unlocking = judge(open)
    await visit([locked()], async ({ page }) => {
      await send(page, 'wrong')
      await page.locator('input[aria-invalid]:focus').waitFor()
    })
  })

  test('says how long to wait after too many tries', async () => {
    unlocking = () => answer(locked(false, 42), 429)
    await visit([locked()], async ({ page }) => {
      await send(page, 'no')
      expect(await page.getByRole('alert').innerText()).toContain('42')
    })
  })

  test('that holds something of another site is opened as a page of its own, whose policy allows it', async () => {
    unlocking = judge(component('MEDIA', { url: film }, 'secret', { locked: false, key: 'k' }))
    await visit([locked()], async ({ page }) => {
      await send(page, 'sesame')
      await page.getByRole('link', { name: 'Play on YouTube' }).click()
      await page.locator('iframe').waitFor()
    })
  })

  test('is opened by its form when the answer cannot be read', async () => {
    let asked = 0
    unlocking = (request) => (asked++ === 0 ? new Response('{}', { status: 503 }) : judge(open)(request))
    await visit([locked()], async ({ page }) => {
      await send(page, 'sesame')
      await page.getByText('The secret').waitFor()
    })
  })
})

test('the script is at most 4 KB compressed, and pages that need none do without', async () => {
  const page = (components: readonly ShownComponent[]) => renderMicrosite(samplePage(components), 'en').html
  const address = /<script defer="" src="([^"]+)"/.exec(page([component('COUNTDOWN', { timestamp: 1 })]))?.[1]
  const script = await (await fetch(server.origin + address)).bytes()
  expect(Bun.gzipSync(script).length).toBeLessThan(4096)
  expect(page([component('CALENDAR', { startDate: '2026-12-05T18:30:00' })])).not.toContain('<script defer')
})

describe('all of them in all their looks', () => {
  const components = Object.values(interactiveKinds)
    .flat()
    .map((one, position) => ({ ...one, id: `${one.id}_${position}` }))

  test('are valid HTML in both languages', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules })
    for (const language of ['en', 'id'] as const) {
      const { results } = await validator.validateString(
        renderMicrosite(samplePage(components), language).html,
      )
      const faults = results.flatMap(({ messages }) => messages)
      expect(faults.map(({ ruleId, message, selector }) => ({ ruleId, message, selector }))).toEqual([])
    }
  })

  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  test.each([
    [320, 'light'],
    [1280, 'dark'],
  ] as const)('read well for everyone at %d pixels in %s', async (width, colorScheme) => {
    await visit(
      components,
      async ({ page, elsewhere }) => {
        await page.locator('details').evaluateAll((all) => {
          for (const details of all) details.setAttribute('open', '')
        })
        expect(await overflow(page)).toBe(0)
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
        expect(violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))).toEqual([])
        expect(elsewhere).toEqual([])
      },
      { viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' },
    )
  })

  test('fit a phone, and ask nothing of anyone, without script and from right to left', async () => {
    for (const options of [withoutScript, { rightToLeft: true }])
      await visit(
        components,
        async ({ page, elsewhere }) => {
          expect(await overflow(page)).toBe(0)
          expect(elsewhere).toEqual([])
        },
        { ...options, viewport: { width: 320, height: 640 } },
      )
  })
})

// The renderer writes attributes without a value as `=""`, and void elements with a slash.
const rules = {
  'doctype-style': 'off',
  'attribute-boolean-style': 'off',
  'void-style': 'off',
  'attribute-empty-style': 'off',
  'long-title': 'off',
  // How people write their numbers is theirs; the rules of the page say where they may break.
  'tel-non-breaking': 'off',
  // The password is not the visitor's own, and no password manager shall keep it.
  'autocomplete-password': 'off',
} as const
