// Microsites in the dashboard: from none to a published page, and renaming, hiding and deleting pages.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { inDashboard } from '../test/browser/dashboard.ts'
import { onOneEngine } from '../test/instance.ts'
import { componentsOf, microsite } from '../test/microsites.ts'
import { chooseEntry } from './menus.ts'

const section = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

onOneEngine('microsites in the dashboard', (instance) => {
  test('lead from nothing to a published microsite', async () => {
    const account = await instance.account()
    await inDashboard(chrome, instance, account, async ({ page, context, open }) => {
      await open('/microsites')
      await page.getByText('Create your first microsite').waitFor()
      await page.getByRole('button', { name: 'New microsite' }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill('Journey & Ana')
      await page.getByText('journey-ana is available').waitFor()
      await page.getByRole('radio', { name: 'Ocean' }).click()
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { name: 'Journey & Ana', level: 1 }).waitFor()
      await page.getByText('Draft').waitFor()
      expect((await instance.visit('/journey-ana')).status).toBe(404)

      await page.getByRole('button', { name: 'Add component' }).click()
      await page.getByRole('button', { name: /^Profile/ }).click()
      await page.getByLabel('Title', { exact: true }).fill('Ana Lima')
      await page.getByRole('button', { name: 'Add component' }).click()
      await page.getByRole('button', { name: /^Link A button/ }).click()
      await page.getByLabel('Button text').fill('My shop')
      await page.getByLabel('URL', { exact: true }).fill('example.com/shop')
      await page.getByLabel('URL', { exact: true }).press('Tab')
      await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
      const preview = page.frameLocator('iframe[title="Microsite preview"]')
      await preview.getByRole('heading', { name: 'Ana Lima' }).waitFor()
      await preview.getByRole('link', { name: 'My shop' }).waitFor()

      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Published. Everyone can see it now.').waitFor()
      const visitor = await context.newPage()
      await visitor.goto(`${instance.url}/journey-ana`)
      await visitor.getByRole('heading', { name: 'Ana Lima' }).waitFor()
      expect(await visitor.getByRole('link', { name: 'My shop' }).count()).toBe(1)
      const { body } = await account.call('GET /microsites/journey-ana')
      expect(body.data).toMatchObject({ status: 'published', theme: 'ocean', kind: 'personal_branding' })
    })
  })

  test('are renamed, hidden and given another theme, show their taps, and are deleted once their address is typed', async () => {
    const account = await instance.account()
    const { slug } = await microsite(account, { title: 'Before' })
    const { id } = await componentsOf(account, slug).add('LINK', {
      value: 'Tapped',
      href: 'https://example.com/',
    })
    await instance.visit(`/${slug}`)
    await instance.visit(`/${slug}/${id}`)
    instance.clock.advance(5 * 60 * 1000)
    const read = async () => (await account.call(`GET /microsites/${slug}`)).body.data
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await section(page, 'Settings').click()
      await page.getByRole('textbox', { name: 'Title' }).fill('عنوان جديد')
      await page.getByRole('textbox', { name: 'Description' }).fill('x'.repeat(160))
      await page.getByText('160 / 160').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'عنوان جديد', level: 1 }).waitFor()
      expect(await read()).toMatchObject({ title: 'عنوان جديد', description: 'x'.repeat(160) })
      await page
        .frameLocator('iframe[title="Microsite preview"]')
        .getByRole('heading', { name: 'عنوان جديد' })
        .waitFor()
      await page.getByLabel('Purpose').selectOption('event')
      await page.getByRole('switch', { name: 'Hide microsite' }).click()
      await page.getByText('Hidden').first().waitFor()
      expect((await instance.visit(`/${slug}`)).status).toBe(404)
      await section(page, 'Design').click()
      const changed = page.waitForResponse((answer) => answer.request().method() === 'PUT')
      await page.getByRole('radio', { name: 'Midnight' }).click()
      await changed
      expect(await read()).toMatchObject({ hide: true, kind: 'event', theme: 'midnight' })
      expect(
        await page
          .frameLocator('iframe')
          .locator('style')
          .evaluate((style) => style.textContent),
      ).toContain('--ground:#0a0817')
      await section(page, 'Statistics').click()
      await page.getByRole('heading', { name: 'Taps by component' }).waitFor()
      await page
        .getByRole('listitem')
        .filter({ hasText: /^Tapped1$/ })
        .waitFor()
      await open('/microsites')
      await page.getByRole('button', { name: 'More actions for عنوان جديد' }).click()
      await chooseEntry(page, 'Delete')
      const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
      expect(await remove.isDisabled()).toBe(true)
      await page.getByLabel(`Type ${slug} to confirm`).fill(slug)
      await remove.click()
      await page.getByText('Create your first microsite').waitFor()
      expect((await account.call(`GET /microsites/${slug}`)).status).toBe(404)
    })
  })
})
