// How soon the dashboard can be used on a slow machine, and how smoothly its list of links scrolls.
import type { Link } from '@linnet/contract'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { giveCookie, launchBrowser } from '../../test/browser/browser-window.ts'
import { onBothCores } from '../cores.ts'
import { atMost, spreadOf } from '../report/measurements.ts'
import type { Section } from '../section.ts'
import { type Server, startLinnet } from '../servers.ts'
import { sessionCookies } from '../session.ts'

const slowness = 4
const loadedRows = 100_000
// No more than the dashboard loads with one request.
const rowsAtOnce = 50
const scrollSeconds = 4
const pixelsPerSecond = 4000
// A frame that takes longer than one and a half frames of a 60 Hz screen has dropped one.
const droppedMilliseconds = (1000 / 60) * 1.5

declare const window: { firstUse: Promise<number>; frames: Promise<number[]>; stopFrames(): void }

export const dashboard: Section = {
  name: 'dashboard',
  title: 'Dashboard',
  method: `The list of links of an account in headless Chromium, from a server that has served it once before, on both cores,
with the CPU slowed down ${slowness} times by DevTools.
*Interactive*: from the navigation until the field for a new link, the first link and a key pressed in the field are
painted; with an empty browser cache, and again with a filled one.
*Transferred*: what the browser has received by then with an empty cache: documents, scripts, styles, icons and data, as they
were sent, with the headers of the responses.
*Dropped frames*: of a list with ${loadedRows.toLocaleString('en')} rows loaded (the test serves its pages, so that no
limit applies) and scrolled once before. It is scrolled with the wheel for ${scrollSeconds} s, at full CPU speed; a
frame counts if it took longer than ${droppedMilliseconds.toFixed(0)} ms.`,

  async measure({ options, dataSets }) {
    const data = await dataSets.copy({ links: options.codes })
    const rows = options.codes < loadedRows ? 1000 : loadedRows
    const seconds = Math.min(scrollSeconds, options.seconds)
    const server = await startLinnet({ ...data.settings, LOG_LEVEL: 'error' })
    // A real browser doesn't share its only core with its driver.
    const chrome = await onBothCores(launchBrowser)
    const [cold, kilobytes, warm, dropped]: number[][] = [[], [], [], []]
    try {
      const cookies = await sessionCookies(server)
      // For the first visitor, the server builds its bundle and compiles its code.
      const before = await signedIn(chrome, server, cookies)
      await firstUse(before, server)
      await before.close()
      for (let round = 0; round < options.rounds; round++) {
        const context = await signedIn(chrome, server, cookies)
        const empty = await firstUse(context, server)
        cold?.push(empty.milliseconds)
        kilobytes?.push(empty.kilobytes)
        warm?.push((await firstUse(context, server)).milliseconds)
        dropped?.push(await droppedFrames(context, server, rows, seconds))
        await context.close()
      }
      return {
        rows: [
          {
            figure: `Links page interactive, CPU slowed down ${slowness} times, empty cache`,
            unit: 'ms',
            spread: spreadOf(cold ?? []),
            target: atMost(800),
          },
          {
            figure: 'Transferred until the links page is interactive, empty cache',
            unit: 'KB',
            spread: spreadOf(kilobytes ?? []),
            target: atMost(130),
          },
          {
            figure: `Links page interactive, CPU slowed down ${slowness} times, filled cache`,
            unit: 'ms',
            spread: spreadOf(warm ?? []),
          },
          {
            figure: `Dropped frames while scrolling ${loadedRows.toLocaleString('en')} loaded rows`,
            unit: '%',
            spread: spreadOf(dropped ?? []),
            target: atMost(1),
          },
        ],
        notes: [],
      }
    } finally {
      await chrome.close()
      await server.end()
      data.remove()
    }
  },
}

const addressOf = ({ port }: Server) => `http://127.0.0.1:${port}`

async function signedIn(chrome: Browser, server: Server, cookies: string): Promise<BrowserContext> {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } })
  for (const cookie of cookies.split('; ')) await giveCookie(context, addressOf(server), cookie)
  return context
}

/** The time and the bytes from the navigation until a key pressed in the field for a new link is painted. */
async function firstUse(
  context: BrowserContext,
  server: Server,
): Promise<{ milliseconds: number; kilobytes: number }> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await devTools.send('Network.enable')
  let bytes = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(() => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    window.firstUse = (async () => {
      let field: HTMLInputElement | null = null
      while (!(field && document.querySelector('main [data-row="0"]'))) {
        await painted()
        field = document.querySelector<HTMLInputElement>('#destination')
      }
      field.focus()
      document.execCommand('insertText', false, 'x')
      await painted()
      return performance.now()
    })()
  })
  await page.goto(`${addressOf(server)}/dashboard/links`)
  const milliseconds = await page.evaluate(() => window.firstUse)
  const kilobytes = bytes / 1000
  await page.close()
  return { milliseconds, kilobytes }
}

/** The percentage of dropped frames while scrolling a list with all rows loaded. */
async function droppedFrames(
  context: BrowserContext,
  server: Server,
  rows: number,
  seconds: number,
): Promise<number> {
  const page = await context.newPage()
  await page.route(
    (url) => url.pathname === '/api/links',
    (route) => {
      const { searchParams } = new URL(route.request().url())
      const [page, limit] = [searchParams.get('page'), searchParams.get('limit')].map(Number)
      return route.fulfill({ json: pageOfLinks(page ?? 1, limit ?? 1, rows) })
    },
  )
  await page.goto(`${addressOf(server)}/dashboard/links`)
  await page.locator('[data-row="0"]').waitFor()
  await loadAll(page, rows)
  const devTools = await context.newCDPSession(page)
  const scroll = (yDistance: number) =>
    devTools.send('Input.synthesizeScrollGesture', {
      x: 700,
      y: 500,
      yDistance,
      speed: pixelsPerSecond,
      gestureSourceType: 'mouse',
    })
  // Scrolls once without measuring: the browser cleans up after so much loading, and compiles what scrolling needs.
  await scroll(seconds * pixelsPerSecond)
  await page.evaluate(() => {
    window.frames = new Promise((resolve) => {
      const frames: number[] = []
      let scrolling = true
      window.stopFrames = () => {
        scrolling = false
      }
      let before = performance.now()
      const frame = (now: number) => {
        frames.push(now - before)
        before = now
        if (scrolling) requestAnimationFrame(frame)
        else resolve(frames.slice(1))
      }
      requestAnimationFrame(frame)
    })
  })
  await scroll(seconds * pixelsPerSecond)
  const frames = await page.evaluate(() => {
    window.stopFrames()
    return window.frames
  })
  await page.close()
  return (frames.filter((milliseconds) => milliseconds > droppedMilliseconds).length / frames.length) * 100
}

/** Scrolls down the list page by page until everything is loaded. */
async function loadAll(page: Page, rows: number): Promise<void> {
  await page.evaluate(
    async ({ rows, rowsAtOnce }) => {
      const list = document.querySelector('main ul:has([data-row])')
      const rowHeight =
        document.querySelector('[data-row]')?.closest('li')?.getBoundingClientRect().height ?? 0
      const top = (list?.getBoundingClientRect().top ?? 0) + scrollY
      for (let row = rowsAtOnce >> 1; row < rows; row += rowsAtOnce) {
        scrollTo({ top: top + row * rowHeight, behavior: 'instant' })
        while (!document.querySelector(`[data-row="${row}"]`)) await new Promise(requestAnimationFrame)
      }
    },
    { rows, rowsAtOnce },
  )
}

function pageOfLinks(page: number, pageSize: number, total: number) {
  const data = Array.from({ length: pageSize }, (_, index) => {
    const number = (page - 1) * pageSize + index
    const short = `b${number.toString(36)}`
    return {
      id: `lnk_${short}`,
      short,
      domain: 'linnet.example',
      short_url: `https://linnet.example/${short}`,
      long_url: `https://shop.example/catalogue/${number}?utm_source=newsletter&utm_medium=email`,
      title: number % 3 === 0 ? '' : `Catalogue, page ${number}`,
      status: 'active',
      has_password: number % 17 === 0,
      disposable: false,
      adult: false,
      expired_at: null,
      archive_at: null,
      note: null,
      forward_query: null,
      forward_path: null,
      starts_at: null,
      max_clicks: null,
      ended_url: null,
      max_clicks_used: 0,
      rules: [],
      preview: null,
      tags: [],
      archived_at: null,
      broken_at: null,
      blocked_at: null,
      blocked_reason: null,
      clicks: number * 7,
      created_at: 1_790_000_000 - number * 60,
      updated_at: 1_790_000_000 - number * 60,
    } satisfies Link
  })
  return { data, total }
}
