// Opens microsites in windows of a real browser. The test answers requests to other origins, and records what pages post.
import { afterAll } from 'bun:test'
import type { ShownComponent } from '@linnet/pages'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type MicrositeServer, serveMicrosites } from '../pictures/microsite-server.ts'
import { samplePage } from '../pictures/sample-microsite.ts'
import { until } from '../timeouts.ts'
import { chrome, inNewWindow } from './browser-window.ts'
import { silence } from './silence.ts'

export interface Visit {
  page: Page
  /** URLs on other origins requested since the page was opened. */
  elsewhere: string[]
}

export interface VisitOptions extends BrowserContextOptions {
  /** In Unix seconds. The page's clock stands still at this time until the test advances it. */
  time?: number
  rightToLeft?: boolean
}

export const withoutScript = { javaScriptEnabled: false }
export const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/** A server that the tests of a file share, and windows that visit it. */
class MicrositeWindows {
  /** POST requests of this visit, from beacons and forms, as `path type`. */
  readonly posted: string[] = []
  /** Answers the forms that are submitted. */
  answerForm: ((request: Request) => Response | Promise<Response>) | undefined

  private readonly server: MicrositeServer = serveMicrosites((request) => this.answer(request))

  get origin(): string {
    return this.server.origin
  }

  async close(): Promise<void> {
    await this.server.stop()
  }

  private answer(request: Request): Response | Promise<Response> | undefined {
    if (request.method !== 'POST') return undefined
    const type = request.headers.get('content-type')?.split(';', 1)[0] ?? ''
    this.posted.push(`${new URL(request.url).pathname} ${type}`)
    if (type === 'application/x-www-form-urlencoded') return this.answerForm?.(request)
    return new Response(null, { status: 204 })
  }

  /** Opens a page with these components; other origins answer with silent sounds, missing files and empty pages. */
  visit<T>(
    components: readonly ShownComponent[],
    work: (visit: Visit) => Promise<T>,
    { time, rightToLeft, ...options }: VisitOptions = {},
  ): Promise<T> {
    this.posted.length = 0
    return inNewWindow(
      chrome,
      options,
      async (page, context) => {
        const elsewhere: string[] = []
        await context.route(
          (url) => url.origin !== this.origin,
          async (route) => {
            const url = route.request().url()
            elsewhere.push(url)
            await (url.includes('/missing.')
              ? route.fulfill({ status: 404, body: 'not found' })
              : /\.(wav|mp4)$/.test(url)
                ? route.fulfill({ body: silence, contentType: 'audio/wav' })
                : route.fulfill({ body: '<!doctype html><title>There</title>', contentType: 'text/html' }))
          },
        )
        if (time !== undefined) {
          await page.clock.install({ time: time * 1000 })
          await page.clock.pauseAt(time * 1000 + 500)
        }
        if (rightToLeft) await turnRightToLeft(page)
        await page.goto(this.server.show(samplePage(components)))
        return work({ page, elsewhere })
      },
      // The browser logs what it does with mailto: and tel:, and one test makes the server fail.
      /^(Launched external handler for|Failed to launch) '(mailto|tel):|status of 503|^Autofocus processing was blocked because a document's URL has a fragment/,
    )
  }

  /** Resolves once everything that the page has posted has arrived: requests of a page arrive in order. */
  async settle(page: Page): Promise<void> {
    await page.evaluate(() => fetch('/settled', { method: 'POST', body: '' }).then(() => undefined))
    await until('the page has settled', () => this.posted.some((line) => line.startsWith('/settled')))
  }
}

/** The windows of a test file, whose server stops after its tests. */
export function sharedWindows(): MicrositeWindows {
  const windows = new MicrositeWindows()
  afterAll(() => windows.close())
  return windows
}

const turnRightToLeft = (page: Page) =>
  page.route('**/ana', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<html ', '<html dir="rtl" ')
    await route.fulfill({ response, body })
  })
