// The statistics page in a real browser, rarer cases: pointer and touch, files, plans, nonsensical URLs, every variant.
import { describe, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone, settled } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import {
  correctDates,
  enterDatesInWrongOrder,
  exported,
  exportedLinks,
  filterByBars,
  newestIn,
  sharedClicks,
  shown,
  tab,
  textOf,
} from './statistics-page.ts'

onOneEngine(
  'the statistics page, rarer cases',
  (instance) => {
    describe('with clicks', () => {
      const clicks = sharedClicks(instance)

      test('names everything in Indonesian, countries too', async () => {
        const { account } = clicks()
        await inDashboard(
          chrome,
          instance,
          account,
          async ({ page, open }) => {
            await open('/statistics')
            await tab(page, /^Klik 4 100% lebih banyak daripada periode sebelumnya$/).waitFor()
            expect(await shown(page, 'Negara')).toEqual(['Amerika Serikat 3 75%', 'Indonesia 1 25%'])
          },
          { locale: 'id-ID' },
        )
      })

      test('is filtered by clicking bars and countries, and unfiltered by chips or the back button', async () => {
        const { account } = clicks()
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/statistics')
          await filterByBars(page)
          await tab(page, /^Clicks 4 /).waitFor()
        })
      })

      test('opens a day when the chart is clicked, and shows its number on hover', async () => {
        const { account } = clicks()
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/statistics')
          const chart = page.getByRole('tabpanel').locator('svg').last()
          const position = await newestIn(chart)
          await chart.hover({ position })
          await page.getByRole('tabpanel').locator('div[aria-hidden] >> text=/^4$/').waitFor()
          await chart.click({ position })
          await page.waitForURL(/range=custom/)
          const { searchParams } = new URL(page.url())
          expect(searchParams.get('start')).toBe(searchParams.get('end'))
        })
      })

      test('shows a number at the first tap, and opens its day at the second', async () => {
        const { account } = clicks()
        await inDashboard(
          chrome,
          instance,
          account,
          async ({ page, open }) => {
            await open('/statistics')
            const chart = page.getByRole('tabpanel').locator('svg').last()
            const position = await newestIn(chart)
            await chart.tap({ position })
            await page.getByRole('tabpanel').locator('div[aria-hidden] >> text=/^4$/').waitFor()
            expect(new URL(page.url()).search).toBe('')
            await chart.tap({ position })
            await page.waitForURL(/range=custom/)
          },
          phone,
        )
      })

      test('groups the days of a year by week, and weeks open too', async () => {
        const { account } = clicks()
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/statistics?range=12m')
          await tab(page, /^Clicks 6 /).waitFor()
          const chart = page.getByRole('slider', { name: 'Clicks' })
          expect(await chart.getAttribute('max')).toBe('52')
          expect(await chart.getAttribute('aria-valuetext')).toMatch(/^\w{3} \d+\s–\s.+: 4 Clicks; .+: 0$/)
          await chart.press('Enter')
          await page.waitForURL(/range=custom/)
          await tab(page, /^Clicks 4 /).waitFor()
          await page.locator('input[type="range"][max="6"]').waitFor()
        })
      })

      test('accepts two dates, and says if they are in the wrong order', async () => {
        const { account } = clicks()
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/statistics')
          await enterDatesInWrongOrder(page)
          await correctDates(page)
        })
      })

      test('exports CSV files without formulas, and the chart as an image', async () => {
        const { account } = clicks()
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/statistics')
          const links = await exportedLinks(page, clicks())
          // The byte order mark by which Excel recognizes UTF-8.
          expect((await Bun.file(await links.path()).bytes()).slice(0, 3)).toEqual(
            new Uint8Array([0xef, 0xbb, 0xbf]),
          )
          expect(await textOf(await exported(page, 'Countries (CSV)'))).toBe(
            'Code,Name,Clicks\r\nUS,United States,3\r\nID,Indonesia,1',
          )
          const timeline = (await textOf(await exported(page, 'Timeline (CSV)'))).split('\r\n')
          expect(timeline).toHaveLength(31)
          expect(timeline[0]).toBe('Date,Clicks,Visitors,QR scans,Bots')
          expect(timeline.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,4,\d,1,1$/)
          const picture = await exported(page, 'Chart image (PNG)')
          const bytes = new DataView(await Bun.file(await picture.path()).arrayBuffer())
          expect(bytes.getUint32(0)).toBe(0x89504e47)
          // Twice as wide as the chart, which takes the available width.
          expect(bytes.getUint32(16)).toBeGreaterThan(1200)
        })
      })

      test('has no axe-core violations when filtered, with the date picker open, or as a table', async () => {
        const { account, sale } = clicks()
        await inDashboard(
          chrome,
          instance,
          account,
          async ({ page, open }) => {
            await open(`/statistics?link=${sale.id}&country=US&device=desktop&metric=visitors`)
            await page.getByText('Connected').waitFor()
            await page.getByRole('button', { name: 'Show as table' }).click()
            await page.getByRole('combobox', { name: 'Time range' }).selectOption('Custom')
            expect(await axeFindings(page)).toEqual([])
          },
          { ...phone, colorScheme: 'dark' },
        )
      })
    })

    test('shows no more days than the plan, and says so', async () => {
      const account = await instance.account({ plan: 'free' })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/statistics')
        await page.getByText('Your plan includes the last 30 days.').waitFor()
        const options = page.getByRole('combobox', { name: 'Time range' }).locator('option')
        const disabled = await options.evaluateAll((all) =>
          (all as HTMLOptionElement[]).filter((option) => option.disabled).map(({ text }) => text),
        )
        expect(disabled).toEqual(['90 days', '12 months'])
        await open('/statistics?range=90d')
        await page
          .getByRole('alert')
          .getByText(/The plan of this account shows 30 days/)
          .waitFor()
      })
    })

    test('opens at nonsensical URLs, and says what was not found', async () => {
      const [account, stranger] = [await instance.account(), await instance.account()]
      const foreign = await stranger.link()
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        const silly = 'range=silly&start=yesterday&metric=[1]&kind={"a":1}&country=&crawlers=maybe&os=1'
        await open(`/statistics?${silly}`)
        await tab(page, /^Clicks 0/).waitFor()
        await page.getByRole('button', { name: 'Remove filter: Operating system: 1' }).click()
        await settled(page)
        await open(`/statistics?link=${foreign.id}`)
        await page
          .getByRole('alert')
          .getByText(/no such link/)
          .waitFor()
        await page.getByRole('button', { name: `Remove filter: Link: ${foreign.id}` }).waitFor()
      })
    })

    test('offers to retry if the report fails to load, and then loads it', async () => {
      const account = await instance.account()
      await account.link()
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        let isAway = true
        const refusal = { error: { code: 'plan_limit', message: 'This is refused.' } }
        await page.route('**/api/reports*', (route) =>
          isAway ? route.fulfill({ status: 403, json: refusal }) : route.continue(),
        )
        await open('/statistics')
        await page.getByRole('alert').getByText('This is refused.').waitFor()
        isAway = false
        await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByText('No clicks in this period').waitFor()
        expect(await axeFindings(page)).toEqual([])
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1/32,::1/128' },
)
