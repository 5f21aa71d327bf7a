// The live view of the statistics page in a real browser: incoming clicks, too many of them, and lost streams.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { american, indonesian, iphone, scanSecond, second, see } from './statistics-page.ts'

onOneEngine(
  'the live view',
  (instance) => {
    test('shows clicks as they arrive, newest first, for one link if chosen', async () => {
      const account = await instance.account()
      const one = await account.link({ title: 'One' })
      const two = await account.link({ title: 'Two' })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/statistics')
        const live = page.getByRole('region', { name: 'Live', exact: true })
        await live.getByText('Connected').waitFor()
        await live.getByText('Waiting for the next click.').waitFor()
        await instance.visit(`/${one.short}`, american)
        await instance.clock.advance(second)
        await live.getByText('United States · Desktop · Chrome · Direct / unknown').waitFor()
        await scanSecond(instance, live, two)
        // While the page is hidden, the stream is closed.
        const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/live'))
        await see(page, 'hidden')
        await given
        await see(page, 'visible')
        await live.getByText('Connected').waitFor()
        // Clicks in between were not counted, so the count restarts.
        await live.getByText(/^0 since \d/).waitFor()
        await instance.visit(`/${one.short}`, { ...american, 'user-agent': iphone })
        await instance.clock.advance(second)
        await live.getByText('United States · Phone').waitFor()
        expect(await live.getByRole('listitem').count()).toBe(3)
        await open(`/statistics?link=${one.id}`)
        await live.getByText('Connected').waitFor()
        await instance.visit(`/${two.short}`, american)
        await instance.visit(`/${one.short}`, indonesian)
        await instance.clock.advance(second)
        await live.getByText('Indonesia · Phone').waitFor()
        expect(await live.getByRole('listitem').count()).toBe(1)
      })
    })

    test('counts clicks by the browser’s clock, even if there are too many to show', async () => {
      const account = await instance.account()
      const link = await account.link({ title: 'Busy' })
      const click = (n: number) => ({
        ...{
          id: `1-${n}`,
          at: 1_000_000,
          country: 'US',
          device: 'desktop',
          browser: 'Chrome',
          os: 'Windows',
        },
        ...{ referer: 'direct', bot: false, scan: false },
        link: { id: link.id, short: link.short, domain: link.domain, title: 'Busy' },
      })
      const events = Array.from(
        { length: 150 },
        (_, n) => `event: click\ndata: ${JSON.stringify(click(n))}\n\n`,
      )
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await instance.visit(`/${link.short}`, american)
        await page.clock.install()
        let asked = 0
        await page.route('**/api/live*', async (route) => {
          asked++
          const missed = 'event: missed\ndata: {"clicks":70}\n\n'
          const body = asked === 1 ? `retry: 3600000\n\n${events.join('')}${missed}` : ''
          await route.fulfill({ headers: { 'content-type': 'text/event-stream' }, body })
        })
        await open('/statistics')
        const live = page.getByRole('region', { name: 'Live', exact: true })
        await page.clock.runFor(1000)
        await live.getByText(/^220 since \d/).waitFor()
        expect(await live.getByRole('listitem').count()).toBe(100)
        await page.clock.runFor(295_000)
        await live.getByText('220 since').waitFor()
        await page.clock.runFor(20_000)
        await live.getByText('0 in the last 5 minutes', { exact: true }).waitFor()
      })
    })

    test('says when the live view is disconnected, and when it is back', async () => {
      await inDashboard(
        chrome,
        instance,
        await instance.account(),
        async ({ page, open }) => {
          let refused = 0
          await page.route('**/api/live*', async (route) => {
            refused++
            if (refused === 1) await route.abort()
            else await route.continue()
          })
          await open('/statistics')
          await page.getByText('Reconnecting…').waitFor()
          await page.getByText('Connected').waitFor()
          expect(refused).toBeGreaterThan(1)
        },
        { ignoredMessages: /ERR_FAILED/ },
      )
    })

    test('asks to sign in again if the session was ended elsewhere', async () => {
      const account = await instance.account()
      await inDashboard(chrome, instance, account, async ({ page, open, session }) => {
        await open('/statistics')
        await page.getByText('Connected').waitFor()
        expect((await session.call('DELETE /session')).status).toBe(200)
        // The stream ends at its next heartbeat, and the browser opens another.
        await instance.clock.advance(15 * second)
        await page.getByRole('dialog', { name: 'You’ve been signed out' }).waitFor()
      })
    })
  },
  { TRUST_PROXY: '127.0.0.1/32,::1/128' },
)
