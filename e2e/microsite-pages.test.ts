// Microsites in a real browser, as visitors meet them: every kind and every theme, for eyes, keyboards and screen readers.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type MicrositePage, renderMicrosite, themes } from '@linnet/pages'
import { HtmlValidate } from 'html-validate'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { violationsOf } from '../test/axe.ts'
import { inNewWindow, launchBrowser } from '../test/browser-window.ts'
import { everyKind } from '../test/pictures/every-kind.ts'
import { type MicrositeServer, serveMicrosites } from '../test/pictures/microsite-server.ts'
import { component, kindsInLooks, samplePage, usual } from '../test/pictures/sample-microsite.ts'

let chrome: Browser
let server: MicrositeServer

beforeAll(async () => {
  server = serveMicrosites()
  chrome = await launchBrowser()
}, 60_000)

afterAll(async () => {
  await chrome?.close()
  await server?.stop()
})

const phone = { viewport: { width: 390, height: 844 } }
const desk = { width: 1280, height: 800 }

/** Opens a page; whatever the browser complains about, such as what the policy forbids, is thrown. */
const inWindow = (page: MicrositePage, options: BrowserContextOptions, work: (tab: Page) => Promise<void>) =>
  inNewWindow(chrome, { reducedMotion: 'reduce', ...options }, async (tab) => {
    const asked: string[] = []
    tab.on('request', (request) => asked.push(request.url()))
    tab.on('requestfailed', (request) => asked.push(`failed: ${request.url()}`))
    await tab.goto(server.show(page))
    await work(tab)
    expect(asked.filter((url) => !url.startsWith(`${server.origin}/`))).toEqual([])
  })

/** What axe-core finds, in a line each. */
async function faultsOf(tab: Page, besides: readonly string[] = []): Promise<string[]> {
  const violations = await violationsOf(tab)
  return violations
    .filter(({ id }) => !besides.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

const overflowOf = (tab: Page) =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const looks = Object.entries(kindsInLooks)

describe.each(looks)('%s', (name, components) => {
  const page = samplePage(components)
  // Which colour a text has is its owner's choice.
  const besides = name === 'text-colours' ? ['color-contrast'] : []

  test('is valid HTML', async () => {
    expect(await htmlFaults(renderMicrosite(page, 'en').html)).toEqual([])
  })

  test('has nothing that axe-core finds, in light on a phone and in the dark on a desk, and fits 320 pixels', async () => {
    await inWindow(page, { ...phone, colorScheme: 'light' }, async (tab) => {
      // What is behind a spoiler counts too.
      await tab.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect(await faultsOf(tab, besides)).toEqual([])
      await tab.emulateMedia({ colorScheme: 'dark' })
      await tab.setViewportSize(desk)
      expect(await faultsOf(tab, besides)).toEqual([])
      await tab.setViewportSize({ width: 320, height: 640 })
      expect(await overflowOf(tab)).toBe(0)
    })
  })
})

test.each([...themes])(
  'the theme %s has nothing that axe-core finds, loads its fonts, and nothing from elsewhere',
  async (theme, { scheme }) => {
    await inWindow(samplePage(everyKind, { theme }), { ...phone, colorScheme: 'light' }, async (tab) => {
      expect(await faultsOf(tab)).toEqual([])
      if (scheme === 'light dark') {
        await tab.emulateMedia({ colorScheme: 'dark' })
        expect(await faultsOf(tab)).toEqual([])
      }
      expect(await overflowOf(tab)).toBe(0)
      const failed = await tab.evaluate(() =>
        document.fonts.ready.then((fonts) => [...fonts].filter(({ status }) => status === 'error').length),
      )
      expect(failed).toBe(0)
    })
  },
)

test('a page with every kind is at most 15 KB compressed, without its images', () => {
  const { html } = renderMicrosite(samplePage(everyKind), 'en')
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(15 * 1024)
  expect(brotliCompressSync(html).byteLength).toBeLessThanOrEqual(15 * 1024)
})

test('one component alone, locked or opened, is valid HTML without faults, and leads back to the whole page', async () => {
  const shut = { locked: true, canOpen: true, wrong: true, retryAfter: null } as const
  for (const one of [
    component('LINK', { passwordMessage: 'For friends' }, 'link', shut),
    component('TEXT', {}, 'text', { ...shut, wrong: false, retryAfter: 42 }),
    component('CV', { fullName: 'Ana', skills: ['Throwing'] }, 'cv', { locked: false, key: 'k' }),
  ]) {
    const page = samplePage([one], { alone: true })
    expect(await htmlFaults(renderMicrosite(page, 'en').html)).toEqual([])
    await inWindow(page, phone, async (tab) => {
      expect(await faultsOf(tab)).toEqual([])
      expect(await overflowOf(tab)).toBe(0)
      expect(await tab.getByRole('link', { name: 'Back to Ana Prasetya' }).getAttribute('href')).toBe('/ana')
      if (one.kind === 'LINK') await tab.locator('input:focus').waitFor()
    })
  }
})

test('an empty page has a heading, and a page of empty components no more', async () => {
  for (const components of [[], everyKind.map(({ kind }, index) => component(kind, {}, `empty_${index}`))])
    await inWindow(samplePage(components), phone, async (tab) => {
      expect(await tab.locator('h1').allInnerTexts()).toEqual(['Ana Prasetya'])
      expect(await faultsOf(tab)).toEqual([])
    })
})

test('without script, spoilers open, links lead to their taps, and passwords can be sent', async () => {
  const page = samplePage([
    component('TEXT', { content: 'The butler', isSpoiler: true, spoilerButtonText: 'Who was it?' }, 'text'),
    component('LINK', { value: 'My shop', href: 'https://shop.example/' }, 'link'),
    component('LINK', {}, 'locked', { locked: true, canOpen: true, wrong: false, retryAfter: null }),
  ])
  await inWindow(page, { ...phone, javaScriptEnabled: false }, async (tab) => {
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
  await inWindow(samplePage(usual), phone, async (tab) => {
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

test('texts of ten thousand characters, emoji and right-to-left letters neither break the page nor leave it', async () => {
  const texts = [
    'x'.repeat(10_000),
    '👩‍👩‍👧‍👦'.repeat(400),
    'مرحبا '.repeat(800),
    '\u200b\u202e\u2066'.repeat(50),
    'á'.repeat(500),
  ]
  const components = texts.flatMap((text, index) => [
    component('LINK', { value: text, href: 'https://a.example/', icon: 'star' }, `link_${index}`),
    component('TEXT', { content: text }, `text_${index}`),
    component(
      'IMAGE',
      { content: text, image: '/assets/hills.svg', href: 'https://a.example/' },
      `image_${index}`,
    ),
    component('CONTACT', { value: text, name: text, address: text, organization: text }, `contact_${index}`),
    component('SHOP_LISTING', { title: text.slice(0, 140), shopItemIds: ['itm_cup'] }, `shop_${index}`),
  ])
  await inWindow(samplePage(components), { viewport: { width: 320, height: 640 } }, async (tab) => {
    expect(await overflowOf(tab)).toBe(0)
    expect(await faultsOf(tab)).toEqual([])
  })
})

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Matters of style: how the renderer writes empty elements, and how long a title is, is no fault of the page.
  rules: {
    'void-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
  },
})

async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, column }) => `${ruleId}: ${message}: ${html.slice(column - 40, column + 120)}`,
    ),
  )
}
