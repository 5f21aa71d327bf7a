// Microsites in windows of a real browser: what lies elsewhere is answered by the test, and what the server is told is kept.
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
  /** Addresses elsewhere that were asked for since the page was opened. */
  elsewhere: string[]
}

export interface VisitOptions extends BrowserContextOptions {
  /** In Unix seconds: the page's clock stands there, until the test moves it. */
  time?: number
  rightToLeft?: boolean
}

export const withoutScript = { javaScriptEnabled: false }
export const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/** A server that the tests of a file share. */
class MicrositeWindows {
  /** What the script told the server of in this visit, and forms that were sent: `path type`. */
  readonly posted: string[] = []
  /** What the next form is answered with. */
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

  /** Opens a page of these components; elsewhere there are silent sounds, missing files and empty pages. */
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
      // What it does with mailto: and tel:, the browser says aloud; and a test has its server fail.
      /^(Launched external handler for|Failed to launch) '(mailto|tel):|status of 503|^Autofocus processing was blocked because a document's URL has a fragment/,
    )
  }

  /** The server has been told by now of whatever it will be told of: requests of a page arrive in their order. */
  async settle(page: Page): Promise<void> {
    await page.evaluate(() => fetch('/settled', { method: 'POST', body: '' }).then(() => undefined))
    await until('the page has settled', () => this.posted.some((line) => line.startsWith('/settled')))
  }
}

/** The windows of a test file, whose server stops when its tests are done. */
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
