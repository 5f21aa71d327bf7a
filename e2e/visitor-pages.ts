// Tests of visitor pages in a real browser: their forms work with and without JavaScript, and each page is easy to read.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { password, signIn } from '../test/accounts/sign-in.ts'
import { chrome, inNewWindow, type WatchedWindow, watchedWindow } from '../test/browser/browser-window.ts'
import { type Account, type Instance, startInstance, browser as userAgent } from '../test/instance.ts'

interface QrStyle {
  colorScheme: 'light' | 'dark'
  locale: 'en' | 'id'
}

/** The forms with or without JavaScript, and every page in this colour scheme and language. */
export function describeVisitorPages(javaScriptEnabled: boolean, look: QrStyle): void {
  let instance: Instance
  let account: Account
  let destination: ReturnType<typeof Bun.serve>

  beforeAll(async () => {
    instance = await startInstance('sqlite')
    account = await instance.account()
    destination = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) =>
        new Response(
          `<!doctype html><link rel="icon" href="data:,"><h1>Arrived at ${new URL(url).pathname}</h1>`,
          {
            headers: { 'content-type': 'text/html' },
          },
        ),
    })
  })

  afterAll(async () => {
    await destination?.stop(true)
    await instance.stop()
    await instance.database.remove()
  })

  const there = (path: string) => `http://127.0.0.1:${destination.port}${path}`

  async function createLink(fields: Record<string, unknown> = {}, change: Record<string, unknown> = {}) {
    const link = await account.link({ long_url: there('/place'), ...fields })
    if (Object.keys(change).length > 0) await account.call(`PUT /links/${link.short}`, { body: change })
    return `${instance.url}/${link.short}`
  }

  const inWindow = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) =>
    inNewWindow(chrome, { userAgent, ...options }, work)

  const heading = (page: Page) => page.locator('h1').innerText()

  describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a wrong password shows the form again, the right one redirects to the destination', async () => {
      const address = await createLink({ password: 'sesame' })
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(address)
        // The field gets the focus soon after the page has loaded, so no mouse is needed.
        await page.locator('input:focus').waitFor()
        await page.keyboard.type('wrong')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor()
        expect(page.url()).toBe(address)
        await page.getByLabel('Password').fill('sesame')
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.waitForURL(there('/place'))
        expect(await heading(page)).toBe('Arrived at /place')
      })
    })

    test('consent redirects to the destination, also with a password in the same form', async () => {
      const adult = await createLink({}, { adult: true })
      const both = await createLink({ password: 'sesame' }, { adult: true })
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(adult)
        expect(await heading(page)).toBe('Adult content')
        await page.getByRole('button').click()
        await page.waitForURL(there('/place'))
        await page.goto(both)
        await page.getByLabel('Password').fill('sesame')
        await page.getByRole('button').click()
        await page.waitForURL(there('/place'))
      })
    })

    test("the preview's button redirects to the destination, and so does a form submitted from a preview or with a query", async () => {
      const [plain, locked] = [
        await createLink({ title: 'The place' }),
        await createLink({ password: 'sesame' }),
      ]
      await inWindow({ javaScriptEnabled }, async (page) => {
        await page.goto(`${plain}+`)
        expect(await page.locator('main').innerText()).toContain(there('/place'))
        await page.getByRole('link', { name: 'Continue to the destination' }).click()
        await page.waitForURL(there('/place'))
        for (const suffix of ['+', '?qr']) {
          await page.goto(locked + suffix)
          await page.getByLabel('Password').fill('sesame')
          await page.getByRole('button').click()
          await page.waitForURL(there('/place'))
        }
      })
    })
  })

  test('a one-click link opens once in a browser', async () => {
    const address = await createLink({}, { disposable: true })
    await inWindow({}, async (page) => {
      await page.goto(`${address}+`)
      expect(await heading(page)).toBe('This link opens only once')
      await page.goto(address)
      expect(page.url()).toBe(there('/place'))
      await page.goto(address)
      expect(await heading(page)).toBe('This link has already been used')
    })
  })

  test('a visitor reports a link from its preview, and is thanked', async () => {
    const address = await createLink()
    await inWindow({}, async (page) => {
      await page.goto(`${address}+`)
      await page.getByRole('link', { name: 'Report this link' }).click()
      expect(await page.getByLabel('URL').inputValue()).toBe(address)
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByText('Choose a reason.').waitFor()
      await page.getByLabel('Reason').selectOption('phishing')
      await page.getByLabel('Details').fill('It asked for my password.')
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByRole('heading', { name: 'Thank you for your report' }).waitFor()
    })
  })

  describe('every page', () => {
    interface Scene {
      name: string
      /** Opens the page. */
      open(page: Page): Promise<unknown>
    }
    const longAddress = () => there(`/${'a-very-long-path-without-any-space'.repeat(8)}?${'x=1&'.repeat(40)}`)
    const scenes: Scene[] = [
      { name: 'home', open: (page) => page.goto(instance.url) },
      { name: 'the API reference', open: (page) => page.goto(`${instance.url}/v2/docs`) },
      { name: 'not found', open: (page) => page.goto(`${instance.url}/no-such-code`) },
      {
        name: 'expired',
        async open(page) {
          const address = await createLink({ expired_at: instance.clock.unix() + 10 })
          await instance.clock.advance(10_000)
          await page.goto(address)
        },
      },
      {
        name: 'consumed',
        async open(page) {
          const address = await createLink({}, { disposable: true })
          await page.goto(address)
          await page.goto(address)
        },
      },
      {
        name: 'password',
        open: async (page) => page.goto(await createLink({ password: 'sesame' })),
      },
      {
        name: 'wrong password and consent',
        async open(page) {
          await page.goto(await createLink({ password: 'sesame' }, { adult: true }))
          await page.locator('input').fill('wrong')
          await page.getByRole('button').click()
          await page.getByRole('alert').waitFor()
        },
      },
      {
        name: 'too many tries',
        async open(page) {
          const address = await createLink({ password: 'sesame' })
          for (let attempt = 0; attempt < 10; attempt++)
            await instance.ask(`POST ${new URL(address).pathname}`, {
              body: new URLSearchParams({ password: 'no' }),
            })
          await page.goto(address)
          await page.locator('input').fill('sesame')
          await page.getByRole('button').click()
          await page.locator('input').waitFor({ state: 'detached' })
        },
      },
      { name: 'adult', open: async (page) => page.goto(await createLink({}, { adult: true })) },
      {
        name: 'preview',
        open: async (page) =>
          page.goto(`${await createLink({ long_url: longAddress(), title: 'W'.repeat(255) })}+`),
      },
      {
        name: 'one click',
        open: async (page) => page.goto(`${await createLink({}, { disposable: true })}+`),
      },
    ]
    /** Blocks the link or microsite at a URL, as an administrator. */
    async function block(address: string): Promise<void> {
      const email = 'root@example.com'
      await instance
        .command('user', 'create', '--email', email, '--password', password, '--admin')
        .catch(() => undefined)
      const { call } = await signIn(instance, { email })
      const { id } = (await account.call(`GET /links/${new URL(address).pathname.slice(1)}`)).body.data
      await call(`POST /administration/links/${id}/block`, { body: { reason: 'It harms.' } })
    }
    scenes.push(
      {
        name: 'blocked',
        async open(page) {
          const address = await createLink()
          await block(address)
          await page.goto(address)
        },
      },
      { name: 'reporting', open: (page) => page.goto(`${instance.url}/account/report`) },
      {
        name: 'a report with errors in every field',
        async open(page) {
          await page.goto(`${instance.url}/account/report`)
          await page.locator('#address').fill('x'.repeat(200))
          await page.locator('#details').fill('W'.repeat(900))
          await page.locator('#email').fill('nobody')
          await page.getByRole('button').click()
          await page.locator('#reason-wrong').waitFor()
        },
      },
    )
    // One window for all pages, because opening one costs more than a page.
    let window: WatchedWindow
    beforeAll(async () => {
      window = await watchedWindow(chrome, { userAgent, viewport: { width: 320, height: 640 }, ...look })
    })
    afterAll(() => window.close())

    test.each(scenes)(
      `$name fits a 320-pixel phone and is accessible, ${look.colorScheme}, in ${look.locale}`,
      ({ open }) =>
        window.during(async () => {
          const { page } = window
          await open(page)
          const seen = await seenOn(page)
          expect(seen.overflow).toBe(0)
          expect(seen.headings).toBe(1)
          expect(seen.title).toContain('Linnet')
          expect(seen.scripts).toBe(0)
          if (look.colorScheme === 'dark') expect(seen.ground).toBeLessThan(0.2)
          else expect(seen.ground).toBeGreaterThan(0.8)
          expect(Math.abs(seen.ground - seen.ink)).toBeGreaterThan(0.6)
        }),
    )
  })
}

const seenOn = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
      return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    }
    const { backgroundColor, color } = getComputedStyle(document.body)
    return {
      overflow: scrollWidth - clientWidth,
      ground: luminance(backgroundColor),
      ink: luminance(color),
      headings: document.querySelectorAll('h1').length,
      title: document.title,
      scripts: document.scripts.length,
    }
  })
