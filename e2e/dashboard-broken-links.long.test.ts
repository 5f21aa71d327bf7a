// Broken links in the dashboard: turning checks on, fixing links in place, and a link's health in its panel.
import { afterAll, expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { broken, choose, destination, healthOf, stopDestinations } from '../test/servers/destinations.ts'
import { until } from '../test/timeouts.ts'
import { row } from './links-page.ts'

afterAll(stopDestinations)

onOneEngine(
  'broken links in the dashboard',
  (instance) => {
    test('are marked in the list, and fixed on their page, also on a phone', async () => {
      const account = await instance.account()
      const [one, two, three] = await broken(instance, account, [
        { custom_slug: 'broken-one', title: 'First' },
        { custom_slug: 'broken-two' },
        { custom_slug: 'broken-three' },
      ])
      const next = await destination()
      const destinationOf = async ({ short }: { short: string }) =>
        (await account.call(`GET /links/${short}`)).body.data.long_url
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open('/links')
          await row(page, 'broken-one').getByText('Broken', { exact: true }).waitFor()
          await page.getByRole('link', { name: 'Broken links' }).click()
          const fixing = (name: string) =>
            page.getByRole('group', { name: `Fix ${new URL(instance.url).host}/${name}` })
          await fixing('broken-one').waitFor()
          expect(await axeFindings(page)).toEqual([])
          await page.getByText('The page no longer exists. (HTTP 404)').first().waitFor()
          await fixing('broken-three').getByRole('button', { name: 'Archive link' }).click()
          await fixing('broken-three').waitFor({ state: 'hidden' })
          expect((await account.call(`GET /links/${three.link.short}`)).body.data.status).toBe('archived')
          await fixing('broken-one').getByLabel('New destination').fill('nowhere')
          await fixing('broken-one').getByRole('button', { name: 'Save' }).click()
          await fixing('broken-one').getByRole('alert').waitFor()
          await fixing('broken-one').getByLabel('New destination').fill(next.url)
          await fixing('broken-one').getByRole('button', { name: 'Save' }).click()
          await fixing('broken-one').waitFor({ state: 'hidden' })
          expect(await destinationOf(one.link)).toBe(next.url)
          const { archive_url } = await healthOf(account, two.link)
          await fixing('broken-two').getByRole('button', { name: 'Use archived copy' }).click()
          await fixing('broken-two').waitFor({ state: 'hidden' })
          expect(await destinationOf(two.link)).toBe(archive_url)
          await page.getByText('No broken links').waitFor()
        },
        phone,
      )
    })

    test('are looked for once somebody turns on checks', async () => {
      const account = await instance.account()
      const link = await account.link({ long_url: (await destination()).url })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open('/links/broken')
        await page.getByText('Turn on weekly checks').waitFor()
        await page.getByRole('switch', { name: 'Check all links each week' }).click()
        await page.getByText('All links are now watched.').waitFor()
        expect(await axeFindings(page)).toEqual([])
        expect((await healthOf(account, link)).watched).toBe(true)
        await page.reload()
        const on = page.getByRole('switch', { name: 'Check all links each week', checked: true })
        await on.click()
        await page.getByText('Links are no longer watched').waitFor()
        expect((await healthOf(account, link)).watched).toBe(false)
      })
    })

    test('show their health in the panel, where their owner changes settings and starts checks', async () => {
      const account = await instance.account()
      const link = await account.link({ long_url: (await destination()).url })
      await inDashboard(chrome, instance, account, async ({ page, open }) => {
        await open(`/links?link=${link.id}`)
        const summary = page.getByText('Health', { exact: true })
        await summary.click()
        await page.getByLabel('Weekly checks').selectOption({ label: 'On' })
        await until('the choice', async () => (await healthOf(account, link)).watch === true)
        await page.getByLabel('While it’s broken, visitors').selectOption('archive')
        await until('the other', async () => (await healthOf(account, link)).when_broken === 'archive')
        await page.getByRole('button', { name: 'Check now' }).click()
        await until('the check', async () => {
          await instance.clock.advance(6000)
          return (await healthOf(account, link)).checked_at !== null
        })
        await page.getByText('The destination answered. (HTTP 200)').waitFor()
        expect(await axeFindings(page)).toEqual([])
      })
    })

    test('offer visitors the destination and a copy of it', async () => {
      const account = await instance.account()
      const [{ link, target }] = await broken(instance, account, [{}])
      await choose(account, link, { when_broken: 'archive' })
      const { archive_url } = await healthOf(account, link)
      await inDashboard(chrome, instance, account, async ({ page }) => {
        await page.goto(`${instance.url}/${link.short}`)
        await page.getByRole('heading', { name: 'This page isn’t answering' }).waitFor()
        expect(await axeFindings(page)).toEqual([])
        const leadsTo = (name: string) => page.getByRole('link', { name }).getAttribute('href')
        expect(await leadsTo('Open the archived copy')).toBe(archive_url)
        expect(await leadsTo('Try the original anyway')).toBe(target.url)
      })
    })
  },
  { ALLOW_PRIVATE_TARGETS: 'true' },
)
