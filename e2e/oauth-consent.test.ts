// The consent screen in a real browser: it shows the request, can't be framed, and redirects to every kind of application.
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { inWindow, openConsent, signInInBrowser } from '../test/browser/oauth-browser.ts'
import { sharedInstance } from '../test/instance.ts'
import { freePort } from '../test/machine/free-port.ts'
import { asked, button, sharedBrowser, testConsent } from './consent-screen.ts'

const instance = sharedInstance('sqlite')
const browser = sharedBrowser()

/** Another server on this machine, running during a test. */
async function beside<T>(
  hostname: string,
  fetch: (request: Request) => Response,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const server = Bun.serve({ port: 0, hostname, fetch })
  try {
    return await work(`http://${hostname}:${server.port}`)
  } finally {
    await server.stop(true)
  }
}

const page = (body: string) =>
  new Response(`<!doctype html><link rel="icon" href="data:,">${body}`, {
    headers: { 'content-type': 'text/html' },
  })

/** An application that requests access in a popup, whose callback page passes the response to its opener. */
function appWithPopup({ url }: Request): Response {
  const { pathname, searchParams } = new URL(url)
  return page(
    pathname === '/callback'
      ? '<script>opener.postMessage(location.search, "*"); close()</script>'
      : `<button>Connect</button><p></p><script>
          document.querySelector('button').onclick = () => open(${JSON.stringify(searchParams.get('address'))}, 'popup', 'popup')
          onmessage = ({ data }) => { document.querySelector('p').textContent = 'heard ' + data.slice(1) }
        </script>`,
  )
}

test('a user who has allowed it before only signs in, and returns to the application', async () => {
  const { account, address } = await asked(instance, browser.callback, { isPublic: false })
  await browser.decide(instance, account, address, 'Allow')
  await inWindow(browser.chrome, {}, async (page) => {
    await page.goto(address)
    await signInInBrowser(page, instance, account)
    await page.waitForURL((url) => url.href.startsWith(browser.callback))
    expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()
  })
})

describe('the browser follows the redirect', () => {
  /** Allows a request, and waits until the browser requests a URL that begins with this. */
  async function allow(page: Page, wanted: string): Promise<URL> {
    const arrived = page.waitForRequest((request) => request.url().startsWith(wanted))
    await Promise.all([arrived, button(page, 'Allow').click()])
    return new URL((await arrived).url())
  }

  test('redirects to an app with its own URL scheme, and to a program on this machine, by each loopback name', async () => {
    const by = instance.account()
    // The browser requests it even if nothing listens there, which is all that counts.
    const ports = await Promise.all(
      ['127.0.0.1', 'localhost', '[::1]'].map(async (host) => `http://${host}:${await freePort()}/callback`),
    )
    const uris = ['com.example.app:/callback', 'example-app://oauth/back?from=linnet', ...ports]
    await inWindow(browser.chrome, {}, async (first, context) => {
      for (const [index, uri] of uris.entries()) {
        const { account, address } = await asked(instance, uri, { by })
        // A separate tab for each, because one without a response keeps loading.
        const page = index === 0 ? first : await context.newPage()
        if (index === 0) await openConsent(page, instance, account, address)
        else await page.goto(address)
        expect((await allow(page, uri)).searchParams.get('code'), uri).toBeTruthy()
      }
    })
  })

  test('through redirects of the application itself, to another host and to its own scheme', async () => {
    const home = 'example-app://home'
    const onward = () => Response.redirect(home, 307)
    await beside('localhost', onward, async (site) => {
      const back = () => Response.redirect(`${site}/welcome`, 302)
      await beside('127.0.0.1', back, async (origin) => {
        const { account, address } = await asked(instance, `${origin}/callback`)
        await inWindow(browser.chrome, {}, async (page) => {
          await openConsent(page, instance, account, address)
          expect((await allow(page, home)).href).toBe(home)
        })
      })
    })
  })
})

test("a site on the same host can't frame it", async () => {
  const { account, address } = await asked(instance, browser.callback)
  await inWindow(browser.chrome, {}, async (consent, context) => {
    await openConsent(consent, instance, account, address)
    const framing = () => page(`<h1>A trap</h1><iframe src="${consent.url()}"></iframe>`)
    // Another port of the same host is the same site, so the frame's request carries the session.
    await beside('localhost', framing, async (origin) => {
      const trap = await context.newPage()
      const refusals: string[] = []
      trap.on('console', (message) => refusals.push(message.text()))
      const [answer] = await Promise.all([
        trap.waitForResponse((response) => response.url() === consent.url()),
        trap.goto(origin),
      ])
      expect(answer.status()).toBe(200)
      expect(trap.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
      expect(refusals.join()).toContain('frame-ancestors')
    })
    expect(await consent.locator('h1').innerText()).toContain('Test App')
  })
})

test('a request that was changed between the pages ends without a redirect', async () => {
  const { account, address } = await asked(instance, browser.callback)
  await inWindow(browser.chrome, {}, async (page) => {
    await openConsent(page, instance, account, address)
    await page.locator('input[name=request]').evaluate((input) => {
      if (input instanceof HTMLInputElement) input.value = `${input.value.slice(0, -1)}!`
    })
    await button(page, 'Allow').click()
    await page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor()
    expect(page.url()).toBe(`${instance.url}/consent`)
  })
})

test('in a popup of an application, which receives the response from it and closes it', async () => {
  await beside('127.0.0.1', appWithPopup, async (origin) => {
    const { account, address } = await asked(instance, `${origin}/callback`)
    await inWindow(browser.chrome, {}, async (page) => {
      await page.goto(`${origin}/?${new URLSearchParams({ address })}`)
      const opening = page.waitForEvent('popup')
      await page.locator('button').click()
      const popup = await opening
      await signInInBrowser(popup, instance, account)
      await popup.waitForURL((url) => url.pathname === '/consent')
      await button(popup, 'Allow').click()
      await page.getByText(/^heard code=linnet_ac_/).waitFor()
      if (!popup.isClosed()) await popup.waitForEvent('close')
    })
  })
})

testConsent(() => ({ instance, browser }), false, { colorScheme: 'dark', locale: 'id', yes: 'Izinkan' })
