// The versions of a microsite in its editor: the list, an earlier one beside the current page, and bringing it back.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { preview, siteWith, threeLinks } from '../test/browser/microsite-editor.ts'
import { type Account, onOneEngine } from '../test/instance.ts'

const version = (page: Page) => page.frameLocator('iframe[title="Version preview"]')

onOneEngine('the versions of a microsite', (instance) => {
  /** A microsite with three links, of which one was removed and one changed in a later session. */
  const changedSite = async (account: Account) => {
    const site = await siteWith(account, threeLinks)
    await instance.clock.advance(601_000)
    await account.call(`PUT /microsites/${site.slug}`, { body: { title: 'Ben', theme: 'ocean' } })
    await site.components.remove(site.ids[2] as string)
    await site.components.update(site.ids[0] as string, 'LINK', { value: 'Changed' })
    return site
  }

  test('shows an earlier version beside the page, brings it back, and undoes that', async () => {
    const account = await instance.account()
    const { slug, components } = await changedSite(account)
    const values = async () =>
      (await components.all()).map(({ data }: { data: { value: string } }) => data.value)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'Versions' }).click()
      await page.getByText('Changed: Title and Theme · 1 component changed · 1 component removed').waitFor()
      await page.getByRole('button', { name: 'First version' }).click()
      await version(page).getByRole('link', { name: 'Three' }).waitFor()
      await preview(page).getByRole('link', { name: 'Changed' }).waitFor()
      expect(await preview(page).getByRole('link', { name: 'Three' }).count()).toBe(0)
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Bring back' }).click()
      await page.getByText('The version is back. Visitors see it now.').waitFor()
      await preview(page).getByRole('link', { name: 'Three' }).waitFor()
      expect(await values()).toEqual(['One', 'Two', 'Three'])
      await page.getByRole('heading', { name: 'Ana', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await preview(page).getByRole('link', { name: 'Changed' }).waitFor()
      expect(await values()).toEqual(['Changed', 'Two'])
    })
  })

  test('of a locked component, the owner sees what it protects, and no hash of a password reaches the browser', async () => {
    const account = await instance.account()
    const { slug, components } = await siteWith(account, [['TEXT', { content: 'secret' }]])
    const [id] = (await components.ids()) as [string]
    await components.update(id, 'TEXT', { content: 'secret', password: 'open sesame' })
    await instance.clock.advance(601_000)
    await components.remove(id)
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/microsites/${slug}`)
      await page.getByRole('button', { name: 'Versions' }).click()
      const answer = page.waitForResponse((one) => one.url().includes('/versions/ver_'))
      await page.getByRole('button', { name: 'First version' }).click()
      await version(page).getByText('secret').waitFor()
      expect(await (await answer).text()).not.toMatch(/argon|\$2|password_hash/)
    })
  })

  test('works on a phone', async () => {
    const account = await instance.account()
    const { slug } = await changedSite(account)
    const steps = async (dark: boolean) =>
      await inDashboard(
        chrome,
        instance,
        account,
        async ({ page, open }) => {
          await open(`/microsites/${slug}`)
          await page.getByRole('button', { name: 'Versions' }).click()
          await page.getByRole('button', { name: 'First version' }).click()
          await version(page).getByRole('link', { name: 'Three' }).waitFor()
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
          expect(await axeFindings(page)).toEqual([])
        },
        { ...phone, colorScheme: dark ? 'dark' : 'light' },
      )
    for (const dark of [false, true]) await steps(dark)
  })
})
