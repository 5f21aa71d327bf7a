// Aliases of a link, and mistyped codes, in the dashboard; and the page that visitors get after a typo.
import { expect, test } from 'bun:test'
import { chrome } from '../test/browser/browser-window.ts'
import { axeFindings, inDashboard, phone } from '../test/browser/dashboard.ts'
import { type Account, type Instance, onOneEngine } from '../test/instance.ts'

onOneEngine('aliases in the dashboard', (instance) => {
  const leads = async (code: string) => (await instance.visit(`/${code}`)).status

  test('are added to a link, shown, and removed', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'main-code' })
    await account.link({ custom_slug: 'somebody' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${id}`)
      await page.getByText('Aliases', { exact: true }).click()
      const field = page.getByLabel('New alias')
      const add = page.getByRole('button', { name: 'Add', exact: true })
      await field.fill('somebody')
      await add.click()
      await page.getByText('This short code is already in use').waitFor()
      await field.fill('old-code')
      await add.click()
      await page.getByText('old-code now leads to this link').waitFor()
      expect(await leads('old-code')).toBe(302)
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Remove old-code' }).click()
      await page.getByRole('button', { name: 'Remove alias' }).click()
      await page.getByText('old-code removed').waitFor()
      expect(await leads('old-code')).toBe(404)
    })
  })

  test('a rename offers to keep the old code', async () => {
    const account = await instance.account()
    const { id } = await account.link({ custom_slug: 'printed-code' })
    await inDashboard(chrome, instance, account, async ({ page, open }) => {
      await open(`/links?link=${id}`)
      await page.getByLabel('Short code', { exact: true }).fill('better-code')
      await page.getByRole('checkbox', { name: 'Keep the old code' }).click()
      await page.getByText('printed-code still leads to this link').waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      expect([await leads('printed-code'), await leads('better-code')]).toEqual([302, 302])
    })
  })

  const mistype = async (instance: Instance, account: Account) => {
    const host = 'typing.example.com'
    await account.domain(host)
    await account.link({ custom_slug: 'spring-sale', title: '<b>Spring</b> sale' })
    await account.link({ custom_slug: 'there', domain_alias: host })
    await instance.visit('/sprnig-sale')
    await instance.visit('/spring-salee')
    await instance.visit('/quite-different', { host })
    await instance.clock.advance(60_000)
  }

  test('are made of mistyped codes with one click, also on a phone', async () => {
    const account = await instance.account()
    await mistype(instance, account)
    await inDashboard(
      chrome,
      instance,
      account,
      async ({ page, open }) => {
        await open('/links')
        await page.getByRole('link', { name: 'Mistyped codes' }).click()
        const row = (code: string) => page.getByRole('listitem').filter({ hasText: code })
        await row('sprnig-sale').getByText('1 person asked for it').waitFor()
        expect(await row('sprnig-sale').getByText('<b>Spring</b> sale').count()).toBe(1)
        expect(await axeFindings(page)).toEqual([])
        await row('sprnig-sale').getByRole('button', { name: 'Make it an alias' }).click()
        await page.getByText('sprnig-sale is now an alias of spring-sale').waitFor()
        expect(await leads('sprnig-sale')).toBe(302)
        await page.getByRole('button', { name: 'Undo' }).click()
        await row('sprnig-sale').waitFor()
        expect(await leads('sprnig-sale')).toBe(404)
        await row('sprnig-sale').getByRole('button', { name: 'Make it an alias' }).click()
        await row('sprnig-sale').waitFor({ state: 'hidden' })
        expect(await leads('sprnig-sale')).toBe(302)
        await row('spring-salee').getByRole('button', { name: 'Dismiss' }).click()
        await row('spring-salee').waitFor({ state: 'hidden' })
        await row('quite-different').getByRole('button', { name: 'Make it an alias' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Short code of the link').fill('nothing')
        await dialog.getByRole('button', { name: 'Make it an alias' }).click()
        await dialog.getByText('There is').waitFor()
        await dialog.getByLabel('Short code of the link').fill('there')
        await dialog.getByRole('button', { name: 'Make it an alias' }).click()
        await page.getByText('No mistyped codes').waitFor()
        expect((await instance.visit('/quite-different', { host: 'typing.example.com' })).status).toBe(302)
      },
      phone,
    )
  })
})
