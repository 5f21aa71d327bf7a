// Interactive components in a real browser: with JavaScript, and complete without it.
import { describe, expect, test } from 'bun:test'
import { type Lock, renderMicrosite, type ShownComponent } from '@linnet/pages'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'
import { desk, faultsOf, openSpoilers, overflowOf } from '../test/browser/microsite-faults.ts'
import { film, sharedWindows, withoutScript } from '../test/browser/microsite-windows.ts'
import { cvData, interactiveKinds } from '../test/pictures/interactive-samples.ts'
import { component, samplePage } from '../test/pictures/sample-microsite.ts'
import { until } from '../test/timeouts.ts'

const windows = sharedWindows()

test('taps on phone numbers and e-mail addresses are counted, and their links are on the page unchanged', async () => {
  const contact = {
    name: 'Ana',
    phone: '+62 812 3456 789',
    email: 'ana@lin.example',
    website: 'https://ana.example/',
  }
  await windows.visit([component('CONTACT', contact, 'ana')], async ({ page }) => {
    const href = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    expect(await href('+62 812 3456 789')).toBe('tel:+628123456789')
    expect(await href('ana@lin.example')).toBe('mailto:ana@lin.example')
    expect(await page.getByRole('link', { name: 'ana.example', exact: true }).getAttribute('href')).toBe(
      '/ana/cmp_ana/website',
    )
    expect(await href('Save contact')).toBe('/ana/cmp_ana.vcf')
    await page.getByRole('link', { name: 'ana@lin.example' }).click()
    await page.getByRole('link', { name: '+62' }).click()
    await until('both views are reported', () => windows.posted.length === 2)
    expect(windows.posted).toEqual(['/ana/cmp_ana text/plain', '/ana/cmp_ana text/plain'])
  })
})

test('CALENDAR shows the event in its own time zone, and offers every calendar, even without JavaScript', async () => {
  const event = { title: 'Opening', startDate: '2026-12-05T18:30:00', timezone: 'Asia/Jakarta' }
  await windows.visit(
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
    await windows.visit(components, async ({ page }) => {
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByText('Beside it').isVisible()).toBe(false)
      expect(await page.getByRole('heading', { name: 'Studio' }).count()).toBe(0)
      for (const shown of ['I make pots', 'Potter', 'BA Craft', 'Glazing', '+62 812 3456 789'])
        expect(await page.locator('.cv').getByText(shown).first().isVisible()).toBe(true)
      expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
      expect(await page.getByText('Made with Linnet').isVisible()).toBe(false)
    })
  })

  test('is printed dark on white in dark mode, like every page', async () => {
    const button = component('LINK', {
      value: 'Dark',
      href: 'https://a.example/',
      buttonColor: '#000000',
      buttonIconBackground: '#222222',
    })
    for (const printed of [
      [component('CV', cvData)],
      [button, component('TEXT', { content: 'x', textColor: '#ffffff' })],
    ])
      await windows.visit(
        printed,
        async ({ page }) => {
          await page.emulateMedia({ media: 'print' })
          const colours = await page
            .locator('.cv .when, .cv h2, .button, .text')
            .evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
          expect(colours.length).toBeGreaterThan(1)
          for (const colour of colours) expect(['rgb(0, 0, 0)', 'rgb(68, 68, 68)']).toContain(colour)
        },
        { colorScheme: 'dark' },
      )
  })

  test('has a print button with JavaScript', async () => {
    await windows.visit(components, async ({ page }) => {
      await page.evaluate(() =>
        Object.assign(window, { print: () => document.body.setAttribute('printed', '') }),
      )
      await page.getByRole('button', { name: 'Print' }).click()
      await page.locator('body[printed]').waitFor()
    })
    await windows.visit(
      components,
      async ({ page }) => expect(await page.getByRole('button').count()).toBe(0),
      withoutScript,
    )
  })
})

describe('a locked component', () => {
  const locked = (wrong = false, retryAfter: number | null = null) =>
    component('TEXT', { passwordMessage: 'For friends' }, 'secret', {
      locked: true,
      canOpen: true,
      wrong,
      retryAfter,
    })
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
  ])('opens %s, in its own colours, after a wrong password was refused', async (_how, javaScriptEnabled) => {
    windows.answerForm = judge(open)
    await windows.visit(
      [locked()],
      async ({ page }) => {
        if (javaScriptEnabled) await page.evaluate(() => Object.assign(window, { stays: true }))
        await send(page, 'wrong')
        await page.getByRole('alert').waitFor()
        if (javaScriptEnabled) await page.locator('input[aria-invalid]:focus').waitFor()
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

  test('includes the SVG symbols of its icons, but not those of other locked components', async () => {
    const link = (value: string, id: string, lock: Lock) =>
      component('LINK', lock.locked ? {} : { value, icon: 'spotify', href: 'https://a.example/' }, id, lock)
    const shut: Lock = { locked: true, canOpen: true, wrong: false, retryAfter: null }
    windows.answerForm = judge(link('My songs', 'secret', { locked: false, key: 'k' }))
    await windows.visit([link('', 'secret', shut), link('', 'other', shut)], async ({ page }) => {
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

  test('says how long to wait after too many tries', async () => {
    windows.answerForm = () => answer(locked(false, 42), 429)
    await windows.visit([locked()], async ({ page }) => {
      await send(page, 'no')
      expect(await page.getByRole('alert').innerText()).toContain('42')
    })
  })

  test('with content from another site opens as a separate page, whose policy allows it', async () => {
    windows.answerForm = judge(component('MEDIA', { url: film }, 'secret', { locked: false, key: 'k' }))
    await windows.visit([locked()], async ({ page }) => {
      await send(page, 'sesame')
      const play = page.getByRole('link', { name: 'Play on YouTube' })
      await play.waitFor()
      // Until the new page's script has loaded, its link leads to the other site.
      await page.waitForLoadState()
      await play.click()
      await page.locator('iframe').waitFor()
    })
  })

  test('is opened by its form if the response is unreadable', async () => {
    let asked = 0
    windows.answerForm = (request) =>
      asked++ === 0 ? new Response('{}', { status: 503 }) : judge(open)(request)
    await windows.visit([locked()], async ({ page }) => {
      await send(page, 'sesame')
      await page.getByText('The secret').waitFor()
    })
  })
})

test('the script is at most 4 KB compressed, and pages that don’t need it have none', async () => {
  const page = (components: readonly ShownComponent[]) => renderMicrosite(samplePage(components), 'en').html
  const address = /<script defer="" src="([^"]+)"/.exec(page([component('COUNTDOWN', { timestamp: 1 })]))?.[1]
  const script = await (await fetch(windows.origin + address)).bytes()
  expect(Bun.gzipSync(script).length).toBeLessThan(4096)
  expect(page([component('CALENDAR', { startDate: '2026-12-05T18:30:00' })])).not.toContain('<script defer')
})

describe('all kinds in all styles', () => {
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

  test('are accessible, in light mode on a small phone and in dark mode on a desktop', async () => {
    await windows.visit(
      components,
      async ({ page, elsewhere }) => {
        await openSpoilers(page)
        expect(await overflowOf(page)).toBe(0)
        expect(await faultsOf(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize(desk)
        expect(await overflowOf(page)).toBe(0)
        expect(await faultsOf(page)).toEqual([])
        expect(elsewhere).toEqual([])
      },
      { viewport: { width: 320, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce' },
    )
  })

  test('fit a phone, and request nothing from other sites, without JavaScript and right-to-left', async () => {
    for (const options of [withoutScript, { rightToLeft: true }])
      await windows.visit(
        components,
        async ({ page, elsewhere }) => {
          expect(await overflowOf(page)).toBe(0)
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
  // People write numbers as they like; the rules of the page say where they may break.
  'tel-non-breaking': 'off',
  // The password is not the visitor's own, so password managers should not save it.
  'autocomplete-password': 'off',
} as const
