// How the dashboard is served: to whom, with which policy, and how much is loaded before it can be used.
import { expect, test } from 'bun:test'
import { signIn } from '../test/accounts/sign-in.ts'
import { chrome } from '../test/browser/browser-window.ts'
import { inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { withLinks } from './links-page.ts'

onOneEngine('the dashboard', (instance) => {
  test('redirects to the sign-in page, and back to the requested page', async () => {
    const answer = await instance.ask('GET /dashboard/statistics?link=lnk_1')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      '/account/sign-in?return_to=%2Fdashboard%2Fstatistics%3Flink%3Dlnk_1',
    )
  })

  test('is one document without inline scripts, that can’t be framed or cached', async () => {
    const { cookie } = await signIn(instance, await instance.account())
    const answer = await instance.ask('GET /dashboard/links', { headers: { cookie } })
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.text).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(answer.text).not.toMatch(/\son\w+=/)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  test('renders the chosen theme and language from the start', async () => {
    const { cookie } = await signIn(instance, await instance.account())
    const chosen = { cookie: `${cookie}; linnet_theme=dark; linnet_language=id` }
    const { text } = await instance.ask('GET /dashboard', { headers: chosen })
    expect(text).toContain('<html lang="id" data-theme="dark">')
    const silly = {
      cookie: `${cookie}; linnet_theme="><script>; linnet_language=xx`,
      'accept-language': 'id',
    }
    expect((await instance.ask('GET /dashboard', { headers: silly })).text).toContain(
      '<html lang="id" data-theme="system">',
    )
  })

  test('is in English if the messages of the chosen language can’t be loaded, and says so if switching to it fails', async () => {
    await inDashboard(
      chrome,
      instance,
      await instance.account(),
      async ({ page, open }) => {
        await page.route(/\/dashboard\/files\/dashboard-\w+\.js/, (route) => route.abort())
        await open('/account')
        await page.getByRole('heading', { name: 'Account' }).waitFor()
        expect(await page.locator('html').getAttribute('lang')).toBe('en')
        await page.getByRole('button', { name: 'Bahasa Indonesia', exact: true }).click()
        await page.getByText('The language could not be loaded.').first().waitFor()
        await page.getByRole('heading', { name: 'Account' }).waitFor()
      },
      { locale: 'id-ID', ignoredMessages: /ERR_FAILED/ },
    )
  })

  test('has compressed files that are cached forever, with a content hash in their names', async () => {
    const { cookie } = await signIn(instance, await instance.account())
    const { text } = await instance.ask('GET /dashboard', { headers: { cookie } })
    const script = /<script type="module" src="([^"]+)"/.exec(text)?.[1] ?? ''
    const answer = await instance.ask(`GET ${script}`, { headers: { 'accept-encoding': 'br' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await instance.ask('GET /dashboard/files/manifest.json')).status).toBe(404)
    expect((await instance.ask('GET /dashboard/files/..%2f..%2fpackage.json')).status).toBe(404)
    expect((await instance.ask(`POST ${script}`)).status).toBe(405)
  })

  test('loads less than 130 KB until its first page is usable, requests its data before any script runs, and hides the session from scripts', async () => {
    await inDashboard(
      chrome,
      instance,
      await withLinks(await instance.account(), 100),
      async ({ page, context, open, session }) => {
        const network = await context.newCDPSession(page)
        await network.send('Network.enable')
        let bytes = 0
        network.on('Network.loadingFinished', ({ encodedDataLength }) => {
          bytes += encodedDataLength
        })
        const asked: string[] = []
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await open('/links')
        expect(bytes).toBeGreaterThan(50_000)
        expect(bytes).toBeLessThan(130_000)
        const count = (path: RegExp) => asked.filter((one) => path.test(one)).length
        expect([count(/^\/api\/me$/), count(/^\/api\/links$/), count(/\/links-page-/)]).toEqual([1, 1, 1])
        const begun = await page.evaluate(() => {
          const starts = (path: RegExp) =>
            performance.getEntriesByType('resource').find(({ name }) => path.test(name))?.startTime ??
            Number.NaN
          const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
          const [entry] = performance.getEntriesByName(script) as PerformanceResourceTiming[]
          return [/\/api\/me$/, /\/api\/links\?/, /\/links-page-/].map(
            (path) => starts(path) < (entry?.responseEnd ?? 0),
          )
        })
        expect(begun).toEqual([true, true, true])
        const reach = await page.evaluate(() =>
          JSON.stringify([
            document.cookie,
            { ...localStorage },
            { ...sessionStorage },
            document.documentElement.outerHTML,
          ]),
        )
        expect(reach).not.toContain(session.cookie.split('=')[1])
      },
    )
  })

  test('shows its layout while the code of a page is loading, and then the page', async () => {
    await inDashboard(chrome, instance, await instance.account(), async ({ page }) => {
      const held = Promise.withResolvers<void>()
      await page.route(/\/files\/statistics-page-/, async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto(`${instance.url}/dashboard/statistics`)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await page.getByLabel('Destination URL').waitFor()
      expect(await page.locator('main h1').count()).toBe(0)
      held.resolve()
      await page.locator('main h1').waitFor()
    })
  })
})
