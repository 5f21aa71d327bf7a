// The statistics page in a real browser with clicks from a real server: every section, filters, dates, and the live view.
import { describe, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import {
  american,
  bars,
  correctDates,
  enterDatesInWrongOrder,
  exportedLinks,
  filterByBars,
  scanSecond,
  second,
  sharedClicks,
  shown,
  tab,
} from './statistics-page.ts'

onOneEngine(
  'the statistics page',
  (instance) => {
    describe('with clicks', () => {
      const clicks = sharedClicks(instance)

      test('shows them in each section, next to the previous period; it can include bots, show only scans, and hide the comparison', async () => {
        const { account, sale, other } = clicks()
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/statistics')
          await tab(page, /^Clicks 4 100% more than the previous period$/).waitFor()
          await tab(page, /^QR scans 1 None in the previous period$/).waitFor()
          await tab(page, /^Bots 1 None in the previous period$/).waitFor()
          expect(await shown(page, 'Countries')).toEqual(['United States 3 75%', 'Indonesia 1 25%'])
          expect(await shown(page, 'Referrers')).toEqual(['Direct / unknown 3 75%', 'example.com 1 25%'])
          expect(await shown(page, 'Top links')).toEqual([
            `＝SALE("a") ${new URL(sale.short_url).host}/${sale.short} 3 75%`,
            `${new URL(other.short_url).host}/${other.short} 1 25%`,
          ])
          expect(await shown(page, 'Devices')).toEqual(['Desktop 3 75%', 'Phone 1 25%'])
          await page.getByRole('button', { name: 'Browsers' }).click()
          expect(await shown(page, 'Browsers')).toEqual(['Chrome 3 75%', 'Safari 1 25%'])
          await page.getByRole('button', { name: 'Operating systems' }).click()
          expect(await shown(page, 'Operating systems')).toEqual(['Windows 3 75%', 'iOS 1 25%'])
          await page.getByRole('img', { name: /^World map. Most clicks come from United States/ }).waitFor()
          await page.getByText('Time zone: Asia/Jakarta').waitFor()
          await page.getByRole('switch', { name: 'Include bots' }).click()
          await tab(page, /^Clicks 5 /).waitFor()
          await page.getByRole('switch', { name: 'Compare' }).click()
          await tab(page, /^Clicks 5$/).waitFor()
          expect(await page.getByText(/^Before:/).count()).toBe(0)
          await page.getByRole('button', { name: 'QR scans', exact: true }).click()
          await tab(page, /^Clicks 1$/).waitFor()
          expect(new URL(page.url()).search).toBe('?crawlers=true&compare=false&kind=scans')
          await page.reload()
          await tab(page, /^Clicks 1$/).waitFor()
        })
      })

      test('is filtered by clicking bars and countries, unfiltered by chips and the back button, and exported as shown', async () => {
        const { account, other } = clicks()
        await inDashboard(chrome, instance, account, async ({ page, open }) => {
          await open('/statistics')
          await exportedLinks(page, clicks())
          await filterByBars(page)
          await bars(page, 'Top links').filter({ hasText: other.short }).click()
          await tab(page, /^Clicks 1 None in the previous period$/).waitFor()
          await page.getByRole('button', { name: `Remove filter: Link: ${other.short_url}` }).waitFor()
          expect(new URL(page.url()).search).toBe(`?link=${other.id}`)
          expect(await page.getByRole('list', { name: 'Top links' }).count()).toBe(0)
        })
      })

      test('reads out and opens days by keyboard alone, shows them as a table, and accepts two dates', async () => {
        const { account } = clicks()
        await inDashboard(
          chrome,
          instance,
          account,
          async ({ page, open }) => {
            await open('/statistics')
            await tab(page, /^Clicks/).focus()
            await page.keyboard.press('ArrowRight')
            await page.keyboard.press('ArrowRight')
            await page.keyboard.press('Enter')
            await page.getByRole('tab', { name: /^QR scans/, selected: true }).waitFor()
            const chart = page.getByRole('slider', { name: 'QR scans' })
            await chart.focus()
            expect(await chart.getAttribute('aria-valuetext')).toMatch(/^\w{3}, .+: 1 QR scans; .+: 0$/)
            await page.keyboard.press('ArrowLeft')
            expect(await chart.getAttribute('aria-valuetext')).toMatch(/: 0 QR scans/)
            await page.keyboard.press('End')
            await page.keyboard.press('Enter')
            await page.getByRole('button', { name: /^Remove filter: Day: / }).waitFor()
            await tab(page, /^Clicks 4 /).waitFor()
            // Its hours.
            await page.locator('input[type="range"][max="23"]').waitFor()
            await page.getByRole('button', { name: 'Show as table' }).press('Enter')
            expect(await page.getByRole('table').getByRole('row').count()).toBe(25)
            await enterDatesInWrongOrder(page)
            expect(await axeFindings(page)).toEqual([])
            await correctDates(page)
          },
          { colorScheme: 'dark' },
        )
      })
    })

    test('without clicks says what to share, shows the first click without a reload, and announces clicks as they arrive', async () => {
      const account = await instance.account()
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/statistics')
        await page.getByText('Shorten your first link in the field at the top of the page.').waitFor()
        const one = await account.link({ title: 'One' })
        await page.reload()
        await page.getByText(one.short_url).waitFor()
        await page.getByRole('button', { name: 'Copy short link' }).waitFor()
        const live = page.getByRole('region', { name: 'Live', exact: true })
        await live.getByText('Connected').waitFor()
        await instance.visit(`/${one.short}`, american)
        await instance.clock.advance(second)
        await tab(page, /^Clicks 1 /).waitFor()
        await live.getByText('United States · Desktop · Chrome · Direct / unknown').waitFor()
        const two = await account.link({ title: 'Two' })
        await scanSecond(instance, live, two)
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1/32,::1/128' },
)
